"""board.toml read, checked and indexed: every fact of geometry, worked out once.

A *number* is a square of the surface, 1-36. A *cell* is a number at a level, 1-108: first
the 36 of level 100, then those of 200 and 300. Ships stand on a number, in PORT or are SUNK.
"""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Final

_PRINT = tomllib.loads(files("rules.bataille").joinpath("board.toml").read_text("utf-8"))

ROWS: Final[int] = _PRINT["rows"]
COLUMNS: Final[int] = _PRINT["columns"]
SQUARES: Final = ROWS * COLUMNS
NUMBERS: Final = range(1, SQUARES + 1)
LEVELS: Final[tuple[int, ...]] = tuple(_PRINT["levels"])
CELLS: Final = range(1, SQUARES * len(LEVELS) + 1)
SHIPS: Final[tuple[str, ...]] = tuple(_PRINT["ships"])
FULL_LOAD: Final[tuple[int, ...]] = tuple(_PRINT["ships"].values())
SUBMARINES: Final[int] = _PRINT["camp"]["submarines"]
PLAYERS: Final[tuple[str, ...]] = tuple(player["name"] for player in _PRINT["players"])
ARROWS: Final[tuple[tuple[int, ...], ...]] = tuple(
    tuple(player["port"]) for player in _PRINT["players"]
)
STEPS: Final[int] = _PRINT["ship"]["steps"]
SPINNERS: Final[dict[str, int]] = _PRINT["torpedo"]["spinner"]
"""By the option `spinner`: a torpedo hits with 1 chance in so many (R: the odds)."""

PORT: Final = 0
SUNK: Final = -1
RED: Final = 0
YELLOW: Final = 1


def number_of(cell: int) -> int:
    """The surface number above a cell."""
    return (cell - 1) % SQUARES + 1


def level_of(cell: int) -> int:
    """The level of a cell: 100, 200 or 300."""
    return LEVELS[(cell - 1) // SQUARES]


def cell_name(cell: int) -> str:
    """A cell as moves name it: "14.200"."""
    return f"{number_of(cell)}.{level_of(cell)}"


def row_of(number: int) -> int:
    """The row of a number, 0 in the north."""
    return (number - 1) // COLUMNS


def column_of(number: int) -> int:
    """The column of a number, 0 in the west."""
    return (number - 1) % COLUMNS


def _number_at(row: int, column: int) -> int | None:
    if 0 <= row < ROWS and 0 <= column < COLUMNS:
        return row * COLUMNS + column + 1
    return None


def distance(one: int, other: int) -> int:
    """King's steps between two numbers."""
    return max(abs(row_of(one) - row_of(other)), abs(column_of(one) - column_of(other)))


def water_column(number: int) -> tuple[int, ...]:
    """The cells under a number, from level 100 down."""
    return tuple(number + index * SQUARES for index in range(len(LEVELS)))


COLUMN_OF_CELLS: Final = ((), *(water_column(number) for number in NUMBERS))
"""For each number, the cells under it."""


def _reachable(seat: int, start: int) -> tuple[int, ...]:
    """Where a ship may end a move of 1-3 steps, PORT included (T, A turn 1)."""
    if start == PORT:
        return tuple(
            number
            for number in NUMBERS
            if any(distance(arrow, number) < STEPS for arrow in ARROWS[seat])
        )
    ends = [number for number in NUMBERS if 0 < distance(start, number) <= STEPS]
    if any(distance(start, arrow) < STEPS for arrow in ARROWS[seat]):
        ends.append(PORT)
    return tuple(ends)


REACH: Final = tuple(
    tuple(_reachable(seat, start) for start in (PORT, *NUMBERS)) for seat in range(len(PLAYERS))
)
"""REACH[seat][place]: the numbers, and PORT, where a ship may end its move."""

SEA_REACH: Final = tuple(tuple(frozenset(ends) - {PORT} for ends in of_seat) for of_seat in REACH)
"""The same without PORT, as sets: where another ship would be in the way."""


def _near(cell: int) -> tuple[int, ...]:
    """N, S, E, W on the level, and the same number one level up or down (T)."""
    number, level = number_of(cell), LEVELS.index(level_of(cell))
    row, column = row_of(number), column_of(number)
    beside = ((row - 1, column), (row + 1, column), (row, column + 1), (row, column - 1))
    found = [_number_at(*square) for square in beside]
    cells = [level * SQUARES + near for near in found if near]
    cells += [
        other * SQUARES + number for other in (level - 1, level + 1) if 0 <= other < len(LEVELS)
    ]
    return tuple(sorted(cells))


def _blast(cell: int) -> tuple[int, ...]:
    """The 8 cells around, on the level alone (T, option blast)."""
    number, base = number_of(cell), cell - number_of(cell)
    return tuple(base + other for other in NUMBERS if distance(number, other) == 1)


NEAR: Final = (
    (frozenset[int](), *(frozenset(_near(cell)) for cell in CELLS)),
    (frozenset[int](), *(frozenset(_blast(cell)) for cell in CELLS)),
)
"""NEAR[blast][cell]: where a submarine is nearly missed by a charge in that cell."""
