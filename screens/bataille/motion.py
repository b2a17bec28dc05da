"""Animations of Bataille: ships sail, charges sink, torpedoes run, ships go down.

A torpedo starts at the end of its lane, as nobody may know which submarine fired it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from textual.geometry import Offset, Region

from rules.bataille.board import (
    ARROWS,
    COLUMNS,
    LANES,
    LEVELS,
    PORT,
    SHIPS,
    SQUARES,
    column_of,
    distance,
    row_of,
)
from rules.bataille.events import Charge, MineStruck, Moved, Torpedo
from rules.bataille.view import BatailleView
from rules.contract import Event
from screens.bataille.levels import Levels
from screens.bataille.signs import HOT, MISSED, SUBMARINE, SUNK
from screens.bataille.surface import Surface, draw_plain_ship, draw_ship
from screens.colours import SIDES
from screens.widgets.motion import (
    STILL,
    Frame,
    Motion,
    Scene,
    drawn,
    glide,
    placed,
    pulse,
    sink,
    text_at,
)
from screens.widgets.raster import Cell, Raster

_LANE_NAMED: Final = {lane.name: lane for lane in LANES}
_TURNS: Final = "│╱─╲│╱─╲│╱"
"""The needle of the spinner, frame by frame."""
_HEADS: Final = {(1, 0): "▸", (-1, 0): "◂", (0, 1): "▾", (0, -1): "▴"}
_BLAST: Final = Cell(ink="on-loss", ground="wreck", style="bold")
_SPLASH: Final = Cell(ink="light", ground="", style="bold")
_WAKE: Final = Cell("·", "light", "")
_RING: Final = 30
_FADING: Final = 14
"""The light on the cells around a charge, and just after it, in per cent."""


def motion(
    event: Event, before: BatailleView, surface: Surface, camp_of: Callable[[int], Levels]
) -> Motion:
    """Return the scenes of an event; `camp_of` a seat is the board of the seat's camp."""
    match event:
        case Moved():
            return [_sailing(event, before, surface)]
        case MineStruck():
            return [_striking(event, before, surface)]
        case Charge():
            return [_dropping(event, camp_of(1 - event.seat))]
        case Torpedo():
            return _running(event, before, surface)
    return ()


# Ships


def _ship(surface: Surface, view: BatailleView, seat: int, ship: int) -> Frame:
    square = Region(0, 0, *surface.plan.cell(1).size)
    draw = draw_plain_ship if surface.is_plain else draw_ship
    charges = view.fleets[seat].charges[ship]
    return drawn(
        *square.size,
        partial(draw, region=surface.plan.afloat(square), seat=seat, ship=ship, charges=charges),
    )


def path(seat: int, start: int, number: int) -> list[int]:
    """Return the numbers a ship passes on its way, both ends included; PORT for the port."""
    if number == PORT:
        return path(seat, number, start)[::-1]
    if start == PORT:
        arrow = min(ARROWS[seat], key=lambda arrow: (distance(arrow, number), arrow))
        return [PORT, *path(seat, arrow, number)]
    found = [start]
    while found[-1] != number:
        here = found[-1]
        down = row_of(number) - row_of(here)
        right = column_of(number) - column_of(here)
        found.append(here + COLUMNS * _sign(down) + _sign(right))
    return found


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _sailing(event: Moved, before: BatailleView, surface: Surface) -> Scene:
    plan, ship = surface.plan, SHIPS.index(event.ship)
    berth = plan.berth(event.seat, ship + 1)
    middle = Offset(berth.x + (berth.width - plan.width) // 2, berth.y)
    stops = [
        middle if number == PORT else plan.cell(number).offset
        for number in path(event.seat, event.start, event.number)
    ]
    end = berth if event.number == PORT else plan.cell(event.number)
    piece = _ship(surface, before, event.seat, ship)
    return Scene(surface, glide(piece, stops)[:-1], [end])


def _striking(event: MineStruck, before: BatailleView, surface: Surface) -> Scene:
    region = surface.plan.cell(event.number)
    piece = _ship(surface, before, event.seat, SHIPS.index(event.ship))
    there = placed(piece, region.offset)
    bang = {**there, **_burst(region, _BLAST)}
    return Scene(surface, [there, bang, bang, *_going_down(piece, region)])


def _going_down(piece: Frame, region: Region) -> list[Frame]:
    """Return the frames of a ship that sinks, and of the waves that close over it."""
    waves = text_at(Offset(0, region.height - 1), "≈" * region.width, _SPLASH)
    return [
        *sink(piece, region.offset, region.height),
        placed(waves, region.offset),
        placed(waves, region.offset),
    ]


def _burst(region: Region, cell: Cell) -> Frame:
    x, y = region.x + region.width // 2 - 1, region.y + region.height // 2
    return text_at(Offset(x, y), f" {SUNK} ", cell)


# Depth charges


def _dropping(event: Charge, camp: Levels) -> Scene:
    """Show a charge sinking level by level, with ripples around it on the surface."""
    index = LEVELS.index(event.level)
    cells = [event.number + level * SQUARES for level in range(index + 1)]
    frames: list[Frame] = []
    for cell in cells:
        sinking = _in_cell(camp, cell, HOT)
        frames += [sinking, sinking]
    ring = [_ring(camp, cells[-1], share) for share in (_RING, _FADING)]
    frames += [{**frame, **_in_cell(camp, cells[-1], MISSED)} for frame in ring]
    if event.answer == "hit":
        wreck = camp.place_of(cells[-1])
        lost = "SX" if camp.is_plain else (SUBMARINE, "▄▖", "▁▁")
        frames += [_wreck(wreck, sign) for sign in lost]
    return Scene(camp, frames, [camp.place_of(cells[-1])])


def _in_cell(camp: Levels, cell: int, sign: str) -> Frame:
    region = camp.place_of(cell)
    x, y = region.x + region.width // 2, region.y + (region.height - 1) // 2
    return {Offset(x, y): _SPLASH._replace(sign=sign)}


def _wreck(region: Region, sign: str) -> Frame:
    raster = Raster(region.width, region.height, _BLAST.ground)
    x = max(region.width // 2 - len(sign) + 1, 0)
    raster.write(x, (region.height - 1) // 2, sign, _BLAST.ink, style="bold")
    return placed(raster.cells(), region.offset)


def _ring(camp: Levels, cell: int, share: int) -> Frame:
    """Return the cells around a cell on its level, a little lighter."""
    number = (cell - 1) % SQUARES + 1
    beside = [
        cell + other - number
        for other in range(1, SQUARES + 1)
        if abs(row_of(other) - row_of(number)) + abs(column_of(other) - column_of(number)) == 1
    ]
    (frame,) = pulse(camp.picture, [camp.place_of(other) for other in beside], "light", [share])
    return frame


# Torpedoes


def _running(event: Torpedo, before: BatailleView, surface: Surface) -> Motion:
    """Show a torpedo run to its target, the spinner turn, and the ship perhaps sink.

    Nothing if the ship moved since the view before, which then does not tell its place.
    """
    ship, target = SHIPS.index(event.ship), 1 - event.seat
    number = before.fleets[target].places[ship]
    lane = _LANE_NAMED[event.lane].numbers
    if number not in lane:
        return ()
    region, side = surface.plan.cell(number), SIDES[event.seat]
    run = _run(surface, lane, number, side)
    needle = Cell(ink="dark", ground=side, style="bold")
    spin = [text_at(region.offset, f" {sign} ", needle) for sign in _TURNS]
    if event.answer == "hit":
        piece = _ship(surface, before, target, ship)
        there = placed(piece, region.offset)
        end = [{**there, **_burst(region, _BLAST)}, *_going_down(piece, region)]
        turning: list[Frame] = [{**there, **frame} for frame in spin]
        arriving: list[Frame] = [{**there, **frame} for frame in run]
        return [Scene(surface, [*arriving, *turning, *end])]
    missed = text_at(region.offset, f" {MISSED} ", needle)
    return [Scene(surface, [*run, *spin, missed, missed, STILL])]


def _run(surface: Surface, numbers: Sequence[int], target: int, side: str) -> list[Frame]:
    """Return a torpedo in each number, from the far end of its lane to just before its target."""
    place = numbers.index(target)
    way = numbers[:place] if place >= len(numbers) // 2 else numbers[:place:-1]
    frames: list[Frame] = []
    for number in way:
        right = _sign(column_of(target) - column_of(number))
        down = _sign(row_of(target) - row_of(number))
        region = surface.plan.cell(number)
        at = Offset(region.x + region.width // 2, region.y + region.height // 2)
        sign = _HEADS.get((right, down), "●")
        wake = {at - (step * right, step * down): _WAKE for step in (1, 2)[: 1 + bool(right)]}
        frames.append({**wake, at: Cell(sign, side, "", "bold")})
    return frames
