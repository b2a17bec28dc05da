"""Cells of the map, their names and directions; sets of cells as bits of one whole number.

A cell is a number; the cell east of it is one more, the cell south of it WIDTH more. Around the
map lies a margin of cells that are never on a board, so that a step needs no check of bounds.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

COLUMNS: Final = "abcdefghijk"
ROWS: Final = range(9)
WIDTH: Final = len(COLUMNS) + 1
ALL_CELLS: Final = WIDTH * (len(ROWS) + 2)
"""How many numbers there are, those of the margin included."""

SIDES: Final = range(4)
"""North, east, south, west, as the links of a tile and the steps of a ship go."""
SIDE_STEPS: Final = (-WIDTH, 1, WIDTH, -1)
COMPASS: Final = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
COMPASS_STEPS: Final = (-WIDTH, 1 - WIDTH, 1, 1 + WIDTH, WIDTH, WIDTH - 1, -1, -1 - WIDTH)

NONE: Final = -1
"""No cell, no seat, no card."""


def cell_at(column: int, row: int) -> int:
    """The cell in a column and a row, both counted from 0."""
    return (row + 1) * WIDTH + column


CELLS: Final = tuple(cell_at(column, row) for row in ROWS for column in range(len(COLUMNS)))
"""All cells a board may use, row by row."""
CELL_NAMES: Final = {
    cell_at(c, row): f"{name}{row}" for row in ROWS for c, name in enumerate(COLUMNS)
}
CELL_NAMED: Final = {name: cell for cell, name in CELL_NAMES.items()}


def column_of(cell: int) -> int:
    """The column of a cell, from 0."""
    return cell % WIDTH


def row_of(cell: int) -> int:
    """The row of a cell, from 0."""
    return cell // WIDTH - 1


def bits_of(cells: Iterable[int]) -> int:
    """Cells as a set of bits."""
    bits = 0
    for cell in cells:
        bits |= 1 << cell
    return bits


def cells_in(bits: int) -> list[int]:
    """The cells of a set, row by row."""
    cells = []
    while bits:
        low = bits & -bits
        cells.append(low.bit_length() - 1)
        bits ^= low
    return cells
