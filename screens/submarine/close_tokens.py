"""Tokens in the narrow columns of a phone: a few letters, and the letter of the colour."""

from __future__ import annotations

from typing import Final

from textual.geometry import Offset, Region

from rules.submarine.board import COLOUR_OF, SHELLS, TYPE_OF
from screens.colours import PAINTS, SIDE_SIGNS, Look
from screens.submarine.signs import HINT, colour_sign, kind_name, side_chip, token_look
from screens.text import N_, _
from screens.widgets.raster import Cell, Raster

_SHORT: Final = (
    N_("amph"),
    N_("bell"),
    N_("crwn"),
    N_("dagg"),
    N_("gobl"),
    N_("helm"),
    N_("key"),
    N_("lamp"),
    N_("mask"),
    N_("neck"),
    N_("perl"),
    N_("ring"),
    N_("shel"),
)
"""The types, then a shell, in four letters at most."""
_TIGHT: Final = 5
"""The cells of a token without a blank before the letter of its colour."""
_HINTED: Final = Look("hint", "dark", "bold")


def short_kind(token: int, room: int) -> str:
    """Return the name of a token without its colour, in four letters if it is longer than that."""
    name = kind_name(token)
    short = _(_SHORT[-1 if token in SHELLS else TYPE_OF[token]])
    return name if len(name) <= room else short[:room]


def draw_close(
    raster: Raster,
    region: Region,
    token: int,
    *,
    is_lit: bool = False,
    is_hinted: bool = False,
    is_plain: bool = False,
) -> None:
    """Draw a token; a hint, or without colours the sign of a choice, stands before its colour."""
    letter, look = colour_sign(COLOUR_OF[token]), token_look(token, is_lit=is_lit)
    mark = HINT if is_hinted else "·" if is_lit and is_plain else ""
    is_tight = region.width == _TIGHT and not (mark or is_plain)
    room = region.width - (1 if is_tight else 2)
    text = short_kind(token, room).ljust(region.width - 1) + letter
    raster.stamp(region.x, region.y, text, look)
    last = region.right - 1
    if is_tight:
        turned = Look(PAINTS[COLOUR_OF[token]] if is_lit else look.ink, "dark", "bold")
        raster.stamp(last, region.y, letter, turned)
    if mark:
        raster.stamp(last - 1, region.y, mark, _HINTED if is_hinted else look)


def draw_gone(
    raster: Raster, region: Region, gone: tuple[int, int, int] | None, payer: int
) -> None:
    """Draw a place without a token, or the seat that took the token recently, and its type."""
    if gone is None:
        raster.write(region.x + 1, region.y, "·", "soft")
        return
    seat, token, _cell = gone
    text = SIDE_SIGNS[seat] + short_kind(token, region.width - 1)
    raster.stamp(region.x, region.y, text, side_chip(seat, payer))


def cursor_on(
    cells: dict[Offset, Cell], region: Region, picture: Raster, token: int, *, is_plain: bool
) -> None:
    """Leave the colour of a token under the cursor on its letter; without colours, bracket it."""
    letter = Offset(region.right - 1, region.y)
    if is_plain:
        before, after = Offset(letter.x - 1, letter.y), Offset(letter.x + 1, letter.y)
        cells[before] = cells[before]._replace(sign="[")
        if after.x < picture.width:
            cells[after] = picture[after]._replace(sign="]", ink="ink", style="bold")
    else:
        hue = token_look(token, is_lit=True).ground
        cells[letter] = cells[letter]._replace(ink="dark", ground=hue)
