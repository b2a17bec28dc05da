"""What follows from what happened: where something moved, and how torpedoes went."""

from __future__ import annotations

from collections.abc import Sequence

from rules.bataille.events import Charge, MineStruck, Moved, Torpedo
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


def torpedo_hits(log: Sequence[Event]) -> tuple[int, int]:
    """How many torpedoes of each side hit."""
    hits = [e.seat for e in log if isinstance(e, Torpedo) and e.answer == "hit"]
    return hits.count(0), hits.count(1)
