"""Drawings of tokens: a letter pair, a type and a letter, or both words, as fits."""

from __future__ import annotations

from typing import Final

from textual.geometry import Region

from rules.submarine.board import COLOUR_OF, TOKENS
from screens.colours import PAINTS, SIDE_SIGNS, Look, chip
from screens.submarine.signs import colour_sign, kind_name, side_chip, token_sign, token_words
from screens.text import _
from screens.widgets.raster import Raster, fitted

HINT: Final = "✦"
_SHORT: Final = 3


def token_look(token: int, *, is_lit: bool) -> Look:
    """Return a bright look for a token in reach, else a dim one."""
    paint = PAINTS[COLOUR_OF[token]]
    return chip(paint) if is_lit else Look(f"pale-{paint}", f"dim-{paint}")


def wordings(width: int) -> tuple[str, ...]:
    """Return the text of each token, all in the longest form that fits a width."""
    if width <= _SHORT:
        return tuple(map(token_sign, TOKENS))
    words = tuple(token_words(token) for token in TOKENS)
    if max(map(len, words)) < width:
        return words
    return tuple(_kind_and_letter(token, width) for token in TOKENS)


def _kind_and_letter(token: int, width: int) -> str:
    return f"{fitted(kind_name(token), width - 4)} {colour_sign(COLOUR_OF[token])}"


def draw_token(
    raster: Raster,
    region: Region,
    text: str,
    look: Look,
    *,
    mark: str = "",
    is_hinted: bool = False,
) -> None:
    """Draw a token, between two marks if there are no colours."""
    if region.width <= _SHORT:
        raster.write(region.x, region.y, mark or " ", "ink", style="bold")
        raster.stamp(region.x + 1, region.y, text, look)
        if is_hinted:
            raster.write(region.x, region.y, HINT, "hint", ground="dark", style="bold")
        return
    raster.stamp(region.x, region.y, f" {text}".ljust(region.width), look)
    if mark:
        raster.stamp(region.x, region.y, mark, look)
        raster.stamp(region.right - 1, region.y, mark, look)
    if is_hinted:
        raster.write(region.right - 4, region.y, HINT, "hint", ground="dark", style="bold")


def draw_empty(
    raster: Raster, region: Region, gone: tuple[int, int, int] | None, payer: int
) -> None:
    """Draw a place without a token, and the seat that took the token recently."""
    if gone is None:
        x = region.x + (1 if region.width <= 3 else 0)
        raster.write(x, region.y, "·", "soft")
        return
    seat, token, _cell = gone
    look, sign = side_chip(seat, payer), SIDE_SIGNS[seat]
    if region.width <= 3:
        raster.stamp(region.x + 1, region.y, sign, look)
        raster.write(region.x + 2, region.y, "·", "soft")
        return
    long = _("{sign} took {token}").format(sign=sign, token=token_words(token))
    short = f"{sign} {kind_name(token)}"
    text = next((t for t in (long, short) if len(t) < region.width), short)
    raster.stamp(region.x, region.y, fitted(f" {text} ", min(len(text) + 2, region.width)), look)
