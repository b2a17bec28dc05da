"""Drawing the picture of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import ceil
from typing import Final

from textual.geometry import Region

from screens.game_intro import Shape, intro_of
from screens.widgets.raster import Cell, Raster


def draw_picture(raster: Raster, region: Region, game: str) -> None:
    """The picture of a game; none where there is none, or where colours tell nothing."""
    for (x, y), cell in _cells(game, region.width, region.height).items():
        raster.put(region.x + x, region.y + y, cell)


@lru_cache(maxsize=32)
def _cells(game: str, width: int, height: int) -> Mapping[tuple[int, int], Cell]:
    """Two points a cell, one above the other."""
    shapes = intro_of(game).picture
    if not shapes:
        return {}
    rows = [_row(shapes, (y + 0.5) / (2 * height), width) for y in range(2 * height)]
    return {
        (x, y): Cell("▀", rows[2 * y][x], rows[2 * y + 1][x])
        for x in range(width)
        for y in range(height)
    }


def _row(shapes: Sequence[Shape], y: float, width: int) -> list[str]:
    """The colours of the points at a height: each shape lies from every odd edge to the next."""
    row = [""] * width
    for colour, corners in shapes:
        edges = sorted(
            x1 + (y - y1) * (x2 - x1) / (y2 - y1)
            for (x1, y1), (x2, y2) in zip(corners, (*corners[1:], corners[0]))
            if (y1 > y) != (y2 > y)
        )
        for left, right in zip(edges[::2], edges[1::2]):
            first, last = (max(ceil(edge * width - 0.5), 0) for edge in (left, right))
            row[first:last] = [colour] * (min(last, width) - min(first, width))
    return row


COLOURS: Final[Mapping[str, str]] = {
    "picture-day": "#7ba7d0",
    "picture-haze": "#b7c6da",
    "picture-snow": "#f4f7fa",
    "picture-peak": "#5b6d92",
    "picture-rock": "#44557a",
    "picture-meadow": "#5d8a50",
    "picture-field": "#d9bd84",
    "picture-skin": "#efc79a",
    "picture-dusk": "#e8a268",
    "picture-sand": "#c9a66b",
    "picture-sea": "#2a78b0",
    "picture-deep": "#17497a",
    "picture-abyss": "#0c2748",
    "picture-hull": "#3c2430",
    "picture-violet": "#4c5878",
    "picture-teal": "#1d6e7c",
    "picture-whale": "#17293a",
    "picture-wood": "#8a5a2b",
    "picture-roof": "#c94f3a",
    "picture-lamp": "#f7cf5a",
    "picture-mint": "#6fd9c8",
    "picture-mauve": "#8a6a8c",
    "picture-coral": "#ea6450",
    "picture-beam": "#3f86a8",
}
