"""A step chart: how a number grew for each player, one line of signs and dashes a player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Size
from textual.strip import Strip
from textual.widget import Widget

from screens.player_styles import BOLD, SIDE_SIGNS, SIDES, rules

_AXIS: Final = 4
"""Cells left of the chart, for the numbers of the axis and the axis itself."""
_MARKS: Final = 8
"""Cells right of it, for the signs of those who end at a height."""
_QUIET: Final = -1


@dataclass(frozen=True, slots=True)
class Series:
    """How a number went: of each seat, its values at 0, 1, 2 ... steps, all equally many."""

    title: str
    across: str
    """What is counted from left to right, such as "turns"."""
    values: tuple[tuple[int, ...], ...]


Cell = tuple[str, int]
"""A sign of the chart and the seat it belongs to, or _QUIET."""


class Chart(Widget):
    """One line of the terminal a unit; steps are spread over the width there is."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "chart--axis",
        *(f"chart--{side}" for side in SIDES),
    }
    DEFAULT_CSS = f"""
    Chart {{
        height: auto; width: 1fr; background: $background;
        & .chart--axis {{ color: $text-muted; }}
        {rules("chart", "side", SIDES, style=BOLD)}
    }}
    """

    def __init__(self, course: Series) -> None:
        super().__init__()
        self._course = course
        self._most = max(1, *(value for values in course.values for value in values))
        self._drawn: list[list[Cell]] = []
        self._width = 0

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """A line a unit, and the axis."""
        return self._most + 2

    def render_line(self, y: int) -> Strip:
        """A height of the chart, or the axis below it."""
        width = max(1, self.size.width - _AXIS - _MARKS)
        if width != self._width:
            self._width, self._drawn = width, self._draw(width)
        if y <= self._most:
            height = self._most - y
            cells = [*_quiet(f"{height:>2} ┤"), *self._drawn[height], *self._ends(height)]
        else:
            steps = str(len(self._course.values[0]) - 1)
            cells = _quiet(f"{'':{_AXIS}}0 {self._course.across}".ljust(_AXIS + width - len(steps)))
            cells += _quiet(steps)
        return Strip([Segment(sign, self._style(seat)) for sign, seat in cells])

    def _style(self, seat: int) -> Style:
        name = "chart--axis" if seat == _QUIET else f"chart--{SIDES[seat]}"
        return self.rich_style + self.get_component_rich_style(name, partial=True)

    def _draw(self, width: int) -> list[list[Cell]]:
        """The chart by height and column; where lines meet, the later seat's sign stays."""
        rows: list[list[Cell]] = [[(" ", _QUIET)] * width for _ in range(self._most + 1)]
        for seat, values in enumerate(self._course.values):
            spread = _spread(values, width)
            for x, value in enumerate(spread):
                before = spread[x - 1] if x else value
                for height in range(before, value):
                    _put(rows, height, x, "│", seat)
                _put(rows, value, x, SIDE_SIGNS[seat] if value != before else "─", seat)
        return rows

    def _ends(self, height: int) -> Sequence[Cell]:
        ends = [seat for seat, values in enumerate(self._course.values) if values[-1] == height]
        return [(" ", _QUIET), *((SIDE_SIGNS[seat], seat) for seat in ends)]


def _put(rows: list[list[Cell]], height: int, x: int, sign: str, seat: int) -> None:
    """Draw a sign; lines never hide the sign of a step."""
    drawn = rows[height][x][0]
    if sign in SIDE_SIGNS or (drawn not in SIDE_SIGNS and (sign == "│" or drawn != "│")):
        rows[height][x] = (sign, seat)


def _spread(values: Sequence[int], width: int) -> list[int]:
    """The values stretched, or thinned, to so many columns; the last is the last."""
    last = len(values) - 1
    return [values[round(x * last / max(width - 1, 1))] for x in range(width)]


def _quiet(text: str) -> list[Cell]:
    return [(sign, _QUIET) for sign in text]
