"""The schedule of a round robin.

A design is written as rounds of tables of players, by seats; rounds are separated by `|`, and
players not named in one have a bye. In each design everybody plays equally often, has each seat
equally often or once more, and meets everybody, no pair more than twice more often than another.
Tests check that.

Players are numbers from 0 here. With two at a table everybody meets everybody once; with more the
tables are those of `DESIGNS`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from nim_tui.server.contests.contest import PAIR, Board

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


Rounds = tuple[tuple[Board, ...], ...]


def fits(players: int, seats: int) -> bool:
    """Check whether there is a schedule for that many players, with `seats` at a table."""
    return players >= seats == PAIR or (players, seats) in DESIGNS


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
