"""The same game again: one table for all who played, set up by the first of them who wants it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Hashable, Sequence
from functools import partial
from typing import Protocol, TypeVar

from nim_tui.server.database.bans import is_shut_out
from nim_tui.server.database.connection import Database
from nim_tui.server.database.listing import SeatRow, TableRow, seats_at, table_seen
from nim_tui.server.database.records import end_game
from nim_tui.server.database.schema import OVER
from nim_tui.server.database.seats import leave_seat, open_to_all
from nim_tui.server.database.tables import SeatWish, TablePlan, TableTrouble, table_row
from nim_tui.server.lobby.table_list import TableList
from nim_tui.tables.clock import DAYS, ClockPlan
from nim_tui.tables.table import Table
from rules.messages import N_
from screens.app_api import Rematch

T = TypeVar("T")


class Host(Protocol):
    """What sets tables up and knows who is here."""

    @property
    def database(self) -> Database:
        """Where tables are kept."""

    @property
    def table_list(self) -> TableList:
        """The tables that are not over."""

    async def create(self, account: int, plan: TablePlan, *, by: Hashable = None) -> str:
        """Set a table up; its id. Raises Refusal, StorageTrouble."""

    async def note_rematch(self, table: str, again: str) -> str:
        """The rematch of a game: this one, unless another node has set one up."""

    async def join(self, table: str, account: int) -> None:
        """Take a seat; with the last one the game begins. Raises Refusal."""

    def present(self) -> Collection[int]:
        """The accounts of who is on the server."""


class Rematches:
    """Which table was set up as the rematch of which; of two who want it one alone sets it up."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._turn = asyncio.Lock()
        """Held by who sets one up: of two at the same time one alone does."""
        self._again: dict[str, str] = {}
        """The ids of tables by those of the games that are played again."""

    def played_before(self, again: str | None = None) -> list[str]:
        """The tables whose rematch is at this one; of any rematch, if none is named."""
        return [table for table, its in self._again.items() if again in (None, its)]

    def note(self, table: str, again: str) -> None:
        """The rematch of a game was set up at another node."""
        self._again[table] = again

    def forget(self, table: str) -> None:
        """Nobody looks at a game any more that is over: the lobby alone leads to its rematch."""
        self._again.pop(table, None)

    async def want(self, table: str, game: Table, account: int, *, by: Hashable = None) -> str:
        """Set the rematch of a game up, or take the own seat there; its id.

        The game begins with the last of its people. Raises Refusal, StorageTrouble.
        """
        row, is_banned = await self._asked(
            partial(_asked_about, self._host.database, table, account)
        )
        if row.status != OVER:
            raise TableTrouble(N_("this game is not over"))
        if row.seat_of(account) is None:
            raise TableTrouble(N_("only those who played a game can play it again"))
        if is_banned:
            raise TableTrouble(N_("you are banned here"))
        async with self._turn:
            again = await self._standing(table)
            if again is None:
                wishes = await self._asked(partial(self._wishes, row))
                plan = TablePlan(
                    row.game, wishes, row.title, game.options, row.visibility, row.clock,
                    row.rated_from,
                )  # fmt: skip
                made = await self._host.create(account, plan, by=by)
                again = self._again[table] = await self._host.note_rematch(table, made)
                if again != made:
                    await self._asked(partial(end_game, self._host.database, made, None))
        here = self._host.present()
        if not await self._asked(partial(self._has_seat, again, row.clock, account, here)):
            await self._host.join(again, account)
        return again

    async def _asked(self, ask: Callable[[], T]) -> T:
        return await self._host.database.do(ask)

    # Asked of the database

    def _wishes(self, row: TableRow) -> Sequence[SeatWish]:
        """Everybody one seat on, each seat kept for its person, or for anybody if that is gone."""
        return [self._wish(seat) for seat in (*row.seats[1:], row.seats[0])]

    def _wish(self, seat: SeatRow) -> SeatWish:
        if seat.bot is not None:
            return SeatWish(bot=seat.bot, called=seat.name.partition(" ")[0])
        gone = seat.account is None or is_shut_out(self._host.database, seat.account)
        return SeatWish() if gone else SeatWish(kept_for=seat.account)

    def _has_seat(
        self, again: str, clock: ClockPlan | None, account: int, here: Collection[int]
    ) -> bool:
        """Whether somebody sits there; if not, seats are given back whose people cannot begin.

        They are shut out, or gone while time runs: by the calendar, or without a clock, who is
        gone may come back later.
        """
        database = self._host.database
        seats = seats_at(database, again)
        if any(seat.account == account for seat in seats):
            return True
        runs = clock is not None and clock.kind != DAYS
        for number, seat in enumerate(seats):
            if seat.account is None:
                continue
            if is_shut_out(database, seat.account):
                open_to_all(database, again, number)
            elif runs and seat.account not in here:
                leave_seat(database, again, seat.account)
        return False

    # Where it stands

    async def _standing(self, table: str) -> str | None:
        """The rematch of a table, if it was set up and has not been closed since."""
        again = self._again.get(table)
        is_over = again is None or await self._asked(partial(_is_over, self._host.database, again))
        return None if is_over else again

    def state(self, table: str, account: int, *, played: bool) -> Rematch:
        """How it stands with the rematch of a game, for somebody who has `played` it or not."""
        again = self._again.get(table)
        row = None if again is None else self._host.table_list.known(again)
        if row is None:
            return Rematch(can_join=played)
        seats = [seat for seat in row.seats if seat.bot is None]
        is_ready = any(seat.account == account for seat in seats)
        return Rematch(
            can_join=played,
            is_ready=is_ready,
            ready=tuple(seat.name for seat in seats if seat.account is not None),
            waits_for=tuple(seat.invited or "" for seat in seats if seat.account is None),
        )


def _asked_about(database: Database, table: str, account: int) -> tuple[TableRow, bool]:
    """The game that is to be played again, and whether who wants that is banned."""
    return table_seen(database, table, account), is_shut_out(database, account)


def _is_over(database: Database, table: str) -> bool:
    with database.reading() as connection:
        return bool(table_row(connection, table).status == OVER)
