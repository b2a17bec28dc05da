"""How far a seat's pieces are from the queen: the tiles still to be laid, cell by cell."""

from __future__ import annotations

from typing import Final, NamedTuple

from rules.schwarm.cells import WIDTH, cells_in
from rules.schwarm.networks import Pieces, flood, ways, with_queen
from rules.schwarm.state import SchwarmState

BARE: Final = 2
"""The cost of a cell without a tile, in half tiles."""
HIDDEN: Final = 3
"""A face-down tile: a ship must take it away first."""
NARROW: Final = 3
"""A face-up tile with two links: it must be laid over with more."""
WIDE: Final = 6
"""One with three links: only a cross covers it."""
FAR: Final = 26
"""Nothing is looked for beyond this cost."""
_OF_LINKS: Final = {2: NARROW, 3: WIDE}
_SHAPES: Final = tuple((shape, _OF_LINKS.get(shape.bit_count(), 0)) for shape in range(16))

Costs = list[tuple[int, int]]
"""(cost in half tiles, cells at this cost as bits)."""


class Part(NamedTuple):
    """One network of a seat."""

    tiles: float
    """How many tiles lie between it and the queen, about."""
    pieces: int
    """What it counts at the end of a round, every researcher once."""
    researchers: int
    numbers: int
    """The numbers of its land cells together."""
    shores: int
    """The shores of its stations, as bits."""


def costs_of(state: SchwarmState) -> Costs:
    """What it costs to make a cell one's own, for all cells that can be."""
    covered, narrow, wide = 0, 0, 0
    for shape, price in _SHAPES:
        cells = state.shapes[shape]
        covered |= cells
        if price == NARROW:
            narrow |= cells
        elif price == WIDE:
            wide |= cells
    hidden = state.face_down
    bare = state.board.sea & ~hidden & ~covered
    return [(BARE, bare), (HIDDEN, hidden | narrow), (WIDE, wide)]


def reached(pieces: Pieces, costs: Costs) -> list[tuple[int, int]]:
    """By rising cost: the own cells that come to be joined to the queen for it."""
    queen = pieces.board.queen_bit
    north, east, south, west = with_queen(pieces.openings(), queen)
    rest = pieces.stations | pieces.buoyed | pieces.ships
    waiting = [0] * (FAR + WIDE + 1)
    own, new, fresh_own = 0, 0, queen
    found: list[tuple[int, int]] = []
    for cost in range(FAR + 1):
        before = own
        fresh_new = waiting[cost] & ~new
        while fresh_own or fresh_new:
            own |= fresh_own
            new |= fresh_new
            up = ((fresh_own & north) | fresh_new) >> WIDTH
            down = ((fresh_own & south) | fresh_new) << WIDTH
            right = ((fresh_own & east) | fresh_new) << 1
            left = ((fresh_own & west) | fresh_new) >> 1
            entered = up | down | right | left | fresh_own
            for price, cells in costs:
                waiting[cost + price] |= entered & cells
            fresh_own = ((up & south) | (down & north) | (right & west) | (left & east)) & ~own
            fresh_new = 0
        if own != before:
            found.append((cost, own & ~before))
            if not rest & ~own:
                break
    return found


def parts_of(state: SchwarmState, seat: int) -> list[Part]:
    """The networks of a seat, the nearest to the queen first."""
    pieces = state.pieces(seat)
    queen = state.board.queen_bit
    openings = pieces.openings()
    rest = pieces.stations | pieces.buoyed | pieces.ships
    if state.is_linked[seat]:
        openings = with_queen(openings, queen)
        rest |= queen
    levels, joined = reached(pieces, costs_of(state)), ways(openings)
    parts = []
    while rest:
        cells = flood(rest & -rest, joined)
        rest &= ~cells
        cost = next((cost for cost, own in levels if own & cells), FAR)
        parts.append(_part(state, pieces, cells, cost if cells & ~queen else 0))
    parts.sort(key=lambda part: part.tiles)
    return parts


def _part(state: SchwarmState, pieces: Pieces, cells: int, cost: int) -> Part:
    board = state.board
    stations = cells & pieces.stations
    numbers, shores, researchers = 0, 0, 0
    for cell in cells_in(stations):
        place = board.place_of[cell]
        numbers += board.numbers[place]
        shores |= 1 << board.shores[place]
        researchers += pieces.crew[place]
    count = stations.bit_count() + researchers
    count += 1 if stations and cells & board.queen_bit else 0
    if len(pieces.buoys) == pieces.buoyed.bit_count():
        count += (cells & pieces.buoyed).bit_count()
    else:
        count += sum(cells >> cell & 1 for cell in pieces.buoys)
    count += sum(cells >> cell & 1 for cell in pieces.fleet)
    return Part(cost / 2, count, researchers, numbers, shores)
