"""Who plays by a record, as one of them reads it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nim_tui.bots.levels import known_for
from screens.people import SeatNames, in_third_person

if TYPE_CHECKING:
    from nim_tui.tables.record import RecordHeader


def people_of(header: RecordHeader, own: int | None) -> SeatNames:
    """Who played, as whoever had the seat `own` is told; None: as somebody else is."""
    bots = tuple(seat.bot for seat in header.seats)
    names = [seat.name for seat in header.seats]
    return SeatNames(in_third_person(names, bots), own, bots, known_for(names, bots))
