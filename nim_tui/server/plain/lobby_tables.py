"""The tables of the lobby by number: listed, found again, joined, watched, left."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from nim_tui.server.app.seen_tables import SeenTables
from nim_tui.server.database.schema import RUNNING
from nim_tui.server.plain.described import described
from nim_tui.server.plain.line_table import LineTable
from nim_tui.server.plain.visit import Visit
from nim_tui.server.ssh.client import is_table_id
from rules.messages import N_
from screens.app_api import CannotStart
from screens.lobby.listed import Doing, LobbyTable, Wanted
from screens.text import _, ngettext

MOST_TOLD: Final = 15
"""Tables that are told at once."""
LONGEST_SOUGHT: Final = 40


class Tables:
    """What somebody was told of tables last, and what they do with these."""

    def __init__(self, visit: Visit, table: LineTable) -> None:
        self._visit = visit
        self._table = table
        self._told: Sequence[LobbyTable] = ()
        self._seen = SeenTables(visit.lobby, visit.person)

    def tell(self, rest: str, *, only_mine: bool = False) -> None:
        """The tables of the lobby from number N on, or those with a text in them."""
        number = int(rest) if rest.isascii() and rest.isdigit() and len(rest) < 4 else 0
        text = "" if number else rest[:LONGEST_SOUGHT]
        found = self._seen.unfinished(Wanted(text, only_mine=only_mine))
        self._tell(found.tables, max(number - 1, 0))

    async def tell_finished(self) -> None:
        """The games that are over, the newest first."""
        found = await self._seen.finished(Wanted())
        self._tell(found.tables, 0)

    def _tell(self, tables: Sequence[LobbyTable], first: int) -> None:
        self._told = tables
        if not tables:
            self._visit.say(_("No table yet: say new and a game."))
        for number, table in enumerate(tables[first : first + MOST_TOLD], start=first + 1):
            self._visit.say(f"{number}. {described(table)}")
        left = len(tables) - first - MOST_TOLD
        if left > 0:
            more = ngettext("{count} more", "{count} more", left)
            told = _("{more}: say tables and the number to go on from, {number}")
            self._visit.say(told.format(more=more, number=first + MOST_TOLD + 1))

    def meant(self, rest: str, *doings: Doing) -> str:
        """The id of the table that is meant, by number or id. Raises CannotStart.

        Without either it is the first of all with which one of `doings` can be done, those that
        wait for somebody leading.
        """
        if is_table_id(rest.casefold()):
            return rest.casefold()
        if rest.isascii() and rest.isdigit() and len(rest) < 4:
            self._told = self._told or self._seen.unfinished(Wanted()).tables
            if 1 <= int(rest) <= len(self._told):
                return self._told[int(rest) - 1].id
        elif not rest:
            fitting = [one for one in self._seen.unfinished(Wanted()).tables if one.doing in doings]
            fitting.sort(key=lambda one: not one.is_my_turn)
            if fitting:
                return fitting[0].id
        raise CannotStart(N_("there is no such table; say tables to hear them by number"))

    async def seen(self, table: str) -> LobbyTable:
        """A table as it is now. Raises a Refusal."""
        return await self._seen.find(table)

    async def join(self, rest: str) -> None:
        """Take a seat, or go on playing. Raises a Refusal."""
        table = self.meant(rest, Doing.PLAY, Doing.JOIN)
        lobby, account = self._visit.lobby, self._visit.person.account
        doing = (await self.seen(table)).doing
        if doing == Doing.JOIN:
            await lobby.desk.join(table, account)
        elif doing == Doing.WAIT:  # or it is full, and its beginning could not be written
            await lobby.desk.begin_if_full(table)
        elif doing == Doing.WATCH:
            raise CannotStart(N_("you do not play at this table; say watch to look on"))
        elif doing == Doing.REPLAY:
            raise CannotStart(N_("that game is over; say replay"))
        await self.go_if_begun(table)

    def hosted(self, rest: str) -> str:
        """The id of the table that is meant, of those one hosts the first. Raises CannotStart."""
        if rest:
            return self.meant(rest)
        waiting = (one.id for one in self._seen.unfinished(Wanted()).tables if one.may_invite)
        found = next(waiting, None)
        if found is None:
            raise CannotStart(N_("no table of yours waits for players; say new to set one up"))
        return found

    async def go_if_begun(self, table: str) -> None:
        """Go to a table whose game has begun, or say what it waits for. Raises a Refusal."""
        row = await self._seen.row(table)
        if row.status == RUNNING:
            await self._table.sit_down(table)
        elif row.seat_of(self._visit.person.account) is None:
            raise CannotStart(N_("no seat is free for you"))
        else:
            self._visit.say(_("You have a seat; the game begins once everybody is there."))

    async def watch(self, rest: str) -> None:
        """Look on at a game, or go to the own one. Raises a Refusal."""
        table = self.meant(rest, Doing.WATCH)
        doing = (await self.seen(table)).doing
        if doing not in (Doing.WATCH, Doing.PLAY):
            raise CannotStart(N_("nobody plays at this table just now"))
        await self._table.sit_down(table)

    async def give_back(self, rest: str) -> None:
        """Give the seat at a table back whose game has not begun. Raises a Refusal."""
        if not rest:
            raise CannotStart(N_("say the number of a table after it"))
        table = await self.seen(self.meant(rest))
        if table.doing not in (Doing.JOIN, Doing.WAIT):
            raise CannotStart(N_("its game has begun: to give it up, join it and say resign"))
        person, lobby = self._visit.person, self._visit.lobby
        row = await self._seen.row(table.id)
        if not table.is_mine and row.host != person.account:
            raise CannotStart(N_("you do not play at this table"))
        await lobby.desk.get_up(table.id, person.account)
        self._visit.say(_("Your seat is given back."))
