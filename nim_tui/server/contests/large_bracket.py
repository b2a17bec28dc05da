"""The first faultless pairing of a large bracket, in the order of FIDE's Dutch system.

The rules try transpositions of the lower half in order, and take the first without a fault that
can be avoided. A search in that order finds it fast where the bracket is large: the number of
missed preferences that cannot be avoided follows from counting them. Where a fault of another
kind is needed, or the search grows too long, nothing is found, and `dutch` matches the bracket.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from nim_tui.server.contests.swiss import (
    DOWN,
    FIRST,
    NO_PREFERENCE,
    SECOND,
    STRONG,
    UP,
    SwissPlayer,
    may_meet,
    seat_faults,
)

_MOST_STEPS: Final = 5_000
_NONE: Final = -1

_Pairs = tuple[tuple[SwissPlayer, SwissPlayer], ...]


def pair_in_order(
    bracket: Sequence[SwissPlayer], following: Sequence[SwissPlayer]
) -> _Pairs | None:
    """Return the pairs of a bracket, in which at most one player is left over; None: unknown.

    The bracket is ranked, those moved down to it first; `following` is the next score group;
    without one, the player left over has a bye.
    """
    return _Search(bracket, following).run()


def _wish(one: SwissPlayer) -> int:
    seat, strength = one.preference
    return seat if strength != NO_PREFERENCE else _NONE


def _kept(upper: Counter[int], lower: Counter[int], pairs: int) -> int:
    """Return the most pairs between two parts in which nobody misses a preference."""
    straight = min(upper[FIRST], lower[SECOND]) + min(upper[SECOND], lower[FIRST])
    above = upper[FIRST] + upper[SECOND] - straight
    below = lower[FIRST] + lower[SECOND] - straight
    helped = min(above, lower[_NONE]) + min(below, upper[_NONE])
    free = upper[_NONE] - min(below, upper[_NONE])
    return min(pairs, straight + helped + min(free, lower[_NONE] - min(above, lower[_NONE])))


def _fewest_missed(people: Sequence[SwissPlayer]) -> int:
    """Return the least number of missed preferences when these people are paired."""
    wishes = Counter(_wish(one) for one in people)
    more, none = abs(wishes[FIRST] - wishes[SECOND]), wishes[_NONE]
    kept = min(wishes[FIRST], wishes[SECOND]) + min(more, none) + max(0, none - more) // 2
    return max(0, len(people) // 2 - kept)


class _Search:
    def __init__(self, bracket: Sequence[SwissPlayer], following: Sequence[SwissPlayer]) -> None:
        score = min(one.score for one in bracket)
        self._moved = [one for one in bracket if one.score > score]
        self._residents = [one for one in bracket if one.score == score]
        self._following = following
        self._most_missed = _fewest_missed(bracket)
        wishes = Counter(_wish(one) for one in bracket)
        frequent = FIRST if wishes[FIRST] > wishes[SECOND] else SECOND
        self._all_strong = all(
            one.preference[1] >= STRONG for one in bracket if _wish(one) == frequent
        )
        self._steps = 0

    def run(self) -> _Pairs | None:
        """Return the pairs, or None."""
        if len(self._moved) > len(self._residents):
            return None
        return self._pair_moved(0, self._residents, self._most_missed, ())

    def _pair_moved(
        self, at: int, free: Sequence[SwissPlayer], missed: int, pairs: _Pairs
    ) -> _Pairs | None:
        """Give each moved player the first opponent after whom the rest may miss no more.

        Whether the rest then has a pairing may need exchanges, which are not searched: the opponent
        stands, and the search fails with the rest.
        """
        if at == len(self._moved):
            return self._pair_remainder(free, missed, pairs)
        for one in free:
            cost = self._cost(self._moved[at], one)
            if cost is None or cost > missed:
                continue
            rest = [other for other in free if other is not one]
            if _fewest_missed([*self._moved[at + 1 :], *rest]) > missed - cost:
                continue
            pair = (self._moved[at], one)
            return self._pair_moved(at + 1, rest, missed - cost, (*pairs, pair))
        return None

    def _pair_remainder(
        self, people: Sequence[SwissPlayer], missed: int, pairs: _Pairs
    ) -> _Pairs | None:
        half = len(people) // 2
        upper, lower = people[:half], list(people[half:])
        counts = Counter(map(_wish, upper)), Counter(map(_wish, lower))
        chosen: list[SwissPlayer] = []
        if not self._transpose(upper, lower, missed, chosen, counts):
            return None
        return (*pairs, *zip(upper, chosen))

    def _transpose(
        self,
        upper: Sequence[SwissPlayer],
        free: list[SwissPlayer],
        missed: int,
        chosen: list[SwissPlayer],
        counts: tuple[Counter[int], Counter[int]],
    ) -> bool:
        """Choose opponents for the upper part from its top; `missed` preferences may be left."""
        self._steps += 1
        if self._steps > _MOST_STEPS:
            return False
        if len(chosen) == len(upper):
            return all(self._may_float(one) for one in free)
        one = upper[len(chosen)]
        left = len(upper) - len(chosen) - 1
        counts[0][_wish(one)] -= 1
        for at, other in enumerate(free):
            cost = self._cost(one, other)
            if cost is None or cost > missed:
                continue
            counts[1][_wish(other)] -= 1
            if left - _kept(*counts, left) <= missed - cost:
                chosen.append(free.pop(at))
                if self._transpose(upper, free, missed - cost, chosen, counts):
                    return True
                free.insert(at, chosen.pop())
            counts[1][_wish(other)] += 1
        counts[0][_wish(one)] += 1
        return False

    def _cost(self, high: SwissPlayer, low: SwissPlayer) -> int | None:
        """Return the preferences that a pair misses; None: it has a fault that can be avoided."""
        if not may_meet(high, low):
            return None
        wide, streak, missed, strong = seat_faults(high, low)
        is_up = high.score > low.score and (low.floated(1, UP) or low.floated(2, UP))
        if wide or streak or is_up or (strong and not self._all_strong):
            return None
        return missed

    def _may_float(self, one: SwissPlayer) -> bool:
        is_again = one.floated(1, DOWN) or one.floated(2, DOWN)
        if not self._following:  # it is the last bracket: a bye
            return not (is_again or one.had_bye or one.unplayed)
        return not is_again and any(may_meet(one, other) for other in self._following)
