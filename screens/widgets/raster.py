"""A picture of characters, the styles of its looks, and the widgets that draw such pictures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from operator import itemgetter
from textwrap import wrap
from typing import Any, Final, NamedTuple

from rich.cells import cell_len, chop_cells, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.geometry import Offset, Region, Size
from textual.reactive import Reactive
from textual.strip import Strip
from textual.widget import Widget

from screens.colours import Look
from screens.textual_patches.compositor import DrawnLines


class DrawnWidget(Widget):
    """A widget that draws each of its cells itself."""

    virtual_size = Reactive(Size(0, 0))
    """The size of the picture, without Textual's second layout once it has changed."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self._styles_cache = DrawnLines()

    def watch_has_focus(self, _has_focus: bool) -> None:
        """Restyle nothing: a widget draws its focus itself, if it shows it."""


def colour(name: str, named: Mapping[str, str]) -> Color:
    """Return the colour of a name, or of several laid over each other."""
    base, *over = name.split("+")
    found = Color.parse(named[base])
    for each in over:
        other, _slash, share = each.partition("/")
        found = found.blend(Color.parse(named[other]), int(share or 100) / 100)
    return found


@dataclass(slots=True)
class Inks:
    """The styles of looks in the theme of a widget's app, each computed once."""

    widget: Widget
    _theme: str = ""
    _styles: dict[tuple[str, str, str], Style] = field(default_factory=dict)

    def style(self, ink: str, ground: str, extra: str = "") -> Style:
        """Return the style of an ink on a ground."""
        app = self.widget.app
        if self._theme != app.theme:
            self._theme, self._styles = app.theme, {}
        key = (ink, ground, extra)
        found = self._styles.get(key)
        if found is None:
            named = app.theme_variables
            front, back = colour(ink, named).rich_color, colour(ground, named).rich_color
            found = Style(color=front, bgcolor=back) + Style.parse(extra)
            self._styles[key] = found
        return found

    def of(self, look: Look) -> Style:
        """Return the style of a look."""
        return self.style(look.ink, look.ground, look.style)


GROUND = "night"
_NEAR = 4
"""The most unchanged cells sent again instead of skipped."""


class Cell(NamedTuple):
    """A character one cell wide, and its look."""

    sign: str = " "
    ink: str = "ink"
    ground: str = GROUND
    style: str = ""


BLANK = Cell()


class Raster:
    """A grid of cells. Drawing beyond its edges has no effect."""

    def __init__(self, width: int, height: int, ground: str = GROUND) -> None:
        self.width, self.height = width, height
        blank = Cell(ground=ground)
        self.rows: list[list[Cell]] = [[blank] * width for _line in range(height)]

    def copy(self) -> Raster:
        """Return a copy, to draw on over fixed parts."""
        other = Raster(0, 0)
        other.width, other.height = self.width, self.height
        other.rows = [row[:] for row in self.rows]
        return other

    def cut(self, region: Region) -> Raster:
        """Return a copy of the part within a region."""
        within = region.intersection(Region(0, 0, self.width, self.height))
        part = Raster(within.width, within.height)
        part.paste(Offset(-within.x, -within.y), self)
        return part

    def paste(self, at: Offset, other: Raster) -> None:
        """Copy another picture onto this one."""
        for y, row in enumerate(other.rows, start=at.y):
            for x, cell in enumerate(row, start=at.x):
                self.put(x, y, cell)

    def cover(self, at: Offset, other: Raster) -> None:
        """Copy another picture, which lies within this one, onto it."""
        for row, line in zip(other.rows, self.rows[at.y : at.y + other.height]):
            line[at.x : at.x + other.width] = row

    def under(self, cells: Mapping[Offset, Cell]) -> Raster:
        """Return a raster with cells laid over this one; one without a ground keeps this one's.

        It shares the rows without cells: nothing may be drawn on it.
        """
        if not cells:
            return self
        laid = Raster(0, 0)
        laid.width, laid.height = self.width, self.height
        laid.rows = [*self.rows]
        for y in {y for _x, y in cells if 0 <= y < self.height}:
            laid.rows[y] = [*self.rows[y]]
        for (x, y), cell in cells.items():
            if 0 <= y < self.height and 0 <= x < self.width:
                row = laid.rows[y]
                row[x] = cell if cell.ground else cell._replace(ground=row[x].ground)
        return laid

    def cells(self) -> dict[Offset, Cell]:
        """Return the cells drawn on; one without a ground has none of its own."""
        return {
            Offset(x, y): cell if cell.ground != GROUND else cell._replace(ground="")
            for y, row in enumerate(self.rows)
            for x, cell in enumerate(row)
            if cell != BLANK
        }

    def __getitem__(self, at: tuple[int, int]) -> Cell:
        """Return the cell in a column of a line."""
        return self.rows[at[1]][at[0]]

    def put(self, x: int, y: int, cell: Cell) -> None:
        """Put a cell."""
        if 0 <= y < self.height and 0 <= x < self.width:
            self.rows[y][x] = cell

    def fill(self, region: Region, ground: str) -> None:
        """Fill a region with an empty ground."""
        blank = Cell(ground=ground)
        for x, y in self._within(region):
            self.rows[y][x] = blank

    def lay(self, region: Region, ground: str) -> None:
        """Change the ground of a region."""
        for x, y in self._within(region):
            self.rows[y][x] = self.rows[y][x]._replace(ground=ground)

    def tint(self, region: Region, colour: str, share: int) -> None:
        """Mix a colour into the ground of a region, by a share in per cent."""
        for x, y in self._within(region):
            cell = self.rows[y][x]
            self.rows[y][x] = cell._replace(ground=f"{cell.ground}+{colour}/{share}")

    def write(
        self, x: int, y: int, text: str, ink: str, *, ground: str = "", style: str = ""
    ) -> None:
        """Write a text, a cell per character, on the present ground unless one is given."""
        if not 0 <= y < self.height:
            return
        row = self.rows[y]
        for column, sign in enumerate(text, start=x):
            if 0 <= column < self.width:
                row[column] = Cell(sign, ink, ground or row[column].ground, style)

    def stamp(self, x: int, y: int, text: str, look: Look) -> None:
        """Write a text in a look, ground included."""
        self.write(x, y, text, look.ink, ground=look.ground, style=look.style)

    def box(self, region: Region, title: str) -> None:
        """Draw a frame along the edges of a region, with a title in the first line."""
        across = "─" * (region.width - 2)
        self.write(region.x, region.y, f"╭{across}╮", "edge")
        self.write(region.x, region.bottom - 1, f"╰{across}╯", "edge")
        for y in range(region.y + 1, region.bottom - 1):
            for x in (region.x, region.right - 1):
                self.write(x, y, "│", "edge")
        if title:
            told = fitted(f" {title} ", min(len(title) + 2, region.width - 4))
            self.write(region.x + 2, region.y, told, "soft", style="bold")

    def line(self, y: int) -> Iterator[tuple[str, Cell]]:
        """Yield the runs of a line with one look: the text, and a cell of the run."""
        return runs(self.rows[y])

    def changes(self, other: Raster) -> list[Region]:
        """Return the cells that differ in a raster of equal size, as regions of one line."""
        return [
            region
            for y, (row, old) in enumerate(zip(self.rows, other.rows))
            if row != old
            for region in spans((x for x, cell in enumerate(row) if cell != old[x]), y)
        ]

    def _within(self, region: Region) -> Iterator[tuple[int, int]]:
        within = region.intersection(Region(0, 0, self.width, self.height))
        for y in range(within.y, within.bottom):
            for x in range(within.x, within.right):
                yield x, y


def spans(columns: Iterable[int], y: int) -> list[Region]:
    """Return regions of a line that cover these sorted columns; near ones are merged."""
    found: list[Region] = []
    for x in columns:
        if found and x - found[-1].right < _NEAR:
            found[-1] = Region(found[-1].x, y, x - found[-1].x + 1, 1)
        else:
            found.append(Region(x, y, 1, 1))
    return found


def runs(row: Sequence[Cell]) -> Iterator[tuple[str, Cell]]:
    """Yield runs of cells with one look; the ink of blanks does not matter."""
    for _look, group in groupby(row, key=_LOOK_OF):
        cells = [*group]
        yield "".join([cell[0] for cell in cells]), cells[0]


_LOOK_OF: Final = itemgetter(1, 2, 3)
"""The ink, the ground and the style of a cell."""


def strip_of(row: Sequence[Cell], inks: Inks) -> Strip:
    """Return a line of cells as a Textual strip."""
    style = inks.style
    segments = [Segment(text, style(cell.ink, cell.ground, cell.style)) for text, cell in runs(row)]
    return Strip(segments, len(row))


def fitted(text: str, width: int) -> str:
    """Return a text cut, with an ellipsis, or padded to a width."""
    if cell_len(text) > width:
        return set_cell_size(text, width - 1) + "…" if width else ""
    return text + " " * (width - cell_len(text))


def broken(text: str, width: int, *, long_words: bool = True) -> list[str]:
    """Return a text in rows, at least one, of a width in cells that may be below 1.

    Words longer than a row are broken too, unless `long_words` is off.
    """
    if text.isascii() or max(map(cell_len, text)) == 1:
        return wrap(text, max(width, 1), break_long_words=long_words) or [""]
    rows = [""]
    for word in text.split():
        for part in chop_cells(word, max(width, 2)) if long_words else [word]:
            longer = f"{rows[-1]} {part}".lstrip()
            if rows[-1] and cell_len(longer) > width:
                rows.append(part)
            else:
                rows[-1] = longer
    return rows
