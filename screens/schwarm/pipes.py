"""The links of tiles: pipes in the colours of their owners, or lines where colours tell nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from textual.geometry import Region

from screens.schwarm.signs import HEAVY_LINES, LIGHT_LINES
from screens.widgets.raster import Cell, Raster

NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8
_LOW: Final = 3
"""Up to so many lines a cell stripes are half a line high."""


def draw_pipes(raster: Raster, region: Region, links: int, colours: Sequence[str]) -> None:
    """Thick pipes that go on from cell to cell, striped where a tile has several owners."""
    x, y = _middle(region)
    long, step = len(colours), max(1, region.width // 6)
    for at in _along(region, links):
        raster.write(at, y, "▄", colours[(at - region.x) // step % long])
    if links & NORTH:
        _upright(raster, Region(x, region.y, 1, y - region.y + 1), region, colours)
    elif links & (EAST | WEST | SOUTH):
        raster.write(x, y, "▄", colours[(x - region.x) // step % long])
    if links & SOUTH:
        _upright(raster, Region(x, y + 1, 1, region.bottom - y - 1), region, colours)


def draw_lines(raster: Raster, region: Region, links: int, ink: str, *, heavy: bool) -> None:
    """Thin lines: of nobody's tile; or of any, the network that counts in heavy ones."""
    signs, style = (HEAVY_LINES, "bold") if heavy else (LIGHT_LINES, "")
    x, y = _middle(region)
    for at in _along(region, links):
        raster.write(at, y, signs[EAST | WEST], ink, style=style)
    raster.write(x, y, signs[links], ink, style=style)
    for line in _above_and_below(region, links, y):
        raster.write(x, line, signs[NORTH | SOUTH], ink, style=style)


def _middle(region: Region) -> tuple[int, int]:
    return region.x + (region.width - 1) // 2, region.y + (region.height - 1) // 2


def _along(region: Region, links: int) -> Iterator[int]:
    """The columns of the arms to the west and to the east."""
    x, _y = _middle(region)
    if links & WEST:
        yield from range(region.x, x)
    if links & EAST:
        yield from range(x + 1, region.right)


def _above_and_below(region: Region, links: int, y: int) -> Iterator[int]:
    """The lines of the arms to the north and to the south."""
    if links & NORTH:
        yield from range(region.y, y)
    if links & SOUTH:
        yield from range(y + 1, region.bottom)


def _upright(raster: Raster, arm: Region, region: Region, colours: Sequence[str]) -> None:
    """An arm, its stripes a line high, or half a line in low cells."""
    long = len(colours)
    for y in range(arm.y, arm.bottom):
        line = y - region.y
        if long > 1 and region.height <= _LOW:
            ink, ground = colours[2 * line % long], colours[(2 * line + 1) % long]
            raster.put(arm.x, y, Cell("▀", ink, ground))
        else:
            raster.write(arm.x, y, "█", colours[line % long])
