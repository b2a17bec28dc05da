"""Rematches: setting them up, and their state for the people at both tables."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Hashable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final, TypeVar

from nim_tui.server.lobby.table_list import Foundation
from nim_tui.server.moderation.bans import is_shut_out
from nim_tui.server.moderation.blocks import blocked_by
from nim_tui.server.nodes.messages import RematchMade
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.schema import OVER
from nim_tui.server.tables.game_store import note_rematch
from nim_tui.server.tables.listing import SeatRow, TableRow, seats_at, table_seen
from nim_tui.server.tables.record_store import end_game
from nim_tui.server.tables.seat_store import leave_seat, open_to_all
from nim_tui.server.tables.table_store import CannotUseTable, SeatWish, TablePlan, table_row
from nim_tui.tables.clock import DAYS, ClockPlan
from nim_tui.tables.table import Table
from rules.messages import N_
from screens.app_api import Rematch

if TYPE_CHECKING:
    from nim_tui.server.lobby.table_setup import TableService
    from nim_tui.server.play.live_tables import TableLoader

MOST_KNOWN: Final = 1_000
"""The most games whose rematch is remembered, the latest first."""


class RematchBook:
    """The rematches of games that somebody may still look at."""

    def __init__(self, base: Foundation) -> None:
        self._guests = base.guests
        self._table_list = base.table_list
        self._again: dict[str, str] = {}
        """The ids of rematches, by those of their games."""

    def note(self, table: str, again: str) -> None:
        """Note the rematch of a game, set up here or at another node."""
        self._again.pop(table, None)
        self._again[table] = again
        while len(self._again) > MOST_KNOWN:
            del self._again[next(iter(self._again))]

    def forget(self, table: str) -> None:
        """Forget a finished game without viewers: its rematch is in the lobby."""
        self._again.pop(table, None)

    def of(self, table: str) -> str | None:
        """Return the rematch of a game, if one was set up; it may be closed by now."""
        return self._again.get(table)

    def played_before(self, again: str | None = None) -> list[str]:
        """Return the tables whose rematch is this one, or all with a rematch."""
        return [table for table, its in self._again.items() if again in (None, its)]

    def tell(self, again: str | None = None) -> None:
        """Tell the viewers of a finished game who wants this rematch, or any."""
        for table in self.played_before(again):
            for guest in self._guests.at(table):
                guest.people_changed()

    def begin(self, again: str, people: Collection[int]) -> None:
        """Send the viewers of the earlier game to its rematch."""
        for table in self.played_before(again):
            for guest in self._guests.at(table):
                if guest.who.account in people:
                    guest.move_on(table, again)

    def state(self, table: str, account: int, *, played: bool) -> Rematch:
        """Return the state of a game's rematch for a person who has `played` the game or not."""
        again = self._again.get(table)
        row = None if again is None else self._table_list.known(again)
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


T = TypeVar("T")


class Rematches:
    """The set-up of rematches: the first player makes the table, the others sit there."""

    def __init__(
        self, base: Foundation, opener: TableLoader, table_service: TableService, book: RematchBook
    ) -> None:
        self._base = base
        self._opener = opener
        self._table_service = table_service
        self._book = book
        self._turn = asyncio.Lock()
        """Held during a set-up: concurrent ones make a single table."""

    async def play_again(self, table: str, account: int, *, by: Hashable = None) -> str:
        """Set up the rematch of a game, or sit down there; return its id.

        The game starts with its last player. `by` is the subject of the rate limit, if not the
        account. Raises Refusal.
        """
        return await self._base.database.whole(self._play_again(table, account, by))

    async def _play_again(self, table: str, account: int, by: Hashable) -> str:
        try:
            return await self._want(table, await self._opener.live(table), account, by)
        finally:
            self._book.tell()

    async def _want(self, table: str, game: Table, account: int, by: Hashable) -> str:
        row, is_banned = await self._asked(
            partial(_asked_about, self._base.database, table, account)
        )
        if row.status != OVER:
            raise CannotUseTable(N_("this game is not over"))
        if row.seat_of(account) is None:
            raise CannotUseTable(N_("only the players of a game can start a rematch"))
        if is_banned:
            raise CannotUseTable(N_("you are banned from this server"))
        async with self._turn:
            again = await self._standing(table)
            if again is None:
                wishes = await self._asked(partial(self._wishes, row, account))
                plan = TablePlan(
                    row.game, wishes, row.title, game.options, row.visibility, row.clock,
                    row.rated_from, row.hints_for_all, club=row.club, is_again=True,
                )  # fmt: skip
                made = await self._table_service.create(account, plan, by=by)
                again = await self._note(table, made)
                if again != made:
                    await self._asked(partial(end_game, self._base.database, made, None))
        here = self._base.guests.accounts().keys()
        if not await self._asked(partial(self._has_seat, again, row.clock, account, here)):
            await self._table_service.join(again, account)
        return again

    async def _note(self, table: str, again: str) -> str:
        """Return the rematch of a game: this one, unless another node was first."""
        found = again
        if self._base.nodes.are_several:
            found = await self._base.database.ask(note_rematch, table, again)
        self._base.nodes.tell(RematchMade(table, found))
        self._book.note(table, found)
        return found

    async def _asked(self, ask: Callable[[], T]) -> T:
        return await self._base.database.do(ask)

    # Queries

    def _wishes(self, row: TableRow, host: int) -> Sequence[SeatWish]:
        """Return the seats moved on by one, each reserved for its person, or open if they are gone.

        Seats of people whom `host` has blocked are open, too.
        """
        blocked = blocked_by(self._base.database, host)
        return [self._wish(seat, blocked) for seat in (*row.seats[1:], row.seats[0])]

    def _wish(self, seat: SeatRow, blocked: Collection[int]) -> SeatWish:
        if seat.bot is not None:
            return SeatWish(bot=seat.bot, called=seat.name.partition(" ")[0])
        gone = (
            seat.account is None
            or seat.account in blocked
            or is_shut_out(self._base.database, seat.account)
        )
        return SeatWish() if gone else SeatWish(kept_for=seat.account)

    def _has_seat(
        self, again: str, clock: ClockPlan | None, account: int, here: Collection[int]
    ) -> bool:
        """Whether an account has a seat; without one, free the seats of people who cannot start.

        Those are banned, or offline with a live clock: by correspondence or without a clock they
        may return later.
        """
        database = self._base.database
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

    # State

    async def _standing(self, table: str) -> str | None:
        """Return the rematch of a table, if it was set up and not closed since."""
        again = self._book.of(table)
        is_over = again is None or await self._asked(partial(_is_over, self._base.database, again))
        return None if is_over else again


def _asked_about(database: Database, table: str, account: int) -> tuple[TableRow, bool]:
    """Return the game to be played again, and whether the account is banned."""
    return table_seen(database, table, account), is_shut_out(database, account)


def _is_over(database: Database, table: str) -> bool:
    with database.reading() as connection:
        return bool(table_row(connection, table).status == OVER)
