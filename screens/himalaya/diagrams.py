"""Diagrams of the rules of *Himalaya*: the corner of its examples, and programs laid there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Final, TypeVar

from textual.geometry import Region

from rules.himalaya.board import NONE, ORDERS
from rules.himalaya.game import HIMALAYA
from rules.himalaya.moves import LETTERS
from rules.himalaya.preview import foresee
from rules.himalaya.view import HimalayaView
from screens.colours import SIDES
from screens.himalaya.forecast import notes_of
from screens.himalaya.journey import journey_of
from screens.himalaya.map import Map, Traces
from screens.himalaya.prompts import level_spans, route_spans
from screens.himalaya.slots import Face, draw_face
from screens.reading.diagrams import Diagrams, played, stacked, written
from screens.widgets.raster import Raster

T = TypeVar("T")

_YOU: Final = 0
_SHEET: Final = (112, 27)
"""Columns and lines of the whole map."""
_CORNER: Final = Region(2, 0, 60, 10)
"""The part of it that holds the villages 1, 2, 4, 5 and 7."""
_SLOT: Final = (12, 3)
_OFFERED: Final = (2, 1, 1, 0, 1)
"""The cubes at 4: two salt, barley, tea and gold."""
_PROGRAM: Final = "rtttri"


@cache
def _corner(*goods: int) -> HimalayaView:
    """Your caravan at 1, these cubes at 4, an order at 5, two delegations of ▼ in region A."""
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


def _chart() -> Raster:
    legend = written(route_spans(), level_spans())
    return stacked(_map(_corner(*_OFFERED)), Raster(1, 1), legend)


def _laid() -> tuple[int, ...]:
    return tuple(map(LETTERS.index, _PROGRAM))


def _slots(view: HimalayaView) -> Raster:
    """The slots of the program, each with what it comes to."""
    laid = _laid()
    notes = notes_of(view, _YOU, foresee(view, _YOU, laid))
    width, height = _SLOT
    raster = Raster(ORDERS * width, height)
    for place, (order, note) in enumerate(zip(laid, notes)):
        region = Region(place * width, 0, width, height)
        draw_face(raster, region, Face(place, order, note, SIDES[_YOU], is_here=False))
    return raster


def _program() -> Raster:
    """The program, and its way on the map."""
    view = _corner(*_OFFERED)
    return stacked(_slots(view), Raster(1, 1), _map(view, is_traced=True))


def _late() -> Raster:
    """The same program once another took a salt."""
    return _slots(_corner(1, *_OFFERED[1:]))


DIAGRAMS: Final[Diagrams] = {
    "map": _chart,
    "program": _program,
    "late": _late,
}
