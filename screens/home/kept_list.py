"""Stored games as a menu: resume, delete, replay."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Final, NamedTuple

from rich.cells import cell_len, set_cell_size
from textual import events
from textual.message import Message
from textual.widget import Widget

from rules.messages import Refusal
from screens.game_intro import intro_of
from screens.home.api import HomeApi
from screens.home.kept_tables import (
    KeptTable,
    Shelved,
    can_go_on,
    ended,
    how_far,
    in_order,
    now,
    opponents,
    said,
)
from screens.text import _, say_refusal, short_title, shortened, why
from screens.widgets.menu import Item

MOST_KEYS: Final = 9
"""The number of unfinished games with a key of their own."""
_GAME, _FAR, _STATE, _WHEN = 11, 10, 16, 13
"""The most columns of a game's facts; opponents get the remaining columns."""
_BESIDE: Final = 8
"""The columns of a card's margins, emblem and blanks."""
_MARK: Final = 5
"""The columns before a line: the mark, and a key."""
_LEAST_PEOPLE: Final = 14


def rows(tables: Sequence[KeptTable], width: int, today: datetime) -> list[Item]:
    """Return a line per table, in the given order, at a given width."""
    room = _Room.of(tables, width, today)
    items = []
    for number, table in enumerate(tables, start=1):
        key = str(number) if can_go_on(table) and number <= MOST_KEYS else ""
        items.append(Item(f"kept {table.id}", "", key=key, parts=_parts(table, room, today)))
    return items


def deletion(table: KeptTable, key: str) -> Item:
    """Return the line of a game that asks whether to delete it."""
    game = short_title(table.title) if table.title else table.id
    asked = _("Delete {game}? Press {key} again to delete; any other key cancels.").format(
        game=game, key=key
    )
    return Item(f"kept {table.id}", "", parts=((f" {asked} ", "ask"),))


class _Room(NamedTuple):
    """The columns of a line and of its parts."""

    width: int
    people: int
    far: int
    state: int
    when: int

    @classmethod
    def of(cls, tables: Sequence[KeptTable], width: int, today: datetime) -> _Room:
        """Return the columns for these games."""
        known = [table for table in tables if table.title]
        far = _needed([how_far(table) for table in known], _FAR)
        state = _needed([_state(table)[0] for table in known], _STATE)
        when = _needed([said(table.played, today) for table in tables], _WHEN)
        people = width - _MARK - _GAME - far - state - when - 3
        return cls(width, max(people, _LEAST_PEOPLE), far, state, when)


def _needed(texts: Sequence[str], most: int) -> int:
    """Return the width of the longest text and a blank, at most `most`."""
    return min(max((cell_len(text) + 1 for text in texts), default=most), most)


def _parts(table: KeptTable, room: _Room, today: datetime) -> tuple[tuple[str, str], ...]:
    when = (_cell(said(table.played, today), room.when), "note")
    if table.trouble is not None and not table.title:
        why = _("cannot be read: {why}").format(why=say_refusal(table.trouble))
        left = room.width - _MARK - room.when - _GAME - 5
        return (_cell(table.id, _GAME + 3), "note"), (_cell(why, left) + " ", "note"), when
    state, look = _state(table)
    emblem = intro_of(table.game).emblem or "  "
    return (
        (f"{emblem:2} ", "note"),
        (_cell(short_title(table.title), _GAME), "item"),
        (_cell(opponents(table, room.people - 1), room.people), "note"),
        (_cell(how_far(table), room.far), "note"),
        (_cell(state, room.state), look),
        when,
    )


def _cell(text: str, width: int) -> str:
    """Return a text at a given width, its last column blank."""
    if cell_len(text) >= width:
        text = set_cell_size(text, width - 2).rstrip() + "…"
    return set_cell_size(text, width)


def _state(table: KeptTable) -> tuple[str, str]:
    people = table.people
    if table.trouble is not None:
        return _("cannot be opened"), "note"
    if table.result is not None:
        return ended(table), "item"
    if people.reader in table.waiting:
        return _("your turn"), "gold"
    if len(table.waiting) == 1:
        name = shortened(people.names[table.waiting[0]], 9)
        return _("{name} to move").format(name=name), "note"
    return _("{count} to move").format(count=len(table.waiting)), "note"


_MOST_LEADING: Final = 3


class KeptList:
    """The stored tables as last read; callers read them off the event loop."""

    def __init__(self) -> None:
        self.shelved = Shelved()
        self.was_read = False
        self._asked = Item("", "")
        """The line that asks whether to delete a game."""

    def take(self, shelved: Shelved) -> None:
        """Set the tables."""
        self.shelved, self.was_read = shelved, True

    def is_new(self, game: str) -> bool:
        """Whether a game was never played on this machine; False until the tables are read."""
        shelved = self.shelved
        played = {*shelved.tallies, *shelved.imported, *(table.game for table in shelved.tables)}
        return self.was_read and game not in played

    @property
    def leading(self) -> int:
        """The number of unfinished games at the top of the list."""
        return min(sum(can_go_on(table) for table in self.shelved.tables), _MOST_LEADING)

    @property
    def tables(self) -> Sequence[KeptTable]:
        """The stored tables, unfinished ones first."""
        return in_order(self.shelved.tables)

    @property
    def replayable(self) -> Sequence[KeptTable]:
        """The tables of known games, last played first."""
        return [table for table in self.shelved.tables if table.title]

    def table(self, item: Item) -> KeptTable | None:
        """Return the stored table of a line, or None."""
        table_id = table_of(item.id)
        return next((table for table in self.shelved.tables if table.id == table_id), None)

    def items(self, width: int) -> list[Item]:
        """Return a line per table, or the question in its place."""
        asked = self._asked
        return [asked if i.id == asked.id else i for i in rows(self.tables, width, now())]

    def box_items(self, width: int) -> list[Item]:
        """Return lines without keys, for a box to choose a replay."""
        found = rows(self.replayable, width, now())
        return [Item(item.id, "", parts=item.parts) for item in found]

    # Deleting

    @property
    def is_asking(self) -> bool:
        """Whether the user is being asked to confirm a deletion."""
        return bool(self._asked.id)

    def ask(self, table: KeptTable, key: str) -> None:
        """Ask in the game's line whether to delete it."""
        self._asked = deletion(table, key)

    def answered(self) -> str:
        """Remove the question; return the id of its table."""
        asked, self._asked = self._asked, Item("", "")
        return table_of(asked.id)


def table_of(item: str) -> str:
    """Return the table id of a line's id; "" for other lines."""
    kind, _blank, table_id = item.partition(" ")
    return table_id if kind == "kept" else ""


def delete(api: HomeApi, table_id: str) -> str:
    """Delete a table; return the message of an error, else ""."""
    try:
        api.kept.delete(table_id)
    except Refusal as problem:
        return say_refusal(problem)
    except OSError as error:
        return _("The game was not deleted: {why}").format(why=why(error))
    return ""


def doing_of(table: KeptTable | None, width: int) -> str:
    """Return the effect of Enter on a game, beside its title; empty if there is none."""
    if table is None or not table.title:
        return ""
    if not can_go_on(table):
        return _("Enter: replay it move by move")
    if table.people.reader is None:
        return _("Enter: continue this game")
    text = _("Enter: continue · {opponents} · {turn}")
    turn = how_far(table)
    room = width - _BESIDE - cell_len(table.title + text.format(opponents="", turn=turn))
    told = text.format(opponents=opponents(table, room), turn=turn)
    fits = cell_len(table.title + told) <= width - _BESIDE
    return told if fits else _("Enter: continue this game")


class ConfirmKey(Widget, can_focus=True):
    """An invisible widget that reads keys while another widget asks a yes-or-no question.

    It takes no room: the other widget shows the question.
    """

    DEFAULT_CSS = "ConfirmKey { height: 0; width: 0; }"

    class Answered(Message):
        """The answer."""

        def __init__(self, *, is_yes: bool) -> None:
            super().__init__()
            self.is_yes = is_yes

    def __init__(self) -> None:
        super().__init__()
        self._keys: Collection[str] | None = None

    def ask(self, keys: Collection[str]) -> None:
        """Begin a question: these keys mean yes, anything else no."""
        self._keys = keys
        self.focus()

    def on_key(self, event: events.Key) -> None:
        """Send the answer."""
        event.stop()
        event.prevent_default()
        self._answer(is_yes=event.key in (self._keys or ()))

    def on_blur(self) -> None:
        """Answer no, as the focus went elsewhere."""
        self._answer(is_yes=False)

    def _answer(self, *, is_yes: bool) -> None:
        if self._keys is not None:
            self._keys = None
            self.post_message(self.Answered(is_yes=is_yes))
