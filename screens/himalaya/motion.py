"""Animations of Himalaya: caravans, goods and delegations on their way."""

from __future__ import annotations

from typing import Final

from textual.geometry import Offset, Region

from rules.contract import Event
from rules.himalaya.board import CUBES
from rules.himalaya.events import (
    Camped,
    Failed,
    Filled,
    Halted,
    Offered,
    Sent,
    Token,
    Took,
    Walked,
)
from rules.himalaya.view import HimalayaView
from screens.colours import SIDE_SIGNS, SIDES, Look, chip
from screens.himalaya.map import Map
from screens.himalaya.map_layout import Atlas, cells_along
from screens.himalaya.signs import CUBE_LOOKS, FAILS, FLAG, PRICE_LOOK, cube_sign
from screens.widgets.motion import Frame, Motion, Scene, glide, placed, pulse, text_at
from screens.widgets.raster import Cell

_STEPS: Final = 6
"""The frames of a caravan's walk."""
_SHARES: Final = (60, 60, 30)
"""The share of a player's colour over new pieces, in per cent, frame by frame."""
_BAD: Final = Look("on-loss", "loss", "bold")


def motion(event: Event, before: HimalayaView, chart: Map) -> Motion:
    """Return the scenes of an event on the map."""
    match event:
        case Walked():
            return [_walking(event, before, chart)]
        case Took():
            cube = CUBES.index(event.cube)
            taken = _told(f" {cube_sign(cube)} ", CUBE_LOOKS[cube])
            return [Scene(chart, _to_caravan(chart, event.village, taken))]
        case Filled():
            handed = _cubes(event.demand)
            paid = _told(f" +{event.yaks}y ", PRICE_LOOK)
            village = event.village
            return [
                Scene(
                    chart,
                    [
                        *_to_caravan(chart, village, handed)[::-1],
                        *_to_caravan(chart, village, paid),
                    ],
                )
            ]
        case Halted(village=village) | Failed(village=village):
            at = chart.label(village).tail_at
            sign = placed(_told(f" {FAILS} ", _BAD), at)
            return [Scene(chart, [sign, sign, {}, sign, sign])]
        case Sent():
            return [_sending(event, before, chart)]
        case Camped() | Offered() | Token():
            region = chart.label(event.village).region
            return [Scene(chart, pulse(chart.picture, [region], SIDES[event.seat], _SHARES))]
    return ()


def way(atlas: Atlas, start: int, village: int) -> list[Offset]:
    """Return the cells of the route between two villages, in walking order."""
    route = (min(start, village), max(start, village))
    cells = [Offset(*cell) for cell in cells_along(atlas.curves[route])]
    return cells if start < village else cells[::-1]


def _walking(event: Walked, before: HimalayaView, chart: Map) -> Scene:
    """Show the caravan at a few places of its route, both ends included."""
    cells = way(chart.atlas(before), event.start, event.village)
    last = len(cells) - 1
    places = [cells[last * step // (_STEPS - 1)] for step in range(_STEPS)]
    caravan = _told(f" {SIDE_SIGNS[event.seat]} ", chip(SIDES[event.seat]))
    frames = [placed(caravan, place - (1, 0)) for place in places]
    return Scene(chart, frames, [chart.label(event.village).region])


def _sending(event: Sent, before: HimalayaView, chart: Map) -> Scene:
    """Show delegations on their way from the village to the name of the region."""
    letters = [region.letter for region in before.board.regions]
    end = chart.atlas(before).labels[letters.index(event.region)]
    start = chart.label(before.players[event.seat].caravan).tail_at
    flags = _told(f"{FLAG}{SIDE_SIGNS[event.seat]}{event.count}", chip(SIDES[event.seat]))
    line = Region(end.x, end.bottom - 1, end.width, 1)
    return Scene(chart, glide(flags, [start, end.offset], between=_STEPS - 3), [line])


def _to_caravan(chart: Map, village: int, piece: Frame) -> list[Frame]:
    """Move a piece from a village's offer to the caravan, where it stays for a moment."""
    label = chart.label(village)
    below = Offset(label.at[0], label.at[1] + 1)
    frames = glide(piece, [below, label.tail_at], between=1)
    return [*frames, frames[-1]]


def _told(text: str, look: Look) -> Frame:
    return text_at(Offset(0, 0), text, Cell(" ", look.ink, look.ground, look.style))


def _cubes(words: str) -> Frame:
    """Return the cubes of an order side by side."""
    kinds = [CUBES.index(word) for word in words.split()]
    return {
        Offset(x, 0): Cell(cube_sign(kind), look.ink, look.ground, look.style)
        for x, kind in enumerate(kinds)
        for look in [CUBE_LOOKS[kind]]
    }
