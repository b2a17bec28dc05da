"""Diagrams of the rules of *Bataille sous les mers*, from played positions."""

from __future__ import annotations

from functools import cache
from typing import Final

from textual.geometry import Region

from rules.bataille.board import COLUMNS, LANES, LEVELS, RED, YELLOW
from rules.bataille.deduction import tracking_grid
from rules.bataille.game import BATAILLE
from rules.bataille.view import BatailleView
from screens.bataille.levels import Levels, LevelsScale, legend_line
from screens.bataille.surface import Surface
from screens.reading.diagrams import Diagrams, beside, played, stacked, written
from screens.widgets.raster import Raster
from screens.widgets.sheet import broken

_HIDDEN: Final = (
    "0: sub 14.200; sub 22.100; sub 33.300; mine 9",
    "1: sub 11.200; sub 16.300; sub 29.200; mine 1",
)
_ELSEWHERE: Final = (
    "0: sub 14.200; sub 22.100; sub 33.300; mine 9",
    "1: sub 8.200; sub 31.300; sub 36.300; mine 1",
)
_TO_14: Final = ("0: A 16; hold", "1: A 20; drop 100; hold", "0: A 14; drop 200")
_SEARCHED: Final = (
    *("0: A 16; drop 300", "1: A 20; drop 100; hold"),
    *("0: A 17; drop 200; hold", "1: A 21; drop 300; hold"),
    "0: B 28; drop 100",
)
_AT_17: Final = (
    *("0: A 24; drop 300", "1: B 15; drop 300; hold"),
    *("0: A 23; drop 300; hold", "1: B 17; drop 100"),
)
_CAMPS: Final = (RED, YELLOW)
_CELL: Final = (3, 1)
"""The columns and lines of a camp's cell."""


@cache
def _view(*turns: str, seat: int = RED, blast: bool = False) -> BatailleView:
    view: BatailleView = played(BATAILLE, seat, *turns, options={"blast": blast})
    return view


def _surface(view: BatailleView, lanes: tuple[int, ...] = ()) -> Surface:
    surface = Surface()
    surface.aim(lanes)
    surface.show(view, {})
    return surface


def _camp(view: BatailleView, camp: int) -> Levels:
    levels = Levels()
    levels.set_scale(LevelsScale(*_CELL))
    near = view.seat == camp
    levels.show(
        (),
        {} if near else tracking_grid(view, camp),
        dict(view.fleets[1 - camp].answers),
        view.camps[camp],
        mine_spent=view.fleets[camp].mine_spent,
        marks={},
    )
    return levels


def _rows(levels: Levels, room: int, first: int = 1, last: int = 6) -> Raster:
    """Return some rows of all three levels, below their depths."""
    picture, width = levels.picture, COLUMNS * _CELL[0]
    parts = [
        stacked(
            picture.cut(Region(place * (width + 1), 1, width, 1)),
            picture.cut(Region(place * (width + 1), 1 + first, width, last - first + 1)),
        )
        for place in range(len(LEVELS))
    ]
    return beside(room, *parts)


def _sea(_room: int) -> Raster:
    return _surface(_view(*_HIDDEN)).picture


def _near_miss(room: int) -> Raster:
    return _rows(_camp(_view(*_ELSEWHERE, *_TO_14), YELLOW), room, 1, 5)


def _blast(room: int) -> Raster:
    return _rows(_camp(_view(*_ELSEWHERE, *_TO_14, blast=True), YELLOW), room, 1, 5)


def _search(room: int) -> Raster:
    levels = _camp(_view(*_HIDDEN, *_SEARCHED), YELLOW)
    legend = written(*broken(legend_line(plain=levels.is_plain, of_search=True), room))
    return stacked(_rows(levels, room), Raster(1, 1), legend)


def _torpedo(room: int) -> Raster:
    """Return row 3 of the surface with its lane, and the same row of the camp below."""
    view = _view(*_HIDDEN, *_AT_17)
    lane = next(number for number, lane in enumerate(LANES) if lane.name == "R3")
    surface = _surface(view, (lane,))
    picture = surface.picture
    return stacked(
        picture.cut(Region(0, 0, picture.width, 1)),
        picture.cut(Region(0, 3, picture.width, 1)),
        Raster(1, 1),
        _rows(_camp(view, RED), room, 3, 3),
    )


def position(view: BatailleView) -> Raster:
    """Draw the surface, and what is known of both camps below it."""
    camps = beside(_surface(view).picture.width, *(_camp(view, camp).picture for camp in _CAMPS))
    return stacked(_surface(view).picture, camps)


DIAGRAMS: Final[Diagrams] = {
    "sea": _sea,
    "near-miss": _near_miss,
    "blast": _blast,
    "search": _search,
    "torpedo": _torpedo,
}
