"""Where something was done lately."""

from __future__ import annotations

from collections.abc import Sequence

from rules.bataille.events import Charge, MineStruck, Moved
from rules.contract import Event


def glows(events: Sequence[Event]) -> dict[int, int]:
    """The numbers of the surface where something was done, and by whom."""
    found: dict[int, int] = {}
    for event in events:
        match event:
            case Moved(seat=seat, start=start, number=number):
                found |= {place: seat for place in (start, number) if place}
            case Charge(seat=seat, number=number) | MineStruck(seat=seat, number=number):
                found[number] = seat
    return found
