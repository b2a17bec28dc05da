"""Points of networks, final points, and the ranking."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rules.contract import Result
from rules.schwarm.board import SHORE_POINTS
from rules.schwarm.cells import cells_in
from rules.schwarm.moves import OVER
from rules.schwarm.networks import Pieces, Ways, flood, networks
from rules.schwarm.state import SchwarmState


class Network(NamedTuple):
    """A network of a player, and its scoring pieces."""

    cells: int
    """The cells of the network, as bits."""
    stations: int
    researchers: int
    buoys: int
    """The number of buoys, the one on the queen included (R)."""
    ships: int

    def points(self, *, is_brilliant: bool) -> int:
        """Return 1 point per piece (T); with the brilliant researcher 2 per researcher (T)."""
        plain = self.stations + self.researchers + self.buoys + self.ships
        return plain + self.researchers if is_brilliant else plain


NO_NETWORK = Network(0, 0, 0, 0, 0)


def measured(pieces: Pieces, cells: int) -> Network:
    """Return the scoring pieces of a network with these cells."""
    board = pieces.board
    stations = pieces.stations & cells
    if not stations:
        buoys = _in(cells, pieces.buoyed, pieces.buoys)
        return Network(cells, 0, 0, buoys, _in(cells, pieces.ships, pieces.fleet))
    on_queen = 1 if cells & board.queen_bit else 0
    return Network(
        cells,
        stations.bit_count(),
        sum([pieces.crew[board.place_of[cell]] for cell in cells_in(stations)]),
        _in(cells, pieces.buoyed, pieces.buoys) + on_queen,
        _in(cells, pieces.ships, pieces.fleet),
    )


def _in(cells: int, bits: int, pieces: Sequence[int]) -> int:
    """Return the number of pieces in some cells.

    `bits` are the cells of the pieces; their count is the answer unless two share a cell.
    """
    if bits.bit_count() == len(pieces):
        return (cells & bits).bit_count()
    return sum([cells >> cell & 1 for cell in pieces])


def largest(pieces: Pieces, *, is_brilliant: bool) -> Network:
    """Return the network worth most (T), or an empty one."""
    best, most = NO_NETWORK, -1
    for cells in networks(pieces):
        found = measured(pieces, cells)
        points = found.points(is_brilliant=is_brilliant)
        if points > most:
            best, most = found, points
    return best


def most_points(pieces: Pieces, ways: Ways, *, is_brilliant: bool) -> int:
    """Return the points of the largest network, given the joined cells (`networks.reach`)."""
    stations, most = pieces.stations, 0
    up, down, across, along = ways
    joined = stations & (up | down | across | along)
    crew, place_of, weight = pieces.crew, pieces.board.place_of, 1 + is_brilliant
    for cell in cells_in(stations ^ joined):
        most = max(most, 1 + weight * crew[place_of[cell]])
    rest = pieces.buoyed | pieces.ships
    while joined:
        found = flood(joined & -joined, ways)
        rest &= ~found
        points = _afloat(pieces, found) + (found & pieces.board.queen_bit != 0)
        for cell in cells_in(found & joined):
            points += 1 + weight * crew[place_of[cell]]
        joined &= ~found
        most = max(most, points)
    if _afloat(pieces, rest) <= most:
        return most
    while rest:
        found = flood(rest & -rest, ways)
        rest &= ~found
        most = max(most, _afloat(pieces, found))
    return most


def _afloat(pieces: Pieces, cells: int) -> int:
    """Return the number of buoys and ships in some cells."""
    return _in(cells, pieces.buoyed, pieces.buoys) + _in(cells, pieces.ships, pieces.fleet)


def last_points(pieces: Pieces, ways: Ways) -> int:
    """Return the final points (see `final`), given the joined cells."""
    board, queen, shores = pieces.board, 0, 0
    up, down, across, along = ways
    joined = pieces.stations & (up | down | across | along)
    while joined:
        found = flood(joined & -joined, ways)
        places = [board.place_of[cell] for cell in cells_in(found & joined)]
        joined &= ~found
        shores = max(shores, len({board.shores[place] for place in places}))
        if found & board.queen_bit:
            queen = sum([board.numbers[place] for place in places])
    return queen + SHORE_POINTS[shores]


class Final(NamedTuple):
    """The points of a player at the end of the game, beyond their last network."""

    queen: int
    """The numbers of the land cells whose stations link to the queen (T)."""
    shores: int
    """The points of the shores that stations join in one network (T; the best one, R)."""
    joined: int
    """The number of shores joined by that network."""
    cells: int
    """The cells of that network, as bits."""


def final(pieces: Pieces) -> Final:
    """Return the final points of a player."""
    board = pieces.board
    queen, joined, best = 0, 0, 0
    for cells in networks(pieces):
        places = [board.place_of[cell] for cell in cells_in(cells & pieces.stations)]
        if cells & board.queen_bit:
            queen = sum(board.numbers[place] for place in places)
        shores = len({board.shores[place] for place in places})
        if shores > joined:
            joined, best = shores, cells
    return Final(queen, SHORE_POINTS[joined], joined, best)


def ranking(points: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Return groups of seats with equal points, best first; ties are shared (R)."""
    return tuple(
        tuple(seat for seat, own in enumerate(points) if own == figure)
        for figure in sorted(set(points), reverse=True)
    )


def result(state: SchwarmState) -> Result | None:
    """Return the winner and the deciding figures; None before the end of the game."""
    if state.phase != OVER:
        return None
    finals = [final(state.pieces(seat)) for seat in range(len(state.points))]
    ends = [final.queen + final.shores for final in finals]
    figures = {
        "from_rounds": tuple(points - end for points, end in zip(state.points, ends)),
        "queen": tuple(final.queen for final in finals),
        "shores": tuple(final.shores for final in finals),
        "points": tuple(state.points),
    }
    return Result(ranking(state.points), "points", figures)
