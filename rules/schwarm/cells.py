"""Cells of the map: names, directions, and sets of cells as bits of an integer.

A cell is a number: its eastern neighbour is one more, its southern neighbour WIDTH more. A margin
of cells surrounds the map, so that a step needs no check of bounds.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

COLUMNS: Final = "abcdefghijk"
ROWS: Final = range(9)
WIDTH: Final = len(COLUMNS) + 1
ALL_CELLS: Final = WIDTH * (len(ROWS) + 2)
"""The number of cells, the margin included."""

SIDES: Final = range(4)
"""North, east, south, west: the order of a tile's links and a ship's steps."""
SIDE_STEPS: Final = (-WIDTH, 1, WIDTH, -1)
COMPASS: Final = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
COMPASS_STEPS: Final = (-WIDTH, 1 - WIDTH, 1, 1 + WIDTH, WIDTH, WIDTH - 1, -1, -1 - WIDTH)

NONE: Final = -1
"""The value of a field for “no cell”, “no seat” or “no card”."""


def cell_at(column: int, row: int) -> int:
    """Return the cell of a column and a row, both from 0."""
    return (row + 1) * WIDTH + column


CELLS: Final = tuple(cell_at(column, row) for row in ROWS for column in range(len(COLUMNS)))
"""All cells that boards may use, row by row."""
CELL_NAMES: Final = {
    cell_at(c, row): f"{name}{row}" for row in ROWS for c, name in enumerate(COLUMNS)
}
CELL_NAMED: Final = {name: cell for cell, name in CELL_NAMES.items()}


def column_of(cell: int) -> int:
    """Return the column of a cell, from 0."""
    return cell % WIDTH


def row_of(cell: int) -> int:
    """Return the row of a cell, from 0."""
    return cell // WIDTH - 1


def bits_of(cells: Iterable[int]) -> int:
    """Return cells as bits."""
    bits = 0
    for cell in cells:
        bits |= 1 << cell
    return bits


def cells_in(bits: int) -> list[int]:
    """Return the cells of bits, row by row."""
    cells = []
    while bits:
        low = bits & -bits
        cells.append(low.bit_length() - 1)
        bits ^= low
    return cells
