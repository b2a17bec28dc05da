"""A Swiss tournament for two at a table: the rules about a single pair, and large brackets.

The rules are those of FIDE's Dutch system (handbook C.04.3, 2026): `dutch` pairs rounds by them.
The first seat is FIDE's white. Scores are doubled, so that halves are whole numbers.

The rules try transpositions of the lower half in order, and take the first without a fault that
can be avoided. A search in that order is fast in a large bracket: the number of missed preferences
that cannot be avoided follows from counting them. Where a fault of another kind is needed, or the
search grows too long, nothing is found, and `dutch` matches the bracket.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

FIRST, SECOND = 0, 1
"""The seats."""
UP, DOWN, LEVEL = 1, -1, 0
"""The floats of a round: up if somebody with more points was met, down if somebody with fewer was,
or if points came without a game, else level.
"""

NO_PREFERENCE, MILD, STRONG, ABSOLUTE = 0, 1, 2, 3
"""The strengths of a preference for a seat."""
_WIDEST: Final = 2


@dataclass(frozen=True, slots=True)
class SwissPlayer:
    """A player before a round; `number` is the starting rank, the strongest first."""

    number: int
    score: int = 0
    seats: tuple[int, ...] = ()
    """The seats in the games so far."""
    floats: tuple[int, ...] = ()
    """The floats of all rounds so far."""
    met: frozenset[int] = frozenset()
    """The numbers of former opponents."""
    had_bye: bool = False
    """Whether the player had a bye, or points without a game, and gets no bye again."""
    unplayed: int = 0
    """The number of rounds without a game."""
    team: str = ""
    """The team, whose members do not meet; empty for none."""
    is_top: bool = False
    """Whether it is the last round and the player has more than half of all points."""

    @property
    def surplus(self) -> int:
        """The number of games on the first seat beyond those on the second."""
        return self.seats.count(FIRST) - self.seats.count(SECOND)

    @property
    def preference(self) -> tuple[int, int]:
        """The preferred seat, and the strength of the preference."""
        if not self.seats:
            return FIRST, NO_PREFERENCE
        surplus, last = self.surplus, self.seats[-1]
        if abs(surplus) > 1:
            return FIRST if surplus < 0 else SECOND, ABSOLUTE
        if self.seats[-2:] in ((FIRST, FIRST), (SECOND, SECOND)):
            return 1 - last, ABSOLUTE
        if surplus:
            return FIRST if surplus < 0 else SECOND, STRONG
        return 1 - last, MILD

    def floated(self, back: int, way: int) -> bool:
        """Return whether the player floated one way, `back` rounds ago."""
        return len(self.floats) >= back and self.floats[-back] == way


def may_meet(one: SwissPlayer, other: SwissPlayer) -> bool:
    """Check the absolute criteria C.1 and C.3 for a pair."""
    if other.number in one.met or (one.team and one.team == other.team):
        return False
    (seat, strength), (other_seat, other_strength) = one.preference, other.preference
    is_clash = seat == other_seat and strength == other_strength == ABSOLUTE
    return not is_clash or one.is_top or other.is_top


def seated(one: SwissPlayer, other: SwissPlayer) -> tuple[SwissPlayer, SwissPlayer]:
    """Return a pair by seats (rules 5.2.1 to 5.2.5)."""
    if (one.score, -one.number) < (other.score, -other.number):
        one, other = other, one  # the higher ranked first
    seat = _seat(one, other)
    return (one, other) if seat == FIRST else (other, one)


def _seat(high: SwissPlayer, low: SwissPlayer) -> int:
    """Return the seat of the higher ranked player."""
    (seat, strength), (low_seat, low_strength) = high.preference, low.preference
    if strength and low_strength and seat != low_seat:
        return seat
    if strength != low_strength:
        return seat if strength > low_strength else 1 - low_seat
    if strength == ABSOLUTE and abs(high.surplus) != abs(low.surplus):
        return seat if abs(high.surplus) > abs(low.surplus) else 1 - low_seat
    for own, others in zip(reversed(high.seats), reversed(low.seats)):
        if own != others:
            return 1 - own
    if strength:
        return seat
    return FIRST if high.number % 2 == 0 else SECOND


def seat_faults(one: SwissPlayer, other: SwissPlayer) -> tuple[int, int, int, int]:
    """Return the faults of a pair's seats by the criteria C.10 to C.13."""
    pair = seated(one, other)
    wide = streak = missed = strong = 0
    is_top = one.is_top or other.is_top
    for seat, player in enumerate(pair):
        surplus = player.surplus + (1 if seat == FIRST else -1)
        wide += is_top and abs(surplus) > _WIDEST
        streak += is_top and player.seats[-2:] == (seat, seat)
        preferred, strength = player.preference
        missed += strength != NO_PREFERENCE and preferred != seat
        strong += strength >= STRONG and preferred != seat
    return wide, streak, missed, strong


@dataclass(frozen=True, slots=True)
class SwissRound:
    """A finished round: pairs by seats with their doubled points, and byes with points."""

    pairs: Sequence[tuple[int, int]]
    points: Sequence[tuple[int, int] | None]
    """The doubled points of each pair; None: no game was played out."""
    byes: Sequence[tuple[int, int]] = ()
    """The players without a game, and their doubled points."""


def players_after(
    count: int, rounds: Sequence[SwissRound], *, last: bool = False, teams: Sequence[str] = ()
) -> list[SwissPlayer]:
    """Return all players after some rounds; `last`: the next round is the last one."""
    found = [SwissPlayer(number, team=teams[number] if teams else "") for number in range(count)]
    for one in rounds:
        found = _after(found, one)
    if not last:
        return found
    half = len(rounds)  # half of the doubled points
    return [_with(one, is_top=one.score > half) for one in found]


def _after(players: list[SwissPlayer], one: SwissRound) -> list[SwissPlayer]:
    after = list(players)
    absent = set(range(len(players)))
    for pair, points in zip(one.pairs, one.points):
        for seat, number in enumerate(pair):
            player, other = players[number], players[pair[1 - seat]]
            absent.discard(number)
            way = (other.score > player.score) - (other.score < player.score)
            after[number] = _with(
                player,
                score=player.score + (points[seat] if points else 0),
                seats=(*player.seats, seat), floats=(*player.floats, way),
                met=player.met | {other.number},
            )  # fmt: skip
    byes = dict(one.byes)
    for number in absent:
        player, given = players[number], byes.get(number, 0)
        float_ = DOWN if given else LEVEL  # rule 1.4.3
        after[number] = _with(
            player, score=player.score + given, floats=(*player.floats, float_),
            had_bye=player.had_bye or (number in byes and given > 1), unplayed=player.unplayed + 1,
        )  # fmt: skip
    return after


def _with(player: SwissPlayer, **news: object) -> SwissPlayer:
    values = {name: getattr(player, name) for name in SwissPlayer.__slots__}
    return SwissPlayer(**{**values, **news})


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
