"""Search over one turn of *Der Schwarm*."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple

from nim_tui.games.schwarm.worth import Worth
from rules.chance import Chance
from rules.schwarm.board import CROSS_LINKS, RESEARCHERS
from rules.schwarm.cards import JOKER
from rules.schwarm.cells import NONE
from rules.schwarm.game import SCHWARM
from rules.schwarm.moves import DONE, RESEARCH, SAIL, Kind, Move
from rules.schwarm.placing import buoys_to_use, placements
from rules.schwarm.state import SchwarmState


class Breadth(NamedTuple):
    """The breadth of a search."""

    fleets: int
    """Positions of ships kept at each step."""
    cells: int
    """Cells considered for each tile."""
    buoys: int
    """Buoys considered when one must be moved."""
    rivals: int
    """The number of plans with the best gains that are compared by rivals' prospects too."""
    ends: int = 1
    """Ways to sail that are searched together with the cards after them."""


WIDE: Final = Breadth(4, 4, 2, 3)
NARROW: Final = Breadth(1, 2, 1, 1)
"""For a card to be played after this one."""
UNLIKE: Final = 1e-9
"""Plans closer to each other than this are equal."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The moves of one card, and the expected state at its end."""

    path: tuple[Move, ...]
    worth: float
    state: SchwarmState

    @property
    def move(self) -> Move:
        """The first of the moves."""
        return self.path[0]

    def then(self, later: Plan) -> Plan:
        """Return the plan with a continuation; stopping adds no move."""
        return Plan((*self.path, *(m for m in later.path if m != DONE)), later.worth, later.state)


class Planner:
    """The plans that a seat can make with its cards in one position."""

    def __init__(
        self, state: SchwarmState, worth: Worth, chance: Chance, breadth: Breadth = WIDE
    ) -> None:
        self.root = sheltered(state, worth.seat)
        self.worth = worth
        self.seat = worth.seat
        self._chance = chance
        self._breadth = breadth

    def played(self, state: SchwarmState, move: Move) -> SchwarmState:
        """Return a copy of the state after the move."""
        after = state.copy()
        SCHWARM.play(after, self.seat, move, self._chance)
        return after

    def plan(self, state: SchwarmState, move: Move) -> Plan:
        """Return a move with its best continuation to the end of its card."""
        after = self.played(state, move)
        if after.phase == SAIL:
            best = self.sailing(after)
        elif after.phase == RESEARCH:
            best = self.laying(after)
        else:
            return Plan((move,), self.worth.of(after), after)
        return Plan((move,), best.worth, after).then(best)

    def best(self, state: SchwarmState, moves: list[Move]) -> Plan | None:
        """Return the best of some moves, in a quick search."""
        return best_of(self.plan(state, move) for move in moves)

    def few(self, state: SchwarmState, moves: list[Move]) -> list[Plan]:
        """Return the best of some moves; for sailing, the best ways."""
        if len(moves) > 1 or self._breadth.ends == 1:
            best = self.best(state, moves)
            return [] if best is None else [best]
        after = self.played(state, moves[0])
        if after.phase != SAIL:
            return [self.plan(state, moves[0])]
        first = Plan((moves[0],), 0.0, after)
        return [first.then(way) for way in self.sailings(after)]

    # Ships

    def sailing(self, state: SchwarmState) -> Plan:
        """Return the best way to sail on."""
        return self.sailings(state)[0]

    def sailings(self, state: SchwarmState) -> list[Plan]:
        """Return the best few ways to sail on."""
        return self.ways_to_sail(state)[: self._breadth.ends]

    def ways_to_sail(self, state: SchwarmState) -> list[Plan]:
        """Return ways to sail on, best first, by a beam search."""
        found = [Plan((DONE,), self.worth.of(state), state)]
        edge = found[:]
        seen = {_fleet(state, self.seat)}
        while edge:
            steps: list[Plan] = []
            for plan in edge:
                steps += self._sails(plan, seen, is_first=plan.state is state)
            kept = self._best_few(steps, self._breadth.fleets)
            edge = [plan for plan in kept if plan.state.phase == SAIL]
            found += kept
        return sorted(found, key=lambda plan: -round(plan.worth / UNLIKE))

    def _best_few(self, plans: list[Plan], most: int) -> list[Plan]:
        """Return the best of plans judged by their gains, with their worth, best first."""
        plans.sort(key=lambda plan: -plan.worth)
        few = [Plan(plan.path, self.worth.of(plan.state), plan.state) for plan in plans[:most]]
        return sorted(few, key=lambda plan: -plan.worth)

    def _sails(self, plan: Plan, seen: set[object], *, is_first: bool) -> list[Plan]:
        steps = []
        for move in SCHWARM.legal(plan.state, self.seat):
            if move.kind == Kind.DONE:
                continue
            after = self.played(plan.state, move)
            fleet = _fleet(after, self.seat)
            if fleet not in seen:
                seen.add(fleet)
                path = (move,) if is_first else (*plan.path, move)
                steps.append(Plan(path, self.worth.own(after), after))
        return steps

    # Research

    def laying(self, state: SchwarmState, most: int = RESEARCHERS) -> Plan:
        """Return the best tile now, then further tiles as long as they gain."""
        path: tuple[Move, ...] = ()
        worth = self.worth.of(state)
        while state.phase == RESEARCH and most:
            most -= 1
            plan = next(iter(self.tiles(state)), None)
            if plan is None or plan.worth <= self.worth.of(self.played(state, DONE)) + UNLIKE:
                break
            path += plan.path
            worth, state = plan.worth, plan.state
        return Plan(path or (DONE,), worth, state)

    def tiles(self, state: SchwarmState) -> list[Plan]:
        """Return the best few tiles to lay now: first cells are judged roughly, then all turns."""
        moves = placements(state, self.seat)
        if buoys_to_use(state, self.seat) != [NONE]:
            spare = self._spare_buoys(state)
            moves = [move for move in moves if move.buoy in spare]
        cells = self._promising(state, {move.cell for move in moves})
        return self._best_tiles(state, [move for move in moves if move.cell in cells])

    def _best_tiles(self, state: SchwarmState, moves: list[Move]) -> list[Plan]:
        """Return the best few tiles; of equal ones the first."""
        plans = []
        for move in moves:
            after = self.played(state, move)
            plans.append(Plan((move,), self.worth.own(after), after))
        return self._best_few(plans, self._breadth.rivals)

    def _promising(self, state: SchwarmState, cells: set[int]) -> set[int]:
        """Return the cells where a tile open on all sides would help most."""
        if len(cells) <= self._breadth.cells:
            return cells
        rated = []
        for cell in sorted(cells):
            after = state.copy()
            bit = 1 << cell
            after.shapes = [shape & ~bit for shape in after.shapes]
            after.shapes[CROSS_LINKS] |= bit
            after.links = [side | bit for side in after.links]
            after.buoyed[self.seat] |= bit
            after.buoys[self.seat].append(cell)
            after.find_joined(self.seat)
            rated.append((-self.worth.own(after), cell))
        return {cell for _worth, cell in sorted(rated)[: self._breadth.cells]}

    def _spare_buoys(self, state: SchwarmState) -> set[int]:
        """Return the cells whose buoys are missed least."""
        rated = []
        for cell in dict.fromkeys(state.buoys[self.seat]):
            after = state.copy()
            after.buoys[self.seat].remove(cell)
            if cell not in after.buoys[self.seat]:
                after.buoyed[self.seat] &= ~(1 << cell)
            after.find_joined(self.seat)
            rated.append((-self.worth.own(after), cell))
        return {cell for _worth, cell in sorted(rated)[: self._breadth.buoys]}


def best_of(plans: Iterable[Plan]) -> Plan | None:
    """Return the best plan; of equal ones the first."""
    found: Plan | None = None
    for plan in plans:
        if found is None or plan.worth > found.worth + UNLIKE:
            found = plan
    return found


def _fleet(state: SchwarmState, seat: int) -> object:
    return tuple(sorted(state.ships[seat])), state.face_down, state.left, state.may_launch


def sheltered(state: SchwarmState, seat: int) -> SchwarmState:
    """Return a copy in which the round does not end with the card being played.

    Otherwise states before and after the end of the round would be compared.
    """
    own = state.copy()
    for other, cards in enumerate(own.cards):
        if other != seat and not cards:
            cards.append(JOKER)
    return own


class Foresight(NamedTuple):
    """The depth of a bot's search."""

    breadth: Breadth
    """For the card to be played."""
    followed: int
    """Ways to play the card that are searched together with the cards after it."""
    ahead: int
    """The most later cards included."""
    whole_row: bool = False
    """Whether a card is evaluated together with all those taken after it."""


SHORT: Final = Foresight(WIDE, followed=3, ahead=1)
"""The medium bot's depth."""
FAR: Final = Foresight(Breadth(6, 6, 3, 4, ends=4), followed=8, ahead=6, whole_row=True)
"""The hard bot's depth."""
GLANCE: Final = Foresight(NARROW, followed=1, ahead=0)
"""The depth when time is short."""
