"""The kept games as the home screen holds them: what was read, and what it is asked about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.messages import Refusal
from screens.home.app_api import HomeApi
from screens.home.dates import now
from screens.home.kept_rows import deletion, rows
from screens.home.kept_table import KeptTable, Shelved
from screens.home.kept_words import can_go_on, in_order
from screens.text import _, say_refusal, why
from screens.widgets.menu import Item

_MOST_LEADING: Final = 3


class KeptList:
    """What was read last; reading is left to whoever can do it off the event loop."""

    def __init__(self) -> None:
        self.shelved = Shelved()
        self.was_read = False
        self._asked = Item("", "")
        """The line that asks whether to delete its game."""

    def take(self, shelved: Shelved) -> None:
        """Hold what was read."""
        self.shelved, self.was_read = shelved, True

    @property
    def is_of_someone_new(self) -> bool:
        """Whether it is known that nothing was ever played here."""
        return self.was_read and not (
            self.shelved.tables or self.shelved.tallies or self.shelved.imported
        )

    @property
    def leading(self) -> int:
        """How many of the first lines are games to go on with that lead all others."""
        return min(sum(can_go_on(table) for table in self.shelved.tables), _MOST_LEADING)

    @property
    def tables(self) -> Sequence[KeptTable]:
        """Those to go on with first."""
        return in_order(self.shelved.tables)

    @property
    def replayable(self) -> Sequence[KeptTable]:
        """All but what is none of a known game, the last played first."""
        return [table for table in self.shelved.tables if table.title]

    def table(self, item: Item) -> KeptTable | None:
        """What a line stands for, if it is one of these."""
        table_id = table_of(item.id)
        return next((table for table in self.shelved.tables if table.id == table_id), None)

    def items(self, width: int) -> list[Item]:
        """A line each, or the question in its place."""
        asked = self._asked
        return [asked if i.id == asked.id else i for i in rows(self.tables, width, now())]

    def box_items(self, width: int) -> list[Item]:
        """Lines for a box to choose what to step through: without keys."""
        found = rows(self.replayable, width, now())
        return [Item(item.id, "", parts=item.parts) for item in found]

    # Deleting

    @property
    def is_asking(self) -> bool:
        """Whether a game may be about to be deleted."""
        return bool(self._asked.id)

    def ask(self, table: KeptTable, key: str) -> None:
        """Ask in its line whether to delete a game."""
        self._asked = deletion(table, key)

    def answered(self) -> str:
        """Ask no more; the id of the game it was about."""
        asked, self._asked = self._asked, Item("", "")
        return table_of(asked.id)


def table_of(item: str) -> str:
    """The id of the table that a line with this id stands for."""
    kind, _blank, table_id = item.partition(" ")
    return table_id if kind == "kept" else ""


def delete(api: HomeApi, table_id: str) -> str:
    """Delete a game; what is to be told if that failed."""
    try:
        api.kept.delete(table_id)
    except Refusal as problem:
        return say_refusal(problem)
    except OSError as error:
        return _("the game could not be deleted: {why}").format(why=why(error))
    return ""


def doing_of(table: KeptTable | None) -> str:
    """What Enter does with a kept game, in words; nothing where it can do nothing."""
    if table is None or not table.title:
        return ""
    if can_go_on(table):
        return _("Enter: go on where you left off")
    return _("Enter: see it again, move by move")
