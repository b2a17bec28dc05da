"""The ground the sea is drawn on: sky, waves, ever darker levels, and a column of light."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from textual.geometry import Region

from rules.submarine.board import CELL_NAMED, COLUMN_OF, COLUMNS, LEVEL_OF, LEVELS
from screens.submarine.layout import EDGE, Plan
from screens.widgets.raster import Raster

_LIT: Final = "+light/22"
_REACH: Final = "+key/38"
_WAVES: Final = (0, 5, 6, 13, 17, 18, 26, 31, 40, 41, 47)
"""Where the line of the water is a little higher, in a pattern of 53 columns."""


class Water:
    """Grounds of one plan, each drawn once and copied from then on."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._kept: dict[tuple[str, bool], Raster] = {}

    def ground(self, column: int, reach: Collection[str], *, is_plain: bool) -> Raster:
        """The sea with one column lit, and these places lighter."""
        raster = self._drawn("", is_plain=is_plain).copy()
        if column in COLUMNS:
            self._copy(raster, self._drawn(_LIT, is_plain=is_plain), self._column(column))
        for place in reach:
            light = _LIT + _REACH if place.startswith(str(column)) else _REACH
            self._copy(raster, self._drawn(light, is_plain=is_plain), self._place(place))
        return raster

    def _column(self, column: int) -> Region:
        return Region(self._plan.left(column), 0, self._plan.width, self._plan.size.height)

    def _place(self, place: str) -> Region:
        cell = CELL_NAMED.get(place)
        if cell is None:
            return self._plan.surface(int(place))
        return self._plan.cell(COLUMN_OF[cell], LEVEL_OF[cell])

    def _copy(self, raster: Raster, other: Raster, region: Region) -> None:
        for y in range(region.y, min(region.bottom, raster.height)):
            raster.rows[y][region.x : region.right] = other.rows[y][region.x : region.right]

    def _drawn(self, light: str, *, is_plain: bool) -> Raster:
        """The whole sea in one light."""
        found = self._kept.get((light, is_plain))
        if found is None:
            found = self._kept[light, is_plain] = self._draw(light, is_plain=is_plain)
        return found

    def _draw(self, light: str, *, is_plain: bool) -> Raster:
        plan = self._plan
        raster = Raster(*plan.size)
        for column in COLUMNS:
            shade = "+light/4" if column % 2 == 0 else ""
            raster.fill(plan.surface(column), f"sky{shade}{light}")
            for level in LEVELS:
                raster.fill(plan.cell(column, level), f"level-{level}{shade}{light}")
        if light:
            for edge in (plan.surface(0), plan.surface(len(COLUMNS) + 1)):
                raster.fill(edge, f"sky{light}")
        if plan.sky > 2:
            self._draw_waves(raster, is_plain=is_plain)
        for level in LEVELS:
            raster.write(EDGE - 2, plan.top(level), str(level), "ink", style="bold")
        return raster

    def _draw_waves(self, raster: Raster, *, is_plain: bool) -> None:
        y = self._plan.sky - 1
        for x in range(EDGE, raster.width - EDGE):
            sign = "▂" if (x - EDGE) % 53 in _WAVES else "▁"
            raster.write(x, y, "~" if is_plain else sign, "waterline")
