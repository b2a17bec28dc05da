"""Pairing of a Swiss round by FIDE's Dutch system (handbook C.04.3, 2026).

Brackets of equal scores are paired from the top. In each, the pairing with the fewest faults is
chosen, by the criteria in their order, among those that leave the rest a complete pairing; of
several, the first in the order of transpositions and exchanges. All of that is one number per pair
of players, whose sum a perfect matching of least cost minimises.

Up to EXACT players this is the exact choice. Large brackets are first tried in the order of the
rules (`large_bracket`), which finds the same choice where no fault is needed that can be avoided;
else those of the bracket and the next _BEYOND players are matched. In 76 tournaments of 41 to 256
players, no pair differed from those of another engine, which matches everybody.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from nim_tui.server.contests.swiss import (
    DOWN,
    UP,
    SwissPlayer,
    may_meet,
    pair_in_order,
    seat_faults,
    seated,
)

EXACT: Final = 40
"""The most players that are always matched with regard to everybody."""
_BEYOND: Final = 24
"""Beyond a larger bracket, the least number of players below it that are regarded."""

Pair = tuple[SwissPlayer, SwissPlayer | None]
"""Two players; with None a bye."""
_Cost = Callable[[SwissPlayer, SwissPlayer | None], Sequence[tuple[int, int]]]


class NoPairing(Exception):
    """No complete pairing keeps the absolute criteria."""


def pair_round(players: Iterable[SwissPlayer]) -> list[tuple[int, ...]]:
    """Return the pairs of a round by seats, the best first; a bye is a player alone.

    If everybody has met everybody whom they may meet, people meet again.
    """
    ranked = sorted(players, key=lambda one: (-one.score, one.number))
    pairs: list[Pair] = []
    for rules in (_Rules(), _Rules(is_quick=False), _Rules(is_quick=False, is_strict=False)):
        try:
            pairs = _Pairing(ranked, rules).run()
            break
        except NoPairing:
            continue
    pairs.sort(key=_order)
    return [
        (one.number,) if other is None else tuple(each.number for each in seated(one, other))
        for one, other in pairs
    ]


def _order(pair: Pair) -> tuple[int, int, int, int]:
    one, other = pair
    if other is None:
        return (1, 0, 0, 0)
    scores = sorted((one.score, other.score), reverse=True)
    return (0, -scores[0], -scores[1], min(one.number, other.number))


class _Rules:
    """The criteria that hold between two players."""

    def __init__(self, *, is_quick: bool = True, is_strict: bool = True) -> None:
        self.is_quick = is_quick
        self.is_strict = is_strict

    def allows(self, one: SwissPlayer, other: SwissPlayer | None) -> bool:
        """Check the absolute criteria."""
        if not self.is_strict:
            return True
        return not one.had_bye if other is None else may_meet(one, other)

    def broken(self, one: SwissPlayer, other: SwissPlayer | None) -> int:
        """Return the weight of broken absolute criteria: 0 if strict."""
        if self.is_strict:
            return 0
        if other is None:
            return int(one.had_bye)
        return 2 * (other.number in one.met) + (not may_meet(one, other))


class _Pairing:
    """A round that is being paired, from the top."""

    def __init__(self, ranked: Sequence[SwissPlayer], rules: _Rules) -> None:
        self._left = list(ranked)
        self._has_bye = len(ranked) % 2 == 1
        self._rules = rules
        self._pairs: list[Pair] = []

    def run(self) -> list[Pair]:
        """Pair everybody. Raises NoPairing."""
        scores = sorted({one.score for one in self._left}, reverse=True)
        for at, score in enumerate(scores):
            below = scores[at + 1] if at + 1 < len(scores) else -1
            bracket = [one for one in self._left if one.score >= score]
            if bracket and not self._pair_quickly(bracket, below):
                self._pair_bracket(score, below)
        if self._left and self._has_bye:
            self._take([(self._left[0], None)])
        return self._pairs

    def _take(self, pairs: Sequence[Pair]) -> None:
        gone = {one.number for pair in pairs for one in pair if one is not None}
        self._left = [one for one in self._left if one.number not in gone]
        self._pairs += pairs

    def _pair_quickly(self, bracket: Sequence[SwissPlayer], below: int) -> bool:
        if not self._rules.is_quick or len(self._left) <= EXACT:
            return False
        following = [one for one in self._left if one.score == below]
        found = pair_in_order(bracket, following)
        if found is not None:
            self._take(found)
        return found is not None

    def _pair_bracket(self, score: int, below: int) -> None:
        """Pair a bracket: first those moved down to it, then the remainder."""
        pool = self._pool(score)
        costs = BracketCosts(pool, score, below, self._rules)
        pairs = self._matched(pool, costs.for_moved_down)
        has_single_bye = costs.is_single_bye(pairs)
        if has_single_bye and len({one.unplayed for one in pool}) > 1:
            costs = BracketCosts(pool, score, below, self._rules, has_single_bye=True)
            pairs = self._matched(pool, costs.for_moved_down)
        moved = [one for one in pairs if costs.is_of_moved_down(one)]
        count = sum(costs.is_inside(one) for one in pairs) - len(moved)
        self._take(moved)
        if count:
            gone = {one for pair in moved for one in pair}
            pool = [one for one in pool if one not in gone]
            costs = BracketCosts(pool, score, below, self._rules, has_single_bye=has_single_bye)
            costs.split([one for one in pool if one.score == score], count)
            pairs = self._matched(pool, costs.of_remainder)
            self._take([one for one in pairs if costs.is_inside(one)])

    def _pool(self, score: int) -> list[SwissPlayer]:
        """Return the players regarded: all, or those of the bracket and enough below it."""
        inside = sum(one.score >= score for one in self._left)
        most = max(inside + _BEYOND, EXACT)
        if not self._rules.is_quick or most + 1 >= len(self._left):
            return self._left
        return self._left[: most + most % 2]

    def _matched(self, pool: Sequence[SwissPlayer], cost: _Cost) -> list[Pair]:
        """Return the perfect matching of least cost. Raises NoPairing."""
        has_bye = self._has_bye and len(pool) == len(self._left)
        everybody: list[SwissPlayer | None] = [*pool, None] if has_bye else [*pool]
        edges: list[Edge] = []
        for at, one in enumerate(pool):
            for after, other in enumerate(everybody[at + 1 :], start=at + 1):
                if self._rules.allows(one, other):
                    edges.append((at, after, cost(one, other)))
        found = matching(len(everybody), edges)
        return [(pool[at], everybody[after]) for at, after in found]


def _by_score(
    one: SwissPlayer, other: SwissPlayer | None
) -> tuple[SwissPlayer, SwissPlayer | None]:
    """Return a pair, the one with more points first."""
    return (other, one) if other is not None and other.score > one.score else (one, other)


Edge = tuple[int, int, Sequence[tuple[int, int]]]
"""Two vertices, and the cost of their pair: sums by criterion, the first the most important."""


def matching(count: int, edges: Sequence[Edge]) -> list[tuple[int, int]]:
    """Return the perfect matching of least cost, criterion by criterion. Raises NoPairing."""
    most: dict[int, int] = {}
    for _one, _other, cost in edges:
        for criterion, value in cost:
            most[criterion] = max(most.get(criterion, 0), abs(value))
    shifts, bits = {}, 1
    for criterion in sorted(most, reverse=True):
        shifts[criterion] = bits
        bits += (2 * most[criterion] * count).bit_length()
    import networkx  # noqa: PLC0415 - large, and few servers pair a round

    graph = networkx.Graph()
    for one, other, cost in edges:
        total = sum(value << shifts[criterion] for criterion, value in cost)
        graph.add_edge(one, other, weight=(1 << bits) - total)
    found = networkx.max_weight_matching(graph, maxcardinality=True)
    if 2 * len(found) < count:
        raise NoPairing
    return [(one, other) if one < other else (other, one) for one, other in found]


class BracketCosts:
    """The faults of pairs while one bracket is paired, as sums by criterion.

    A criterion is a number, the smaller the more important.
    """

    def __init__(
        self,
        pool: Sequence[SwissPlayer],
        score: int,
        below: int,
        rules: _Rules,
        *,
        has_single_bye: bool = False,
    ) -> None:
        """`score` is that of the bracket, `below` of the next one; -1: there is none.

        `has_single_bye`: exactly one player floats down, and has the bye (criterion C.9).
        """
        self._has_single_bye = has_single_bye
        self._score, self._below, self._rules = score, below, rules
        scores = sorted({one.score for one in pool}, reverse=True)
        self._level = {each: at for at, each in enumerate(scores)}
        self._levels = len(scores)
        self._place = {one.number: at for at, one in enumerate(pool)}
        self._count = len(pool)
        self._split_at: dict[int, int] = {}
        self._high = 0
        self._known: dict[tuple[int, int], Sequence[tuple[int, int]]] = {}

    def is_inside(self, pair: Pair) -> bool:
        """Whether both players are of this bracket or moved down to it."""
        one, other = pair
        return other is not None and min(one.score, other.score) >= self._score

    def is_single_bye(self, pairs: Sequence[Pair]) -> bool:
        """Whether exactly one player floats down from this bracket, and has the bye."""
        floats = [
            other
            for one, other in (_by_score(*pair) for pair in pairs)
            if one.score >= self._score and (other is None or other.score < self._score)
        ]
        return floats == [None]

    def is_of_moved_down(self, pair: Pair) -> bool:
        """Whether a pair has a player moved down and one of this bracket."""
        one, other = pair
        return (
            self.is_inside(pair)
            and other is not None
            and one.score + other.score > (2 * self._score)
        )

    def of_criteria(self, one: SwissPlayer, other: SwissPlayer | None) -> Sequence[tuple[int, int]]:
        """Return the faults of a pair by the criteria C.5 to C.21."""
        key = one.number, -1 if other is None else other.number
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = [*self._faults(one, other)]
        return known

    def _faults(self, one: SwissPlayer, other: SwissPlayer | None) -> Iterable[tuple[int, int]]:
        high, low = _by_score(one, other)
        down = -1 if low is None else low.score
        step = self._levels + 1
        yield 0, self._rules.broken(one, other)
        if low is None:
            yield 1, one.score
        for at, bracket in ((2, self._score), (2 + step, self._below)):
            if down < bracket <= high.score:
                yield at, 1
                yield at + 1 + self._level[high.score], 1
        if low is None and self._has_single_bye:
            yield 2 + 2 * step, high.unplayed
        yield from self._inner_faults(high, low, 3 + 2 * step)

    def _inner_faults(
        self, high: SwissPlayer, low: SwissPlayer | None, at: int
    ) -> Iterable[tuple[int, int]]:
        down = -1 if low is None else low.score
        if low is not None and down == self._score:
            yield from enumerate(seat_faults(high, low), start=at)
        if down < high.score == self._score:
            yield at + 4, high.floated(1, DOWN)
            yield at + 6, high.floated(2, DOWN)
        if high.score <= self._score:
            return
        level = self._level[high.score]
        for back in (1, 2):  # the moved down, whose score difference is greater if they float again
            again = at + 8 + (back - 1) * 2 * self._levels + level
            if down < self._score:
                yield again, high.floated(back, DOWN)
            elif low is not None and down == self._score:
                yield at + 3 + 2 * back, low.floated(back, UP)
                yield again + self._levels, low.floated(back, UP)

    @property
    def _after(self) -> int:
        """The first number after those of the criteria."""
        return 3 + 2 * (self._levels + 1) + 8 + 4 * self._levels

    def for_moved_down(
        self, one: SwissPlayer, other: SwissPlayer | None
    ) -> Sequence[tuple[int, int]]:
        """Return the faults of a pair, and its order among those of players moved down."""
        faults = self.of_criteria(one, other)
        high, low = _by_score(one, other)
        if high.score <= self._score:
            return faults
        place = self._place[high.number]
        is_out = low is None or low.score < self._score
        rank = 0 if is_out or low is None else self._place[low.number]
        order = [(self._after + place, int(is_out)), (self._after + self._count + place, rank)]
        return [*faults, *order]

    def split(self, residents: Sequence[SwissPlayer], count: int) -> None:
        """Divide the remainder in an upper part of `count` players, and a lower one."""
        self._split_at = {one.number: at for at, one in enumerate(residents)}
        self._high = count

    def of_remainder(
        self, one: SwissPlayer, other: SwissPlayer | None
    ) -> Sequence[tuple[int, int]]:
        """Return the faults of a pair, then its exchanges, then its transposition."""
        faults = self.of_criteria(one, other)
        places = [self._split_at.get(each.number) for each in (one, other) if each is not None]
        inside = sorted(at for at in places if at is not None)
        if not inside:
            return faults
        first, size, high = inside[0], len(self._split_at), self._high
        is_pair = len(inside) == 2
        after = self._after
        order: list[tuple[int, int]] = []
        out = inside[1] if is_pair else first
        if out < high:  # both above, or one above who floats: moved to the lower part
            order += [(after, 1), (after + 1, size - out), (after + 2 + size - out, -1)]
        if is_pair and first >= high:
            order += [(after + 1, first), (after + 3 + size + first, -1)]
        if is_pair:
            order.append((after + 4 + 2 * size + first, inside[1]))
        return [*faults, *order]
