"""Where stations, researchers and tiles may go."""

from __future__ import annotations

from typing import NamedTuple

from rules.schwarm.board import CREW, RESEARCHERS, STATIONS
from rules.schwarm.cells import NONE, cells_in
from rules.schwarm.placing import can_place
from rules.schwarm.state import SchwarmState


class Sites(NamedTuple):
    """Where stations, researchers and tiles may go now: the same for every card."""

    stations: list[int]
    crews: list[int]
    can_research: bool


def sites(state: SchwarmState, seat: int) -> Sites:
    """The sites of a player."""
    crews = room_for_crew(state, seat)
    stations = crews
    if state.stations[seat].bit_count() < STATIONS:
        stations = [c for c, owner in zip(state.board.coast, state.owners) if owner == NONE]
    return Sites(stations, crews, bool(state.researchers[seat]) and can_place(state, seat))


def room_for_crew(state: SchwarmState, seat: int) -> list[int]:
    """Own stations that a researcher of the reserve may join (T: three at most)."""
    if state.researchers[seat] == RESEARCHERS:
        return []
    place_of, crew = state.board.place_of, state.crew
    return [cell for cell in cells_in(state.stations[seat]) if crew[place_of[cell]] < CREW]
