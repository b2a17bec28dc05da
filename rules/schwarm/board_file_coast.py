"""The map of a board file: water, queen, land numbers, shores, cells to start from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from rules.board_file import Source
from rules.messages import N_
from rules.schwarm.board import QUOTAS, SHORES, START_DISTANCE
from rules.schwarm.cells import CELL_NAMED, CELL_NAMES, COLUMNS, ROWS, SIDE_STEPS, bits_of, cell_at

WATER: Final = "~"
QUEEN: Final = "Q"
NOTHING: Final = "."
NUMBERS: Final = "123456789"
LEAST_LAND: Final = (max(QUOTAS) - 1) * (2 * START_DISTANCE - 1) + 1
"""With so many land cells everybody finds room for a first station."""


class Land(NamedTuple):
    """What the coast shows."""

    water: int
    """The water cells as bits, the queen's among them."""
    queen: int
    numbers: dict[int, int]
    """The number of each land cell."""


def coast(source: Source) -> Land:
    """The map as drawn."""
    drawn = source.value("coast")
    lines = drawn.split() if isinstance(drawn, str) else []
    if len(lines) != len(ROWS) or any(len(line) != len(COLUMNS) for line in lines):
        why = N_("line {line}: the coast is drawn in {rows} rows of {columns} signs")
        raise source.wrong("", "coast", why, rows=len(ROWS), columns=len(COLUMNS))
    water, queens, numbers = [], [], {}
    for row, line in enumerate(lines):
        for column, sign in enumerate(line):
            cell = cell_at(column, row)
            if sign in NUMBERS:
                numbers[cell] = int(sign)
            elif sign in (WATER, QUEEN):
                if row in (ROWS[0], ROWS[-1]) or column in (0, len(COLUMNS) - 1):
                    raise source.wrong("", "coast", N_("line {line}: water reaches the edge"))
                water.append(cell)
                queens += [cell] if sign == QUEEN else []
            elif sign != NOTHING:
                why = N_("line {line}: {sign} means nothing on the coast")
                raise source.wrong("", "coast", why, sign=repr(sign))
    if len(queens) != 1 or not all(queens[0] + step in water for step in SIDE_STEPS):
        why = N_("line {line}: the coast has one queen Q with water on four sides")
        raise source.wrong("", "coast", why)
    if len(numbers) < LEAST_LAND:
        why = N_("line {line}: the coast has at least {least} land cells")
        raise source.wrong("", "coast", why, least=LEAST_LAND)
    return Land(bits_of(water), queens[0], numbers)


def shores(source: Source, land: Land) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """All land cells clockwise, and the shore of each."""
    table = source.table("shores")
    source.check_keys("shores", "", table, SHORES)
    cells: list[int] = []
    sides: list[int] = []
    for side, name in enumerate(SHORES):
        for cell in _cells(source, "shores", name, table.get(name)):
            if cell not in land.numbers or cell in cells:
                why = N_("line {line}: {cell} is not a land cell, or is named twice")
                raise source.wrong("shores", name, why, cell=CELL_NAMES[cell])
            cells.append(cell)
            sides.append(side)
    if missing := [cell for cell in land.numbers if cell not in cells]:
        why = N_("line {line}: no shore has the land cell {cell}")
        raise source.wrong("shores", "", why, cell=CELL_NAMES[missing[0]])
    return tuple(cells), tuple(sides)


def starts(source: Source, land: Sequence[int]) -> tuple[int, ...]:
    """The cells to start from, one for each player at least."""
    cells = tuple(_cells(source, "", "start", source.value("start")))
    for place, cell in enumerate(cells):
        if cell not in land or cell in cells[:place]:
            why = N_("line {line}: {cell} is not a land cell, or is named twice")
            raise source.wrong("", "start", why, cell=CELL_NAMES[cell])
    if len(cells) < max(QUOTAS):
        why = N_("line {line}: there are at least {least} land cells to start from")
        raise source.wrong("", "start", why, least=max(QUOTAS))
    return cells


def _cells(source: Source, section: str, key: str, names: Any) -> Iterator[int]:
    for name in names if isinstance(names, list) and names else [""]:
        if name not in CELL_NAMED:
            why = N_("line {line}: cells are named a0 to k8, in a list")
            raise source.wrong(section, key, why)
        yield CELL_NAMED[name]
