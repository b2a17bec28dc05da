"""Animations of Der Schwarm: ships and hazards move cell by cell, and new pieces light up."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from textual.geometry import Offset, Region

from rules.contract import Event
from rules.schwarm.board import Board
from rules.schwarm.cells import CELL_NAMED, COMPASS, NONE
from rules.schwarm.events import (
    Built,
    Crept,
    Hit,
    Launched,
    Manned,
    Placed,
    Rolled,
    Sailed,
    Started,
    Surfaced,
    Swam,
)
from rules.schwarm.view import SchwarmView
from screens.schwarm.pieces import draw_hazards, draw_ships
from screens.schwarm.sea import Sea
from screens.schwarm.signs import CRAB, WAVE, WHALE
from screens.widgets.motion import Frame, Motion, Scene, drawn, glide, pulse, text_at
from screens.widgets.raster import Cell

_NEW = (Started, Built, Manned, Launched, Placed, Surfaced)
_LOST: Final = Cell(ink="on-loss", ground="loss", style="bold")
_SHARES: Final = (60, 60, 30)
"""The share of light over new pieces, in per cent, frame by frame."""
_LONG: Final = 5
"""The least length of a path without frames between two cells."""


def motion(event: Event, before: SchwarmView, sea: Sea) -> Motion:
    """Return the animation of an event on the sea."""
    match event:
        case Sailed():
            ship = _ship(sea, event.seat, len(before.players))
            return _going(sea, ship, [CELL_NAMED[event.start], CELL_NAMED[event.cell]])
        case Swam():
            whale = _hazard(sea, WHALE)
            return _going(sea, whale, [CELL_NAMED[event.start], CELL_NAMED[event.cell]])
        case Rolled():
            return _going(sea, _hazard(sea, WAVE), _rolled(event, before))
        case Crept():
            return _going(sea, _hazard(sea, CRAB), crept(before.board, event))
        case Hit():
            return [Scene(sea, _struck(sea, event))]
        case _ if isinstance(event, _NEW):
            region = sea.plan.cell(CELL_NAMED[event.cell])
            return [Scene(sea, pulse(sea.picture, [region], "light", _SHARES))]
    return ()


def crept(board: Board, event: Crept) -> list[int]:
    """Return the crab's land cells, clockwise, with the first one."""
    start, end = (board.place_of[CELL_NAMED[name]] for name in (event.start, event.cell))
    steps = (end - start) % len(board.coast)
    return [board.coast[(start + step) % len(board.coast)] for step in range(steps + 1)]


def _rolled(event: Rolled, before: SchwarmView) -> list[int]:
    """Return the cells of a wave, with the first one."""
    start = before.waves[event.number - 1] if event.number else before.board.queen
    if start == NONE:
        return []
    direction = COMPASS.index(event.direction)
    return [start, *before.board.wave_path(start, direction, event.steps)]


def _ship(sea: Sea, seat: int, players: int) -> Frame:
    cell, counts = _cell(sea), [int(other == seat) for other in range(players)]
    draw = partial(draw_ships, region=cell, counts=counts, plain=sea.is_plain)
    return drawn(*cell.size, draw)


def _hazard(sea: Sea, sign: str) -> Frame:
    cell = _cell(sea)
    return drawn(*cell.size, partial(draw_hazards, region=cell, hazards=sign, plain=sea.is_plain))


def _cell(sea: Sea) -> Region:
    return Region(0, 0, sea.plan.width, sea.plan.height)


def _going(sea: Sea, piece: Frame, cells: Sequence[int]) -> Motion:
    """Return a piece's movement; its last cell keeps its earlier picture until the end."""
    stops = [sea.plan.cell(cell).offset for cell in cells]
    if len(stops) < 2:
        return ()
    between = 2 if len(stops) == 2 else 1 if len(stops) <= _LONG else 0
    return [Scene(sea, glide(piece, stops, between=between), [sea.plan.cell(cells[-1])])]


def _struck(sea: Sea, event: Hit) -> list[Frame]:
    """Return frames that show the cost of a hit twice on the piece that was hit."""
    region = sea.plan.cell(CELL_NAMED[event.cell])
    text = f" −{event.points} " if region.width > 6 else f"−{event.points}"
    at = Offset(region.x + (region.width - len(text)) // 2, region.y + (region.height - 1) // 2)
    told, bare = text_at(at, text, _LOST), text_at(at, " " * len(text), _LOST)
    return [bare, told, told, bare, told, told]
