"""What follows from what happened: the cells that somebody touched."""

from __future__ import annotations

from collections.abc import Sequence

from rules.contract import Event
from rules.schwarm.cells import CELL_NAMED
from rules.schwarm.events import (
    Built,
    Crept,
    Hit,
    Launched,
    Manned,
    MovedBuoy,
    Placed,
    Rolled,
    Sailed,
    Started,
    Surfaced,
    Swam,
)

_AT_A_CELL = (Started, Built, Manned, Launched, Placed, MovedBuoy, Surfaced, Rolled, Hit)
_FROM_A_CELL = (Sailed, Swam, Crept)


def glows(events: Sequence[Event]) -> dict[int, int]:
    """The cells where something was done, and by whom last."""
    found: dict[int, int] = {}
    for event in events:
        if isinstance(event, _FROM_A_CELL):
            found |= {CELL_NAMED[name]: event.seat for name in (event.start, event.cell) if name}
        elif isinstance(event, _AT_A_CELL) and event.cell:
            found[CELL_NAMED[event.cell]] = event.seat
    return found
