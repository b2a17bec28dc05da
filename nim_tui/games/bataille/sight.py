"""From where a ship on each number can be fired at, as the fleets lie."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.bataille.board import LANE_NUMBERS, LANE_SETS, NUMBERS, THROUGH
from rules.bataille.stretches import numbers_along, stretch

Sight = tuple[frozenset[int], ...]
"""By number, the numbers from which a ship there can be fired at."""


def _open_sight(lanes: str) -> Sight:
    through = THROUGH[lanes]
    return tuple(
        frozenset[int]().union(*(LANE_NUMBERS[lane] for lane in through[number]))
        for number in (0, *NUMBERS)
    )


_OPEN: Final = {lanes: _open_sight(lanes) for lanes in LANE_SETS}


def in_sight(lanes: str, places: Sequence[Sequence[int]], *, blocking: bool) -> Sight:
    """The sight with the options `lanes` and `blocking`, and all ships at these places."""
    if not blocking:
        return _OPEN[lanes]
    through = THROUGH[lanes]
    return tuple(
        frozenset(
            other
            for lane in through[number]
            for other in numbers_along(lane, stretch(lane, number, places))
        )
        for number in (0, *NUMBERS)
    )
