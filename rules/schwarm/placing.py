"""Where tiles may be placed: on bare water or over fewer links, joined to a station or ship."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rules.schwarm import networks
from rules.schwarm.cells import NONE, WIDTH, cells_in
from rules.schwarm.moves import Move, place
from rules.schwarm.tiles import LESS, LINKS

if TYPE_CHECKING:
    from rules.schwarm.networks import Openings
    from rules.schwarm.state import SchwarmState


class Room:
    """The cells where a player may place a tile, for every shape, at one moment."""

    def __init__(
        self, state: SchwarmState, openings: Openings, joined: int, is_linked: bool
    ) -> None:
        board = state.board
        if is_linked:
            openings = networks.with_queen(openings, board.queen_bit)
        north, east, south, west = (side & joined for side in openings)
        self._linked = (south << WIDTH, west >> 1, north >> WIDTH, east << 1)
        """By side: the cells where a tile that is open there links."""
        self._here = joined
        covered = 0
        for cells in state.shapes:
            covered |= cells
        self._free = board.sea & ~state.face_down & ~covered
        self._shapes = state.shapes

    def cells_for(self, links: int) -> int:
        """The cells where a tile with these links may lie, as bits."""
        linked = self._here
        for side, cells in enumerate(self._linked):
            if links >> side & 1:
                linked |= cells
        free = self._free
        for fewer in LESS[links]:
            free |= self._shapes[fewer]
        return linked & free


def room_now(state: SchwarmState, seat: int) -> Room:
    """The room with a buoy of the reserve."""
    openings = state.pieces(seat).openings()
    return Room(state, openings, state.joined[seat], state.is_linked[seat])


def room_without(state: SchwarmState, seat: int, buoy: int) -> Room:
    """The room once a buoy was taken from a cell (R: the link must hold after it has moved)."""
    pieces = state.pieces(seat)
    if pieces.buoys.count(buoy) == 1:
        pieces = pieces._replace(buoyed=pieces.buoyed & ~(1 << buoy))
    openings = pieces.openings()
    is_linked, joined = networks.reach(pieces, openings)
    return Room(state, openings, joined, is_linked)


def buoys_to_use(state: SchwarmState, seat: int) -> list[int]:
    """The cells whose buoy may be moved: NONE alone while there are some in reserve (T)."""
    return [NONE] if state.buoys_left(seat) else list(dict.fromkeys(state.buoys[seat]))


def room_with(state: SchwarmState, seat: int, buoy: int) -> Room:
    """The room for a tile that takes the buoy of a cell, or one of the reserve (NONE)."""
    return room_now(state, seat) if buoy == NONE else room_without(state, seat, buoy)


def stacks(tiles: list[int] | tuple[int, ...]) -> list[int]:
    """The kinds of tiles a player has, as he speaks of them: the first stack is 1."""
    return [kind for kind, count in enumerate(tiles) if count]


def placements(state: SchwarmState, seat: int) -> list[Move]:
    """All ways to place a tile."""
    return list(_placements(state, seat))


def can_place(state: SchwarmState, seat: int) -> bool:
    """Whether there is any way to place a tile."""
    return next(_placements(state, seat), None) is not None


def _placements(state: SchwarmState, seat: int) -> Iterator[Move]:
    kinds = stacks(state.tiles[seat])
    if not kinds:
        return
    for buoy in buoys_to_use(state, seat):
        room = room_with(state, seat, buoy)
        for number, kind in enumerate(kinds, start=1):
            for turns, links in enumerate(LINKS[kind]):
                for cell in cells_in(room.cells_for(links)):
                    yield place(number, cell, turns, buoy)
