"""What follows from what happened: where something moved, and how torpedoes went."""

from __future__ import annotations

from collections.abc import Sequence

from rules.contract import Event


def glows(events: Sequence[Event]) -> dict[int, int]:
    """The numbers of the surface where something was done, and by whom."""
    found: dict[int, int] = {}
    for event in events:
        number = event.facts.get("number")
        start = event.facts.get("from")
        for place in (start, number):
            if isinstance(place, int) and place and event.seat is not None:
                found[place] = event.seat
    return found


def torpedo_hits(log: Sequence[Event]) -> tuple[int, int]:
    """How many torpedoes of each side hit."""
    hits = [
        event.seat for event in log if event.name == "torpedo" and event.facts["answer"] == "hit"
    ]
    return hits.count(0), hits.count(1)
