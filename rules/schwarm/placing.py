"""The cells for tiles, stations and researchers."""

from __future__ import annotations

from typing import NamedTuple

from rules.schwarm import networks
from rules.schwarm.board import CREW, LESS, LINKS, RESEARCHERS, STATIONS
from rules.schwarm.cells import NONE, cells_in
from rules.schwarm.moves import Move, place
from rules.schwarm.networks import Openings
from rules.schwarm.state import SchwarmState


class Room:
    """The cells where a player may place a tile now, by shape."""

    def __init__(self, state: SchwarmState, joined: int, beside: Openings) -> None:
        north, east, south, west = state.links
        covered = north | east | south | west
        self._free = state.board.sea & ~(state.face_down | covered)
        self._shapes = state.shapes
        self._joined = joined
        self._beside = beside

    def has_bare_water(self) -> bool:
        """Whether any tile may lie on bare water: each kind, turned, links to any side."""
        north, east, south, west = self._beside
        return bool(self._free & (self._joined | north | east | south | west))

    def cells_for(self, links: int) -> int:
        """Return the cells where a tile with these links may lie, as bits."""
        linked, free = self._joined, self._free
        north, east, south, west = self._beside
        if links & 1:
            linked |= north
        if links & 2:
            linked |= east
        if links & 4:
            linked |= south
        if links & 8:
            linked |= west
        for fewer in LESS[links]:
            free |= self._shapes[fewer]
        return linked & free


def joined_without(state: SchwarmState, seat: int, buoy: int) -> tuple[int, Openings]:
    """Return the cells still joined if a buoy were taken (R: a link must hold after the move).

    The cells, and by side those where a tile open there would link; NONE takes no buoy.
    """
    if buoy == NONE or not state.joined[seat] >> buoy & 1 or state.buoys[seat].count(buoy) > 1:
        return state.joined[seat], state.beside[seat]
    buoyed = state.buoyed[seat] & ~(1 << buoy)
    _is_linked, joined, beside, _ways = networks.reach(
        state.board, state.links, state.stations[seat], buoyed, state.ships[seat]
    )
    return joined, beside


def buoys_to_use(state: SchwarmState, seat: int) -> list[int]:
    """Return the cells whose buoy may be moved; NONE alone while the reserve has buoys (T)."""
    return [NONE] if state.buoys_left(seat) else list(dict.fromkeys(state.buoys[seat]))


def room_with(state: SchwarmState, seat: int, buoy: int) -> Room:
    """Return the room for a tile that takes the buoy of a cell, or of the reserve (NONE)."""
    return Room(state, *joined_without(state, seat, buoy))


def stacks(tiles: list[int] | tuple[int, ...]) -> list[int]:
    """Return the kinds of tiles a player has, in the order of their stacks."""
    return [kind for kind, count in enumerate(tiles) if count]


def placements(state: SchwarmState, seat: int) -> list[Move]:
    """Return all moves that place a tile."""
    kinds = stacks(state.tiles[seat])
    moves: list[Move] = []
    for buoy in buoys_to_use(state, seat) if kinds else ():
        room = room_with(state, seat, buoy)
        for number, kind in enumerate(kinds, start=1):
            for turns, links in enumerate(LINKS[kind]):
                cells = room.cells_for(links)
                if cells:
                    moves += [place(number, cell, turns, buoy) for cell in cells_in(cells)]
    return moves


def can_place(state: SchwarmState, seat: int) -> bool:
    """Check whether the player can place a tile."""
    kinds = stacks(state.tiles[seat])
    for buoy in buoys_to_use(state, seat) if kinds else ():
        room = room_with(state, seat, buoy)
        if room.has_bare_water():
            return True
        for kind in kinds:
            if any(map(room.cells_for, LINKS[kind])):
                return True
    return False


class Sites(NamedTuple):
    """The cells for stations, researchers and tiles now, whatever the card."""

    stations: list[int]
    crews: list[int]
    can_research: bool


def sites(state: SchwarmState, seat: int) -> Sites:
    """Return the sites of a player."""
    crews = room_for_crew(state, seat)
    stations = crews
    if state.stations[seat].bit_count() < STATIONS:
        stations = [c for c, owner in zip(state.board.coast, state.owners) if owner == NONE]
    return Sites(stations, crews, bool(state.researchers[seat]) and can_place(state, seat))


def room_for_crew(state: SchwarmState, seat: int) -> list[int]:
    """Return own stations that a researcher of the reserve may join (T: three at most)."""
    if state.researchers[seat] == RESEARCHERS:
        return []
    place_of, crew = state.board.place_of, state.crew
    return [cell for cell in cells_in(state.stations[seat]) if crew[place_of[cell]] < CREW]
