"""A table of a page on the screen: its columns side by side, as many as there is room for."""

from __future__ import annotations

from typing import Final

from screens.colours import Look, Spans
from screens.lobby.page import Table
from screens.widgets.raster import fitted

_ROOM: Final = 78
_PLACE: Final = 4
_NAME: Final = 18
_LEAST: Final = 7
"""Columns of a figure."""
_HEAD: Final = Look("key", style="bold")


def table_lines(table: Table) -> list[Spans]:
    """Return the heads of the columns after the names, if there are any, then the lines."""
    columns, widths = table.columns, _widths(table)
    has_room = sum(widths) <= _ROOM
    after = [at for at, one in enumerate(columns) if at > 1 and (has_room or not one.is_spare)]
    lines: list[Spans] = [
        [
            (f"{place:>2}  ", look), (fitted(name, _NAME), named),
            *((line[at][0].rjust(widths[at]), line[at][1]) for at in after),
        ]
        for line in table.lines
        for (place, look), (name, named) in [line[:2]]
    ]  # fmt: skip
    head = "".join(columns[at].head.rjust(widths[at]) for at in after)
    return [[(" " * (_PLACE + _NAME) + head, _HEAD)], *lines] if head else lines


def _widths(table: Table) -> list[int]:
    cells = [
        text
        for line in table.lines
        for (text, _look), one in zip(line, table.columns)
        if one.kind == "cell"
    ]
    cell = 4 if any(len(text) > 1 for text in cells) else 3
    after = [
        cell if one.kind == "cell" else max(len(one.head) + 2, _LEAST) for one in table.columns[2:]
    ]
    return [_PLACE, _NAME, *after]
