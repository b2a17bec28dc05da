"""The moves of whale, wave and crab, and the pieces that they hit."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple, Protocol

from rules.schwarm.board import Board
from rules.schwarm.cards import CARDS, PROTECTION
from rules.schwarm.cells import COMPASS, NONE
from rules.schwarm.moves import Move, crab, new_crab, wave, whale
from rules.schwarm.state import SchwarmState


def reach_of(board: Board, card: int) -> int:
    """Return the reach of a hazard in cells, by the card (D: light and joker 4, blue 6)."""
    return board.reach[CARDS[card].colour]


# Moves


def whale_moves(state: SchwarmState, card: int) -> list[Move]:
    """Return the moves of a whale: one in play, or a new one if any is in reserve (T)."""
    moves = [whale(card, NONE)] if NONE in state.whales else []
    return moves + [whale(card, n) for n, cell in enumerate(state.whales) if cell != NONE]


def wave_moves(state: SchwarmState, card: int) -> list[Move]:
    """Return the moves of a wave: new to any distance; in play only to leave the water (T)."""
    moves = list(_new_waves(state.board, card)) if NONE in state.waves else []
    for number, cell in enumerate(state.waves):
        if cell != NONE:
            moves += _rolling_waves(state.board, card, number, cell)
    return moves


@lru_cache(256)
def _new_waves(board: Board, card: int) -> tuple[Move, ...]:
    exits, reach = board.wave_exits[board.queen], reach_of(board, card)
    return tuple(
        wave(card, NONE, direction, steps)
        for direction in range(len(COMPASS))
        for steps in range(1, min(reach, exits[direction]) + 1)
    )


@lru_cache(4096)
def _rolling_waves(board: Board, card: int, number: int, cell: int) -> tuple[Move, ...]:
    exits, reach = board.wave_exits[cell], reach_of(board, card)
    return tuple(
        wave(card, number, direction, exits[direction])
        for direction in range(len(COMPASS))
        if exits[direction] <= reach
    )


def crab_moves(state: SchwarmState, card: int) -> list[Move]:
    """Return the crab's moves: from any land cell without a station, or on from its cell (T)."""
    steps = range(1, reach_of(state.board, card) + 1)
    if state.crab != NONE:
        return [crab(card, count) for count in steps]
    moves: list[Move] = []
    for cell, owner in zip(state.board.coast, state.owners):
        if owner == NONE:
            moves += _new_crabs(card, cell, len(steps))
    return moves


@lru_cache(4096)
def _new_crabs(card: int, cell: int, reach: int) -> tuple[Move, ...]:
    return tuple(new_crab(card, cell, count) for count in range(1, reach + 1))


def crab_path(board: Board, owners: Sequence[int], seat: int, start: int, steps: int) -> list[int]:
    """Return the land cells entered, clockwise; the player's own stations count no step."""
    path: list[int] = []
    place, length = board.place_of[start], len(board.coast)
    while len(path) < steps:
        place = (place + 1) % length
        if owners[place] != seat:
            path.append(board.coast[place])
    return path


# Hits


class Hit(NamedTuple):
    """An enemy ship or station hit by a hazard."""

    victim: int
    cell: int
    is_ship: bool
    less: int = 0
    """Points taken off the cost: 1 beside the landfall of a great wave (T, variant 1)."""


class Afloat(Protocol):
    """The facts that hits depend on; a state and a view both have them."""

    @property
    def board(self) -> Board:
        """The board."""

    @property
    def owners(self) -> Sequence[int]:
        """The seat of the station on each land cell, by place along the coast, or NONE."""

    @property
    def ships(self) -> Sequence[Sequence[int]]:
        """Per player: the cells of their ships."""


def hits_at(table: Afloat, seat: int, cell: int, less: int = 0) -> list[Hit]:
    """Return the hits of a player's hazard on a cell, never on the player's own pieces (T)."""
    place = table.board.place_of[cell]
    if place != NONE:
        owner = table.owners[place]
        return [] if owner in (NONE, seat) else [Hit(owner, cell, False, less)]
    hits = []
    fleets = table.ships
    for other in (*range(seat + 1, len(fleets)), *range(seat)):
        for ship in fleets[other]:
            if ship == cell:
                hits.append(Hit(other, cell, True))
    return hits


def wave_hits(
    table: Afloat, great: bool, seat: int, start: int, path: Sequence[int], *, is_new: bool
) -> list[Hit]:
    """Return the hits of a wave: at the queen if it is new, then cell by cell.

    A great wave also hits the land beside its landfall, for 1 point less (T, variant 1).
    """
    cells = [start, *path] if is_new else path
    hits = [hit for cell in cells for hit in hits_at(table, seat, cell)]
    place = table.board.place_of[path[-1]]
    if great and place != NONE:
        for beside in table.board.touching[place]:
            hits += hits_at(table, seat, table.board.coast[beside], 1)
    return hits


def cost(board: Board, points: int, capacity: int, less: int = 0) -> int:
    """Return the cost of a hit in points, by a player's points and capacity card (T)."""
    return max(0, board.damage(points) - less - (capacity == PROTECTION))
