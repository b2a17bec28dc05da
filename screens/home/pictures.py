"""Drawing the picture of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import ceil
from typing import Final

from textual.geometry import Region

from screens.widgets.raster import Cell, Raster

Point = tuple[float, float]

Shape = tuple[str, tuple[Point, ...]]
"""A colour and the corners of what has it; a later shape lies over the ones before."""


def _box(colour: str, left: float, top: float, right: float, bottom: float) -> Shape:
    return colour, ((left, top), (right, top), (right, bottom), (left, bottom))


def _shape(colour: str, *corners: int) -> Shape:
    """Corners in hundredths, across and down by turns."""
    return colour, tuple((x / 100, y / 100) for x, y in zip(corners[::2], corners[1::2]))


def _bands(*bands: tuple[str, float]) -> tuple[Shape, ...]:
    """Bands over the whole width, each down to a height."""
    tops = (0.0, *(bottom for _colour, bottom in bands))
    return tuple(_box(colour, 0, top, 1, bottom) for (colour, bottom), top in zip(bands, tops))


_HIMALAYA: Final = (
    *_bands(
        ("picture-day", 0.28),
        ("picture-haze", 0.46),
        ("picture-skin", 0.7),
        ("picture-meadow", 1.0),
    ),
    _shape("picture-peak", -5, 75, 20, 34, 46, 75),
    _shape("picture-snow", 14, 45, 20, 34, 27, 45),
    _shape("picture-peak", 70, 75, 90, 38, 110, 75),
    _shape("picture-snow", 84, 50, 90, 38, 96, 50),
    _shape("picture-rock", 26, 76, 57, 10, 88, 76),
    _shape("picture-snow", 45, 38, 57, 8, 69, 38, 60, 33, 55, 40),
    _shape("picture-field", 0, 96, 30, 84, 62, 86, 90, 100, 70, 100, 30, 90),
    _box("picture-roof", 0.1, 0.66, 0.24, 0.78),
    _box("picture-whale", 0.62, 0.8, 0.84, 0.9),
    _box("picture-whale", 0.64, 0.9, 0.68, 0.96),
    _box("picture-whale", 0.77, 0.9, 0.81, 0.96),
    _box("picture-lamp", 0.66, 0.7, 0.75, 0.8),
)
_BATAILLE: Final = (
    *_bands(
        ("picture-dusk", 0.26),
        ("picture-field", 0.36),
        ("picture-sea", 0.52),
        ("picture-deep", 0.76),
        ("picture-abyss", 1.0),
    ),
    _box("picture-lamp", 0.72, 0.2, 0.86, 0.36),
    _shape("picture-hull", 14, 34, 62, 34, 56, 46, 20, 46),
    _box("picture-roof", 0.26, 0.24, 0.5, 0.35),
    _box("picture-hull", 0.34, 0.1, 0.42, 0.25),
    _box("picture-day", 0.08, 0.58, 0.12, 0.64),
    _box("picture-day", 0.18, 0.58, 0.22, 0.64),
    _box("picture-lamp", 0.36, 0.58, 0.4, 0.64),
    _shape("picture-mint", 50, 78, 56, 72, 90, 72, 96, 80, 90, 88, 50, 88),
    _box("picture-mint", 0.66, 0.62, 0.78, 0.74),
    _box("picture-abyss", 0.58, 0.77, 0.62, 0.83),
)
_SPARKS: Final = ((0.12, 0.72), (0.42, 0.76), (0.56, 0.9), (0.8, 0.74))
_SCHWARM: Final = (
    *_bands(
        ("picture-violet", 0.32),
        ("picture-mauve", 0.42),
        ("picture-teal", 0.62),
        ("picture-deep", 0.8),
        ("picture-abyss", 1.0),
    ),
    _box("picture-field", 0.74, 0.16, 0.9, 0.36),
    _shape("picture-whale", 36, 34, 54, 34, 60, 62, 30, 62),
    _shape("picture-whale", 10, 13, 24, 13, 45, 32, 66, 13, 80, 13, 64, 30, 45, 42, 26, 30),
    *(_box("picture-snow", x, 0.6, x + 0.04, 0.65) for x in (0.2, 0.3, 0.46, 0.6)),
    *(_box("picture-snow", x, y, x + 0.05, y + 0.06) for x, y in ((0.24, 0.84), (0.7, 0.84))),
    *(_box("picture-mint", x, y, x + 0.05, y + 0.06) for x, y in _SPARKS),
)
_SUBMARINE: Final = (
    *_bands(
        ("picture-haze", 0.2),
        ("picture-sea", 0.42),
        ("picture-deep", 0.66),
        ("picture-abyss", 0.88),
        ("picture-sand", 1.0),
    ),
    _box("picture-snow", 0.17, 0.05, 0.29, 0.14),
    _box("picture-coral", 0.11, 0.14, 0.35, 0.22),
    _box("picture-haze", 0.2, 0.22, 0.24, 0.46),
    _shape("picture-snow", 13, 50, 18, 44, 28, 44, 34, 50, 34, 62, 28, 68, 18, 68, 13, 62),
    _box("picture-whale", 0.18, 0.51, 0.29, 0.61),
    _shape("picture-beam", 34, 54, 40, 52, 66, 68, 58, 76),
    _box("picture-wood", 0.58, 0.74, 0.86, 0.92),
    _box("picture-sand", 0.6, 0.7, 0.84, 0.75),
    _box("picture-lamp", 0.62, 0.76, 0.67, 0.82),
    _box("picture-coral", 0.69, 0.76, 0.73, 0.82),
    _box("picture-mint", 0.76, 0.76, 0.8, 0.82),
    _box("picture-meadow", 0.93, 0.78, 0.97, 0.9),
)

_SHAPES: Final[Mapping[str, Sequence[Shape]]] = {
    "himalaya": _HIMALAYA,
    "bataille": _BATAILLE,
    "schwarm": _SCHWARM,
    "submarine": _SUBMARINE,
}
EMBLEMS: Final[Mapping[str, str]] = {
    "himalaya": "◢◣",
    "bataille": "◥◤",
    "schwarm": "≈•",
    "submarine": "()",
}
"""Two signs that stand for a game in a list."""


def draw_picture(raster: Raster, region: Region, game: str) -> None:
    """The picture of a game; none where there is none, or where colours tell nothing."""
    for (x, y), cell in _cells(game, region.width, region.height).items():
        raster.put(region.x + x, region.y + y, cell)


@lru_cache(maxsize=32)
def _cells(game: str, width: int, height: int) -> Mapping[tuple[int, int], Cell]:
    """Two points a cell, one above the other."""
    shapes = _SHAPES.get(game)
    if shapes is None:
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
