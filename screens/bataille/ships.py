"""Drawings of ships: a hull with sign and letter, charges, and a mast where there is room."""

from __future__ import annotations

from typing import Final

from textual.geometry import Region

from rules.bataille.board import FULL_LOAD, SHIPS
from screens.colours import SIDE_SIGNS, SIDES, chip
from screens.widgets.raster import Raster

LOADED: Final = "●"
SPENT: Final = "○"


def pips(ship: int, charges: int) -> str:
    """The charges a ship carries, and those it has dropped."""
    return LOADED * charges + SPENT * (FULL_LOAD[ship] - charges)


def draw_ship(raster: Raster, region: Region, seat: int, ship: int, charges: int) -> None:
    """A ship afloat, in the cells of its place."""
    if region.height == 1:
        _draw_small(raster, region, seat, f"{SHIPS[ship]}{charges}")
        return
    side, look = SIDES[seat], chip(SIDES[seat])
    width = min(region.width, 6 + 2 * (region.width // 5))
    x = region.x + (region.width - width) // 2
    hull = region.bottom - 1 - (region.height > 5)
    raster.write(x, hull, "◥", side)
    raster.stamp(x + 1, hull, pips(ship, charges).center(width - 2), look)
    raster.write(x + width - 1, hull, "◤", side)
    deck = f"{SIDE_SIGNS[seat]}{SHIPS[ship]}"
    middle = region.x + (region.width - len(deck)) // 2
    raster.stamp(middle, hull - 1, deck, look)
    if region.height > 4:
        raster.write(middle, hull - 2, "▐", side)
        raster.write(middle + 1, hull - 2, "▀", side)


def draw_plain_ship(raster: Raster, region: Region, seat: int, ship: int, charges: int) -> None:
    """Draw a ship without colours: `(▲A3)` or `<▼B2>`."""
    text = f"{SIDE_SIGNS[seat]}{SHIPS[ship]}{charges}"
    text = f"({text})" if seat == 0 else f"<{text}>"
    x = region.x + (region.width - len(text)) // 2
    raster.write(x, region.y + region.height // 2, text, "ink", style="bold")


def _draw_small(raster: Raster, region: Region, seat: int, text: str) -> None:
    x = region.x + (region.width - 5) // 2
    raster.write(x, region.y, "◥", SIDES[seat])
    raster.stamp(x + 1, region.y, f"{SIDE_SIGNS[seat]}{text}", chip(SIDES[seat]))
    raster.write(x + 4, region.y, "◤", SIDES[seat])
