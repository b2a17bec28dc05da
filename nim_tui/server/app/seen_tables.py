"""The tables of the lobby that one person may see, however they are shown them."""

from __future__ import annotations

from dataclasses import replace

from nim_tui.server.app.lobby_view import finished, listed, lobby_table
from nim_tui.server.app.person import Person
from nim_tui.server.app.seat_view import with_time_left
from nim_tui.server.database.listing import TableRow, table_seen
from nim_tui.server.lobby.lobby import Lobby
from nim_tui.server.lobby.table_search import Viewer
from screens.lobby.listed import Listed, LobbyTable, Wanted


class SeenTables:
    """Finds tables in the lists and in the database."""

    def __init__(self, lobby: Lobby, person: Person, *, sees_all: bool = False) -> None:
        """Admins see all tables."""
        self._lobby = lobby
        self._person = person
        self._sees_all = sees_all

    @property
    def _viewer(self) -> Viewer:
        return Viewer(self._person.number, self._person.name, self._sees_all)

    def unfinished(self, wanted: Wanted) -> Listed:
        """The tables not over."""
        found = listed(self._lobby.table_list, wanted, self._viewer)
        return replace(found, tables=[self._timed(table) for table in found.tables])

    def _timed(self, table: LobbyTable) -> LobbyTable:
        """A table of the list, with the time this person has where they must move."""
        if not table.is_my_turn or not table.clock:
            return table
        return with_time_left(table, self._lobby.held.seated(table.id), self._person.account)

    async def finished(self, wanted: Wanted) -> Listed:
        """The tables that are over, the newest first. Raises a Refusal."""
        database, viewer = self._lobby.database, self._viewer
        return await self._lobby.long_reads.do(lambda: finished(database, wanted, viewer))

    async def find(self, table: str) -> LobbyTable:
        """A table as it is now. Raises a Refusal."""
        return lobby_table(await self.row(table), self._person.account, self._person.name)

    async def row(self, table: str) -> TableRow:
        """A table as it is kept now. Raises a Refusal."""
        return await self._lobby.database.look(table_seen, table, self._person.account)
