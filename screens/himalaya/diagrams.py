"""Diagrams of the rules of Himalaya: a corner of the map for the examples, with programs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Final, TypeVar

from textual.geometry import Region

from rules.himalaya.board import NONE, ORDERS, VILLAGES
from rules.himalaya.game import HIMALAYA
from rules.himalaya.moves import LETTERS
from rules.himalaya.preview import foresee
from rules.himalaya.scoring import Tribes, count
from rules.himalaya.view import HimalayaView
from screens.colours import SIDES, Look, Span, seat_sign
from screens.himalaya.count_dialog import step_lines
from screens.himalaya.forecast import journey_of, notes_of
from screens.himalaya.map import Map, Traces
from screens.himalaya.prompts import level_spans, route_spans
from screens.himalaya.signs import CUBE_LOOKS, cube_name, cube_sign, held_spans
from screens.himalaya.slots import Face, draw_face
from screens.people import SeatNames
from screens.reading.diagrams import WIDEST, Diagrams, played, stacked, written
from screens.text import N_, _
from screens.widgets.raster import Raster, broken
from screens.widgets.sheet import broken as broken_line

T = TypeVar("T")

_YOU: Final = 0
_SHEET: Final = (112, 27)
"""The columns and lines of the whole map."""
_SMALL: Final = (60, 26)
"""The columns and lines of the map of a position."""
_CORNER: Final = Region(2, 0, 60, 10)
"""The region of the corner with the villages 1, 2, 4, 5 and 7."""
_SLOT: Final = (12, 3)
_OFFERED: Final = (2, 1, 1, 0, 1)
"""The cubes at village 4: two salt, barley, tea and gold."""
_PROGRAM: Final = "rtttri"


@cache
def _corner(*goods: int) -> HimalayaView:
    """Return a view: your caravan at 1, cubes at 4, an order at 5, two delegations of ▼ in A."""
    view: HimalayaView = played(HIMALAYA, _YOU, seats=3)
    disc = next(n for n, one in enumerate(view.board.discs) if one.demand == (2, 1, 0, 0, 0))
    caravans = (1, 13, 17)
    players = tuple(replace(each, caravan=at) for each, at in zip(view.players, caravans))
    return replace(
        view,
        goods=_at(view.goods, {4: goods}, ()),
        orders=_at(view.orders, {5: disc}, NONE),
        delegations=_at(view.delegations, {0: (0, 2, 0)}, (0, 0, 0)),
        players=players,
    )


def _at(placed: tuple[T, ...], told: Mapping[int, T], rest: T) -> tuple[T, ...]:
    return tuple(told.get(number, rest) for number in range(len(placed)))


def _map(view: HimalayaView, *, is_traced: bool = False) -> Raster:
    board = Map()
    board.set_sheet(*_SHEET)
    if is_traced:
        laid = _laid()
        steps = foresee(view, _YOU, laid)
        board.trace(journey_of(view, _YOU, steps, laid, ORDERS - 1))
    board.show(view, Traces())
    return board.picture.cut(_CORNER)


def position(view: HimalayaView) -> Raster:
    """Draw the whole map."""
    board = Map()
    board.set_sheet(*_SMALL)
    board.show(view, Traces())
    return board.picture


def _chart(_room: int) -> Raster:
    legend = written(route_spans(), level_spans())
    return stacked(_map(_corner(*_OFFERED)), Raster(1, 1), legend)


def _laid() -> tuple[int, ...]:
    return tuple(map(LETTERS.index, _PROGRAM))


def _slots(view: HimalayaView, room: int) -> Raster:
    """Draw the slots of the program, each with its outcome."""
    laid = _laid()
    notes = notes_of(view, _YOU, foresee(view, _YOU, laid))
    width, height = _SLOT
    across = max(1, min(room // width, ORDERS))
    raster = Raster(across * width, -(-ORDERS // across) * height)
    for place, (order, note) in enumerate(zip(laid, notes)):
        region = Region(place % across * width, place // across * height, width, height)
        draw_face(raster, region, Face(place, order, note, SIDES[_YOU], is_here=False))
    return raster


def _program(room: int) -> Raster:
    """Return the program, and its way on the map."""
    view = _corner(*_OFFERED)
    return stacked(_slots(view, room), Raster(1, 1), _map(view, is_traced=True))


def _late(room: int) -> Raster:
    """Return the program after another player took a salt."""
    return _slots(_corner(1, *_OFFERED[1:]), room)


_NAMES: Final = ("Ana", "Ben", N_("Cleo"), "Dan")
_YAKS: Final = (23, 29, 17, 19)
_STUPAS: Final = {_YOU: (1, 2, 3), 1: (1, 2, 2), 2: (1, 3), 3: (1, 1, 2)}
"""The levels of the villages with stupas, for each of four tribes."""
_SENT: Final = ("3.2.1.2.", "12.3..1.", "3.41.221", ".23.11.2")
"""The delegations of each player, region by region."""


def _count(_room: int) -> Raster:
    """Return the count of four players, stage by stage."""
    board = _corner(*_OFFERED).board
    free = {level: [v for v in VILLAGES if board.villages[v].level == level] for level in (1, 2, 3)}
    stupas = [NONE] * len(board.villages)
    for seat, levels in _STUPAS.items():
        for level in levels:
            stupas[free[level].pop()] = seat
    sent = [[int(count.replace(".", "0")) for count in region] for region in zip(*_SENT)]
    people = SeatNames(tuple(map(_, _NAMES)))
    lines: list[str] = []
    for step in count(Tribes(board, stupas, sent, _YAKS, 0)).steps:
        told = [part for line in step_lines(step, people) for part in broken(line, WIDEST)]
        lines += [*told, ""]
    return written(*([(line, Look())] for line in lines[:-1]))


_HELD: Final = ((3, 1, 0, 0, 1), (3, 0, 2, 0, 0), (1, 2, 1, 0, 0))
"""The cubes of three tribes at an inventory."""


def _cubes(room: int) -> Raster:
    """Draw the kinds of cubes with the number of each."""
    spans: list[Span] = []
    for cube, (look, number) in enumerate(zip(CUBE_LOOKS, _corner(*_OFFERED).board.cubes)):
        spans += [(cube_sign(cube), look), (f" {cube_name(cube)} {number}   ", Look())]
    return written(*broken_line(spans, room))


def _inventory(_room: int) -> Raster:
    return written(
        *(
            [seat_sign(seat), (f"{_(name):6}", Look()), *held_spans(held, Look())]
            for seat, (name, held) in enumerate(zip(_NAMES, _HELD))
        )
    )


DIAGRAMS: Final[Diagrams] = {
    "map": _chart,
    "program": _program,
    "cubes": _cubes,
    "late": _late,
    "inventory": _inventory,
    "count": _count,
}
