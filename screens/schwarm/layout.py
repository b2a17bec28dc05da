"""The layout of Der Schwarm's screen, for any size of the terminal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from textual.geometry import Region, Size

from screens.schwarm.surface import SMALLEST, SeaGeometry

_FRAME: Final = 3
"""The lines of headline, question and keys, without those of signs and others' moves."""
_HIGHEST: Final = 12
_NARROW: Final = 21
_WIDE: Final = 36
"""The least width at which the panels have room for words."""
_BROAD: Final = 120
"""The least width at which the panels are wide."""
_TILE: Final = 3
"""The lines of a tile, or of a card in a hand."""
_LOG: Final = 4
"""The lines of the shortest log with a frame."""
_LOG_BELOW: Final = 9
"""The least free lines below the sea at which a log goes there."""
_LINES_WIDE: Final = ((7, 1), (6, 1), (5, 1), (5, 0))
"""The lines per player of a wide table in words, and between players: two for cards, best first."""
_LINES_ABOUT: Final = {
    False: ((True, True), (False, True), (False, False)),
    True: ((True, True), (True, False), (False, False)),
}
"""By whether there is a hint: whether signs and others' moves have a line, best first."""
_KEPT: Final = 256
"""The layouts kept, of all terminals of the process."""
ROW: Final = 3
"""The lines of the row of cards: keys, cards, prices."""


@dataclass(frozen=True, slots=True)
class LayoutNeeds:
    """The facts, besides the size, that decide the layout."""

    players: int = 4
    has_row: bool = False
    """Whether the row replaces the menu."""
    taken: int = 0
    """The lines taken between question and menu."""
    is_advised: bool = False
    """Whether a bot's advice is in the line of the signs."""
    guided: int = 0
    """The lines among those taken that a lesson or puzzle keeps."""


@dataclass(frozen=True, slots=True)
class PlayerTable:
    """The panel of players: its lines per player, in words or signs, with or without gaps."""

    lines: int
    is_wide: bool
    gap: int
    is_framed: bool
    is_slim: bool = False
    """Whether the panel is a few columns wide, or a line per player, as on phones."""

    def high(self, players: int) -> int:
        """Return the lines of all players."""
        return players * self.lines + (players - 1) * self.gap + 2 * self.is_framed


@dataclass(frozen=True, slots=True)
class SchwarmLayout:
    """The cells of the sea, and the region of each part between the lines of text."""

    plan: SeaGeometry
    sea: Region
    players: Region
    table: PlayerTable
    down: Region
    """The panel of face-down tiles and cards."""
    log: Region | None
    strip: Region | None
    """The hand, or the stacks."""
    menu: int
    row: int
    """The lines of the menu, or of the row in its place."""
    has_signs: bool
    has_since: bool
    asking: Region | None = None
    """The cells of the screen for question and choices, and what is between; None on terminals."""


@lru_cache(_KEPT)
def layout_for(size: Size, asked: LayoutNeeds) -> SchwarmLayout:
    """Return the largest cells that leave room for the rest; in need text lines give way first."""
    usual = Size(size.width, size.height - _FRAME - 2 - menu_wanted(size))
    for plan in (plan_for(usual), SMALLEST):
        for signs, since in _LINES_ABOUT[asked.is_advised]:
            lines = size.height - _FRAME - signs - since - asked.taken
            if plan.size[1] + _fewest(size, asked) <= lines:
                laid = _lay_out(Size(size.width, lines), plan, asked, _fewest(size, asked))
                return replace(laid, has_signs=signs, has_since=since)
    lines = size.height - _FRAME - asked.taken
    laid = _lay_out(Size(size.width, lines), SMALLEST, asked, 1)
    return replace(laid, has_signs=False, has_since=False)


def _fewest(size: Size, asked: LayoutNeeds) -> int:
    """Return the least lines of row or menu."""
    if asked.has_row:
        return ROW
    return max(1, menu_wanted(size) - asked.taken)


@lru_cache(_KEPT)
def lines_to_spare(size: Size, asked: LayoutNeeds) -> int:
    """Return the lines left by the smallest sea, the smallest row or menu, and advice."""
    fewest = ROW if asked.has_row else 1
    return max(0, size.height - _FRAME - SMALLEST.size[1] - fewest - asked.is_advised)


def menu_wanted(size: Size) -> int:
    """Return the least lines of choices."""
    return 2 if size.height < 28 else 3 if size.height < 36 else 4


def plan_for(room: Size) -> SeaGeometry:
    """Return the largest cells for a size, with panels beside them."""
    beside = _WIDE if room.width >= _BROAD else _NARROW
    for plan in plans():
        width, height = plan.size
        if height <= room.height and width + 1 + beside <= room.width:
            return plan
    return SMALLEST


def plans() -> Iterator[SeaGeometry]:
    """Yield the possible sizes of cells, largest first; a cell is about as wide as high."""
    for height in range(_HIGHEST, 1, -1):
        for edge in (height, height - 1):
            for width in range(2 * height + 3, max(5, 2 * height - 1) - 1, -1):
                yield SeaGeometry(width, height, edge)


def _lay_out(room: Size, plan: SeaGeometry, asked: LayoutNeeds, fewest: int) -> SchwarmLayout:
    width, height = plan.size
    spare = room.height - height
    if asked.has_row:
        menu, row = 0, ROW
        strip = _strip_lines(spare - row)
    else:
        strip = _strip_lines(spare - fewest)
        menu, row = min(fewest + 1, spare - strip), 0
    field = room.height - max(menu, row)
    below = field - height - strip
    right = Region(width + 1, 0, room.width - width - 1, field)
    hung = Region(0, height + strip, width, below) if below >= _LOG_BELOW else None
    table = _table(right, asked.players, has_log=hung is None)
    players, down, log = _beside(right, table, asked.players)
    return SchwarmLayout(
        plan,
        Region(0, 0, width, height),
        players,
        table,
        down,
        hung or log,
        Region(0, height, width, strip) if strip else None,
        max(menu, 1),
        row,
        has_signs=True,
        has_since=True,
    )


def _strip_lines(spare: int) -> int:
    """Return 0, 1, or the lines of a tile or card with a line above it."""
    return _TILE + 1 if spare > _TILE else max(0, min(spare, 1))


def _table(room: Region, players: int, *, has_log: bool) -> PlayerTable:
    """Return the largest table of players that fits: without gaps first, then summaries."""
    wide = room.width >= _WIDE
    tables = [PlayerTable(lines, wide, gap, wide) for lines, gap in _LINES_WIDE]
    tables += [
        PlayerTable(4, wide, gap, framed) for gap, framed in ((1, wide), (0, wide), (0, False))
    ]
    for table in tables if wide else tables[len(_LINES_WIDE) :]:
        rest = room.height - table.high(players) - (3 if table.is_framed else 2 - (not table.gap))
        if rest >= (_LOG if wide and has_log else 0):
            return table
    return tables[-1]


def _beside(room: Region, table: PlayerTable, players: int) -> tuple[Region, Region, Region | None]:
    """Return the regions of the players, of the face-down cards below them, and of the log."""
    high = min(table.high(players), room.height)
    y, width = room.y + high, room.width
    down = 3 if table.is_framed else 3 if room.bottom - y > 2 else room.bottom - y
    down = max(0, min(down, room.bottom - y))
    log = Region(room.x, y + down, width, room.bottom - y - down)
    return (
        Region(room.x, room.y, width, high),
        Region(room.x, y, width, down),
        log if log.height > 2 else None,
    )
