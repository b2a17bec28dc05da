"""Set up tables, take seats, start games."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable
from contextlib import suppress
from functools import partial
from typing import Final

from nim_tui.server.lobby.rematches import RematchBook
from nim_tui.server.lobby.table_list import Foundation
from nim_tui.server.lobby.updates import LobbyUpdates, Messenger
from nim_tui.server.play.live_tables import LiveTables, TableLoader
from nim_tui.server.rate_limit import RateLimit
from nim_tui.server.storage.database import Database, Sign, StorageError
from nim_tui.server.storage.schema import OPEN
from nim_tui.server.tables.exclusions import exclude
from nim_tui.server.tables.listing import table_seen
from nim_tui.server.tables.record_store import end_game
from nim_tui.server.tables.seat_store import create_again, leave_seat, start, take_seat
from nim_tui.server.tables.table_store import CannotUseTable, TablePlan, create_table
from nim_tui.tables.replay import GameBranch
from nim_tui.tables.seeds import fresh_seed
from rules.contract import IllegalMove
from rules.messages import N_, Refusal

STOPS_SOON: Final = N_("The server is stopping soon: games continue, but no new game can begin.")
_NONE_BEGINS: Final = N_("the server is stopping soon: no new game can begin")


class Draining(Refusal):
    """No game can start, as the server stops soon."""


class TableService:
    """Sets up tables and seats people. A session that ends meanwhile leaves nothing half done."""

    def __init__(
        self,
        base: Foundation,
        held: LiveTables,
        opener: TableLoader,
        *,
        rematch_book: RematchBook,
        shown: LobbyUpdates,
        telling: Messenger,
    ) -> None:
        self._base = base
        self._held = held
        self._opener = opener
        self._rematch_book = rematch_book
        self._shown = shown
        self._telling = telling
        self.is_draining = False
        """Whether no new game may start."""
        self._creating = asyncio.Lock()
        """Held while a table is set up or started: limits hold, and it starts once."""
        limits = base.limits
        self._hosting = RateLimit(
            base.database, "tables", limits.tables_at_once, limits.table_seconds,
            shared=base.nodes.are_several,
        )  # fmt: skip

    async def create(self, account: int, plan: TablePlan, *, by: Hashable = None) -> str:
        """Set up a table; return its id. The game begins at once if all seats are taken.

        `by` is the subject of the rate limit, if not the account. Raises Refusal, StorageError.
        """
        return await self._set_up(account, lambda base: create_table(base, account, plan), by)

    async def create_again(
        self, account: int, plan: TablePlan, begins: GameBranch, *, by: Hashable = None
    ) -> str:
        """Set up a copy of a table that continues from a record."""
        make = partial(create_again, host=account, plan=plan, begins=begins)
        return await self._set_up(account, make, by)

    async def _set_up(self, account: int, make: Callable[[Database], str], by: Hashable) -> str:
        self.check_beginning()
        await self._hosting.take(by or account)
        return await self._base.database.whole(self._create(account, make))

    async def _create(self, account: int, make: Callable[[Database], str]) -> str:
        most = self._base.limits.tables_an_account
        async with self._creating:
            await self._base.table_list.catch_up()
            if self._base.table_list.hosted_by(account) >= most:
                raise CannotUseTable(N_("you already have {most} unfinished tables"), most=most)
            table = await self._base.database.ask(make)
            await self._shown.read_told(table)
        await self.begin_if_full(table, account)
        await self._telling.tell_invited(table, account)
        return table

    async def join(self, table: str, account: int) -> None:
        """Take a seat; the game begins with the last one. Raises Refusal."""

        def take(database: Database) -> str:
            take_seat(database, table, account)
            return table

        await self.join_by(take, account)

    async def join_by(self, take: Callable[[Database], str], account: int) -> str:
        """Take a seat by a function that finds the table in the database."""
        self.check_beginning()
        return await self._base.database.whole(self._join(take, account))

    async def _join(self, take: Callable[[Database], str], account: int) -> str:
        table = await self._base.database.ask(take)
        await self._shown.read_told(table)
        await self.begin_if_full(table, account)
        self._rematch_book.tell(table)
        return table

    async def get_up(self, table: str, account: int) -> None:
        """Leave a seat before the game begins. Raises Refusal.

        A table without people is closed; its host may also close it if nobody has joined.
        """
        await self._base.database.whole(self._get_up(table, account))

    async def _get_up(self, table: str, account: int) -> None:
        try:
            await self._base.database.ask(_give_seat_back, table, account)
        finally:
            await self._shown.read_changed(table)
        self._rematch_book.tell(table)

    async def exclude(self, table: str, account: int, sign: Sign) -> None:
        """Exclude a person from a table, as far as `sign` allows it. Raises Refusal."""
        await self._base.database.whole(self._exclude(table, account, sign))

    async def _exclude(self, table: str, account: int, sign: Sign) -> None:
        try:
            await self._base.database.ask(exclude, table, account, sign)
        finally:
            await self._shown.read_changed(table)
        self._telling.tell_excluded(table, account)
        self._rematch_book.tell(table)

    async def begin_if_full(self, table: str, by: int | None = None) -> None:
        """Start the game if no player is missing. Raises Refusal, StorageError.

        `by` goes to the table anyway, so is not told.
        """
        await self._base.database.whole(self._begin_if_full(table, by))

    async def _begin_if_full(self, table: str, by: int | None) -> None:
        least_age = self._base.limits.rated_hours * 3600
        async with self._creating:
            if not await self._is_full(table):
                return
            begin = partial(start, least_age=least_age, by=by)
            await self._base.database.ask(begin, table, fresh_seed())
            await self._shown.read_told(table)
        with suppress(StorageError):  # the game has begun: maintenance loads it again
            await self._opener.live(table)
        self._telling.tell_begun(table, by)
        self._rematch_book.begin(table, self._held.accounts(table))

    async def _is_full(self, table: str) -> bool:
        """Whether the game can begin now."""
        await self._base.table_list.catch_up()
        row = self._base.table_list.known(table)
        if row is None or row.status != OPEN or self.is_draining:
            return False
        return all(seat.account or seat.bot for seat in row.seats)

    async def resign(self, table: str, account: int) -> None:
        """Resign a game of two. Raises Refusal, StorageError."""
        await self._opener.live(table)
        held = self._held.seated(table)
        seat = None if held is None else held.people.seat_of(account)
        if held is None or seat is None:
            raise IllegalMove(N_("you are not a player at this table"))
        await held.resign(seat)

    def drain(self) -> None:
        """Stop starting games, and tell everyone."""
        self.is_draining = True
        self._telling.tell_all(STOPS_SOON)

    def check_beginning(self) -> None:
        """Check that games may start. Raises Draining."""
        if self.is_draining:
            raise Draining(_NONE_BEGINS)


def _give_seat_back(database: Database, table: str, account: int) -> None:
    """Free an account's seat. Raises Refusal, StorageError."""
    row = table_seen(database, table, account)
    people = [seat.account for seat in row.seats if seat.account is not None]
    is_last = people == [account] or (people == [] and row.host == account)
    if is_last and row.status == OPEN:
        end_game(database, table, None)
    else:
        leave_seat(database, table, account)
