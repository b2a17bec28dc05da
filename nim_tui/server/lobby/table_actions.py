"""The actions of a person on a listed table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from nim_tui.server.app.at_table import CurrentTable
from nim_tui.server.lobby.table_list import TableList
from nim_tui.server.lobby.table_view import VisibleTables
from nim_tui.server.services import Services
from nim_tui.server.sessions.person import SessionAccount
from nim_tui.server.storage.schema import RUNNING
from nim_tui.server.tables.listing import TableRow
from rules.messages import N_
from screens.app_api import NotPossible
from screens.lobby.values import LobbyTable, TableAction, TableFilter, TablePage

GIVES_UP_SEATS: Final = N_("Leaving frees your seats.")
GOES_ON: Final = N_("One of your games continues without you.")


def leaving_costs(table_list: TableList, person: SessionAccount) -> str:
    """Return the cost of leaving, as a sentence to translate; empty if leaving costs nothing.

    A guest who leaves loses the account. A correspondence game expects nobody to be online.
    """
    if person.number is None:
        return ""
    rows = [row for table in table_list.of(person.number) if (row := table_list.known(table))]
    seated = [row for row in rows if row.seat_of(person.number) is not None]
    if person.is_guest:
        return GIVES_UP_SEATS if seated else ""
    return GOES_ON if any(_expects_people(row) for row in seated) else ""


def _expects_people(row: TableRow) -> bool:
    return row.status == RUNNING and (row.clock is None or row.clock.kind != "days")


class TableActions:
    """A person's actions on tables: list, join, show, replay, leave."""

    def __init__(
        self,
        lobby: Services,
        person: SessionAccount,
        at: CurrentTable,
        replay: Callable[[str], None],
        *,
        sees_all: Callable[[], bool],
    ) -> None:
        """`replay` shows the record of a finished game. Admins see all tables."""
        self._lobby = lobby
        self._person = person
        self._at = at
        self._replay = replay
        self._seen = VisibleTables(lobby, person, sees_all=sees_all)

    def unfinished(self, wanted: TableFilter) -> TablePage:
        """Return the unfinished tables visible here."""
        return self._seen.unfinished(wanted)

    async def finished(self, wanted: TableFilter) -> TablePage:
        """Return the finished tables visible here."""
        return await self._seen.finished(wanted)

    def waiting(self) -> int:
        """Return the number of tables where it is the person's turn."""
        return self._lobby.table_list.waiting_for(self._person.number)

    def set_up(self) -> str:
        """Return the id of the table this person has just set up, once."""
        table, self._at.set_up = self._at.set_up, ""
        return table

    def leaving_costs(self) -> str:
        """Return the cost for this person of leaving the server now."""
        return leaving_costs(self._lobby.table_list, self._person)

    async def find(self, table: str) -> LobbyTable:
        """Return the present state of a table that this person may see. Raises a Refusal."""
        return await self._seen.find(table)

    async def act(self, table: LobbyTable) -> None:
        """Do the action of Enter on a table, in its present state: the list may be outdated."""
        account, tables = self._person.account, self._lobby.tables
        match (await self.find(table.id)).doing:
            case TableAction.JOIN:
                await tables.join(table.id, account)
                if (await self._seen.row(table.id)).status == RUNNING:
                    await self._at.sit_down(table.id)
            case TableAction.PLAY | TableAction.WATCH:
                await self._at.sit_down(table.id)
            case TableAction.REPLAY:
                self._replay(table.id)
            case TableAction.WAIT:  # or it is full, and its start could not be stored
                await tables.begin_if_full(table.id)
                if (await self._seen.row(table.id)).status != RUNNING:
                    raise NotPossible(N_("this table is waiting for players"))
                await self._at.sit_down(table.id)

    async def get_up(self, table: LobbyTable) -> None:
        """Leave a seat, or resign a game of two."""
        account, tables = self._person.account, self._lobby.tables
        waits = table.doing in (TableAction.JOIN, TableAction.WAIT)
        may = table.is_mine or (waits and (await self._seen.row(table.id)).host == account)
        if not may:
            raise NotPossible(N_("you are not a player at this table"))
        if table.doing == TableAction.PLAY:
            await tables.resign(table.id, account)
        else:
            await tables.get_up(table.id, account)
