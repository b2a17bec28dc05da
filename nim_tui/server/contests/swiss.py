"""Players of a Swiss tournament for two at a table, and the rules about a single pair.

The rules are those of FIDE's Dutch system (handbook C.04.3, 2026): `dutch` pairs rounds by them.
The first seat is FIDE's white. Scores are doubled, so that halves are whole numbers.
"""

from __future__ import annotations

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
