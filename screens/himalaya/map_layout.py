"""The layout of a map for a board and a size: places, on narrow maps aside, and routes of dots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import atan2, hypot, pi, sin
from typing import Final

from textual.geometry import Offset, Region, Size

from rules.himalaya.board import NONE, VILLAGES, Board

Point = tuple[int, int]
"""A column and a line."""

NARROW: Final = 75
"""The width below which villages step aside for each other."""
_TAIL: Final = 2
"""The columns kept free for caravans behind a village."""
_OFFER: Final = 7
"""The columns kept free for the offer of a village."""
_STEPS: Final = tuple((dx, dy) for dy in (0, 1, -1) for dx in (0, 1, -1, 2, -2, 3, -3))
"""The steps aside of a village, in columns and lines."""
_SWEEPS: Final = 8
KEPT: Final = 64
"""The maps kept, of all sizes of terminals in the process."""
_DOWN, _COVERED = 9, 3
"""The costs of a step up or down, and of a covered cell; a step to the side costs 1."""
LABELS: Final = (*((width, 2) for width in range(11, 4, -1)), (11, 1), (8, 1), (5, 1), (2, 1))
"""The columns and lines of a region's label, best first."""


def places_on(size: Size, at: Sequence[Point], heads: Sequence[int]) -> tuple[Point, ...]:
    """Return villages spread over a map of this size, each a step aside where it covers another.

    `at` are places on a map of 68 x 17 cells; `heads` are the columns of signs and numbers.
    """
    across, down = size.width - 6, size.height - 2
    wished = [(1 + round(x * across / 68), round(y * down / 17)) for x, y in at]
    places = [*wished]
    for _sweep in range(_SWEEPS):
        before = [*places]
        for village in range(1, len(at)):
            others = [
                part
                for other in range(1, len(at))
                if other != village
                for part in _footprint(size, places[other], heads[other])
            ]
            places[village] = _nearest_free(size, wished[village], heads[village], others)
        if before == places:
            break
    return tuple(places)


def usual_cells(size: Size, place: Point) -> set[Point]:
    """Return the cells that a village usually takes."""
    parts = _footprint(size, place, 3)
    return {(x, y) for part in parts for y in part.line_range for x in part.column_range}


def _footprint(size: Size, place: Point, head: int) -> tuple[Region, Region]:
    """Return the cells that a village usually takes: two lines that stay on the map."""
    x, y = place
    x = max(min(x, size.width - _OFFER), 1)
    return Region(x - 1, y, head + _TAIL + 1, 1), Region(x, y + 1, _OFFER + 1, 1)


def _nearest_free(size: Size, wish: Point, head: int, others: Sequence[Region]) -> Point:
    """Return the place near a wish where least is covered; the wish on a map without room."""

    def cost(place: Point) -> int:
        steps = abs(place[0] - wish[0]) + _DOWN * abs(place[1] - wish[1])
        return steps + _COVERED * covered(_footprint(size, place, head), others)

    steps = ((wish[0] + dx, wish[1] + dy) for dx, dy in _STEPS)
    room = Region(1, 0, size.width - head - 1, size.height - 1)
    return min((place for place in steps if room.contains(*place)), key=cost, default=wish)


def covered(parts: Iterable[Region], others: Sequence[Region]) -> int:
    """Return the number of cells that some regions share with others."""
    return sum(part.intersection(other).area for part in parts for other in others)


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


Route = tuple[int, int]
"""Two villages, the lower number first."""

_FIRST: Final = (3, 1)
_LAST: Final = (71, 18)
"""The first and last column and line of villages in board files."""
_NAMED: Final = 84
"""The least width at which villages have room for names."""
_LABELS: Final = ((13, 2), (11, 2), (13, 1), (9, 2), (9, 1), (5, 2), (5, 1))
"""The columns and lines of a region's label, best first."""
_GOODS: Final = 8
"""The columns kept free for a village's goods."""


@dataclass(frozen=True, slots=True)
class Atlas:
    """The positions on a map of a given size."""

    size: Size
    has_names: bool
    places: tuple[Point, ...]
    """The position of each village's label; entry 0 is unused."""
    curves: Mapping[Route, Sequence[Dot]]
    """The curve of each route."""
    lands: Sequence[Sequence[int]]
    """The region of each quarter of a cell, in half lines, or NONE."""
    labels: tuple[Region, ...]
    """The position of each region's label."""
    busy: frozenset[Point]
    """The cells that routes, villages and region labels may take."""

    @property
    def is_narrow(self) -> bool:
        """Whether the map is too narrow for the printed places."""
        return self.size.width < NARROW

    def land(self, x: int, y: int) -> int:
        """Return the region with the largest part of a cell, or NONE."""
        quarters = [self.lands[2 * y + v][2 * x + h] for v in (0, 1) for h in (0, 1)]
        return Counter(quarters).most_common(1)[0][0]


@lru_cache(KEPT)
def atlas_of(board: Board, width: int, height: int) -> Atlas:
    """Return the map of a board at a given size."""
    has_names = width >= _NAMED
    places = _places_on(board, width, height, has_names=has_names)
    curves = {
        (village, other): curve(_anchor(places[village]), _anchor(places[other]), way)
        for way, village, other in board.routes
    }
    lands = _lands(board, places, curves, width, height)
    busy = {cell for points in curves.values() for cell in cells_along(points)}
    for village in VILLAGES:
        if width < NARROW:
            busy |= usual_cells(Size(width, height), places[village])
        else:
            busy |= _kept(board, village, places[village], has_names=has_names)
    labels = _labels(board, lands, busy, width, height)
    for label in labels:
        busy |= {(x, y) for x in range(label.x - 1, label.right) for y in label.line_range}
    return Atlas(Size(width, height), has_names, places, curves, lands, labels, frozenset(busy))


def head_width(board: Board, village: int, *, has_names: bool) -> int:
    """Return the columns of a village's sign, number and, if shown, name."""
    name = len(board.villages[village].name) + 1 if has_names else 0
    return 1 + len(str(village)) + name


def _places_on(board: Board, width: int, height: int, *, has_names: bool) -> tuple[Point, ...]:
    """Return the places of the villages on a map of any size."""
    if width >= NARROW:
        return _places(board, width, height, has_names=has_names)
    at = [_clamped(village.at) for village in board.villages]
    heads = [0, *(head_width(board, village, has_names=False) for village in VILLAGES)]
    return places_on(Size(width, height), [(x - _FIRST[0], y - _FIRST[1]) for x, y in at], heads)


def _places(board: Board, width: int, height: int, *, has_names: bool) -> tuple[Point, ...]:
    """Return the villages spread over the map, with room for labels at the right edge."""
    left = 3 if width < 120 else 6
    right = width - (14 if width >= 120 else 9 if has_names else 7)
    top, bottom = (0, height - 2) if height < 36 else (1, height - 3)
    return tuple(
        (
            left + round((at[0] - _FIRST[0]) * (right - left) / (_LAST[0] - _FIRST[0])),
            top + round((at[1] - _FIRST[1]) * (bottom - top) / (_LAST[1] - _FIRST[1])),
        )
        for at in (_clamped(village.at) for village in board.villages)
    )


def _clamped(at: Point) -> Point:
    return (
        min(max(at[0], _FIRST[0]), _LAST[0]),
        min(max(at[1], _FIRST[1]), _LAST[1]),
    )


def _anchor(place: Point) -> Dot:
    """Return the dot where a village's routes begin: below its sign."""
    return 2.0 * place[0] + 3, 4.0 * place[1] + 2


def _kept(board: Board, village: int, place: Point, *, has_names: bool) -> set[Point]:
    width = head_width(board, village, has_names=has_names) + 4
    x, y = place
    return {(x + dx, y) for dx in range(-1, width)} | {(x + dx, y + 1) for dx in range(_GOODS)}


def _lands(
    board: Board,
    places: Sequence[Point],
    curves: Mapping[Route, Sequence[Dot]],
    width: int,
    height: int,
) -> list[list[int]]:
    """Return the region of every quarter of a cell, line by line."""
    lands = [[NONE] * (2 * width) for _line in range(2 * height)]
    for index, region in enumerate(board.regions):
        border = _border(region.villages, places, curves)
        for y, line in enumerate(lands):
            crossed = sorted(_crossings(border, 2 * y + 1))
            for start, end in zip(crossed[::2], crossed[1::2]):
                for x in range(max(round(start), 0), min(round(end), 2 * width)):
                    line[x] = index
    return lands


def _border(
    villages: Sequence[int], places: Sequence[Point], curves: Mapping[Route, Sequence[Dot]]
) -> list[Dot]:
    """Return the outline of a region, along the routes between its villages if there are any."""
    ring = [*villages]
    pairs = [*zip(ring, (*ring[1:], ring[0]))]
    if not all((min(pair), max(pair)) in curves for pair in pairs):
        x = sum(places[village][0] for village in ring) / len(ring)
        y = sum(places[village][1] for village in ring) / len(ring)
        ring.sort(key=lambda v: atan2(2 * (places[v][1] - y), places[v][0] - x))
        pairs = [*zip(ring, (*ring[1:], ring[0]))]
    border: list[Dot] = []
    for start, end in pairs:
        points = curves.get((min(start, end), max(start, end)))
        if points is None:
            points = [_anchor(places[start]), _anchor(places[end])]
        elif start > end:
            points = points[::-1]
        border += points[:-1:4]
    return border


def _crossings(border: Sequence[Dot], y: float) -> list[float]:
    """Return the points where a line of dots crosses an outline."""
    found = []
    for (x0, y0), (x1, y1) in zip(border, (*border[1:], border[0])):
        if (y0 <= y) != (y1 <= y):
            found.append(x0 + (y - y0) * (x1 - x0) / (y1 - y0))
    return found


def _labels(
    board: Board, lands: Sequence[Sequence[int]], busy: set[Point], width: int, height: int
) -> tuple[Region, ...]:
    """Return a free place for each region's label, nearest to the board's wish."""
    found = []
    for index, region in enumerate(board.regions):
        at = _clamped(region.at)
        x = 3 + (at[0] - _FIRST[0]) * (width - 12) // (_LAST[0] - _FIRST[0])
        y = (at[1] - 1) * (height - 2) // (_LAST[1] - 1)
        inside = {
            (cx, cy)
            for cy in range(height)
            for cx in range(width)
            if lands[2 * cy][2 * cx] == lands[2 * cy + 1][2 * cx + 1] == index
            and (cx, cy) not in busy
        }
        sizes = LABELS if width < NARROW else _LABELS
        found.append(_free_place(inside, Offset(x, y), sizes))
    return tuple(found)


def _free_place(inside: set[Point], wanted: Offset, sizes: Sequence[Point]) -> Region:
    """Return a free place for a label, of the first size for which there is one."""
    for width, height in sizes:
        fitting = [
            Region(x, y, width, height)
            for x, y in inside
            if all((x + dx, y + dy) in inside for dy in range(height) for dx in range(width))
        ]
        if fitting:
            return min(fitting, key=lambda r: (abs(r.x - wanted.x) + 3 * abs(r.y - wanted.y), r))
    return Region(*wanted, 2, 1)
