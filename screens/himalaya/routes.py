"""Routes in dots: soil winds unbroken, ice is dashed, stone is in pairs of dots.

A dot is half a column wide and a quarter of a line high, so it is about as wide as high.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, pi, sin
from typing import Final

Point = tuple[int, int]
"""A column and a line."""

Dot = tuple[float, float]

Strokes = dict[Point, str]
"""The signs of a route, by cell."""

SOIL: Final = 0
SIGNS: Final = ("~", "=", ":")
"""The signs of routes without dots: soil, ice, stone."""
OWN_SIGN: Final = "#"
"""The sign of the player's own route without dots."""

_BRAILLE: Final = 0x2800
_BITS: Final = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
_PATTERNS: Final = ((1, 1), (7, 5), (5, 2))
"""The dash pattern of each kind of route: its length, and the dots drawn of it."""
_BENDS: Final = 44
"""The approximate length of a bend of soil, in dots."""


def curve(start: Dot, end: Dot, way: int) -> list[Dot]:
    """Return the points of a curve from one dot to another, about two per dot."""
    length = hypot(end[0] - start[0], end[1] - start[1])
    steps = max(int(length * 2), 1)
    along = ((end[0] - start[0]) / steps, (end[1] - start[1]) / steps)
    aside = (-along[1] * steps / max(length, 1), along[0] * steps / max(length, 1))
    bends = max(2 * round(length / _BENDS / 2), 1) if way == SOIL else 0
    swing = min(6.0, length / 14) if bends else 0.0
    found = []
    for step in range(steps + 1):
        off = swing * sin(bends * pi * step / steps)
        found.append(
            (
                start[0] + step * along[0] + off * aside[0],
                start[1] + step * along[1] + off * aside[1],
            )
        )
    return found


def strokes(points: Sequence[Dot], way: int, *, width: int = 2) -> Strokes:
    """Return the signs of a route along a curve, `width` dots wide."""
    period, drawn = _PATTERNS[way]
    is_flat = abs(points[-1][0] - points[0][0]) > abs(points[-1][1] - points[0][1])
    bits: dict[Point, int] = {}
    passed, before = 0.0, points[0]
    for point in points:
        passed += hypot(point[0] - before[0], point[1] - before[1])
        before = point
        if passed % period >= drawn:
            continue
        for shift in range(-(width // 2), width - width // 2):
            x = round(point[0]) + (0 if is_flat else shift)
            y = round(point[1]) + (shift if is_flat else 0)
            cell = (x // 2, y // 4)
            bits[cell] = bits.get(cell, 0) | _BITS[y % 4][x % 2]
    return {cell: chr(_BRAILLE + mask) for cell, mask in bits.items()}


def plain_strokes(points: Sequence[Dot], sign: str) -> Strokes:
    """Return a route in one sign, cell by cell."""
    return {(round(x) // 2, round(y) // 4): sign for x, y in points}


def merged(sign: str, other: str) -> str:
    """Return the sign with the dots of two signs."""
    if min(sign, other) < chr(_BRAILLE):
        return other
    return chr(ord(sign) | ord(other))


def cells_along(points: Sequence[Dot]) -> list[Point]:
    """Return the cells of a curve, in order."""
    return [*dict.fromkeys((round(x) // 2, round(y) // 4) for x, y in points)]
