"""The land below everything: tinted regions, their routes, and peaks in free places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Final

from rules.himalaya.board import NONE, WAYS, Board
from screens.himalaya.map_layout import (
    SIGNS,
    Atlas,
    Point,
    atlas_of,
    merged,
    plain_strokes,
    strokes,
)
from screens.widgets.raster import Cell, Raster

BEYOND: Final = "beyond"
"""The ground outside of all regions."""
_QUARTERS: Final = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
"""A block for each set of quarters: upper left 1, upper right 2, lower left 4, lower right 8."""
_SHAPES: Final = (
    ("╱╲",),
    (" ╱╲ ", "╱  ╲"),
    (" ╱╲   ", "╱  ╲╱╲"),
    ("  ╱╲  ", " ╱  ╲ ", "╱    ╲"),
)
_TRIES: Final = 6
"""The cells of the map per attempt to place a peak."""


@dataclass(frozen=True, slots=True)
class Peak:
    """A peak: its cells with a sign, those that must be free, and its ink."""

    signs: tuple[tuple[Point, str], ...]
    cells: tuple[Point, ...]
    ink: str


def region_ground(board: Board, region: int) -> str:
    """Return the tint of a region."""
    return BEYOND if region == NONE else f"region-{'ABCDEFGH'[region % 8]}"


@lru_cache(maxsize=16)
def land_of(board: Board, width: int, height: int, *, in_ascii: bool) -> Raster:
    """Return regions and routes, which never change."""
    atlas = atlas_of(board, width, height)
    raster = Raster(width, height, BEYOND)
    for y in range(height):
        for x in range(width):
            raster.rows[y][x] = _ground(board, atlas, x, y, in_ascii=in_ascii)
    for way, village, other in board.routes:
        draw_route(raster, atlas, (village, other), way, WAYS[way], in_ascii=in_ascii)
    return raster


def draw_route(
    raster: Raster,
    atlas: Atlas,
    route: tuple[int, int],
    way: int,
    ink: str,
    *,
    in_ascii: bool,
    share: int = 78,
) -> None:
    """Draw a route in its pattern; two routes in a cell keep the dots of both."""
    points = atlas.curves[route]
    drawn = plain_strokes(points, SIGNS[way]) if in_ascii else strokes(points, way)
    for (x, y), sign in drawn.items():
        if 0 <= y < raster.height and 0 <= x < raster.width:
            ground, before = whole_ground(raster[x, y], atlas, x, y), raster[x, y].sign
            raster.put(x, y, Cell(merged(before, sign), f"{ground}+{ink}/{share}", ground))


def whole_ground(cell: Cell, atlas: Atlas, x: int, y: int) -> str:
    """Return the ground of a cell; on a coast, of the region that covers most of it."""
    if cell.sign in _QUARTERS[1:]:
        return cell.ink if cell.ground == BEYOND else cell.ground
    return cell.ground


def _ground(board: Board, atlas: Atlas, x: int, y: int, *, in_ascii: bool) -> Cell:
    """Return a cell of land, divided in quarters at a border."""
    quarters = [atlas.lands[2 * y + v][2 * x + h] for v in (0, 1) for h in (0, 1)]
    kinds = Counter(quarters).most_common()
    most = kinds[0][0]
    if len(kinds) == 1 or in_ascii:
        return Cell(ground=region_ground(board, most))
    back = kinds[1][0] if most != NONE else NONE
    front = most if most != NONE else kinds[1][0]
    bits = sum(1 << place for place, region in enumerate(quarters) if region == front)
    return Cell(_QUARTERS[bits], region_ground(board, front), region_ground(board, back))


@lru_cache(maxsize=16)
def peaks_of(board: Board, width: int, height: int) -> tuple[Peak, ...]:
    """Return places for peaks, spread unevenly but always alike."""
    atlas, chance = atlas_of(board, width, height), Random(width * 1009 + height)
    taken, found = set(atlas.busy), list[Peak]()
    shapes = _SHAPES if height >= 24 else _SHAPES[:2]
    for _try in range(width * height // _TRIES):
        shape = chance.choice(shapes)
        x, y = chance.randrange(width), chance.randrange(height)
        cells = [*_cells(shape, x, y)]
        around = {(cx + dx, cy + dy) for cx, cy in cells for dx in (-2, 0, 2) for dy in (0, 1)}
        if not _is_one_land(atlas, cells) or around & taken:
            continue
        taken |= {*cells}
        ground = region_ground(board, atlas.land(x, y))
        signs = [
            ((x + dx, y + dy), s) for dy, line in enumerate(shape) for dx, s in enumerate(line)
        ]
        shown = tuple((cell, sign) for cell, sign in signs if sign != " ")
        found.append(Peak(shown, tuple(cells), f"{ground}+light/{14 if ground == BEYOND else 20}"))
    return tuple(found)


def _cells(shape: Sequence[str], x: int, y: int) -> Iterator[Point]:
    return ((x + dx, y + dy) for dy, line in enumerate(shape) for dx in range(len(line)))


def _is_one_land(atlas: Atlas, cells: Sequence[Point]) -> bool:
    width, height = atlas.size
    if not all(0 <= x < width and 0 <= y < height for x, y in cells):
        return False
    kinds = {atlas.lands[2 * y + v][2 * x + h] for x, y in cells for v in (0, 1) for h in (0, 1)}
    return len(kinds) == 1


def draw_peaks(raster: Raster, board: Board) -> None:
    """Draw the peaks whose cells are all free."""
    for peak in peaks_of(board, raster.width, raster.height):
        if all(raster.rows[y][x].sign == " " for x, y in peak.cells):
            for (x, y), sign in peak.signs:
                raster.put(x, y, Cell(sign, peak.ink, raster[x, y].ground))
