"""The kept games as lines of a menu: what, with whom, how far, whose move or how it ended, when."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from itertools import takewhile
from typing import Final

from rich.cells import cell_len, set_cell_size

from screens.home.app_api import KeptTable
from screens.home.dates import said
from screens.home.pictures import EMBLEMS
from screens.text import _, ngettext, say_refusal, short_title, shortened
from screens.widgets.menu import Item

MOST_KEYS: Final = 9
"""So many games to go on with have a key each."""
_GAME, _FAR, _STATE, _WHEN = 11, 10, 16, 13
_MARK: Final = 5
"""Columns before a line: the mark, and a key."""
_LEAST_PEOPLE: Final = 14


def can_go_on(table: KeptTable) -> bool:
    """Whether its game is not over, and can be played."""
    return table.result is None and table.trouble is None


def in_order(tables: Sequence[KeptTable]) -> list[KeptTable]:
    """Those to go on with come first, what cannot be read last."""
    return sorted(tables, key=lambda table: (table.trouble is not None, table.result is not None))


def rows(tables: Sequence[KeptTable], width: int, today: datetime) -> list[Item]:
    """A line each, in the order given, fit for so many columns."""
    items = []
    for number, table in enumerate(tables, start=1):
        key = str(number) if can_go_on(table) and number <= MOST_KEYS else ""
        items.append(Item(f"kept {table.id}", "", key=key, parts=_parts(table, width, today)))
    return items


def deletion(table: KeptTable, key: str) -> Item:
    """The same line while it is asked whether to delete the game."""
    game = short_title(table.title) if table.title else table.id
    asked = _("Delete {game}? {key} again: yes. Any other key: no.").format(game=game, key=key)
    return Item(f"kept {table.id}", "", parts=((f" {asked} ", "ask"),))


def _parts(table: KeptTable, width: int, today: datetime) -> tuple[tuple[str, str], ...]:
    when = (_cell(said(table.played, today), _WHEN), "note")
    if table.trouble is not None and not table.title:
        why = _("cannot be read: {why}").format(why=say_refusal(table.trouble))
        room = width - _MARK - _WHEN - _GAME - 5
        return (_cell(table.id, _GAME + 3), "note"), (_cell(why, room) + " ", "note"), when
    people = max(width - _MARK - _GAME - _FAR - _STATE - _WHEN - 3, _LEAST_PEOPLE)
    emblem = EMBLEMS.get(table.game, "  ")
    return (
        (f"{emblem:2} ", "note"),
        (_cell(short_title(table.title), _GAME), "item"),
        (_cell(opponents(table), people), "note"),
        (_cell(_how_far(table), _FAR), "note"),
        _state(table),
        when,
    )


def _cell(text: str, width: int) -> str:
    """A text in so many columns, the last of them blank."""
    if cell_len(text) >= width:
        text = set_cell_size(text, width - 2).rstrip() + "…"
    return set_cell_size(text, width)


def opponents(table: KeptTable) -> str:
    """The others, for one of them, else everybody; bots of one level are counted."""
    people = table.people
    seats = [seat for seat in range(len(people.names)) if seat != people.reader]
    told = [people.names[seat] for seat in seats if table.bots[seat] is None]
    levels = Counter(level for seat in seats if (level := table.bots[seat]) is not None)
    told += [_(level) if count == 1 else f"{_(level)} ×{count}" for level, count in levels.items()]
    listed = ", ".join(told)
    return listed if people.reader is None else _("with {names}").format(names=listed)


def _how_far(table: KeptTable) -> str:
    """The turn or round, or the moves where a game counts neither, or is over."""
    if table.number and table.counted == "round":
        return _("round {number}").format(number=table.number)
    if table.number:
        return _("turn {turn}").format(turn=table.number)
    return ngettext("{count} move", "{count} moves", table.moves)


def _state(table: KeptTable) -> tuple[str, str]:
    people = table.people
    if table.trouble is not None:
        return _cell(_("cannot go on"), _STATE), "note"
    if table.result is not None:
        return _cell(_ended(table), _STATE), "item"
    if people.reader in table.waiting:
        return _cell(_("your turn"), _STATE), "gold"
    if len(table.waiting) == 1:
        name = shortened(people.names[table.waiting[0]], 9)
        return _cell(_("{name} to move").format(name=name), _STATE), "note"
    return _cell(_("waiting for {count}").format(count=len(table.waiting)), _STATE), "note"


def _ended(table: KeptTable) -> str:
    """How it ended, for who had a seat in it; else who won."""
    result, people = table.result, table.people
    assert result is not None
    if not result.ranking:
        return _("no result")
    if result.is_draw:
        return _("draw")
    if people.reader is None:
        names = ", ".join(people.names[seat] for seat in result.winners)
        return _("{names} won").format(names=names)
    if people.reader in result.winners:
        return _("you won") if len(result.winners) == 1 else _("you shared the win")
    ahead = takewhile(lambda group: people.reader not in group, result.ranking)
    place = 1 + sum(len(group) for group in ahead)
    if len(people.names) == 2:
        return _("you lost")
    return _("place {place} of {count}").format(place=place, count=len(people.names))
