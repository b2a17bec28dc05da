"""Animations of Submarine: boats sail, bathyscaphes dive, treasures rise, cards are paid."""

from __future__ import annotations

from functools import partial
from typing import Final

from textual.geometry import Offset, Region

from rules.contract import Event
from rules.submarine.board import (
    CELL_NAMED,
    COLUMN_OF,
    LEFT,
    LEVEL_OF,
    RIGHT,
    TOKEN_NAMED,
)
from rules.submarine.events import Dived, Gave, Left, Paid, Placed, Sailed, Took
from rules.submarine.view import SubmarineView
from screens.colours import Look
from screens.submarine.boats import Lying, draw_bathyscaphes, draw_boats
from screens.submarine.sea import Sea
from screens.submarine.signs import draw_close, draw_token, token_look, wordings
from screens.widgets.motion import Motion, Scene, drawn, glide, text_at
from screens.widgets.raster import Cell

_CARDS: Final = Look("dark", "gold", "bold")


def motion(event: Event, before: SubmarineView, sea: Sea) -> Motion:
    """Return the animation of an event on the sea."""
    match event:
        case Sailed():
            return [_sailing(sea, before, event.seat, event.column)]
        case Left():
            return [_sailing(sea, before, event.seat, RIGHT)]
        case Placed():
            start = _middle(sea.plan.surface(event.column))
            return [_diving(sea, event.seat, start, CELL_NAMED[f"{event.column}.1"])]
        case Dived():
            start = _berth(sea, CELL_NAMED[event.start]).offset
            return [_diving(sea, event.seat, start, CELL_NAMED[event.cell])]
        case Took():
            return [_rising(sea, before, event)]
        case Paid(count=count):
            return _paying(sea, before, event, count)
        case Gave():
            return _paying(sea, before, event, 1)
    return ()


# Boats


def _sailing(sea: Sea, before: SubmarineView, seat: int, column: int) -> Scene:
    """Show a boat pass column by column, from the left of the sea or out at its right."""
    plan = sea.plan
    sky = Region(0, 0, plan.width, plan.sky)
    boat = drawn(*sky.size, partial(draw_boats, region=sky, seats=(seat,), own=sea.payer))
    start = before.players[seat].boat
    if start >= column:
        start = LEFT  # all boats went back since
    way = range(start, column + 1)
    stops = [Offset(plan.left(place), 0) for place in way]
    between = 3 if len(stops) < 3 else 1 if len(stops) < 5 else 0
    return Scene(sea, glide(boat, stops, between=between), [plan.surface(column)])


# Bathyscaphes


def _diving(sea: Sea, seat: int, start: Offset, cell: int) -> Scene:
    end = _berth(sea, cell)
    room = Region(0 if sea.plan.is_close else 1, 0, end.width - 2, 1)
    lying = (Lying(seat, 1),)
    piece = drawn(end.width, 1, partial(draw_bathyscaphes, region=room, lying=lying, own=sea.payer))
    return Scene(sea, glide(piece, [start, end.offset], between=3), [end])


def _berth(sea: Sea, cell: int) -> Region:
    return sea.plan.berth(COLUMN_OF[cell], LEVEL_OF[cell])


def _middle(sky: Region) -> Offset:
    return Offset(sky.x, sky.bottom - 1)


# Treasures and cards


def _rising(sea: Sea, before: SubmarineView, event: Took) -> Scene:
    """Return the scene of a token that rises to the boat of its new owner."""
    cell, token = CELL_NAMED[event.cell], TOKEN_NAMED[event.token]
    column, level = COLUMN_OF[cell], LEVEL_OF[cell]
    slot = before.sea[cell].index(token) if token in before.sea[cell] else 0
    region = sea.plan.slot(column, level, slot)
    flat = Region(0, 0, region.width, 1)
    if sea.plan.is_close:
        chip = drawn(*flat.size, partial(draw_close, region=flat, token=token, is_lit=True))
    else:
        text, look = wordings(region.width)[token], token_look(token, is_lit=True)
        chip = drawn(*flat.size, partial(draw_token, region=flat, text=text, look=look))
    top = Offset(region.x, sea.plan.surface(column).bottom - 1)
    return Scene(sea, glide(chip, [region.offset, top], between=4), left=[region])


def _paying(sea: Sea, before: SubmarineView, event: Paid | Gave, count: int) -> Motion:
    """Return the motion of cards down to the uppermost bathyscaphe of the receiver."""
    column = before.players[event.seat].boat
    lying = before.players[event.to].bathyscaphes
    there = [cell for cell, number in enumerate(lying) if number and COLUMN_OF[cell] == column]
    if not there:
        return ()
    end = _berth(sea, min(there, key=lambda cell: LEVEL_OF[cell]))
    cards = text_at(
        Offset(end.width // 2, 0), f"+{count}", Cell(" ", _CARDS.ink, _CARDS.ground, _CARDS.style)
    )
    start = _middle(sea.plan.surface(column))
    return [Scene(sea, glide(cards, [start, end.offset], between=2))]
