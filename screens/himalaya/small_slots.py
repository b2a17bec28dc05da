"""A slot of a program on a phone: number and step, and below what comes of it."""

from __future__ import annotations

from typing import Final

from textual.geometry import Region

from rules.himalaya.board import NONE, ORDERS
from rules.himalaya.moves import LETTERS
from screens.colours import Look
from screens.himalaya.forecast import Note
from screens.himalaya.signs import (
    CUBE_LOOKS,
    FAILS,
    ORDER_INKS,
    ORDER_NAMES,
    WORKS,
    cube_signs,
    is_in_ascii,
)
from screens.himalaya.slots import Face
from screens.text import _
from screens.widgets.raster import Raster

_GROUNDS: Final = ("raised", "raised+edge/30")
"""The grounds of slots, in turns, as there is no gap between them."""


def draw_small_face(raster: Raster, region: Region, face: Face) -> None:
    """Draw a slot in two lines, or with a third one in two lines and a half."""
    ground = "light" if face.is_here else _GROUNDS[face.place % 2]
    raster.fill(Region(region.x, region.y, region.width, 2), ground)
    if region.height > 2 and not is_in_ascii():
        raster.write(region.x, region.y + 2, "▀" * region.width, ground)
    ink = "dark" if face.is_here else "ink"
    number = f"›{face.place + 1}" if face.is_here else f"{face.place + 1}"
    is_laid = face.order != NONE
    chip = Look("dark", face.side, "bold")
    raster.stamp(
        region.x, region.y, number, chip if is_laid else Look(ink, ground, "bold" * face.is_here)
    )
    x, room = region.x + len(number), region.width - len(number)
    if is_laid:
        name = step_name(face.order, room, raster.width // ORDERS - 1)
        ink = "dark" if face.is_here else ORDER_INKS[face.order]
        raster.write(x + (len(name) == 1), region.y, name, ink, style="bold")
        if face.note is not None:
            _draw_note(raster, region, face.note, is_here=face.is_here)
    elif face.is_here:
        raster.write(region.x + 1, region.y + 1, "?", ink, style="bold")
    else:
        raster.write(region.x + 1, region.y + 1, "·", "soft")


def step_name(order: int, room: int, least: int) -> str:
    """Return the name of a step, or its letter if it or the longest name would be cut.

    `least` is the room of the slot with the least.
    """
    names = [_(name) for name in ORDER_NAMES]
    is_cut = max(map(len, names)) > least or len(names[order]) > room
    return LETTERS[order] if is_cut else names[order]


def _draw_note(raster: Raster, region: Region, note: Note, *, is_here: bool) -> None:
    """Draw what comes of a step: the village it leads to, a cube, an order's yaks, or nothing."""
    text, x = note.signs.replace(" ", ""), region.x + 1
    if len(text) >= region.width:
        x -= 1
    ink = "good" if text.startswith(WORKS) else "bad" if text.startswith(FAILS) else "ink"
    raster.write(x, region.y + 1, text, "dark" if is_here else ink, style="bold")
    if text.startswith("+") and text[1:] in cube_signs():
        raster.stamp(x + 1, region.y + 1, text[1:], CUBE_LOOKS[[*cube_signs()].index(text[1:])])
