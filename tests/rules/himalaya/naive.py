"""A table kept plainly from the rules page: a second opinion on legal words and their effects.

It follows the sentences of the rules one by one, in the words of positions.py. It draws nothing:
the results of the die and the bags are given, and checked to be possible.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from rules.himalaya.board import VILLAGES
from rules.himalaya.moves import Phase
from tests.rules.himalaya.positions import CUBE_LETTERS, EVENT_WORDS, PRINTED, letters

ROUTES = {
    (letter, village): ends[village]
    for letter, ends in zip("sir", PRINTED.neighbours)
    for village in VILLAGES
}
REGIONS = {region.letter: region.villages for region in PRINTED.regions}
PAIRS = {(village, other) for _, village, other in PRINTED.routes}
YAKS = {letters(disc.demand): disc.yaks for disc in PRINTED.discs}
LEVELS = [village.level for village in PRINTED.villages]
PROGRAMS = 5**6

Draw = tuple[int, str]
"""A village, and its five cubes or the demand of its disc."""


def without(held: str, cubes: str) -> str:
    """Return cubes without some of them."""
    for cube in cubes:
        assert cube in held
        held = held.replace(cube, "", 1)
    return held


def sort(cubes: str) -> str:
    """Return cubes sorted, cheapest first."""
    return "".join(sorted(cubes, key=CUBE_LETTERS.index))


@dataclass
class Page:
    """The pieces on the table, and the question to the players."""

    goods: dict[int, str]
    orders: dict[int, str]
    bag: str
    disc_bag: list[str]
    caravans: list[int]
    cubes: list[str]
    kept: list[list[str]]
    tokens: list[int]
    stupas: dict[int, int]
    sent: dict[str, list[int]]
    cards: list[set[str]]
    """The event tokens not yet played."""
    first: int
    turn: int
    step: Phase
    mover: int
    flags: set[str]
    programs: list[str]
    played: set[str] = field(default_factory=set)
    """The event tokens of this turn, as words."""
    late: set[int] = field(default_factory=set)
    served: set[tuple[int, int]] = field(default_factory=set)
    filling: str = ""
    done: set[str] = field(default_factory=set)
    envoys: int = 0
    asked: list[int] = field(default_factory=list)
    """The seats that may still play an event token this turn."""
    orders_left: list[tuple[int, str]] = field(default_factory=list)

    def clockwise(self) -> list[int]:
        """Return all seats, the first player first."""
        players = len(self.caravans)
        return [(self.first + step) % players for step in range(players)]

    def waiting(self) -> set[int]:
        """Return the seats that must move."""
        if self.step == Phase.PROGRAM:
            return {seat for seat, program in enumerate(self.programs) if not program}
        return set() if self.step == Phase.OVER else {self.mover}

    def menu(self) -> set[str]:
        """Return every legal word of the seats that must move, without programs."""
        here = self.caravans[self.mover]
        if self.step == Phase.CAMP:
            return {f"camp {village}" for village in VILLAGES if village not in self.caravans}
        if self.step == Phase.EVENT:
            cards = self.cards[self.mover]
            markets = {f"market {village}" for village in VILLAGES if "market" in cards}
            routes = {f"{c} {a} {b}" for c in ("yeti", "snow") if c in cards for a, b in PAIRS}
            return {"pass"} | markets | routes
        if self.step == Phase.TAKE:
            words = dict(zip(CUBE_LETTERS, ("salt", "barley", "tea", "jade", "gold")))
            return {f"take {words[cube]}" for cube in self.goods[here]}
        return {"done"} | self._actions() if self.step == Phase.FILL else set()

    def _actions(self) -> set[str]:
        me, here = self.mover, self.caravans[self.mover]
        found = {"barter"} - self.done
        if here not in self.stupas and [*self.stupas.values()].count(me) < 5:
            found |= {"offer"} - self.done
        more_envoys = "envoy" not in self.done or "split_delegations" in self.flags
        if len(self.done) == 2:
            found = set()
            more_envoys = "envoy" in self.done and "split_delegations" in self.flags
        supply = 15 - sum(by_seat[me] for by_seat in self.sent.values())
        most = min(LEVELS[here] - self.envoys, supply) if more_envoys else 0
        beside = [letter for letter, around in REGIONS.items() if here in around]
        return found | {f"envoy {region} {n + 1}" for region in beside for n in range(most)}

    def say(
        self, seat: int, word: str, goods: Sequence[Draw] = (), discs: Sequence[Draw] = ()
    ) -> None:
        """Play a word; draws at the end of the turn are given."""
        verb, *rest = word.split()
        if verb == "camp":
            self.caravans[seat] = int(rest[0])
            self.mover = (seat + 1) % len(self.caravans)
            if all(self.caravans):
                self._begin()
        elif verb in (*EVENT_WORDS, "pass"):
            self._play_card(verb, word)
        elif verb == "program":
            self.programs[seat] = rest[0]
            if all(self.programs):
                rounds = zip(*(self.programs[other] for other in self.clockwise()))
                self.orders_left = [o for orders in rounds for o in zip(self.clockwise(), orders)]
        elif verb == "take":
            self._take(seat, {"salt": "s", "barley": "b"}.get(rest[0], rest[0][0]))
        else:
            self._fill(verb, rest)
        if self.step in (Phase.PROGRAM, Phase.FILL, Phase.TAKE) and not self._is_asking():
            self._go_on(goods, discs)

    def _is_asking(self) -> bool:
        if self.step == Phase.PROGRAM:
            return not all(self.programs)
        return self.step == Phase.FILL and bool(self.filling)

    def _begin(self) -> None:
        self.turn += 1
        self.played, self.late, self.served = set(), set(), set()
        self.programs = [""] * len(self.caravans)
        self.asked = [seat for seat in self.clockwise() if self.cards[seat]]
        self._ask_for_cards()

    def _ask_for_cards(self) -> None:
        self.step = Phase.EVENT if self.asked else Phase.PROGRAM
        if self.asked:
            self.mover = self.asked.pop(0)

    def _play_card(self, verb: str, word: str) -> None:
        self.cards[self.mover].discard(verb)
        self.played |= {word} - {"pass"}
        self._ask_for_cards()

    def _take(self, seat: int, cube: str) -> None:
        here = self.caravans[seat]
        self.goods[here] = without(self.goods[here], cube)
        if not self.goods[here]:
            del self.goods[here]
        self.cubes[seat] = sort(self.cubes[seat] + cube)
        self.served.add((seat, here))

    def _fill(self, verb: str, rest: list[str]) -> None:
        me, here = self.mover, self.caravans[self.mover]
        if verb == "offer":
            self.stupas[here] = me
        elif verb == "envoy":
            self.sent[rest[0]][me] += int(rest[1])
            self.envoys += int(rest[1])
        elif verb == "barter":
            self.kept[me].append(self.filling)
        if verb != "done":
            self.done.add(verb)
        if verb == "done" or not self._actions():
            if "barter" not in self.done:
                self.disc_bag = sorted([*self.disc_bag, self.filling])
            self.filling, self.done, self.envoys = "", set(), 0

    def _go_on(self, goods: Sequence[Draw], discs: Sequence[Draw]) -> None:
        """Carry out the remaining steps until a question or the end of the turn."""
        while self.orders_left:
            seat, order = self.orders_left.pop(0)
            self.mover = seat
            if seat in self.late:
                self.late.remove(seat)
            elif order in "sir":
                self._walk(seat, order)
            elif order == "t" and self._trade(seat):
                return
        self._end_turn(goods, discs)

    def _walk(self, seat: int, letter: str) -> None:
        here = self.caravans[seat]
        there = ROUTES[letter, here]
        route = f"{min(here, there)} {max(here, there)}"
        if there and f"yeti {route}" not in self.played:
            self.caravans[seat] = there
            if f"snow {route}" in self.played:
                self.late.add(seat)

    def _trade(self, seat: int) -> bool:
        """Trade; return whether the player has a choice."""
        here = self.caravans[seat]
        offered, demand = self.goods.get(here, ""), self.orders.get(here, "")
        if offered and not ("one_cube_a_turn" in self.flags and (seat, here) in self.served):
            if f"market {here}" in self.played and len({*offered}) > 1:
                self.step = Phase.TAKE
                return True
            self._take(seat, sort(offered)[0])
        elif demand and all(self.cubes[seat].count(c) >= demand.count(c) for c in demand):
            self.cubes[seat] = without(self.cubes[seat], demand)
            self.bag = sort(self.bag + demand)
            self.filling = self.orders.pop(here)
            self.step = Phase.FILL
            return True
        return False

    def _end_turn(self, goods: Sequence[Draw], discs: Sequence[Draw]) -> None:
        for village, cubes in goods:
            assert len(self.goods) < 5
            assert not {village} & {*self.goods, *self.orders}
            assert len(cubes) == min(5, len(self.bag))
            self.bag = without(self.bag, cubes)
            self.goods[village] = sort(cubes)
        for village, demand in discs:
            assert len(self.goods) == 5 or not self.bag
            assert len(self.orders) < 5
            assert not {village} & {*self.goods, *self.orders}
            self.disc_bag.remove(demand)
            self.orders[village] = demand
        if self.turn in (4, 8, 12):
            for kind in CUBE_LETTERS:
                held = [own.count(kind) for own in self.cubes]
                if max(held) and held.count(max(held)) == 1:
                    self.tokens[held.index(max(held))] += 1
        if self.turn == 12:
            self.step = Phase.OVER
            return
        self.first = (self.first + 1) % len(self.caravans)
        self._begin()
