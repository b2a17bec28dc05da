"""Geometry of the board: numbers, levels, ports, torpedo lanes.

A *number* is a square of the surface, 1-36. A *cell* is a number at a level, 1-108: first
the 36 of level 100, then those of 200 and 300. Ships stand on a number, in PORT or are SUNK.

The print of the box is lost; rows and columns are our ruling (R), diagonals an option.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from importlib.resources import files
from itertools import permutations
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
"""The odds by value of the option `spinner`: a torpedo hits with 1 chance in this number (R)."""

PORT: Final = 0
SUNK: Final = -1
RED: Final = 0
YELLOW: Final = 1


def number_of(cell: int) -> int:
    """Return the surface number above a cell."""
    return (cell - 1) % SQUARES + 1


def level_of(cell: int) -> int:
    """Return the level of a cell: 100, 200 or 300."""
    return LEVELS[(cell - 1) // SQUARES]


def cell_name(cell: int) -> str:
    """Return the name of a cell in moves: "14.200"."""
    return f"{number_of(cell)}.{level_of(cell)}"


def row_of(number: int) -> int:
    """Return the row of a number, 0 in the north."""
    return (number - 1) // COLUMNS


def column_of(number: int) -> int:
    """Return the column of a number, 0 in the west."""
    return (number - 1) % COLUMNS


def _number_at(row: int, column: int) -> int | None:
    if 0 <= row < ROWS and 0 <= column < COLUMNS:
        return row * COLUMNS + column + 1
    return None


def distance(one: int, other: int) -> int:
    """Return the distance of two numbers in steps of a chess king."""
    return max(abs(row_of(one) - row_of(other)), abs(column_of(one) - column_of(other)))


def water_column(number: int) -> tuple[int, ...]:
    """Return the cells under a number, from level 100 down."""
    return tuple(number + index * SQUARES for index in range(len(LEVELS)))


COLUMN_OF_CELLS: Final = ((), *(water_column(number) for number in NUMBERS))
"""For each number, the cells under it."""


def _reachable(seat: int, start: int) -> tuple[int, ...]:
    """Return the places where a ship may end a move of 1-3 steps, PORT included (T, A turn 1)."""
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
"""REACH[seat][place]: the numbers, and PORT, where a ship may end a move."""

SEA_REACH: Final = tuple(tuple(frozenset(ends) - {PORT} for ends in of_seat) for of_seat in REACH)
"""The numbers at sea within one move of a ship, as sets: another ship there is in its way."""


def _near(cell: int) -> tuple[int, ...]:
    """Return the neighbours N, S, E, W on the level, and one level up and down (T)."""
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
    """Return the 8 cells around a cell on its level (T, option blast)."""
    number, base = number_of(cell), cell - number_of(cell)
    return tuple(base + other for other in NUMBERS if distance(number, other) == 1)


NEAR: Final = (
    (frozenset[int](), *(frozenset(_near(cell)) for cell in CELLS)),
    (frozenset[int](), *(frozenset(_blast(cell)) for cell in CELLS)),
)
"""NEAR[blast][cell]: the cells where a charge in this cell nearly misses a submarine."""


LANE_SETS: Final = ("orthogonal", "diagonals", "all")
"""The values of the option `lanes`: rows and columns; also the two long diagonals; all lines."""


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
    """Return all diagonals of 2 or more squares; the long ones are D1 and D2."""
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
"""All lanes; smaller values of the option use the first 12 or 14."""

LANE_COUNT: Final = {
    "orthogonal": ROWS + COLUMNS,
    "diagonals": ROWS + COLUMNS + 2,
    "all": len(LANES),
}
"""The number of LANES in play, per value of the option `lanes`."""

LANE_NUMBERS: Final = tuple(frozenset(lane.numbers) for lane in LANES)
"""The numbers of each lane, as a set."""


def _through(count: int) -> tuple[tuple[int, ...], ...]:
    numbers = [0, *(number_of(cell) for cell in CELLS)]
    return tuple(
        tuple(lane for lane in range(count) if number in LANE_NUMBERS[lane]) for number in numbers
    )


THROUGH: Final = {name: _through(count) for name, count in LANE_COUNT.items()}
"""THROUGH[option][cell]: the lanes over a cell or number, as indices into LANES."""


Stretch = tuple[int, int]
"""The first and the last number of a part of a lane."""


def stretch(lane: int, place: int, places: Sequence[Sequence[int]]) -> Stretch:
    """Return the part of a lane from which a ship at `place` can be hit, given all ships.

    The rules do not mention ships in between; the option `blocking` makes them block (R). A
    submarine directly below another ship can still hit: that ship is above it, not in between.
    """
    numbers = LANES[lane].numbers
    ships = {other for fleet in places for other in fleet if other > PORT}
    target = numbers.index(place)
    before = [number for number in numbers[:target] if number in ships]
    behind = [number for number in numbers[target + 1 :] if number in ships]
    return (before[-1] if before else numbers[0], behind[0] if behind else numbers[-1])


def numbers_along(lane: int, part: Stretch) -> tuple[int, ...]:
    """Return the numbers in a part of a lane."""
    numbers = LANES[lane].numbers
    return numbers[numbers.index(part[0]) : numbers.index(part[1]) + 1]


def can_all_fire(lane: int, parts: Sequence[Stretch], submarines: Sequence[int]) -> bool:
    """Check whether different submarines can have fired the torpedoes from these parts of a lane.

    Submarines are given by their numbers. The game never tells which submarine fired, so any
    matching will do until the last torpedo of a turn.
    """
    wanted: list[Collection[int]] = [numbers_along(lane, part) for part in parts]
    return any(
        all(number in part for number, part in zip(some, wanted))
        for some in permutations(submarines, len(wanted))
    )
