"""Search over one turn of *Himalaya*, and estimates of the programs of rivals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from math import exp
from typing import Final

from nim_tui.bots.playout import Barred
from nim_tui.games.himalaya.worth import Worth
from rules.chance import Chance
from rules.himalaya.board import NONE, ORDERS, WAYS, Board
from rules.himalaya.moves import PAUSE, TRADE, Kind, Move
from rules.himalaya.preview import foresee
from rules.himalaya.state import HimalayaState
from rules.himalaya.view import HimalayaView

RIVAL: Final = 0.3
"""The prior chance that a rival who can reach a thing in time goes for it."""
SLOT: Final = 0.001
"""The cost of a step that only walks: the shorter of equal plans is better."""
NEXT_TURN: Final = 0.35
"""The present weight of gains possible at once next turn."""
NEARER: Final = 0.7
"""The factor on these gains for each step still needed."""
CUBES_THERE: Final = 1.5
"""The worth of cubes at a village for next turn."""


@dataclass
class ProgramPlan:
    """A program with its expected gains."""

    orders: tuple[int, ...] = ()
    worth: float = 0.0
    cubes: tuple[int, ...] = ()
    """The kinds of the cubes the program takes, in order."""
    filled: tuple[int, ...] = ()
    """The villages whose orders the program fills."""
    village: int = 0
    """The last village of the program."""
    served: tuple[int, ...] = ()
    """The villages that give the program no more cubes this turn."""

    def ending(self, worth: float) -> ProgramPlan:
        """Return the program with its whole worth."""
        return ProgramPlan(self.orders, worth, self.cubes, self.filled, self.village, self.served)

    @property
    def program(self) -> tuple[int, ...]:
        """The program of six steps; the rest are pauses."""
        return (*self.orders, *[PAUSE] * (ORDERS - len(self.orders)))


@dataclass
class Planner:
    """A depth-first search over steps that do something."""

    view: HimalayaView
    seat: int
    rival: float = RIVAL
    """The chance that a rival who can reach a thing in time goes for it."""
    leave: Callable[[int, int], float] | None = None
    """The chance that no rival trades at a village before a slot; None: rivals have no preferences.
    """
    slots: int = ORDERS
    """The number of steps searched; the rest are pauses."""
    _best: ProgramPlan = field(default_factory=ProgramPlan)
    _found: dict[object, ProgramPlan] | None = None
    """The best way to each end that was found, if more than the best is wanted."""

    @cached_property
    def board(self) -> Board:
        """The board of the game."""
        return self.view.board

    @cached_property
    def worth(self) -> Worth:
        """The worth of things to this seat."""
        return Worth(self.view, self.seat)

    @cached_property
    def _arrivals(self) -> list[list[int]]:
        """Per rival: the earliest slot in which it can trade at each village."""
        seats = [seat for seat in range(len(self.view.players)) if seat != self.seat]
        return [self._distances(self.view.players[seat].caravan) for seat in seats]

    def _distances(self, start: int, *, is_next_turn: bool = False) -> list[int]:
        """Return the steps from a village to each; a yeti blocks this turn alone."""
        far = ORDERS + 1
        found = [far] * len(self.view.goods)
        if not start:
            return found
        found[start], edge = 0, [start]
        while edge:
            village = edge.pop(0)
            for other in self._ends(village, is_next_turn=is_next_turn):
                if found[other] == far:
                    found[other] = found[village] + 1
                    edge.append(other)
        return found

    def _ends(self, village: int, *, is_next_turn: bool) -> Iterator[int]:
        for way in range(len(WAYS)):
            end = self.board.neighbours[way][village]
            route = (min(village, end), max(village, end))
            if end and (is_next_turn or route not in self.view.yetis):
                yield end

    def still_there(self, village: int, slot: int) -> float:
        """Return the chance that no rival was at a village before this slot."""
        if self.leave is not None:
            return self.leave(village, slot)
        chance = 1.0
        for distances in self._arrivals:
            if distances[village] < slot:
                chance *= 1 - self.rival
            elif distances[village] == slot:
                chance *= 1 - self.rival / 2
        return chance

    def best(self, start: int | None = None) -> ProgramPlan:
        """Return the best program from a village, or from the caravan's place."""
        player = self.view.players[self.seat]
        village = player.caravan if start is None else start
        goods = {number: list(offer) for number, offer in enumerate(self.view.goods) if offer}
        outlook = self._outlook(village, goods, list(player.cubes), ())
        self._best = ProgramPlan(village=village, worth=outlook)
        orders = [PAUSE] if player.is_snowed else []
        self._search(ProgramPlan(tuple(orders), 0.0, (), (), village), goods, list(player.cubes))
        return self._best

    def best_few(self, most: int) -> list[ProgramPlan]:
        """Return up to `most` of the best programs that differ in gains or end, best first."""
        self._found = {}
        best = self.best()
        found = {_aim(best): best, **self._found}
        self._found = None
        return sorted(found.values(), key=lambda plan: -plan.worth)[:most]

    def _search(self, plan: ProgramPlan, goods: dict[int, list[int]], own: list[int]) -> None:
        total = plan.worth + self._outlook(plan.village, goods, own, plan.filled)
        if total > self._best.worth:
            self._best = plan.ending(total)
        if self._found is not None:
            aim = _aim(plan)
            known = self._found.get(aim)
            if known is None or total > known.worth:
                self._found[aim] = plan.ending(total)
        slot = len(plan.orders)
        if slot >= self.slots:
            return
        self._try_trade(plan, slot, goods, own)
        for way in range(len(WAYS)):
            end = self.board.neighbours[way][plan.village]
            route = (min(plan.village, end), max(plan.village, end))
            if not end or route in self.view.yetis or self._goes_back(plan, way):
                continue
            orders = (*plan.orders, way, PAUSE) if route in self.view.snows else (*plan.orders, way)
            step = ProgramPlan(
                orders[:ORDERS], plan.worth - SLOT, plan.cubes, plan.filled, end, plan.served
            )
            self._search(step, goods, own)

    def _goes_back(self, plan: ProgramPlan, way: int) -> bool:
        """Check whether the last step came the same way: going back and forth gains nothing."""
        return bool(plan.orders) and plan.orders[-1] == way

    def _try_trade(
        self, plan: ProgramPlan, slot: int, goods: dict[int, list[int]], own: list[int]
    ) -> None:
        village = plan.village
        chance = self.still_there(village, slot)
        offer = goods.get(village)
        if offer is not None and any(offer):
            if village not in plan.served:
                self._take(plan, chance, goods, own)
            return
        disc = self.view.orders[village]
        if not self._can_still_fill(village, own, plan.filled):
            return
        demand = self.board.discs[disc].demand
        after = [held - count for held, count in zip(own, demand)]
        paid = sum(self.worth.cube(cube, after) * count for cube, count in enumerate(demand))
        gain = chance * (self.worth.filling(village, disc) - 0.5 * paid)
        orders, filled = (*plan.orders, TRADE), (*plan.filled, village)
        step = ProgramPlan(orders, plan.worth + gain, plan.cubes, filled, village, plan.served)
        self._search(step, goods, after)

    def _take(
        self, plan: ProgramPlan, chance: float, goods: dict[int, list[int]], own: list[int]
    ) -> None:
        offer = goods[plan.village]
        kinds = [kind for kind, count in enumerate(offer) if count]
        cube = kinds[0]
        if plan.village in self.view.markets:
            cube = max(kinds, key=lambda kind: self.worth.cube(kind, own))
        rest = 0.5 + 0.5 * chance if sum(offer) > 1 else chance
        gain = rest * self.worth.cube(cube, own)
        offer[cube] -= 1
        own[cube] += 1
        orders, cubes = (*plan.orders, TRADE), (*plan.cubes, cube)
        served = plan.served
        if self.view.options.one_cube_a_turn:
            served = (*served, plan.village)
        worth = plan.worth + gain
        step = ProgramPlan(orders, worth, cubes, plan.filled, plan.village, served)
        self._search(step, goods, own)
        offer[cube] += 1
        own[cube] -= 1

    @cached_property
    def _promises(self) -> list[list[tuple[float, int]]]:
        """Per village: (worth, village) of what a later turn can reach, best first."""
        found: list[list[tuple[float, int]]] = [[] for _ in self.view.orders]
        for village, disc in enumerate(self.view.orders):
            if disc == NONE and not self.view.goods[village]:
                continue
            worth = CUBES_THERE if disc == NONE else self.worth.filling(village, disc)
            for other, steps in enumerate(self._distances(village, is_next_turn=True)):
                if steps < ORDERS:
                    found[other].append((NEARER**steps * worth, village))
        return [sorted(promises, reverse=True) for promises in found]

    def _outlook(
        self, village: int, goods: dict[int, list[int]], own: list[int], filled: tuple[int, ...]
    ) -> float:
        """Return the prospects after a program: the worth of an order to fill, or of cubes left."""
        best = 0.0
        for worth, place in self._promises[village] if self.worth.time_left else ():
            if worth <= best:
                break
            disc = self.view.orders[place]
            if any(goods[place]) if disc == NONE else self._can_still_fill(place, own, filled):
                best = max(best, worth * self._left(place, goods))
        return NEXT_TURN * best * self.worth.time_left

    def _left(self, village: int, goods: dict[int, list[int]]) -> float:
        """Return the share of a village's goods expected to be there after this turn."""
        if self.leave is None:
            return 1.0
        chance = self.leave(village, ORDERS - 1)
        return 0.5 + 0.5 * chance if sum(goods.get(village, ())) > 1 else chance

    def _can_still_fill(self, village: int, own: list[int], filled: tuple[int, ...]) -> bool:
        disc = self.view.orders[village]
        return village not in filled and disc != NONE and self.board.discs[disc].is_met_by(own)


def _aim(plan: ProgramPlan) -> object:
    """Return the aim of a program: plans with the same aim differ in nothing relevant."""
    return plan.filled, plan.cubes, plan.village


PROGRAMS: Final = 5
"""The number of programs that each kind of rival is assumed to choose among."""
COOLNESS: Final = 1.0
"""The difference in worth that makes a program e times as likely."""
SUREST: Final = 0.9
"""The highest chance assumed for a rival to be first somewhere."""
_FINE: Final = 1 << 20

Likely = Sequence[tuple[float, ProgramPlan]]
"""Programs, each with its probability; they sum to 1."""


@lru_cache(64)
def best_plans(
    view: HimalayaView, seat: int, most: int, fear: float = RIVAL
) -> Sequence[ProgramPlan]:
    """Return the best programs of a seat; a hint and a review ask for the same ones repeatedly."""
    return tuple(Planner(view, seat, fear).best_few(most))


def likely(view: HimalayaView, seat: int, fears: Iterable[float] = (RIVAL,)) -> Likely:
    """Return likely programs of a seat, by its fear (0..1) of coming too late."""
    found: list[tuple[float, ProgramPlan]] = []
    for fear in fears:
        plans = best_plans(view, seat, PROGRAMS, fear)
        best = plans[0].worth
        found += [(exp((plan.worth - best) / COOLNESS), plan) for plan in plans]
    total = sum(weight for weight, _plan in found)
    return [(weight / total, plan) for weight, plan in found]


def drawn(plans: Likely, chance: Chance) -> ProgramPlan:
    """Draw a program by its chance."""
    left = chance.below(_FINE) / _FINE
    for weight, plan in plans:
        left -= weight
        if left < 0:
            return plan
    return plans[-1][1]


class Wants:
    """The chances of a seat's rivals to trade, by village and time."""

    def __init__(self, view: HimalayaView, seat: int, fear: float) -> None:
        """`fear`: the part (0..1) of the rivals' likely moves that is taken into account."""
        others = [other for other in range(len(view.players)) if other != seat]
        self._trades = [_trades(view, other, fear) for other in others]

    def leave(self, village: int, slot: int) -> float:
        """Return the chance that no rival trades at a village before this slot."""
        chance = 1.0
        for trades in self._trades:
            before = trades.get(village)
            if before is not None:
                chance *= 1 - (before[slot] + before[slot + 1]) / 2
        return chance


def _trades(view: HimalayaView, seat: int, fear: float) -> dict[int, list[float]]:
    """Return, by village, the chance that a seat traded there before each slot, and the end."""
    found: dict[int, list[float]] = {}
    for weight, plan in likely(view, seat):
        first: dict[int, int] = {}
        for slot, step in enumerate(foresee(view, seat, plan.program)):
            if plan.program[slot] == TRADE:
                first.setdefault(step.village, slot)
        for village, slot in first.items():
            before = found.setdefault(village, [0.0] * (ORDERS + 1))
            for later in range(slot + 1, ORDERS + 1):
                before[later] = min(SUREST, before[later] + fear * weight)
    return found


@cache
def trade_at(village: int) -> Move:
    """Return a trade at a village that can be barred: a step of a program, not a move."""
    return Move(f"trade {village}", Kind.PROGRAM, village=village)


def bar(view: HimalayaView, state: HimalayaState, barred: Barred) -> None:
    """Make a seat pause in place of a barred trade of its program."""
    seat, players = barred.seat, len(state.programs)
    done = max(0, -(-(state.step - (seat - state.first) % players) // players))
    program = state.programs[seat]
    left = (
        PAUSE if step.order == TRADE and trade_at(step.village) == barred.move else step.order
        for step in foresee(view, seat, program[done:])
    )
    state.programs[seat] = (*program[:done], *left)
