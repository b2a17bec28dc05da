"""The ground of the map: water, face-down tiles, land with its coast, and labels around it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from textual.geometry import Region

from rules.schwarm.board import Board
from rules.schwarm.cells import COLUMNS, NONE, ROWS, SIDE_STEPS, cell_at, column_of, row_of
from rules.schwarm.view import SchwarmView
from screens.schwarm.signs import HIDDEN
from screens.widgets.raster import Raster

LABEL: Final = 3
"""The columns of the row numbers."""
NARROW: Final = 5
"""The width below which a cell has a column a piece, and row numbers have no blank before them."""


@dataclass(frozen=True, slots=True)
class SeaGeometry:
    """Cells of `width` by `height`; the first and last rows, mostly land, are `edge` high."""

    width: int
    height: int
    edge: int
    rim: int = 0
    """The lines of the second and the last row but one, if there is no room for all lines."""

    @property
    def size(self) -> tuple[int, int]:
        """The columns and lines of the whole board, labels included."""
        return self.label + len(COLUMNS) * self.width, 1 + self.top(len(ROWS))

    @property
    def label(self) -> int:
        """The columns of the row numbers."""
        return LABEL - (self.width < NARROW)

    def top(self, row: int) -> int:
        """Return the number of lines above a row."""
        return sum(map(self.high, ROWS[:row]))

    def high(self, row: int) -> int:
        """Return the lines of a row."""
        if row in (ROWS[0], ROWS[-1]):
            return self.edge
        return self.rim or self.height if row in (ROWS[1], ROWS[-2]) else self.height

    def cell(self, cell: int) -> Region:
        """Return the region of a cell."""
        row = row_of(cell)
        x = self.label + column_of(cell) * self.width
        return Region(x, 1 + self.top(row), self.width, self.high(row))

    def middle(self, cell: int) -> tuple[int, int]:
        """Return the point of a cell where the arms of a tile meet."""
        return middle_of(self.cell(cell))


def middle_of(region: Region) -> tuple[int, int]:
    """Return the point of a cell's region where the arms of a tile meet."""
    return region.x + (region.width - 1) // 2, region.y + (region.height - 1) // 2


SMALLEST: Final = SeaGeometry(NARROW, 2, 1)
"""The smallest cells on a terminal; those of phones are smaller."""


_RIPPLE: Final = 26
_COAST: Final = 55
_MEADOW: Final = 22
"""The share of a colour over the ground, in per cent: of waves, coast lines, grass."""
_SHORED: Final = 3
_GRASSY: Final = 4
"""The least height of a cell with a coast line and grass."""


def ground_of(view: SchwarmView, cell: int) -> str:
    """Return the colour of an empty cell; face-down tiles and land make a faint chequer."""
    shade = "ab"[(row_of(cell) + column_of(cell)) % 2]
    if view.board.place_of[cell] != NONE:
        return f"land-{shade}"
    if cell == view.board.queen or view.links_at(cell):
        return "tile"
    return f"face-down-{shade}" if view.face_down >> cell & 1 else "water"


def draw_labels(raster: Raster, plan: SeaGeometry) -> None:
    """Draw the letters of the columns and the numbers of the rows."""
    for column, name in enumerate(COLUMNS):
        raster.write(plan.middle(cell_at(column, 0))[0], 0, name, "soft")
    for row in ROWS:
        raster.write(plan.label - 2, plan.middle(cell_at(0, row))[1], str(row), "soft")


def draw_ripples(raster: Raster, region: Region, cell: int, ground: str, *, plain: bool) -> None:
    """Draw the waves over a face-down tile."""
    x, y = middle_of(region)
    if plain:
        raster.write(region.x + 1, y, HIDDEN * (region.width - 2), "soft")
        return
    wave = "~" if region.width < 9 else "~~" if region.width < 13 else "~~~"
    ink = f"{ground}+wave/{_RIPPLE}"
    for at, line in _scattered(region, cell, len(wave), 1 + (region.height > 2)):
        if line != y or not at - 2 < x < at + len(wave) + 1:
            raster.write(at, line, wave, ink)


def wet_sides(board: Board, cell: int) -> Sequence[bool]:
    """Return whether there is water above a cell, at its right, below, and at its left."""
    return tuple(bool(board.water >> (cell + step) & 1) for step in SIDE_STEPS)


def draw_coast(raster: Raster, region: Region, wet: Sequence[bool], cell: int, ground: str) -> None:
    """Draw grass, and a line between land and the sides with water."""
    if region.height >= _GRASSY:
        for number, (at, line) in enumerate(_scattered(region, cell, 1, 3)):
            raster.write(at, line, '"^'[number % 2], f"{ground}+good/{_MEADOW}")
    if region.height < _SHORED:
        return
    ink = f"{ground}+coast/{_COAST}"
    right, bottom = region.right - 1, region.bottom - 1
    if wet[1]:
        _line(raster, Region(right, region.y, 1, region.height), "▕", ink)
    if wet[3]:
        _line(raster, Region(region.x, region.y, 1, region.height), "▏", ink)
    if wet[0]:
        _line(raster, Region(region.x, region.y, region.width, 1), "▔", ink)
    if wet[2]:
        _line(raster, Region(region.x, bottom, region.width, 1), "▁", ink)


def _line(raster: Raster, region: Region, sign: str, ink: str) -> None:
    for y in range(region.y, region.bottom):
        raster.write(region.x, y, sign * region.width, ink)


def _scattered(region: Region, cell: int, long: int, count: int) -> Iterator[tuple[int, int]]:
    """Yield a few places on a cell, always alike."""
    seed = cell * 2654435761 & 0xFFFFFFFF
    for number in range(count):
        seed = seed * 1664525 + 1013904223 & 0xFFFFFFFF
        x = region.x + (seed >> 8) % max(region.width - long, 1)
        part = max(region.height // count, 1)
        yield x, region.y + min(number * part + (seed >> 20) % part, region.height - 1)
