"""The salon: the tables being played, and who is here. One for the whole server.

Games live in the database; a table that somebody sits at, or whose programs must move, is held
here once for all who look at it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextvars import Context, copy_context
from dataclasses import dataclass
from typing import Protocol

from sqlalchemy import select

from nim_tui.catalog import offer_named
from nim_tui.driver import BotDriver
from nim_tui.record import RecordError
from nim_tui.seating import fresh_seed
from nim_tui.server.database.accounts import forget_guests
from nim_tui.server.database.chat import Said, said, say
from nim_tui.server.database.connection import Database
from nim_tui.server.database.games import open_table, tables_being_played
from nim_tui.server.database.listing import Search, TableRow, list_tables, table_seen
from nim_tui.server.database.schema import OPEN, OVER, SEATS
from nim_tui.server.database.seats import leave_seat, start, take_seat
from nim_tui.server.database.tables import TablePlan, TableTrouble, create_table, table_row
from nim_tui.table import Table
from rules.text import Refusal

BEAT = 0.7
"""Seconds between the moves of programs."""

logger = logging.getLogger(__name__)

Listener = Callable[[], None]


class Guest(Protocol):
    """A visit, as the salon calls on it: from anywhere, so it may only note what it is told."""

    @property
    def account(self) -> int:
        """Whose visit it is."""

    @property
    def own_name(self) -> str:
        """The name of the account."""

    @property
    def at(self) -> str | None:
        """The table on its screen, if any."""

    def turn_came(self, *, is_mine: bool) -> None:
        """A game has come to wait for this person, or does so no longer."""

    def hear(self, line: str) -> None:
        """Something was said where this person is."""


@dataclass(slots=True)
class LiveTable:
    """A table held in memory: the game, its programs, and the accounts on its seats."""

    table: Table
    driver: BotDriver
    accounts: tuple[int | None, ...]
    waited_for: frozenset[int] = frozenset()
    """The accounts it waited for when it was last looked at."""
    playing: asyncio.Task[None] | None = None
    """The programs at work."""


class Salon:
    """Everything that visits share. Its methods block for a write to the database at most."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._live: dict[str, LiveTable] = {}
        self._here: dict[int, Guest] = {}
        self._listeners: list[Listener] = []
        self._context: Context = copy_context()
        """Programs play in this context, not in that of whoever moved before them."""

    # Who is here

    def enter(self, visit: int, guest: Guest) -> None:
        """Somebody comes in."""
        self._here[visit] = guest
        self.changed()

    def leave(self, visit: int) -> None:
        """A visit is over."""
        if self._here.pop(visit, None) is not None:
            self.changed()

    def people(self, table: str | None = None) -> list[str]:
        """The names of who is here, or at a table, each once."""
        guests = [guest for guest in self._here.values() if table is None or guest.at == table]
        return sorted({guest.own_name for guest in guests}, key=str.casefold)

    def waits_for(self, account: int) -> bool:
        """Whether any game waits for somebody."""
        return any(account in held.waited_for for held in self._live.values())

    def listen(self, listener: Listener) -> Listener:
        """Be told when tables, people or talk change; call what is returned to stop."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def changed(self) -> None:
        """Tell everybody in the lobby; one who cannot listen disturbs no other."""
        for listener in tuple(self._listeners):
            try:
                listener()
            except Exception:
                logger.exception("a visit did not hear what changed")

    # Talk

    def say(self, account: int, text: str, table: str | None = None) -> None:
        """Say something in the lobby, or at a table. Raises Refusal, StorageTrouble."""
        line = say(self.database, account, text, table)
        for guest in self._here.values():
            if guest.at == table and guest.account != account:
                guest.hear(f"{line.name}: {line.text}")
        self.changed()

    def said(self, table: str | None = None) -> Sequence[Said]:
        """What was said, the oldest first."""
        return said(self.database, table)[::-1]

    # Tables

    def tables(self, search: Search, most: int = 50) -> list[TableRow]:
        """The tables somebody may see."""
        return list_tables(self.database, search, most=most)

    def create(self, account: int, plan: TablePlan) -> str:
        """Set a table up; its id. The game begins at once if nobody is waited for."""
        table = create_table(self.database, account, plan)
        self._begin_if_full(table, account)
        self.changed()
        return table

    def join(self, table: str, account: int) -> None:
        """Take a seat; with the last one the game begins. Raises Refusal."""
        take_seat(self.database, table, account)
        self._begin_if_full(table, account)
        self.changed()

    def get_up(self, table: str, account: int) -> None:
        """Give a seat back before the game begins. Raises Refusal."""
        leave_seat(self.database, table, account)
        self.changed()

    def resign(self, table: str, account: int) -> None:
        """Give a game of two up. Raises Refusal, StorageTrouble."""
        game = self.live(table)
        game.resign(self._live[table].accounts.index(account))

    def _begin_if_full(self, table: str, viewer: int) -> None:
        row = table_seen(self.database, table, viewer)
        if row.status == OPEN and all(seat.account or seat.bot for seat in row.seats):
            start(self.database, table, fresh_seed())
            self.live(table)

    # Games being played

    def live(self, table: str) -> Table:
        """The one table of this id that everybody looks at. Raises TableTrouble, RecordError."""
        held = self._live.get(table)
        if held is None:
            game = open_table(self.database, table)
            if self._is_over(table):
                return game  # nobody moves there any more: it is only looked at
            held = LiveTable(game, self._driver(game), self._accounts(table))
            self._live[table] = held
            game.listen(lambda: self._moved(table))
            game.listen(self.changed, (None,))
            self._moved(table)
        return held.table

    def _is_over(self, table: str) -> bool:
        with self.database.reading() as connection:
            return bool(table_row(connection, table).status == OVER)

    def _accounts(self, table: str) -> tuple[int | None, ...]:
        """Who sits where, by account."""
        query = select(SEATS.c.account).where(SEATS.c.table == table).order_by(SEATS.c.seat)
        with self.database.reading() as connection:
            return tuple(connection.execute(query).scalars())

    def bring_back(self) -> None:
        """After a start: guests of before are forgotten, programs of running games go on."""
        forget_guests(self.database)
        for table in tables_being_played(self.database):
            try:
                self.live(table)
            except (TableTrouble, RecordError, OSError):
                logger.exception("table %s cannot be brought back", table)

    def _driver(self, table: Table) -> BotDriver:
        offer = offer_named(table.game.name)
        levels = {n: seat.bot for n, seat in enumerate(table.seats)}
        bots = {n: offer.bot(level) for n, level in levels.items() if level is not None}
        return BotDriver(table, bots, lambda: BEAT, self._complain)

    def _complain(self, error: OSError) -> None:
        logger.error("a program's move was not kept: %s", error)

    def _moved(self, table: str) -> None:
        held = self._live[table]
        before = held.waited_for
        accounts = (held.accounts[seat] for seat in held.table.waiting)
        held.waited_for = frozenset(account for account in accounts if account is not None)
        for guest in self._here.values():
            if guest.account in held.waited_for ^ before:
                guest.turn_came(is_mine=guest.account in held.waited_for)
        self._drive(held)

    def _drive(self, held: LiveTable) -> None:
        """Let the programs of a table play, unless they do already."""
        if held.driver.is_due and (held.playing is None or held.playing.done()):
            loop = asyncio.get_running_loop()
            held.playing = loop.create_task(self._play(held), context=self._context.copy())

    async def _play(self, held: LiveTable) -> None:
        try:
            await held.driver.drive()
        except Refusal:
            logger.exception("a program made a move that was refused")

    def close(self) -> None:
        """Let the programs rest; everything is stored already."""
        for held in self._live.values():
            if held.playing is not None:
                held.playing.cancel()
            held.table.close()

    # For whoever runs the server

    @property
    def tables_held(self) -> int:
        """How many tables are held in memory."""
        return len(self._live)

    def let_go(self, table: str) -> list[Guest]:
        """Hold a table no longer, as it was closed; who looks at it, to be told."""
        held = self._live.pop(table, None)
        if held is not None:
            if held.playing is not None:
                held.playing.cancel()
            for guest in self._here.values():
                if guest.account in held.waited_for:
                    guest.turn_came(is_mine=False)
        self.changed()
        return [guest for guest in self._here.values() if guest.at == table]
