"""Der Schwarm's screen on a phone, upright or sideways, and the choices for a tile in hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from textual.geometry import Region, Size

from screens.schwarm.layout import LayoutNeeds, PlayerTable, SchwarmLayout, plans
from screens.schwarm.preview import Preview
from screens.schwarm.prompts import LETTERS, WORDS
from screens.schwarm.sea import Sea
from screens.schwarm.surface import SeaGeometry
from screens.text import _, ngettext
from screens.widgets.menu import Item

_SMALL: Final = tuple(SeaGeometry(width, 2, edge) for width in (4, 3) for edge in (2, 1))
"""The cells of phones, largest first."""
_LOW: Final = SeaGeometry(3, 2, 1, rim=1)
"""The cells of a phone held sideways with few lines."""
_HIGH: Final = 3
"""The most lines of a cell."""
_ABOUT: Final = 5
"""The lines of headline, recap, question and keys."""
_TOP: Final = 3
"""The lines of headline and recap."""
_SINCE: Final = 2
_ROW: Final = 3
"""The lines of a choice; the last needs no gap below it."""
_WISHES: Final = ((3, 8), (2, 8), (3, 5), (2, 5), (1, 5))
"""The lines of hand or stacks, and the least of choices (three rows or two), best first."""
_BESIDE: Final = 7
"""The least columns of players with words."""
_SIGNS: Final = 4
"""The least columns of players with a sign and numbers."""
_NARROW: Final = 43
"""The columns below which players beside the sea have no words."""
_ASIDE: Final = 30
"""The least columns of question and choices beside the sea."""
_STRIP: Final = 3
_BLOCKS: Final = ((5, 1), (4, 1), (4, 0), (3, 1), (3, 0))
"""The lines of a player, and of the gap to the next one, best first."""


def layout_upright(size: Size, asked: LayoutNeeds) -> SchwarmLayout:
    """Return the largest cells that leave room for the rest, below the sea or at its right."""
    room = Size(size.width, size.height - _ABOUT)
    for plan in _largest_first():
        wishes = _WISHES[:1] if plan.width > _SMALL[-1].width else _WISHES
        for strip, menu in wishes:
            for beside in (True, False):
                players = _players(plan, room, asked.players, beside=beside)
                if players is None:
                    continue
                used = max(plan.size[1], players[0].bottom) + strip
                if used + menu <= room.height:
                    return _stacked(room, plan, players, (used, strip), asked)
    plan = _SMALL[-1]
    players = _beside(plan, room.width, asked.players)
    return _stacked(room, plan, players, (plan.size[1], 0), asked)


def _largest_first() -> Iterator[SeaGeometry]:
    yield from (plan for plan in plans() if plan.height <= _HIGH)
    yield from _SMALL


def _players(
    plan: SeaGeometry, room: Size, players: int, *, beside: bool
) -> tuple[Region, PlayerTable] | None:
    """Return the region of players beside or below the sea; None if there is no room."""
    width, height = plan.size
    if beside:
        least = _BESIDE if room.width >= _NARROW else _SIGNS
        return _beside(plan, room.width, players) if width + 1 + least <= room.width else None
    if width > room.width or room.width < _NARROW:
        return None
    table = PlayerTable(1, is_wide=False, gap=0, is_framed=False, is_slim=True)
    return Region(0, height, room.width, players), table


def _beside(plan: SeaGeometry, width: int, players: int) -> tuple[Region, PlayerTable]:
    """Return the region of players at the right of the sea."""
    x = plan.size[0] + 1
    table = _table(plan.size[1], players)
    return Region(x, 0, max(width - x, 1), min(table.high(players), plan.size[1])), table


def _table(height: int, players: int) -> PlayerTable:
    """Return the largest blocks of lines of players that fit one below the other."""
    tables = [PlayerTable(lines, False, gap, False, is_slim=True) for lines, gap in _BLOCKS]
    return next((table for table in tables if table.high(players) <= height), tables[-1])


def _stacked(
    room: Size,
    plan: SeaGeometry,
    players: tuple[Region, PlayerTable],
    used: tuple[int, int],
    asked: LayoutNeeds,
) -> SchwarmLayout:
    """Return the parts of a phone held upright, below each other; the rest is for choices."""
    bottom, strip = used
    bottom += (room.height - bottom + 1) % _ROW
    asking = Region(0, _TOP + bottom, room.width, room.height + 1 - bottom)
    field = Region(0, bottom - strip, room.width, strip)
    return _with_choices(plan, players, field, asking, asked)


def layout_sideways(size: Size, asked: LayoutNeeds) -> SchwarmLayout:
    """Return the largest cells that leave room for players, question and choices at the right."""
    plan, asking = _plan_sideways(size), aside(size)
    players = _beside(plan, plan.size[0] + 1 + _BESIDE, asked.players)
    strip = Region(asking.x, _SINCE, asking.width, _STRIP)
    return _with_choices(plan, players, strip, asking, asked)


def _with_choices(
    plan: SeaGeometry,
    players: tuple[Region, PlayerTable],
    strip: Region,
    asking: Region,
    asked: LayoutNeeds,
) -> SchwarmLayout:
    """Return all parts; explanations take the lines of the strip first, and choices stay.

    A finger finds what it has marked where it was.
    """
    given = min(asked.taken - asked.guided, strip.height)
    choices = max(asking.height - 1 - (asked.taken - given), 1)
    region, table = players
    left = Region(strip.x, strip.y, strip.width, strip.height - given)
    return SchwarmLayout(
        plan=plan,
        sea=Region(0, 0, *plan.size),
        players=region,
        table=table,
        down=Region(),
        log=None,
        strip=left if left.height else None,
        menu=choices,
        row=choices if asked.has_row else 0,
        has_signs=True,
        has_since=True,
        asking=Region(asking.x, asking.y - given, asking.width, asking.height + given),
    )


def largest_plan(room: Size) -> SeaGeometry:
    """Return the largest cells of a sea that fits; the lowest if none does."""
    fitting = (plan for plan in _largest_first() if _fits(plan, room))
    return next(fitting, _LOW)


def _fits(plan: SeaGeometry, room: Size) -> bool:
    width, height = plan.size
    return width <= room.width and height <= room.height


def _plan_sideways(size: Size) -> SeaGeometry:
    return largest_plan(Size(size.width - _ASIDE - _BESIDE - 2, size.height - 2))


def aside(size: Size) -> Region:
    """Return the region of question and choices at the right, below recap and hand or stacks."""
    x, y = _plan_sideways(size).size[0] + _BESIDE + 2, 1 + _SINCE + _STRIP
    return Region(x, y, size.width - x, size.height - 1 - y)


_DONE: Final = ("done",)
_FEW: Final = 3
"""The next cells that are named."""


def tile_choices(preview: Preview, sea: Sea, *, can_end: bool) -> list[Item]:
    """Return placing the tile where it is shown, rotating it, the next cell, and the end."""
    items = [*_here(preview, sea.cursor)]
    names = [*sea.neighbours.names]
    start = names.index(sea.cursor) + 1 if sea.cursor in names else 0
    others = [n for n in names[start:] + names[:start] if n in sea.lit and n != sea.cursor]
    if others:
        more = " …" if len(others) > _FEW else ""
        note = ", ".join(others[:_FEW]) + more
        items.append(Item("next-cell", _("next cell"), note, plays=False))
    if can_end:
        key = LETTERS.key(_DONE)
        items.append(Item(_DONE[0], WORDS.shown(_DONE), _("keep the others"), key))
    return items


def _here(preview: Preview, cell: str) -> list[Item]:
    """Return the choices at the cell of the cursor."""
    ways, items = preview.ways(cell), []
    if preview.fits:
        pays = next((f"{label} {text}" for label, text in preview.facts[1:2]), "")
        items.append(
            Item("place-here", _("place it on {cell}").format(cell=cell), pays, plays=False)
        )
    if ways > preview.fits:
        text = ngettext("{count} way fits here", "{count} ways fit here", ways)
        items.append(Item("rotate", _("rotate it"), text, "t", plays=False))
    return items


def take_choice(preview: Preview, sea: Sea, item: str) -> bool:
    """Do what a choice says; return whether it is one for a tile in hand."""
    match item:
        case "place-here":
            sea.action_choose()
        case "rotate":
            preview.turn()
        case "next-cell":
            sea.action_next_lit()
        case _:
            return False
    sea.focus()
    return True
