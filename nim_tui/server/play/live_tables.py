"""The live tables of this server, each in memory once: loading, storing, notification."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence
from contextvars import Context
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

from nim_tui.server.lobby.attendance import Comings
from nim_tui.server.lobby.table_list import Foundation
from nim_tui.server.lobby.updates import LobbyUpdates, forms
from nim_tui.server.nodes.messages import Asked, NodeMessage, TablesChanged, ToldAt, TurnsChanged
from nim_tui.server.play.changes import ClosedRecord
from nim_tui.server.play.clock import Uptime
from nim_tui.server.play.live_table import LiveTable
from nim_tui.server.ratings.store import RatingCache
from nim_tui.server.sessions.presence import ConnectedSession
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.schema import OVER
from nim_tui.server.tables.game_store import clock_of, open_table
from nim_tui.server.tables.listing import SeatRow, seats_at
from nim_tui.server.tables.table_store import CannotUseTable, table_row
from nim_tui.tables.clock import Clock
from nim_tui.tables.record import RecordError
from nim_tui.tables.table import Table
from nim_tui.thinking.question import Thinker
from rules.contract import Event
from rules.messages import Fact
from screens.people import PersonalSentence

if TYPE_CHECKING:
    from nim_tui.server.lobby.rematches import RematchBook


class LiveTables:
    """The running games with people or due bots, by id."""

    def __init__(self, base: Foundation, shown: LobbyUpdates, rematch_book: RematchBook) -> None:
        self._guests = base.guests
        self._nodes = base.nodes
        self._table_list = base.table_list
        self._shown = shown
        self._rematch_book = rematch_book
        self._live: dict[str, LiveTable] = {}

    def __len__(self) -> int:
        return len(self._live)

    @property
    def by_id(self) -> Mapping[str, LiveTable]:
        """The games held here, by the ids of their tables."""
        return self._live

    # What is asked of them

    def seated(self, table: str) -> LiveTable | None:
        """Return a game held here, with its people; None if it is over."""
        return self._live.get(table)

    def accounts(self, table: str) -> frozenset[int]:
        """Return the accounts on the seats of a game held here; empty if it is not."""
        held = self._live.get(table)
        accounts = () if held is None else held.people.accounts
        return frozenset(account for account in accounts if account is not None)

    def log_of(self, table: str, account: int | None) -> Sequence[Event] | None:
        """Return the events an account's own seat knows of a live game; None without a seat.

        None also with several servers: the others may have gone on, which only the database knows.
        """
        held = None if self._nodes.are_several else self._live.get(table)
        seat = None if held is None or account is None else held.people.seat_of(account)
        return None if held is None or seat is None else held.table.log(seat)

    def plays_at(self, table: str, account: int | None) -> bool | None:
        """Check whether a person plays at a table or watches; None: no game is played."""
        held = self._live.get(table)
        if held is None or held.table.result is not None:
            return None
        return account is not None and held.people.seat_of(account) is not None

    def waits_for(self, account: int) -> bool:
        """Check whether it is the account's turn in any game, held here or not."""
        if any(account in held.turns.waited_for for held in self._live.values()):
            return True
        return self._table_list.waits_elsewhere(account, self._live.keys())

    @property
    def tables_played(self) -> int:
        """The number of running games whose players look at them."""
        return sum(
            held.table.result is None and self._is_looked_at_by_players(table, held)
            for table, held in self._live.items()
        )

    def _is_looked_at_by_players(self, table: str, held: LiveTable) -> bool:
        return any(
            held.people.seat_of(guest.who.account) is not None for guest in self._guests.at(table)
        )

    # Holding and letting go

    def hold(self, table: str, held: LiveTable) -> None:
        """Hold a game from now on, in place of an earlier copy."""
        self._live[table] = held

    def give_up(self, table: str, held: LiveTable) -> None:
        """Drop a closed game, unless another copy is held by now."""
        if self._live.get(table) is held:
            del self._live[table]
            self._nodes.let_go(table)

    def let_rest(self, table: str) -> None:
        """Drop a game without viewers, if it is over or another node's."""
        held = self._live.get(table)
        if held is None or self._guests.at(table):
            return
        if held.table.result is not None or not held.is_own:
            del self._live[table]
            self._nodes.let_go(table)
            self._rematch_book.forget(table)
            held.close()

    def let_go(self, table: str) -> list[ConnectedSession]:
        """Drop a closed table; return the sessions here that look at it, to be told."""
        self.drop(table)
        return self._guests.at(table)

    def drop(self, table: str) -> None:
        """Drop a closed table."""
        held = self._live.pop(table, None)
        if held is not None:
            held.close()
            self._nodes.let_go(table)
            for guest in self._guests:
                if guest.who.account in held.turns.waited_for:
                    guest.turn_changed(rings=False)
        self._shown.note_tables(table)

    def forget_guest(self, account: int) -> None:
        """Put stand-ins on the seats of a deleted guest."""
        for held in tuple(self._live.values()):
            held.forget(account)

    def close(self) -> None:
        """Stop the bots; everything is stored already."""
        for held in self._live.values():
            held.close()


class TableEvents:
    """The receiver of the news of all games held here."""

    def __init__(
        self,
        base: Foundation,
        held: LiveTables,
        shown: LobbyUpdates,
        ratings: RatingCache,
        context: Context,
    ) -> None:
        """Finished games are dropped in `context`, not in that of the player who moved last."""
        self._nodes = base.nodes
        self._guests = base.guests
        self._held = held
        self._shown = shown
        self._ratings = ratings
        self._context = context
        self.heard_over: Final[list[Callable[[str], None]]] = []
        """Called with each table whose game has ended."""

    def noticed(self, table: str) -> None:
        """Refresh lists, on all nodes, after a public event in a game.

        A move changes in lists whose turn it is, which `turns_changed` tells.
        """
        held = self._held.seated(table)
        if held is not None and held.table.result is None:
            moves = held.table.moves_played
            before, held.moves_listed = held.moves_listed, moves
            if moves == before + 1:
                return
        self._shown.note_tables(table)
        self._tell_as_owner(table, TablesChanged([table]))

    def turns_changed(
        self, table: str, changed: Collection[int], rung: Collection[int], waiting: Collection[int]
    ) -> None:
        """Tell people that a game started or stopped waiting for them; bells ring for some.

        It is `waiting` for these seats now.
        """
        told = TurnsChanged(table, [*changed], [*rung], [*waiting])
        if not self._shown.note_turns(told):
            self._shown.note_tables(table)
        self._tell_as_owner(table, told)
        for guest in self._guests:
            if guest.who.account in changed:
                guest.turn_changed(rings=guest.who.account in rung)

    def tell(self, table: str, told: PersonalSentence | str, **facts: Fact) -> None:
        """Send a sentence to everyone at a table."""
        self._nodes.tell(ToldAt(table, forms(told), facts))
        for guest in self._guests.at(table):
            guest.be_told(told, facts)
            guest.people_changed()
        self._shown.changed(table)

    def ask(self, table: str, accounts: Collection[int]) -> None:
        """Tell accounts of an offer at a table that they have not answered."""
        self._nodes.tell(Asked(table, [*accounts]))
        for guest in self._guests.at(table):
            guest.people_changed()
            if guest.who.account in accounts:
                guest.be_asked()

    def seat_changed(self, table: str, account: int) -> None:
        """Tell that a bot plays for an account now, or no longer."""
        for guest in self._guests.at(table):
            if guest.who.account == account:
                guest.sit_anew()

    def board_changed(self, table: str) -> None:
        """Tell that offers, votes or stand-ins have changed."""
        for guest in self._guests.at(table):
            guest.people_changed()

    def game_over(self, table: str) -> None:
        """Note that a game is over; the table is dropped after the last move has been handled."""
        for hear in self.heard_over:
            hear(table)
        self._ratings.forget(self._held.accounts(table))
        asyncio.get_running_loop().call_soon(self._held.let_rest, table, context=self._context)

    def _tell_as_owner(self, table: str, message: NodeMessage) -> None:
        """Tell other nodes of a game that this one owns."""
        held = self._held.seated(table)
        if held is not None and held.is_own:
            self._nodes.tell(message)


@dataclass(frozen=True, slots=True)
class _Opened:
    """A loaded table, with the stored facts about its players."""

    game: Table
    is_over: bool
    seats: Sequence[SeatRow]
    clock: Clock | None
    is_hosted: bool
    """Whether somebody set the table up, and not the server for a contest."""

    @property
    def is_at_once(self) -> bool:
        """Whether bots play each other for a contest: nobody waits for their pace."""
        return not self.is_hosted and all(seat.account is None for seat in self.seats)


_LOOKS: Final = 3
"""The number of attempts to find a table that was dropped meanwhile."""


class TableLoader:
    """The loading of tables with viewers or due bots."""

    def __init__(
        self,
        base: Foundation,
        held: LiveTables,
        news: TableEvents,
        comings: Comings,
        shown: LobbyUpdates,
        *,
        served: Uptime,
        thinker: Thinker,
        context: Context,
    ) -> None:
        """Clocks use the time of `served`; bots think in `thinker`, in `context`."""
        self._base = base
        self._held = held
        self._news = news
        self._comings = comings
        self._shown = shown
        self._served = served
        self.thinker = thinker
        """Where the bots think."""
        self._context = context
        self._opening = asyncio.Lock()
        """Held while a table is loaded, so that it is held here once."""
        self._unread: set[str] = set()
        """The tables whose reload failed."""

    async def live(self, table: str) -> Table:
        """Return the live table with this id. Raises CannotUseTable, RecordError."""
        held = self._held.seated(table)
        if held is not None:
            return held.table
        return await self._base.database.whole(self._brought_back(table))

    async def looked_at(self, table: str) -> tuple[Table, LiveTable | None]:
        """Return the table of `live`, and the LiveTable of a running game.

        A table owned by another node may have been dropped before its caller, which waited for it,
        looks.
        """
        for _try in range(_LOOKS):
            game, held = await self.live(table), self._held.seated(table)
            if held is not None:
                return held.table, held
        return game, None

    async def open_anew(self, tables: Collection[str]) -> None:
        """Read these games again; a failure does not keep the others from it.

        Raises CannotUseTable, RecordError, StorageError, once all were tried.
        """
        troubles: list[Exception] = []
        for table in tables:
            try:
                await self._seen_anew(table)
            except (CannotUseTable, RecordError, OSError) as trouble:
                self._unread.add(table)
                troubles.append(trouble)
        self._shown.note_tables(*tables)
        if troubles:
            raise troubles[0]

    async def _seen_anew(self, table: str) -> None:
        if await self._opened_anew(table):
            for guest in self._base.guests.at(table):
                guest.sit_anew()
            self._comings.moved_about(table)

    def unread(self) -> Collection[str]:
        """Return the games on screens here whose reload failed."""
        self._unread = {table for table in self._unread if self._base.guests.at(table)}
        return self._unread

    async def _brought_back(self, table: str) -> Table:
        async with self._opening:
            held = self._held.seated(table)
            return await self._open(table) if held is None else held.table

    async def _opened_anew(self, table: str) -> bool:
        """Replace a live game by its stored state; return whether it was live.

        Until then the old one stays, although closed: the chat asks it for its players.
        """
        async with self._opening:
            held = self._held.seated(table)
            if held is None:
                return False
            await held.closed()
            try:
                await self._open(table)
            finally:
                self._held.give_up(table, held)
            return True

    async def _open(self, table: str) -> Table:
        nodes = self._base.nodes
        await nodes.take(table)
        try:
            opened = await self._base.database.ask(_opened, table)
        except BaseException:
            nodes.let_go(table)
            raise
        self._unread.discard(table)
        if opened.is_over:
            nodes.let_go(table)
            opened.game.keep(ClosedRecord())
            return opened.game  # a finished game: only viewed
        held = LiveTable(
            self._news, self._base.database, table, opened.game,
            context=self._context, served=self._served, limits=self._base.limits,
            thinker=self.thinker, nodes=nodes, is_at_once=opened.is_at_once,
        )  # fmt: skip
        held.seat(opened.seats, opened.clock)
        self._held.hold(table, held)
        opened.game.listen(partial(self._news.noticed, table), (None,))
        held.begin()
        held.note_people(self._base.guests.accounts(table).keys())
        if nodes.are_several:  # other lines may have been written since it was read
            await held.note_board_changed()
            await held.changes.catch_up()
        return held.table


def _opened(database: Database, table: str) -> _Opened:
    """Load a table. Raises CannotUseTable, RecordError, StorageError."""
    game = open_table(database, table)
    with database.reading() as connection:
        row = table_row(connection, table)
    seats, clock = seats_at(database, table), clock_of(database, table)
    return _Opened(game, row.status == OVER, seats, clock, row.host is not None)
