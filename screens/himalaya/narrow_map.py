"""Places on a map too narrow for the printed ones: villages and labels step aside."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from textual.geometry import Region, Size

Point = tuple[int, int]
"""A column and a line."""

NARROW: Final = 75
"""The width below which villages step aside for each other."""
_TAIL: Final = 2
"""The columns kept free for caravans behind a village."""
_OFFER: Final = 7
"""The columns kept free for the offer of a village."""
_STEPS: Final = tuple((dx, dy) for dy in (0, 1, -1) for dx in (0, 1, -1, 2, -2, 3, -3))
"""The steps aside of a village, in columns and lines."""
_SWEEPS: Final = 8
_DOWN, _COVERED = 9, 3
"""The costs of a step up or down, and of a covered cell; a step to the side costs 1."""
LABELS: Final = (*((width, 2) for width in range(11, 4, -1)), (4, 2), (5, 1), (2, 1))
"""The columns and lines of a region's label, best first."""


def places_on(size: Size, at: Sequence[Point], heads: Sequence[int]) -> tuple[Point, ...]:
    """Return villages spread over a map of this size, each a step aside where it covers another.

    `at` are places on a map of 68 x 17 cells; `heads` are the columns of signs and numbers.
    """
    across, down = size.width - 6, size.height - 2
    wished = [(1 + round(x * across / 68), round(y * down / 17)) for x, y in at]
    places = [*wished]
    for _sweep in range(_SWEEPS):
        before = [*places]
        for village in range(1, len(at)):
            others = [
                part
                for other in range(1, len(at))
                if other != village
                for part in _footprint(size, places[other], heads[other])
            ]
            places[village] = _nearest_free(size, wished[village], heads[village], others)
        if before == places:
            break
    return tuple(places)


def usual_cells(size: Size, place: Point) -> set[Point]:
    """Return the cells that a village usually takes."""
    parts = _footprint(size, place, 3)
    return {(x, y) for part in parts for y in part.line_range for x in part.column_range}


def _footprint(size: Size, place: Point, head: int) -> tuple[Region, Region]:
    """Return the cells that a village usually takes: two lines that stay on the map."""
    x, y = place
    x = max(min(x, size.width - _OFFER), 1)
    return Region(x - 1, y, head + _TAIL + 1, 1), Region(x, y + 1, _OFFER + 1, 1)


def _nearest_free(size: Size, wish: Point, head: int, others: Sequence[Region]) -> Point:
    """Return the place near a wish where least is covered."""

    def cost(place: Point) -> int:
        steps = abs(place[0] - wish[0]) + _DOWN * abs(place[1] - wish[1])
        return steps + _COVERED * covered(_footprint(size, place, head), others)

    steps = ((wish[0] + dx, wish[1] + dy) for dx, dy in _STEPS)
    room = Region(1, 0, size.width - head - 1, size.height - 1)
    return min((place for place in steps if room.contains(*place)), key=cost)


def covered(parts: Iterable[Region], others: Sequence[Region]) -> int:
    """Return the number of cells that some regions share with others."""
    return sum(part.intersection(other).area for part in parts for other in others)
