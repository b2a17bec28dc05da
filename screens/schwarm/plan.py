"""Where the cells of the sea lie, for cells of so many columns and lines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from textual.geometry import Region

from rules.schwarm.cells import COLUMNS, ROWS, column_of, row_of

LABEL: Final = 3
"""Columns for the numbers of the rows."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Cells of `width` by `height`; the first and last row, mostly land, are `edge` high."""

    width: int
    height: int
    edge: int

    @property
    def size(self) -> tuple[int, int]:
        """Columns and lines of the whole board, labels included."""
        return LABEL + len(COLUMNS) * self.width, 1 + self.top(len(ROWS))

    def top(self, row: int) -> int:
        """The lines of all rows above a row."""
        edges = min(row, 1) + max(row - len(ROWS) + 1, 0)
        return edges * self.edge + (row - edges) * self.height

    def high(self, row: int) -> int:
        """The lines of a row."""
        return self.edge if row in (ROWS[0], ROWS[-1]) else self.height

    def cell(self, cell: int) -> Region:
        """The part of the picture that belongs to a cell."""
        row = row_of(cell)
        x = LABEL + column_of(cell) * self.width
        return Region(x, 1 + self.top(row), self.width, self.high(row))

    def middle(self, cell: int) -> tuple[int, int]:
        """Where the arms of a tile meet on a cell."""
        region = self.cell(cell)
        return region.x + (region.width - 1) // 2, region.y + (region.height - 1) // 2


SMALLEST: Final = Plan(5, 2, 1)
