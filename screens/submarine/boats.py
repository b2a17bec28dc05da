"""Drawings of boats at the surface, bathyscaphes below, and boats beside the sea."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from textual.geometry import Region

from rules.contract import Event
from rules.submarine.board import CELL_NAMED, COLUMN_OF, LEVEL_OF, TOKEN_NAMED
from rules.submarine.events import Dived, Placed, Took
from rules.submarine.moves import ACT, GIVE
from rules.submarine.view import SubmarineView
from screens.colours import SIDE_SIGNS, Look
from screens.submarine.layout import NARROWEST
from screens.submarine.signs import side_chip, toll_numbers, toll_signs, tribute
from screens.text import _
from screens.widgets.raster import Raster

MAY_ACT: Final = Look("dark", "gold", "bold")
_LARGE: Final = 20
"""The least width of columns with larger boats."""


@dataclass(frozen=True, slots=True)
class Lying:
    """Several equal bathyscaphes of one seat in one cell."""

    seat: int
    count: int
    may_act: bool = False
    has_moved: bool = False

    def text(self, *, is_short: bool) -> str:
        """Return the sign, the count, and in signs whether they may act."""
        sign = SIDE_SIGNS[self.seat] + (str(self.count) if self.count > 1 else "")
        if is_short:
            return f"{sign}!" if self.may_act else sign
        if self.may_act:
            return f"«{sign}»"
        return f"›{sign}‹" if self.has_moved else f"({sign})"

    def look(self, own: int) -> Look:
        """Return a gold look if they may act, underlined if they moved recently."""
        if self.may_act:
            return MAY_ACT
        look = side_chip(self.seat, own)
        return Look(look.ink, look.ground, "bold underline") if self.has_moved else look


def lengths(lying: Sequence[Lying], *, is_short: bool) -> int:
    """Return the cells of bathyscaphes side by side, and one more."""
    return sum(len(each.text(is_short=is_short)) + (not is_short) for each in lying) + is_short


def draw_bathyscaphes(raster: Raster, region: Region, lying: Sequence[Lying], own: int) -> None:
    """Draw bathyscaphes in one line, in a short form if room is short, or without counts."""
    for is_short, gap in ((False, 1), (False, 0), (True, 1), (True, 0)):
        texts = [each.text(is_short=is_short) for each in lying]
        if sum(map(len, texts)) + gap * (len(texts) - 1) <= region.width:
            break
    else:
        texts = [SIDE_SIGNS[each.seat] + "!" * each.may_act for each in lying]
    x = region.x
    for text, each in zip(texts, lying):
        raster.stamp(x, region.y, text[: max(region.right - x, 0)], each.look(own))
        x += len(text) + gap


def draw_boats(raster: Raster, region: Region, seats: Sequence[int], own: int) -> None:
    """Draw boats side by side on the waterline, or all in one hull for lack of room."""
    if not seats:
        return
    water = region.bottom - 1
    free = region.width - (3 if region.height == 1 else 1)
    is_low = region.height == 1 or (region.height == 2 and region.width < NARROWEST)
    width = 3 if is_low else 7 if region.width >= _LARGE else 5
    if len(seats) * width > free:
        width = 3
    if len(seats) * width > free:
        _draw_together(raster, region, seats, own)
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


def _draw_together(raster: Raster, region: Region, seats: Sequence[int], own: int) -> None:
    """Draw boats in one hull, or without one if not even that fits."""
    water, count = region.bottom - 1, len(seats)
    room = region.width - (2 if region.height == 1 and region.width < NARROWEST else 0)
    if count + 2 <= room:
        start = max(region.right - count - 3, region.right - room)
        _draw_low(raster, start, water, seats, own)
        return
    for x, seat in enumerate(seats, start=region.right - count):
        raster.stamp(x, water, SIDE_SIGNS[seat], side_chip(seat, own))


def draw_waiting(raster: Raster, x: int, seats: Sequence[int], own: int) -> None:
    """Draw boats beside the sea, one above the other."""
    for y, seat in enumerate(seats):
        raster.stamp(x, y, SIDE_SIGNS[seat], side_chip(seat, own))


def _draw_low(raster: Raster, x: int, y: int, seats: Sequence[int], own: int) -> None:
    raster.write(x, y, "◥", _hull(seats[0], own))
    for at, seat in enumerate(seats, start=x + 1):
        raster.stamp(at, y, SIDE_SIGNS[seat], side_chip(seat, own))
    raster.write(x + 1 + len(seats), y, "◤", _hull(seats[-1], own))


def _draw_high(raster: Raster, region: Region, seat: int, own: int) -> None:
    """Draw a hull on the water, a bridge with the sign, and under a high sky a mast."""
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


@dataclass(frozen=True, slots=True)
class Doings:
    """Recent changes: bathyscaphes that dived, tokens taken."""

    dived: frozenset[tuple[int, int]] = frozenset()
    """(seat, cell) of each bathyscaphe's arrival."""
    took: tuple[tuple[int, int, int], ...] = ()
    """(seat, token, cell) of each token taken, unless a joker was laid there."""


def doings(events: Sequence[Event]) -> Doings:
    """Return the changes in these events."""
    dived: set[tuple[int, int]] = set()
    took: list[tuple[int, int, int]] = []
    for event in events:
        match event:
            case Placed(seat=seat, column=column):
                dived.add((seat, CELL_NAMED[f"{column}.1"]))
            case Dived(seat=seat, cell=cell):
                dived.add((seat, CELL_NAMED[cell]))
            case Took(seat=seat, token=token, joker="", cell=cell):
                took.append((seat, TOKEN_NAMED[token], CELL_NAMED[cell]))
    return Doings(frozenset(dived), tuple(took))


_WORDS: Final = 20
"""The least width of columns with a word for the tribute."""


def lying_in(view: SubmarineView, cell: int, doings: Doings) -> list[Lying]:
    """Return the bathyscaphes of a cell, with those that may still act apart."""
    found = []
    for seat, player in enumerate(view.players):
        count = player.bathyscaphes[cell]
        ready = min(_ready(view, cell), count) if seat == view.mover else 0
        if ready:
            found.append(Lying(seat, ready, may_act=True))
        if count > ready:
            found.append(Lying(seat, count - ready, has_moved=(seat, cell) in doings.dived))
    return found


def _ready(view: SubmarineView, cell: int) -> int:
    """Return the number of the mover's bathyscaphes in a cell that may still act."""
    if view.phase != ACT or view.players[view.mover].boat != COLUMN_OF[cell]:
        return 0
    return view.ready[LEVEL_OF[cell] - 1]


def toll_text(view: SubmarineView, cell: int, lying: Sequence[Lying], width: int) -> str:
    """Return the seats owed a card for a token of a cell in the mover's column.

    The text shares the width with the bathyscaphes, and is short if they need it.
    """
    if view.phase not in (ACT, GIVE) or view.players[view.mover].boat != COLUMN_OF[cell]:
        return ""
    owed = tribute(view, view.mover, cell)
    if not owed:
        return ""
    count, signs = sum(owed.values()), toll_signs(owed)
    told = [signs, toll_numbers(owed).replace(" ", ""), f"+{count}"]
    if width >= _WORDS:
        words = _("tribute {count}").format(count=count)
        told.insert(0, f" {words} {' '.join(signs[1:])} ")
    long, short = (width - 2 - lengths(lying, is_short=is_short) for is_short in (False, True))
    fitting = [text for text in told[:-1] if len(text) <= long]
    return next(iter([*fitting, *(text for text in told if len(text) <= short), told[-1]]))
