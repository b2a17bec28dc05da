"""The players of a game record, as one of them reads it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nim_tui.bots.levels import known_for
from screens.people import SeatNames, in_third_person

if TYPE_CHECKING:
    from nim_tui.tables.record import RecordHeader


def people_of(header: RecordHeader, own: int | None) -> SeatNames:
    """Return the players, as told to the holder of the seat `own`; None: as told to an outsider."""
    bots = tuple(seat.bot for seat in header.seats)
    names = [seat.name for seat in header.seats]
    return SeatNames(in_third_person(names, bots), own, bots, known_for(names, bots))
