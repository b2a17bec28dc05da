"""Diagrams of the rules of *Submarine*: the sea, a column with an action, and a crossing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import Final

from textual.geometry import Offset, Region

from rules.submarine.board import (
    CELL_NAMED,
    CELLS,
    CELLS_OF,
    COLUMNS,
    LEFT,
    RIGHT,
    TOKEN_NAMED,
    TYPE_NAMES,
)
from rules.submarine.game import SUBMARINE
from rules.submarine.moves import ACT
from rules.submarine.view import Player, SubmarineView
from screens.colours import PAINTS, Look, Span, Spans, chip
from screens.reading.diagrams import Diagrams, played, stacked, written
from screens.submarine.boats import Doings
from screens.submarine.layout import EDGE, SHAPES, SubmarineGeometry
from screens.submarine.sea import Sea
from screens.submarine.signs import colour_name, colour_sign, type_sign
from screens.text import _
from screens.widgets.raster import Raster

_YOU: Final = 0
_CELL: Final = 5
_BROAD_CELL: Final = 10
"""The width of a column of the sea, and of its surface, given room."""
_COLUMN: Final = SubmarineGeometry(28, 3, SHAPES[1])
_AT: Final = 4
"""The column of the example."""
_LYING: Final = {
    _YOU: ("4.3",),
    1: ("4.1", "4.3"),
    2: ("4.4",),
}
_TOKENS: Final = {"4.2": "Hy Pg", "4.3": "Gb Mr Np", "4.4": "Ay Cr Dp Lg"}
_TYPES: Final = 4
"""The number of types of treasure side by side."""
_CROSSING: Final = (
    (LEFT, LEFT, LEFT, LEFT),
    (2, 4, 3, LEFT),
    (5, RIGHT, 6, 3),
    (RIGHT, RIGHT, RIGHT, 6),
)
"""The columns of four players' boats, further to the right each turn."""


@cache
def _dealt(seats: int) -> SubmarineView:
    view: SubmarineView = played(SUBMARINE, _YOU, seats=seats)
    return view


def _sea(view: SubmarineView, plan: SubmarineGeometry) -> Sea:
    sea = Sea()
    sea.set_plan(plan)
    sea.show(view, Doings())
    return sea


def position(view: SubmarineView) -> Raster:
    """Draw the whole sea."""
    return _sea(view, SubmarineGeometry(_CELL, 3, SHAPES[1])).picture


def _whole(room: int) -> Raster:
    plan = SubmarineGeometry(min(_CELL, _fitting(room)), 3, SHAPES[1])
    return _sea(_dealt(3), plan).picture


def _fitting(room: int) -> int:
    """Return the width of the sea's columns in a room."""
    return (room - 2 * EDGE) // len(COLUMNS)


def _collecting(_room: int) -> Raster:
    """Return the column below your boat, with the tribute for a token at each level."""
    view = _dealt(3)
    players = tuple(
        _lying(player, _LYING[seat], _AT if seat == _YOU else LEFT)
        for seat, player in enumerate(view.players)
    )
    lying = {CELL_NAMED[cell]: names.split() for cell, names in _TOKENS.items()}
    sea = tuple(
        tuple(TOKEN_NAMED[name] for name in lying.get(cell, ()))
        if cell in CELLS_OF[_AT]
        else tokens
        for cell, tokens in enumerate(view.sea)
    )
    ready = tuple(players[_YOU].bathyscaphes[cell] for cell in CELLS_OF[_AT])
    at_sea = replace(view, sea=sea, players=players, phase=ACT, mover=_YOU, ready=ready)
    board = _sea(at_sea, _COLUMN)
    column = Region(_COLUMN.left(_AT), 0, _COLUMN.width, _COLUMN.size.height)
    whole = Raster(EDGE + column.width, column.height)
    whole.paste(Offset(0, 0), board.picture.cut(Region(0, 0, EDGE, column.height)))
    whole.paste(Offset(EDGE, 0), board.picture.cut(column))
    return whole


def _lying(player: Player, cells: Sequence[str], boat: int) -> Player:
    at = [CELL_NAMED[cell] for cell in cells]
    return replace(player, bathyscaphes=tuple(map(at.count, CELLS)), boat=boat)


def _crossing(room: int) -> Raster:
    """Return the surface, turn by turn."""
    plan = SubmarineGeometry(min(_BROAD_CELL, _fitting(room)), 4, SHAPES[0])
    strips: list[Raster] = []
    for boats in _CROSSING:
        view = _dealt(len(boats))
        players = tuple(replace(each, boat=boat) for each, boat in zip(view.players, boats))
        picture = _sea(replace(view, players=players, mover=_YOU), plan).picture
        strips += [Raster(1, 1), picture.cut(Region(0, 0, picture.width, plan.sky))]
    return stacked(*strips[1:])


def _letters(room: int) -> Raster:
    """Return the letters of types and colours, in lines."""
    names = sorted(f"{type_sign(kind)} {_(name)}" for kind, name in enumerate(TYPE_NAMES))
    width = max(map(len, names)) + 3
    across = min(room // width, _TYPES)
    types: list[list[Span]] = [[(name.ljust(width), Look())] for name in names]
    colours: list[list[Span]] = [
        [(colour_sign(colour), chip(paint)), (f" {colour_name(colour)}   ", Look())]
        for colour, paint in enumerate(PAINTS)
    ]
    return written(*_in_lines(types, across), (), *_in_lines(colours, across + 1))


def _in_lines(items: Sequence[Spans], across: int) -> Iterator[Spans]:
    for start in range(0, len(items), across):
        yield [span for item in items[start : start + across] for span in item]


DIAGRAMS: Final[Diagrams] = {
    "sea": _whole,
    "letters": _letters,
    "collecting": _collecting,
    "crossing": _crossing,
}
