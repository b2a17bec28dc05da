"""Schedule and standings of a tournament.

A design is written as rounds of tables of players, by seats; rounds are separated by `|`, and
players not named in one have a bye. In each design everybody plays equally often, has each seat
equally often or once more, and meets everybody, no pair more than twice more often than another.
Tests check that.

Players are numbers from 0 here. With two at a table everybody meets everybody once; with more the
tables are those of `DESIGNS`.

Scores are doubled, so that halves are whole numbers. In a game of `n` the first has n - 1 points,
the next one less, the last none; shared places share their points. So of two the winner has one,
and a draw is half a point for each. Ties on points are broken, in this order, by:

1. direct comparison: in the games among the tied, one for each of them placed behind at the same
   table, half for each on the same place;
2. Sonneborn-Berger: the points of everybody placed behind at the same table, half of those on the
   same place.

Players still equal share a place. A game without a result counts for nobody.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from nim_tui.server.contests.contest import PAIR, Board, GameResult, against, points_of

DESIGNS: Final[Mapping[tuple[int, int], str]] = {
    (4, 3): "143 | 312 | 421 | 234",
    (4, 4): "1234 | 2341 | 3412 | 4123",
    (5, 3): "243 | 135 | 321 | 514 | 452",
    (5, 4): "3412 | 5134 | 2351 | 4523 | 1245",
    (5, 5): "12345 | 23451 | 34512 | 45123 | 51234",
    (6, 3): "641 532 | 126 354 | 314 625 | 432 156 | 415 263",
    (6, 4): "3645 | 4162 | 5321",
    (6, 5): "31654 | 23541 | 65132 | 14265 | 42316 | 56423",
    (7, 3): "415 362 | 521 467 | 216 753 | 275 143 | 654 137 | 536 724 | 671 342",
    (7, 4): "3567 | 4671 | 5712 | 6123 | 7234 | 1345 | 2456",
    (7, 5): "15726 | 31265 | 76342 | 54631 | 67154 | 42573 | 23417",
    (8, 3): "637 845 | 183 472 | 234 571 | 563 782 | 456 318 | 621 857 | 146 325 | 714 268",
    (8, 4): "7438 1256 | 5147 6283 | 3614 2758 | 6845 1372 | 3765 4821 | 4523 8167",
    (8, 5): "52386 | 15768 | 36427 | 83174 | 68541 | 74612 | 41253 | 27835",
}


FEWEST, MOST = 4, 8
"""The least and the most players of a tournament."""

Rounds = tuple[tuple[Board, ...], ...]


def fits(players: int, seats: int) -> bool:
    """Check whether there is a schedule for that many players, with `seats` at a table."""
    if not FEWEST <= players <= MOST:
        return False
    return seats == PAIR or (players, seats) in DESIGNS


def schedule(players: int, seats: int) -> Rounds:
    """Return the rounds of a tournament. Raises ValueError without a schedule."""
    if not fits(players, seats):
        raise ValueError(f"no schedule for {players} players with {seats} at a table")
    return _circle(players) if seats == PAIR else _read(DESIGNS[players, seats])


def _read(design: str) -> Rounds:
    """Return the schedule in a design: `123 456 | 341 265`, players from 1 by seats."""
    return tuple(
        tuple(tuple(int(sign) - 1 for sign in board) for board in one.split())
        for one in design.split("|")
    )


def _circle(players: int) -> Rounds:
    """Return a schedule by the circle method: one player stays fixed, or none if odd.

    The first seat alternates along the circle, so everybody has each seat equally often, or once
    more. Source: J. Schurig, 1886; FIDE's Berger tables are the same.
    """
    ring = players - 1 + players % 2
    rounds: list[tuple[Board, ...]] = []
    for turn in range(ring):
        boards: list[Board] = []
        if players % 2 == 0:
            pair = (turn, ring)
            boards.append(pair if turn % 2 == 0 else pair[::-1])
        for step in range(1, (ring + 1) // 2):
            pair = ((turn + step) % ring, (turn - step) % ring)
            boards.append(pair if step % 2 else pair[::-1])
        rounds.append(tuple(boards))
    return tuple(rounds)


@dataclass(frozen=True, slots=True)
class TournamentStanding:
    """A player's standing: place from 1, perhaps shared, and games.

    Points and direct comparison are doubled, Sonneborn-Berger is times four.
    """

    player: int
    place: int
    games: int
    points: int
    direct: int
    berger: int


def standings(players: int, games: Sequence[GameResult]) -> list[TournamentStanding]:
    """Return the standings by place; equal places by number."""
    everybody = range(players)
    points = [sum(points_of(game).get(one, 0) for game in games) for one in everybody]
    counts = [sum(one in points_of(game) for game in games) for one in everybody]
    keys = [
        (
            points[one],
            _score(one, [other for other in everybody if points[other] == points[one]], games),
            _berger(one, points, games),
        )
        for one in everybody
    ]
    order = sorted(everybody, key=lambda one: ([-figure for figure in keys[one]], one))
    return [
        TournamentStanding(one, 1 + sum(key > keys[one] for key in keys), counts[one], *keys[one])
        for one in order
    ]


def _score(player: int, others: Collection[int], games: Sequence[GameResult]) -> int:
    """Return twice the score of a player against others."""
    return sum(against(game, player, other) for game in games for other in others)


def _berger(player: int, points: Sequence[int], games: Sequence[GameResult]) -> int:
    """Return four times the Sonneborn-Berger score."""
    return sum(
        against(game, player, other) * points[other]
        for game in games
        for other in range(len(points))
    )
