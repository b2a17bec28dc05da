"""What else could be done: the next best moves, those left out that tell nothing new."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from screens.table.seat import Weighed

ALTERNATIVES: Final = 2
"""So many other moves are told with a hint."""


def rate(weighed: Weighed, seat: int) -> int:
    """How often a seat wins after a move that was tried, in a hundred games."""
    return round(100 * weighed.chances[seat])


def alternatives(found: Sequence[Weighed], seat: int) -> list[Weighed]:
    """The next best moves; of those as good for the same reason one is enough."""
    told = {_told(found[0], seat)} if found[0].chances else set()
    others = []
    for each in found[1:]:
        if each.chances and _told(each, seat) not in told:
            told.add(_told(each, seat))
            others.append(each)
    return others[:ALTERNATIVES]


def are_alike(found: Sequence[Weighed], seat: int) -> bool:
    """Whether others were tried, and none of them tells anything new."""
    return any(each.chances for each in found[1:]) and not alternatives(found, seat)


def _told(weighed: Weighed, seat: int) -> tuple[int, str]:
    return rate(weighed, seat), weighed.advice.reason
