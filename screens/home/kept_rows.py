"""The kept games as lines of a menu: what, with whom, how far, whose move or how it ended, when."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final, NamedTuple

from rich.cells import cell_len, set_cell_size

from screens.home.dates import said
from screens.home.kept_table import KeptTable
from screens.home.kept_words import can_go_on, ended, how_far, opponents
from screens.home.pictures import EMBLEMS
from screens.text import _, say_refusal, short_title, shortened
from screens.widgets.menu import Item

MOST_KEYS: Final = 9
"""So many games to go on with have a key each."""
_GAME, _FAR, _STATE, _WHEN = 11, 10, 16, 13
"""Columns at most of what is told of a game; what is not needed the opponents have."""
_MARK: Final = 5
"""Columns before a line: the mark, and a key."""
_LEAST_PEOPLE: Final = 14


def rows(tables: Sequence[KeptTable], width: int, today: datetime) -> list[Item]:
    """A line each, in the order given, fit for so many columns."""
    room = _Room.of(tables, width, today)
    items = []
    for number, table in enumerate(tables, start=1):
        key = str(number) if can_go_on(table) and number <= MOST_KEYS else ""
        items.append(Item(f"kept {table.id}", "", key=key, parts=_parts(table, room, today)))
    return items


def deletion(table: KeptTable, key: str) -> Item:
    """The same line while it is asked whether to delete the game."""
    game = short_title(table.title) if table.title else table.id
    asked = _("Delete {game}? {key} again: yes. Any other key: no.").format(game=game, key=key)
    return Item(f"kept {table.id}", "", parts=((f" {asked} ", "ask"),))


class _Room(NamedTuple):
    """Columns of a line in all, and of its parts."""

    width: int
    people: int
    far: int
    state: int
    when: int

    @classmethod
    def of(cls, tables: Sequence[KeptTable], width: int, today: datetime) -> _Room:
        """What these games take."""
        known = [table for table in tables if table.title]
        far = _needed([how_far(table) for table in known], _FAR)
        state = _needed([_state(table)[0] for table in known], _STATE)
        when = _needed([said(table.played, today) for table in tables], _WHEN)
        people = width - _MARK - _GAME - far - state - when - 3
        return cls(width, max(people, _LEAST_PEOPLE), far, state, when)


def _needed(texts: Sequence[str], most: int) -> int:
    """Columns for the longest, and a blank one; no more than so many."""
    return min(max((cell_len(text) + 1 for text in texts), default=most), most)


def _parts(table: KeptTable, room: _Room, today: datetime) -> tuple[tuple[str, str], ...]:
    when = (_cell(said(table.played, today), room.when), "note")
    if table.trouble is not None and not table.title:
        why = _("cannot be read: {why}").format(why=say_refusal(table.trouble))
        left = room.width - _MARK - room.when - _GAME - 5
        return (_cell(table.id, _GAME + 3), "note"), (_cell(why, left) + " ", "note"), when
    state, look = _state(table)
    emblem = EMBLEMS.get(table.game, "  ")
    return (
        (f"{emblem:2} ", "note"),
        (_cell(short_title(table.title), _GAME), "item"),
        (_cell(opponents(table, room.people - 1), room.people), "note"),
        (_cell(how_far(table), room.far), "note"),
        (_cell(state, room.state), look),
        when,
    )


def _cell(text: str, width: int) -> str:
    """A text in so many columns, the last of them blank."""
    if cell_len(text) >= width:
        text = set_cell_size(text, width - 2).rstrip() + "…"
    return set_cell_size(text, width)


def _state(table: KeptTable) -> tuple[str, str]:
    people = table.people
    if table.trouble is not None:
        return _("cannot go on"), "note"
    if table.result is not None:
        return ended(table), "item"
    if people.reader in table.waiting:
        return _("your turn"), "gold"
    if len(table.waiting) == 1:
        name = shortened(people.names[table.waiting[0]], 9)
        return _("{name} to move").format(name=name), "note"
    return _("waiting for {count}").format(count=len(table.waiting)), "note"
