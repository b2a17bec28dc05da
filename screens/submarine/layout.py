"""The layout of Submarine's screen for any size, also on a phone, upright or sideways."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import accumulate
from typing import Final

from textual.geometry import Region, Size

from rules.submarine.board import COLUMNS, LEFT, LEVELS, RIGHT

EDGE: Final = 4
"""The columns beside the sea: boats outside it, and the numbers of the levels."""
NARROWEST: Final = 12
"""The least width of a column of the sea."""
ROW: Final = 47
"""The width of the panel of players with one line each."""
HAND: Final = 33
"""The least width of the hand."""
_BESIDE: Final = 116
_HIGH: Final = 25
"""The least size at which the players have a panel beside the sea."""
_PANEL: Final = 28
_LOG: Final = 32
"""The least widths of that panel, and of the log."""
_BROAD: Final = 40
"""The least width of that panel at which it has the log, and the discards are by the hand."""
_HAND_AND_JOKERS: Final = 64


@dataclass(frozen=True, slots=True)
class Shape:
    """The lines of a level: one per token or one for all, and blank lines."""

    is_compact: bool = False
    above: int = 0
    between: int = 0
    apart: int = 0
    below: int = 0

    def tokens(self, level: int) -> int:
        """Return the lines of the tokens of a level."""
        return 1 if self.is_compact else level + self.between * (level - 1)

    def height(self, level: int) -> int:
        """Return the lines of a level."""
        return self.above + self.tokens(level) + self.apart + 1 + self.below

    @property
    def total(self) -> int:
        """The lines of all levels."""
        return sum(self.height(level) for level in LEVELS)


@lru_cache
def _lines_above(shape: Shape) -> Mapping[int, int]:
    """Return the lines above each level, without those of the sky."""
    return dict(zip(LEVELS, accumulate(map(shape.height, LEVELS), initial=0)))


SHAPES: Final = (
    Shape(is_compact=True),
    Shape(),
    Shape(below=1),
    Shape(above=1, below=1),
    Shape(above=1, between=1, below=1),
    Shape(above=1, between=1, apart=1, below=1),
)


@dataclass(frozen=True, slots=True)
class SubmarineGeometry:
    """The geometry of the sea."""

    width: int
    """The width of a column."""
    sky: int
    """The lines of the sky."""
    shape: Shape
    edges: tuple[int, int] = (EDGE, EDGE)
    """The cells left and right of the sea: boats outside it, and the numbers of the levels."""
    is_close: bool = False
    """Whether tokens fill the columns except for their last cell, as on a phone."""

    @property
    def size(self) -> Size:
        """The size of the sea, with the boats beside it."""
        width = sum(self.edges) + len(COLUMNS) * self.width - self.is_close
        return Size(width, self.sky + self.shape.total)

    def left(self, column: int) -> int:
        """Return the first cell of a column."""
        return self.edges[0] + (column - 1) * self.width

    def across(self, column: int) -> int:
        """Return the cells of a column; the last one needs no gap behind its tokens."""
        return self.width - (self.is_close and column == COLUMNS[-1])

    def top(self, level: int) -> int:
        """Return the first line of a level."""
        return self.sky + _lines_above(self.shape)[level]

    def surface(self, column: int) -> Region:
        """Return the sky above a column, or the region of boats beside the sea."""
        if column in (LEFT, RIGHT):
            edge = self.edges[column == RIGHT]
            x = 0 if column == LEFT else self.size.width - min(edge, 3)
            return Region(x, 0, min(edge, 2), max(self.sky, 2))
        return Region(self.left(column), 0, self.across(column), self.sky)

    def cell(self, column: int, level: int) -> Region:
        """Return the region of a cell."""
        height = self.shape.height(level)
        return Region(self.left(column), self.top(level), self.across(column), height)

    def berth(self, column: int, level: int) -> Region:
        """Return the line of bathyscaphes in a cell."""
        y = self.top(level) + self.shape.above + self.shape.tokens(level) + self.shape.apart
        return Region(self.left(column), y, self.across(column), 1)

    def slot(self, column: int, level: int, slot: int) -> Region:
        """Return the region of a token in a cell."""
        x, y = self.left(column), self.top(level) + self.shape.above
        if self.shape.is_compact:
            width = self.width // len(LEVELS)
            return Region(x + slot * width, y, min(width, 3), 1)
        if self.is_close:
            return Region(x, y + slot * (1 + self.shape.between), self.width - 1, 1)
        return Region(x + 1, y + slot * (1 + self.shape.between), self.width - 2, 1)


@dataclass(frozen=True, slots=True)
class SubmarineLayout:
    """The geometry of the sea, and the region of each part; None for lack of room."""

    plan: SubmarineGeometry
    sea: Region
    players: Region
    hand: Region
    log: Region | None = None
    known: Region | None = None
    is_framed: bool = False
    """Whether the hand has a frame."""
    has_lines: bool = False
    """Whether each player has a line, as on a phone."""


def layout_for(room: Size, players: int) -> SubmarineLayout:
    """Return the layout of the lines between headline and question."""
    if room.width >= _BESIDE and room.height >= _HIGH:
        return _beside(room, players)
    return _below(room, players)


@dataclass(slots=True)
class LineBudget:
    """A number of lines, granted wish by wish as long as they fit."""

    free: int
    has: dict[str, int] = field(default_factory=dict)

    def grant(self, wishes: Iterable[tuple[str, int]]) -> None:
        """Grant the wishes that fit, each a part and its lines, or the number of a shape."""
        for what, most in wishes:
            more = _lines(what, most) - _lines(what, self.has.get(what, 0))
            if 0 < more <= self.free:
                self.free -= more
                self.has[what] = most

    def plan(self, width: int) -> SubmarineGeometry:
        """Return the geometry of the sea with its lines, and columns of a width."""
        return SubmarineGeometry(width, self.has["sky"], SHAPES[self.has.get("shape", 0)])


def _lines(what: str, number: int) -> int:
    return SHAPES[number].total if what == "shape" else number


_ALWAYS: Final = (("sky", 1), ("bottom", 5))
_BELOW: Final = (
    *(("shape", 1), ("sky", 2), ("bottom", 6), ("gap", 1), ("sky", 3), ("bottom", 8)),
    *(("shape", 2), ("bottom", 10), ("sky", 4), ("shape", 3), ("bottom", 12), ("top", 1)),
    *(("shape", 4), ("sky", 5), ("bottom", 16), ("sky", 6), ("bottom", 24)),
)
_BESIDES: Final = (
    *(("shape", 1), ("bottom", 8), ("sky", 3), ("shape", 2), ("gap", 1), ("bottom", 9)),
    *(("top", 1), ("shape", 3), ("sky", 4), ("shape", 4), ("bottom", 11)),
    *(("sky", 5), ("shape", 5), ("sky", 6), ("bottom", 13), ("sky", 7), ("bottom", 16)),
)


def _shared(room: Size, wishes: Iterable[tuple[str, int]]) -> LineBudget:
    lines = LineBudget(room.height - SHAPES[0].total)
    lines.grant((*_ALWAYS, *wishes))
    for what in ("sky", "top", "gap", "bottom"):  # the rest, wherever another line looks good
        if lines.free:
            lines.grant([(what, lines.has.get(what, 0) + (1 if what != "bottom" else lines.free))])
    return lines


def _below(room: Size, players: int) -> SubmarineLayout:
    """Return the sea over the whole width, with players, log and hand below it."""
    lines = _shared(room, _BELOW)
    plan = lines.plan((room.width - 2 * EDGE) // len(COLUMNS))
    top, bottom = lines.has.get("top", 0), lines.has["bottom"]
    sea = Region((room.width - plan.size.width) // 2, top, *plan.size)
    y = room.height - bottom
    spare = room.width - ROW - HAND
    hand = Region(room.width - HAND, y, HAND, min(bottom, 9))
    people = Region(0, y, ROW, min(bottom, max(players, 5)))
    found = SubmarineLayout(plan, sea, people, hand)
    if spare < _LOG and bottom > players + 1:
        under = Region(1, y + players, room.width - HAND - 2, bottom - players)
        return replace(found, players=Region(0, y, ROW, players), log=under)
    if spare >= _LOG:
        return replace(found, log=Region(ROW + 1, y, spare - 2, bottom))
    wide = min(spare, 12)
    return replace(found, hand=Region(room.width - HAND - wide, y, HAND + wide, min(bottom, 9)))


def _beside(room: Size, players: int) -> SubmarineLayout:
    """Return the players right of the sea; hand and log below, or the log below the players."""
    lines = _shared(room, _BESIDES)
    panel = _PANEL + max(room.width - 120, 0) * 3 // 8
    plan = lines.plan((room.width - 2 * EDGE - panel) // len(COLUMNS))
    top, bottom = lines.has.get("top", 0), lines.has["bottom"]
    sea = Region(0, top, *plan.size)
    x, y = sea.right, room.height - bottom
    if room.width - x >= _BROAD:
        return _with_column(SubmarineLayout(plan, sea, sea, sea, is_framed=True), room, players, y)
    hand = Region(1, y, min(_HAND_AND_JOKERS, room.width * 54 // 100), bottom)
    log = Region(hand.right + 1, y, room.width - hand.right - 2, bottom)
    lowest = y - lines.has.get("gap", 0)
    first = top if lowest - top >= 5 * players - 1 else 0
    people = Region(x, first, room.width - x - 1, lowest - first)
    return SubmarineLayout(plan, sea, people, hand, log, is_framed=True)


def _with_column(layout: SubmarineLayout, room: Size, players: int, y: int) -> SubmarineLayout:
    """Return players and log over the whole height at the right; discards beside the hand."""
    x, bottom = layout.sea.right, room.height - y
    width = room.width - x - 1
    each = next((n for n in (8, 7, 5, 4) if n * players + 8 <= room.height), 3)
    people = Region(x, 0, width, each * players)
    log = Region(x, people.bottom, width, room.height - people.bottom)
    hand_width = min(_HAND_AND_JOKERS + max(bottom - 9, 0) * 3, x - 1)
    hand = Region(1, y, hand_width, bottom)
    left = x - hand.right - 2
    known = Region(hand.right + 1, y, left, bottom) if left >= _LOG else None
    return replace(layout, players=people, hand=hand, log=log, known=known)


_AROUND: Final = 5
"""The lines of headline, recap, question and keys."""
_PHONE_BESIDE: Final = 31
"""The least columns beside a sea of full height."""
_SHARE: Final = 36
"""The share of those columns in the width, in per cent."""
_EDGE: Final = 2
"""The most columns left and right of the sea."""
_LEAST: Final = (("sky", 1), ("hand", 1), ("players", 1), ("menu", 2), ("menu", 3))
"""The lines without which nothing can be played, in the order of their weight."""


@dataclass(frozen=True, slots=True)
class PhoneLayout:
    """The regions of the boards below the headline, and of question and choices."""

    boards: SubmarineLayout
    asking: Region
    """Question and choices, in cells of the screen."""

    @property
    def menu_lines(self) -> int:
        """The lines of the choices."""
        return self.asking.height - 1


def upright(size: Size, players: int) -> PhoneLayout:
    """Return the layout of a phone held upright: sea, players, hand and choices from the top."""
    lines = LineBudget(size.height - _AROUND - SHAPES[1].total, {"shape": 1})
    lines.grant((*_LEAST, ("players", 2), ("menu", 5), ("players", players), ("hand", 2)))
    lines.grant((("menu", 7), ("sky", 2), ("hand", 4), ("menu", 8), ("players", players + 1)))
    lines.grant((("menu", 9), ("shape", 2), ("sky", 3), ("hand", 5), ("menu", 11), ("sky", 4)))
    lines.grant((("shape", 3), ("hand", 6), ("menu", 12), ("shape", 4), ("menu", 14)))
    plan = _plan(lines, size.width)
    people, hand = lines.has.get("players", 0), lines.has.get("hand", 0)
    menu = lines.has.get("menu", 0) + lines.free
    sea = Region((size.width - plan.size.width) // 2, 0, *plan.size)
    return PhoneLayout(
        SubmarineLayout(
            plan,
            sea,
            players=Region(0, sea.bottom, size.width, people),
            hand=Region(1, sea.bottom + people, size.width - 2, hand),
            has_lines=True,
        ),
        asking=Region(0, size.height - menu - 2, size.width, menu + 1),
    )


def sideways(size: Size, players: int) -> PhoneLayout:
    """Return the layout of a phone held sideways: the sea at the left, all else at the right."""
    lines = LineBudget(size.height - 2 - SHAPES[1].total, {"shape": 1})
    lines.grant((("sky", 1), ("sky", 2), ("shape", 2), ("sky", 3), ("shape", 3), ("sky", 4)))
    plan = _plan(lines, size.width - max(_PHONE_BESIDE, size.width * _SHARE // 100))
    top = (size.height - 2 - plan.size.height) // 2
    people, hand = _panels(size.height - 5, players)
    x = plan.size.width
    room = Region(x, 2, size.width - x, people)  # below the recap
    boards = SubmarineLayout(
        plan,
        sea=Region(0, top, *plan.size),
        players=room,
        hand=Region(x + 1, room.bottom, room.width - 2, hand),
        has_lines=True,
    )
    y = 1 + room.bottom + hand
    return PhoneLayout(boards, asking=Region(x, y, size.width - x, size.height - 1 - y))


def _panels(lines: int, players: int) -> tuple[int, int]:
    """Return the lines of the players and of the hand, with those of the choices given."""
    budget = LineBudget(lines)
    budget.grant((*_LEAST[1:], ("players", 2), ("menu", 5), ("players", players), ("hand", 2)))
    budget.grant((("menu", 6), ("hand", 4), ("menu", 8), ("hand", 5), ("menu", 11)))
    return budget.has["players"], budget.has["hand"]


def _plan(lines: LineBudget, width: int) -> SubmarineGeometry:
    """Return the geometry of a sea as wide as fits, with edges for boats outside it."""
    column = (width - 2) // len(COLUMNS)
    is_close = column < NARROWEST
    if is_close:
        column = min((width - 1) // len(COLUMNS), NARROWEST - 1)
    plan = lines.plan(column)
    spare = width - len(COLUMNS) * plan.width + is_close
    edges = (min(spare - spare // 2, _EDGE), min(spare // 2, _EDGE))
    return replace(plan, edges=edges, is_close=is_close)
