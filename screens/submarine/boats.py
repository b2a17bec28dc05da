"""Boats at the surface, and bathyscaphes below it, as they are drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from textual.geometry import Region

from screens.colours import SIDE_SIGNS, Look
from screens.submarine.signs import side_chip
from screens.widgets.raster import Raster

MAY_ACT: Final = Look("dark", "gold", "bold")
_LARGE: Final = 20
"""From columns of this width on boats are larger."""


@dataclass(frozen=True, slots=True)
class Lying:
    """Bathyscaphes of one seat in one cell that are alike."""

    seat: int
    count: int
    may_act: bool = False
    has_moved: bool = False

    def text(self, *, is_short: bool) -> str:
        """Its sign, how many, and what is to be said of them, in signs."""
        sign = SIDE_SIGNS[self.seat] + (str(self.count) if self.count > 1 else "")
        if is_short:
            return f"{sign}!" if self.may_act else sign
        if self.may_act:
            return f"«{sign}»"
        return f"›{sign}‹" if self.has_moved else f"({sign})"

    def look(self, own: int) -> Look:
        """Gold if they may act, underlined if they moved lately."""
        if self.may_act:
            return MAY_ACT
        look = side_chip(self.seat, own)
        return Look(look.ink, look.ground, "bold underline") if self.has_moved else look


def lengths(lying: Sequence[Lying], *, is_short: bool) -> int:
    """The cells that bathyscaphes side by side need, and one more."""
    return sum(len(each.text(is_short=is_short)) + (not is_short) for each in lying) + is_short


def draw_bathyscaphes(raster: Raster, region: Region, lying: Sequence[Lying], own: int) -> None:
    """As many of a line's cells as they need, shorter where there is little room."""
    for is_short, gap in ((False, 1), (False, 0), (True, 1), (True, 0)):
        texts = [each.text(is_short=is_short) for each in lying]
        if sum(map(len, texts)) + gap * (len(texts) - 1) <= region.width:
            break
    x = region.x
    for text, each in zip(texts, lying):
        raster.stamp(x, region.y, text, each.look(own))
        x += len(text) + gap


def draw_boats(raster: Raster, region: Region, seats: Sequence[int], own: int) -> None:
    """Boats side by side on the waterline, or all in one hull where there is no room."""
    if not seats:
        return
    water = region.bottom - 1
    free = region.width - (3 if region.height == 1 else 1)
    width = (7 if region.width >= _LARGE else 5) if region.height > 1 else 3
    if len(seats) * width > free:
        width = 3
    if len(seats) * width > free:
        _draw_low(raster, region.right - len(seats) - 3, water, seats, own)
        return
    x = region.x + (region.width - len(seats) * width) // 2
    if region.height == 1:
        x = max(x, region.x + 3)
    for seat in seats:
        if width == 3:
            _draw_low(raster, x, water, (seat,), own)
        else:
            _draw_high(raster, Region(x, region.y, width, region.height), seat, own)
        x += width


def draw_waiting(raster: Raster, x: int, seats: Sequence[int], own: int) -> None:
    """Boats beside the sea, above each other."""
    for y, seat in enumerate(seats):
        raster.stamp(x, y, SIDE_SIGNS[seat], side_chip(seat, own))


def _draw_low(raster: Raster, x: int, y: int, seats: Sequence[int], own: int) -> None:
    raster.write(x, y, "◥", _hull(seats[0], own))
    for at, seat in enumerate(seats, start=x + 1):
        raster.stamp(at, y, SIDE_SIGNS[seat], side_chip(seat, own))
    raster.write(x + 1 + len(seats), y, "◤", _hull(seats[-1], own))


def _draw_high(raster: Raster, region: Region, seat: int, own: int) -> None:
    """A hull on the water, a bridge with the sign, and a mast where the sky is high."""
    hull, water = _hull(seat, own), region.bottom - 1
    middle = region.x + region.width // 2
    raster.write(region.x, water, "◥" + "█" * (region.width - 2) + "◤", hull)
    raster.write(middle - 1, water - 1, "▐", hull)
    raster.stamp(middle, water - 1, SIDE_SIGNS[seat], side_chip(seat, own))
    raster.write(middle + 1, water - 1, "▌", hull)
    if region.height > 3:
        raster.write(middle, water - 2, "▐", hull)
        raster.write(middle + 1, water - 2, "▀", hull)
    if region.height > 4 and region.width > 5:
        raster.write(middle, water - 3, "▐", hull)
        raster.write(middle + 1, water - 3, "▀▀", hull)
        raster.write(middle + 1, water - 2, " ", hull)


def _hull(seat: int, own: int) -> str:
    return "light" if seat == own else "steel-hull"
