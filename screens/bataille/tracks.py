"""The torpedo lanes as they are drawn over the surface."""

from __future__ import annotations

from collections.abc import Iterator

from rules.bataille.board import COLUMNS
from screens.bataille.plan import Plan
from screens.widgets.raster import Raster


def draw_track(raster: Raster, plan: Plan, numbers: tuple[int, ...]) -> None:
    """Draw a lane over what nothing else is written on."""
    sign = _direction(numbers)
    for number in numbers:
        region = plan.cell(number)
        middle = (region.x + region.width // 2, region.y + region.height // 2)
        spots: Iterator[tuple[int, int]]
        if sign == "╌":
            spots = ((x, middle[1]) for x in range(region.x, region.right))
        elif sign == "╎":
            spots = ((middle[0], y) for y in range(region.y, region.bottom))
        else:
            spots = iter([middle])
        for x, y in spots:
            if raster[x, y].sign in " ~":
                raster.write(x, y, sign, "ink")


def _direction(numbers: tuple[int, ...]) -> str:
    """The sign of a line: along a row, a column or a diagonal."""
    step = numbers[1] - numbers[0]
    if step == 1:
        return "╌"
    if step == COLUMNS:
        return "╎"
    return "╲" if step > COLUMNS else "╱"
