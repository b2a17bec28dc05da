"""The land below everything: tinted regions, routes, peaks in free places; labels of villages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import Final

from textual.geometry import Offset, Region

from rules.himalaya.board import NONE, VILLAGES, WAYS, Board
from rules.himalaya.moves import Kind
from rules.himalaya.view import HimalayaView
from screens.colours import SIDE_SIGNS, SIDES, Look, Span, Spans, chip, text_of
from screens.himalaya.map_layout import (
    KEPT,
    SIGNS,
    Atlas,
    Point,
    atlas_of,
    covered,
    merged,
    plain_strokes,
    strokes,
)
from screens.himalaya.signs import (
    LEVEL_LOOKS,
    LEVEL_SIGNS,
    NEW,
    STUPA,
    TOKEN_LOOK,
    offer_spans,
    token_sign,
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


@lru_cache(KEPT)
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


@lru_cache(KEPT)
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


_ASIDE: Final = 9
"""The most columns that a label on a narrow map steps aside."""
_WIDE_SIGNS: Final = tuple(f" {sign} " for sign in SIDE_SIGNS)
SMALL_SIGNS: Final = (*SIDE_SIGNS[:3], "▪", *SIDE_SIGNS[4:])
"""The signs of the players on chips one cell wide, where `■` would be a black box."""


@dataclass(frozen=True, slots=True)
class Label:
    """A village on the map: sign, number and name; its caravans and pieces; its offer."""

    village: int
    head: Spans
    tail: Spans
    below: Spans
    at: tuple[int, int]

    @property
    def region(self) -> Region:
        """The region of the first line."""
        return Region(*self.at, len(text_of(self.head)) + len(text_of(self.tail)), 1)

    @property
    def head_region(self) -> Region:
        """The region of sign, number and name."""
        return Region(*self.at, len(text_of(self.head)), 1)

    @property
    def tail_at(self) -> Offset:
        """The start of the second part of the label, after the name."""
        return Offset(self.head_region.right, self.at[1])

    @property
    def below_region(self) -> Region:
        """The region of the second line."""
        return Region(self.at[0], self.at[1] + 1, len(text_of(self.below)), 1)

    @property
    def width(self) -> int:
        """The columns of the longer line."""
        return max(self.region.width, self.below_region.width)

    @property
    def parts(self) -> tuple[Region, Region]:
        """The regions of both lines, with the mark before and a gap behind."""
        below = self.below_region
        return self.region.grow((0, 1, 0, 1)), below.grow((0, 1, 0, 0)) if below.area else below

    def is_over(self, other: Label) -> bool:
        """Check whether a label covers or touches another."""
        if abs(self.at[1] - other.at[1]) > 1:
            return False
        mine = (self.region.grow((0, 1, 0, 1)), self.below_region)
        theirs = (other.region, other.below_region)
        return any(one.intersection(two).area for one in mine for two in theirs)


def labels_of(
    view: HimalayaView, atlas: Atlas, new: frozenset[int], trades: dict[int, Spans]
) -> dict[int, Label]:
    """Return the labels of all villages: at first as short as possible, then lengthened in turn."""
    variants = {village: _variants(view, atlas, village, new, trades) for village in VILLAGES}
    found = {village: labels[-1] for village, labels in variants.items()}
    busiest = sorted(VILLAGES, key=lambda village: -len(found[village].tail))
    for village in busiest:
        for label in variants[village][:-1]:
            if not any(label.is_over(other) for n, other in found.items() if n != village):
                found[village] = label
                break
    return _side_by_side(found, atlas) if atlas.is_narrow else found


def _side_by_side(found: dict[int, Label], atlas: Atlas) -> dict[int, Label]:
    """Return labels of a narrow map moved to the side, if it has room, where they cover others."""
    for village in sorted(VILLAGES, key=lambda village: -found[village].region.width):
        label = found[village]
        others = [other for n, other in found.items() if n != village]
        if any(label.is_over(other) or other.is_over(label) for other in others):
            taken = [part for other in others for part in other.parts]
            found[village] = min(
                _steps_aside(label, atlas),
                key=lambda moved: (covered(moved.parts, taken), abs(moved.at[0] - label.at[0])),
                default=label,
            )
    return found


def _steps_aside(label: Label, atlas: Atlas) -> Iterator[Label]:
    """Yield a label moved to each place nearby in its lines."""
    x, last = label.at[0], atlas.size.width - label.width
    for column in range(max(1, x - _ASIDE), min(last, x + _ASIDE) + 1):
        yield replace(label, at=(column, label.at[1]))


def _variants(
    view: HimalayaView,
    atlas: Atlas,
    village: int,
    new: frozenset[int],
    trades: dict[int, Spans],
) -> list[Label]:
    """Return the labels of a village, longest first."""
    printed = view.board.villages[village]
    look = LEVEL_LOOKS[printed.level]
    bare: list[Span] = [(f"{LEVEL_SIGNS[printed.level]}{village}", look)]
    named: list[Span] = [*bare, (f" {printed.name}", Look("ink", look.ground))]
    below: list[Span] = [*offer_spans(view, village)]
    if village in new and below:
        below.append((NEW, Look(ground="", style="bold")))
    below += trades.get(village, ())
    wide, narrow = (_tail(view, village, signs) for signs in (_WIDE_SIGNS, SIDE_SIGNS))
    if atlas.is_narrow:
        narrow = _tail(view, village, SMALL_SIGNS)
    if atlas.has_names:
        pairs: list[tuple[Spans, Spans]] = [(named, wide), (named, narrow), (bare, wide)]
    else:
        pairs = []
    return [_label(atlas, village, *pair, below) for pair in (*pairs, (bare, narrow))]


def _label(atlas: Atlas, village: int, head: Spans, tail: Spans, below: Spans) -> Label:
    x, y = atlas.places[village]
    width = max(len(text_of((*head, *tail))), len(text_of(below)))
    return Label(village, head, tail, below, (max(min(x, atlas.size.width - width), 1), y))


def _tail(view: HimalayaView, village: int, signs: Sequence[str]) -> list[Span]:
    """Return caravans, with these signs by seat, and stupa and market of a village."""
    return [
        *((signs[seat], chip(SIDES[seat])) for seat in _caravans(view, village)),
        *_stupa(view, village),
        *([(token_sign(Kind.MARKET), TOKEN_LOOK)] if village in view.markets else []),
    ]


def _caravans(view: HimalayaView, village: int) -> Sequence[int]:
    return [seat for seat, player in enumerate(view.players) if player.caravan == village]


def _stupa(view: HimalayaView, village: int) -> Iterator[Span]:
    owner = view.stupas[village]
    if owner != NONE:
        yield f"{STUPA}{SIDE_SIGNS[owner]}", Look(SIDES[owner], "night", "bold")
