"""A chart of a number's course for each player: a line each, in half cells of height."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from rich.cells import cell_len
from textual.geometry import Offset, Region
from textual.strip import Strip
from textual.widget import Widget

from screens.colours import SIDE_SIGNS, SIDES
from screens.text import shortened
from screens.widgets.raster import Cell, Inks, Raster, strip_of

_AXIS: Final = 5
"""The cells left of the lines, for the numbers of the axis."""
_ENDS: Final = 6
"""The least cells right of the lines, for a number and the signs of players at its height."""
_NARROW: Final = 40
"""The width below which only the line ends are shown."""
_FOOT: Final = 2
_HEAD: Final = 1
_TALL: Final = 10
"""The height from which on there is room for a title above the lines."""
_SIDE: Final = 16
"""Cells beside a title below the lines, for the first and last number."""
_GROUND: Final = "raised"
CROSS: Final = "×"
"""The sign of the second line, unlike the first line and players' signs in all themes."""


@dataclass(frozen=True, slots=True)
class Series:
    """The course of a number: by seat, its values at steps 0, 1, 2 …, all of equal length."""

    title: str
    """What is shown, in which unit, and by what: such as "points, by turn"."""
    across: str
    """What is counted from left to right, such as "turn"."""
    values: tuple[tuple[int, ...], ...]
    crossed: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    """By seat, a second number beside the first, shown as crosses."""
    most: int = 1
    """The least height of the axis."""
    notable: tuple[int, ...] = ()
    """Steps that stand out."""
    numbers: tuple[int, ...] = ()
    """The number of each step as it is counted; without them steps are numbered from 0."""

    @property
    def last(self) -> int:
        """The last step."""
        return len(self.values[0]) - 1

    def number(self, step: int) -> int:
        """Return the number of a step."""
        return self.numbers[step] if self.numbers else step


class Chart(Widget):
    """A chart that fills its room; one step is marked, and one may be emphasized."""

    DEFAULT_CSS = "Chart { height: 1fr; width: 1fr; background: $background; }"

    def __init__(self, course: Series, turning_point: int | None = None) -> None:
        super().__init__()
        self._course = course
        if turning_point is not None:
            self._course = replace(course, notable=(turning_point,))
        self.step = course.last if turning_point is None else turning_point
        """The step that is marked."""
        self._raster: Raster | None = None
        self._inks = Inks(self)

    def tell(self, course: Series) -> None:
        """Show another course of as many steps."""
        self._course = course
        self.go(self.step)

    def go(self, step: int) -> None:
        """Mark another step."""
        self.step = max(0, min(step, self._course.last))
        self._raster = None
        self.refresh()

    def on_resize(self) -> None:
        """Redraw at the new size."""
        self._raster = None

    def notify_style_update(self) -> None:
        """Redraw in the colours of another theme."""
        super().notify_style_update()
        self._raster = None

    def render_line(self, y: int) -> Strip:
        """Return a line of the chart."""
        if self._raster is None or self._raster.width != self.size.width:
            self._raster = self._drawn()
        if y >= self._raster.height:
            return Strip.blank(self.size.width, self.rich_style)
        return strip_of(self._raster.rows[y], self._inks)

    def _drawn(self) -> Raster:
        """Draw the lines, with the title above them, or below them for lack of room."""
        is_plain = self.app.theme == "mono" or self.app.no_color
        width, height = self.size
        head = _HEAD if height >= _TALL else 0
        raster = Raster(width, height)
        if head:
            raster.write(_AXIS, 0, shortened(self._course.title, width - _AXIS), "soft")
        lines = draw_chart(self._course, self.step, width, height - head, is_plain=is_plain)
        raster.paste(Offset(0, head), lines)
        if not head and cell_len(self._course.title) + 2 * _SIDE <= width:
            x = (width - cell_len(self._course.title)) // 2
            raster.write(x, height - 1, self._course.title, "soft")
        return raster


def draw_chart(course: Series, step: int, width: int, height: int, *, is_plain: bool) -> Raster:
    """Draw the whole chart at a size; without colours the lines have signs."""
    raster = Raster(width, height)
    numbers = [value for values in course.values for value in values]
    low, high, down = min(0, *numbers), max(course.most, *numbers), height - _FOOT
    if down < 2:
        return raster
    halves = _Halves(raster, down, low, high)
    most = width if width >= _NARROW else _ENDS - 1
    ends = halves.ends([values[-1] for values in course.values], most)
    across = width - _AXIS - max(_ENDS, *(1 + len(end) for end in ends.values()))
    if across < 2:
        return raster
    raster.fill(Region(_AXIS, 0, across, down), _GROUND)
    for height_of, number in ((0, high), (down - 1, low)):
        raster.write(0, height_of, f"{number:>{_AXIS - 1}}", "soft")
    for seat, values in enumerate(course.values):
        points = [values[at] for at in _spread(course.last, across)]
        halves.draw(seat, points, is_plain=is_plain)
    for seat, values in course.crossed.items():
        steps = _spread(course.last, across)
        halves.cross(seat, [(values[at], course.values[seat][at]) for at in steps])
    _draw_ends(raster, ends, _AXIS + across + 1)
    _draw_foot(raster, course, step, across)
    return raster


class _Halves:
    """Lines of half cells; two players may share a cell, one in each half."""

    def __init__(self, raster: Raster, down: int, low: int, high: int) -> None:
        self._raster, self._down = raster, down
        self._low, self._span = low, high - low

    def _half(self, value: int) -> int:
        return round((value - self._low) * (2 * self._down - 1) / self._span)

    def ends(self, values: Sequence[int], most: int) -> Mapping[int, str]:
        """Return, by line, the signs of the players who end there, and their value if it fits.

        The value is shown only if it is the same for all of them.
        """
        found: dict[int, list[int]] = {}
        for seat, value in enumerate(values):
            found.setdefault(self._down - 1 - self._half(value) // 2, []).append(seat)
        ends = {}
        for y, seats in found.items():
            signs, numbers = "".join(SIDE_SIGNS[seat] for seat in seats), {values[s] for s in seats}
            told = f"{signs} {numbers.pop()}" if len(numbers) == 1 else signs
            ends[y] = told if len(told) <= most else signs
        return ends

    def draw(self, seat: int, points: Sequence[int], *, is_plain: bool) -> None:
        """Draw the line of a player."""
        before = self._half(points[0])
        for x, point in enumerate(points, start=_AXIS):
            half = self._half(point)
            for between in range(min(before, half), max(before, half) + 1):
                self._dot(x, between, seat)
            if is_plain and half != before:
                self._sign(x, half, seat)
            before = half

    def cross(self, seat: int, points: Sequence[tuple[int, int]]) -> None:
        """Draw the crosses of a player in every other column, except on the player's own line.

        A point comes with the height of that line, which another player's may cover.
        """
        side = SIDES[seat]
        for place, (point, on_line) in enumerate(points[::2]):
            x, y = _AXIS + 2 * place, self._down - 1 - self._half(point) // 2
            cell = self._raster[x, y]
            if y == self._down - 1 - self._half(on_line) // 2:
                continue
            if side not in (cell.ink, cell.ground) and cell.sign not in SIDE_SIGNS:
                self._raster.put(x, y, Cell(CROSS, side, _GROUND, "bold"))

    def _dot(self, x: int, half: int, seat: int) -> None:
        y, is_upper = self._down - 1 - half // 2, half % 2
        cell, side = self._raster[x, y], SIDES[seat]
        if cell.sign == " ":
            self._raster.put(x, y, Cell("▀" if is_upper else "▄", side, _GROUND))
        elif is_upper:
            lower = cell.ink if cell.sign == "▄" else cell.ground
            self._raster.put(x, y, Cell("▀", side, lower))
        else:
            upper = cell.ink if cell.sign == "▀" else _GROUND
            self._raster.put(x, y, Cell("▀", upper, side))

    def _sign(self, x: int, half: int, seat: int) -> None:
        y = self._down - 1 - half // 2
        self._raster.put(x, y, Cell(SIDE_SIGNS[seat], SIDES[seat], _GROUND, "bold"))


def _draw_ends(raster: Raster, ends: Mapping[int, str], start: int) -> None:
    """Draw the players at the ends of the lines."""
    for y, text in ends.items():
        for x, sign in enumerate(text, start):
            if sign in SIDE_SIGNS:
                raster.write(x, y, sign, SIDES[SIDE_SIGNS.index(sign)], style="bold")
            else:
                raster.write(x, y, sign, "soft")


def _draw_foot(raster: Raster, course: Series, step: int, across: int) -> None:
    """Draw the steps below the lines; the marked one is highlighted at all heights."""
    y = raster.height - _FOOT

    def column(at: int) -> int:
        return _AXIS + round(at * (across - 1) / max(course.last, 1))

    raster.tint(Region(column(step), 0, 1, y), "light", 40)
    raster.write(_AXIS, y + 1, f"{course.across} {course.number(0)}", "soft")
    last = str(course.number(course.last))
    raster.write(_AXIS + across - len(last), y + 1, last, "soft")
    for notable in course.notable:
        raster.write(column(notable), y, "▲", "gold", style="bold")
    text = f" {course.number(step)} "
    x = min(max(column(step) - len(text) // 2, _AXIS), _AXIS + across - len(text))
    raster.write(x, y, text, "dark", ground="light", style="bold")


def _spread(last: int, width: int) -> list[int]:
    """Return the steps stretched or thinned to a width; the last is always included."""
    return [round(x * last / max(width - 1, 1)) for x in range(width)]
