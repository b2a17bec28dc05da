"""The networks of a player: joined cells, found by a flood fill on bits.

Conductors are stations, tiles with an own buoy, ships and, once a station reaches her, the queen's
cell. Two neighbours link if both facing sides are open (T).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rules.schwarm.board import Board
from rules.schwarm.cells import WIDTH, bits_of

Openings = tuple[int, int, int, int]
"""By side: the bits of the cells of a player's pieces that are open there."""


class Pieces(NamedTuple):
    """The pieces of a player on the map, and the tiles there."""

    board: Board
    links: Sequence[int]
    """By side: the bits of the cells with a tile open there, of any owner."""
    stations: int
    """The cells of stations, as bits."""
    buoyed: int
    """The cells with a tile and a buoy of the player, as bits."""
    ships: int
    """The cells of ships, as bits."""
    crew: Sequence[int]
    """The researchers on every station of any owner, by place along the coast."""
    buoys: Sequence[int]
    """The cell of each buoy; a cell with several is repeated."""
    fleet: Sequence[int]
    """The cell of each ship."""

    def openings(self) -> Openings:
        """Return the open sides: four of a ship, those to the water of a station."""
        n, e, s, w = self.links
        facing = self.board.facing
        buoyed, ships, stations = self.buoyed, self.ships, self.stations
        return (
            (n & buoyed) | ships | (stations & facing[0]),
            (e & buoyed) | ships | (stations & facing[1]),
            (s & buoyed) | ships | (stations & facing[2]),
            (w & buoyed) | ships | (stations & facing[3]),
        )


def with_queen(openings: Openings, queen: int) -> Openings:
    """Return the openings with the queen's cell as a conductor, open on four sides."""
    n, e, s, w = openings
    return n | queen, e | queen, s | queen, w | queen


Ways = tuple[int, int, int, int]
"""By step up, down, west, east: the bits of the cells joined to that neighbour."""


def ways(openings: Openings) -> Ways:
    """Return the cells that link to a neighbour, by direction: both facing sides are open."""
    north, east, south, west = openings
    up = north & (south << WIDTH)
    across = west & (east << 1)
    return up, up >> WIDTH, across, across >> 1


def flood(start: int, found: Ways) -> int:
    """Return all cells joined to those of the start, as bits."""
    up, down, across, along = found
    reached, before = start, 0
    while reached != before:
        before = reached
        # Each direction goes on from the one before: fewer rounds than from the edge alone.
        reached |= (reached & up) >> WIDTH
        reached |= (reached & down) << WIDTH
        reached |= (reached & across) >> 1
        reached |= (reached & along) << 1
    return reached


def is_linked(pieces: Pieces) -> bool:
    """Whether a station links to the queen."""
    queen = pieces.board.queen_bit
    return bool(flood(pieces.stations, ways(with_queen(pieces.openings(), queen))) & queen)


Reach = tuple[bool, int, Openings, Ways]
"""The cells reached by a player's pieces.

Whether a station links to the queen; the cells joined to a station or ship, as bits; by side the
cells where a tile open there would link to them; and how cells are joined, over the queen too if a
station links to her.
"""


def reach(
    board: Board, links: Sequence[int], stations: int, buoyed: int, fleet: Sequence[int]
) -> Reach:
    """Return the reach of a player's pieces; the parameters are fields of `Pieces`."""
    ships = bits_of(fleet)
    up_to, right_to, down_to, left_to = board.facing
    north = links[0] & buoyed | ships | stations & up_to
    east = links[1] & buoyed | ships | stations & right_to
    south = links[2] & buoyed | ships | stations & down_to
    west = links[3] & buoyed | ships | stations & left_to
    queen = board.queen_bit
    up, across = (north | queen) & (south | queen) << WIDTH, (west | queen) & (east | queen) << 1
    found = up, up >> WIDTH, across, across >> 1
    joined = flood(stations, found)
    is_linked = bool(joined & queen)
    if is_linked:
        north, east, south, west = north | queen, east | queen, south | queen, west | queen
        start = joined | ships
    else:
        up, across = north & south << WIDTH, west & east << 1
        found = up, up >> WIDTH, across, across >> 1
        start = ships
    if ships & ~joined:
        joined |= flood(start, found)
    beside = (
        (south & joined) << WIDTH, (west & joined) >> 1,
        (north & joined) >> WIDTH, (east & joined) << 1,
    )  # fmt: skip
    return is_linked, joined, beside, found


def to_be_flooded(pieces: Pieces) -> tuple[int, Ways]:
    """Return the cells of all conductors as bits, and how they are joined."""
    queen = pieces.board.queen_bit
    openings = pieces.openings()
    conductors = pieces.stations | pieces.buoyed | pieces.ships
    joined = ways(with_queen(openings, queen))
    if flood(pieces.stations, joined) & queen:
        return conductors | queen, joined
    return conductors, ways(openings)


def networks(pieces: Pieces) -> Iterator[int]:
    """Yield each network as the bits of its cells."""
    rest, joined = to_be_flooded(pieces)
    while rest:
        found = flood(rest & -rest, joined)
        rest &= ~found
        yield found
