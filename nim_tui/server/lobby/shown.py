"""What the lobby shows of tables and people, and who is asked to show it anew."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress

from nim_tui.server.database.asking import Latest
from nim_tui.server.database.connection import StorageTrouble
from nim_tui.server.database.posts import TablesChanged
from nim_tui.server.lobby.foundation import Foundation
from nim_tui.server.lobby.update_queue import BURST, Show, UpdateQueue
from screens.lobby.listed import PersonHere


class Shown:
    """Tables, people and talk, as they change, for all who look at the lobby."""

    def __init__(self, base: Foundation) -> None:
        self._database = base.database
        self._nodes = base.nodes
        self._guests = base.guests
        self._table_list = base.table_list
        self._queue = UpdateQueue(base.limits.paint_seconds)
        self._people: Sequence[PersonHere] | None = None
        """Everybody who is here, since the last change."""
        self._latest = Latest(base.database, self._show_changes)

    def follow(self, show: Show) -> Callable[[], None]:
        """Be asked to show tables, people and chat as they change; call what is returned to stop.

        Who follows is asked in turns, and not by each change.
        """
        return self._queue.follow(show)

    @property
    def paints_due(self) -> int:
        """How many who look at the lobby have not been shown its last change yet."""
        return self._queue.due

    def people(self, table: str | None = None) -> Sequence[str]:
        """The names of who is here, or at a table, each once."""
        return [person.name for person in self.people_here(table)]

    def people_here(self, table: str | None = None) -> Sequence[PersonHere]:
        """Who is here and where, or who is at a table, each once; worked out once a change."""
        if table is not None:
            return [PersonHere(name) for name in self._guests.names(table)]
        if self._people is None:
            self._people = [
                PersonHere(name, None if at is None else self._table_list.public_title(at))
                for name, at in self._guests.places()
            ]
        return self._people

    def changed(self, *tables: str) -> None:
        """People, chat, or these tables are other than before: the lobby is to show it."""
        if tables:
            self._nodes.tell(TablesChanged([*tables]))
        self.note_tables(*tables)

    def note_tables(self, *tables: str) -> None:
        """The same, where other nodes know it already."""
        self._table_list.note(*tables)
        self._people = None
        self._latest.keep()

    async def _show_changes(self) -> None:
        """Read what changed, and then have it shown."""
        await self.read_changed()
        await self._database.rest(BURST)

    async def read_changed(self, *tables: str) -> None:
        """These tables changed: know how they are now. The lobby is to show it."""
        if tables:
            self._nodes.tell(TablesChanged([*tables]))
        await self.read_told(*tables)

    async def read_told(self, *tables: str) -> None:
        """The same, where other nodes are told with the change itself."""
        self._table_list.note(*tables)
        await self.know_tables()
        self.ask_followers()

    async def know_tables(self) -> None:
        """Know the tables as they are now, as far as they can be read: who looks is told that."""
        with suppress(StorageTrouble):
            await self._table_list.catch_up()

    def ask_followers(self) -> None:
        """Have all who look at the lobby show it anew, in turns."""
        self._people = None
        self._queue.changed()
