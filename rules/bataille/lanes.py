"""The lanes of torpedoes: straight lines of numbers, by the option `lanes`.

The print of the box is lost; rows and columns are our ruling (R), diagonals an option.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rules.bataille.board import CELLS, COLUMNS, NUMBERS, ROWS, column_of, number_of, row_of

LANE_SETS: Final = ("orthogonal", "diagonals", "all")
"""The values of the option: rows and columns; with the two long diagonals; every line."""


@dataclass(frozen=True, slots=True)
class Lane:
    """A straight line that torpedoes follow: its name and its numbers, in order."""

    name: str
    numbers: tuple[int, ...]


def _straight() -> list[Lane]:
    rows = [
        Lane(f"R{row + 1}", tuple(n for n in NUMBERS if row_of(n) == row)) for row in range(ROWS)
    ]
    columns = [
        Lane(f"C{column + 1}", tuple(n for n in NUMBERS if column_of(n) == column))
        for column in range(COLUMNS)
    ]
    return rows + columns


def _diagonals() -> list[Lane]:
    """Every diagonal of 2 or more squares; the long ones are D1 and D2."""
    lines = [
        tuple(n for n in NUMBERS if row_of(n) - column_of(n) == k) for k in range(-COLUMNS, ROWS)
    ]
    lines += [
        tuple(n for n in NUMBERS if row_of(n) + column_of(n) == k) for k in range(ROWS + COLUMNS)
    ]
    long = {(1, ROWS * COLUMNS): "D1", (COLUMNS, (ROWS - 1) * COLUMNS + 1): "D2"}
    found = [
        Lane(long.get((line[0], line[-1]), f"D{line[0]}-{line[-1]}"), line)
        for line in lines
        if len(line) > 1
    ]
    return sorted(found, key=lambda lane: (lane.name not in long.values(), lane.numbers))


LANES: Final = (*_straight(), *_diagonals())
"""All lanes of the fullest option; the smaller options use the first 12 or 14 of them."""

LANE_COUNT: Final = {
    "orthogonal": ROWS + COLUMNS,
    "diagonals": ROWS + COLUMNS + 2,
    "all": len(LANES),
}
"""How many of LANES each value of the option uses."""

LANE_NUMBERS: Final = tuple(frozenset(lane.numbers) for lane in LANES)
"""The numbers of each lane, as a set."""


def _through(count: int) -> tuple[tuple[int, ...], ...]:
    numbers = [0, *(number_of(cell) for cell in CELLS)]
    return tuple(
        tuple(lane for lane in range(count) if number in LANE_NUMBERS[lane]) for number in numbers
    )


THROUGH: Final = {name: _through(count) for name, count in LANE_COUNT.items()}
"""THROUGH[option][cell]: the lanes, by their place in LANES, over a cell or a number."""
