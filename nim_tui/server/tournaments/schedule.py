"""Who plays whom in which round of a tournament, and on which seat.

Players are numbers from 0 here. With two at a table everybody meets everybody once; with more the
tables are those of `designs`.
"""

from __future__ import annotations

from typing import Final

from nim_tui.server.tournaments.designs import DESIGNS

FEWEST, MOST = 4, 8
"""Players of a tournament."""
PAIR: Final = 2

Board = tuple[int, ...]
"""The players of one game, by seats."""
Rounds = tuple[tuple[Board, ...], ...]


def fits(players: int, seats: int) -> bool:
    """Whether there is a schedule for so many players with so many seats at a table."""
    if not FEWEST <= players <= MOST:
        return False
    return seats == PAIR or (players, seats) in DESIGNS


def schedule(players: int, seats: int) -> Rounds:
    """The rounds of a tournament. Raises ValueError where there is no schedule."""
    if not fits(players, seats):
        raise ValueError(f"no schedule for {players} players with {seats} at a table")
    return _circle(players) if seats == PAIR else _read(DESIGNS[players, seats])


def _read(design: str) -> Rounds:
    """A schedule, as it is written: `123 456 | 341 265`, players from 1 by seats."""
    return tuple(
        tuple(tuple(int(sign) - 1 for sign in board) for board in one.split())
        for one in design.split("|")
    )


def _circle(players: int) -> Rounds:
    """The circle method: one stays, the others go round; with an odd number nobody stays.

    Who begins alternates along the circle, so everybody has each seat equally often, or once
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
