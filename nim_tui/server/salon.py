"""The salon: the tables being played, and who is here. One for the whole server.

Games live in the database; a table that somebody sits at, or whose programs must move, is held
here once for all who look at it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Hashable, Sequence
from contextvars import Context, copy_context

from nim_tui.record import RecordError
from nim_tui.seating import fresh_seed
from nim_tui.server.database.accounts import forget_guest, forget_guests
from nim_tui.server.database.chat import Said, said, say
from nim_tui.server.database.clocks import clock_of
from nim_tui.server.database.connection import Database, StorageTrouble
from nim_tui.server.database.games import open_table, tables_being_played
from nim_tui.server.database.lines import end_game
from nim_tui.server.database.listing import (
    Search,
    TableRow,
    count_tables,
    hosted_tables,
    list_tables,
    seats_at,
    table_seen,
)
from nim_tui.server.database.schema import OPEN, OVER
from nim_tui.server.database.seats import leave_seat, start, take_seat
from nim_tui.server.database.tables import TablePlan, TableTrouble, create_table, table_row
from nim_tui.server.guests import Guest, Guests
from nim_tui.server.live import LiveTable
from nim_tui.server.rates import Rate
from nim_tui.server.strangers import skeleton
from nim_tui.table import Table
from rules.game import IllegalMove
from rules.text import N_, Fact

MOST_HOSTED = 20
"""Tables that one person may have set up whose games are not over."""

logger = logging.getLogger(__name__)

Listener = Callable[[], None]


class Salon:
    """Everything that visits share. Its methods block for a write to the database at most."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._live: dict[str, LiveTable] = {}
        self._guests = Guests()
        self._listeners: list[Listener] = []
        self._context: Context = copy_context()
        """Programs play in this context, not in that of whoever moved before them."""
        self._talking = Rate(6, 3.0, database.now)
        self._hosting = Rate(5, 60.0, database.now)
        self.handing_over = Rate(6, 5.0, database.now)
        """For who votes, or has programs come and go."""

    # Who is here

    def enter(self, visit: int, guest: Guest) -> None:
        """Somebody comes in."""
        self._guests.enter(visit, guest)
        self.changed()

    def leave(self, visit: int) -> None:
        """A visit is over."""
        guest = self._guests.leave(visit)
        if guest is not None:
            self.moved_about(guest.at)

    def leave_for_good(self, account: int) -> None:
        """A guest leaves; programs play on the seats. What is not kept now is at the next start."""
        for held in tuple(self._live.values()):
            held.forget(account)
        try:
            forget_guest(self.database, account)
        except StorageTrouble:
            logger.exception("a guest is not forgotten yet")
        self.changed()

    def moved_about(self, *tables: str | None) -> None:
        """Somebody came to these tables, or went away from them."""
        for table in tables:
            held = self._live.get(table or "")
            if table is None or held is None:
                continue
            here = self._guests.at(table)
            held.note_people({guest.account for guest in here})
            for guest in here:
                guest.people_changed()
            self._let_rest(table)
        self.changed()

    def _let_rest(self, table: str) -> None:
        """Hold a game no longer that is over and that nobody looks at."""
        held = self._live.get(table)
        if held is not None and held.table.result is not None and not self._guests.at(table):
            del self._live[table]
            held.close()

    def people(self, table: str | None = None) -> list[str]:
        """The names of who is here, or at a table, each once."""
        return self._guests.names(table)

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

    def say(
        self, account: int, text: str, table: str | None = None, *, by: Hashable = None
    ) -> None:
        """Say something in the lobby, or at a table. Raises Refusal, StorageTrouble.

        `by` is who is not to do it too often, where that is not the account.
        """
        self._talking.take(by or account)
        line = say(self.database, account, text, table)
        for guest in self._guests.at(table):
            if guest.account != account:
                guest.hear(f"{line.name}: {line.text}")
        self.changed()

    def said(self, table: str | None = None) -> Sequence[Said]:
        """What was said, the oldest first."""
        return said(self.database, table)[::-1]

    # Tables

    def tables(self, search: Search, most: int, skip: int = 0) -> list[TableRow]:
        """The tables somebody may see."""
        return list_tables(self.database, search, most=most, skip=skip)

    def count(self, search: Search) -> int:
        """How many there are of them."""
        return count_tables(self.database, search)

    def create(self, account: int, plan: TablePlan, *, by: Hashable = None) -> str:
        """Set a table up; its id. The game begins at once if nobody is waited for.

        `by` is who is not to do it too often, where that is not the account.
        Raises Refusal, StorageTrouble.
        """
        self._hosting.take(by or account)
        if hosted_tables(self.database, account) >= MOST_HOSTED:
            raise TableTrouble(N_("{most} tables of yours are not over yet"), most=MOST_HOSTED)
        table = create_table(self.database, account, plan)
        self._begin_if_full(table, account)
        self._tell_invited(table, account)
        self.changed()
        return table

    def _tell_invited(self, table: str, host: int) -> None:
        row = table_seen(self.database, table, host)
        invited = {skeleton(seat.invited) for seat in row.seats if seat.invited is not None}
        for guest in self._guests:
            if guest.account != host and skeleton(guest.own_name) in invited:
                text = N_("{name} invites you to a table: {title}")
                guest.be_told(text, {"name": row.host_name, "title": row.title})

    def join(self, table: str, account: int) -> None:
        """Take a seat; with the last one the game begins. Raises Refusal."""
        take_seat(self.database, table, account)
        self._begin_if_full(table, account)
        self.changed()

    def get_up(self, table: str, account: int) -> None:
        """Give a seat back before the game begins. Raises Refusal.

        A table where no person is left is closed; by its host too if nobody ever came.
        """
        row = table_seen(self.database, table, account)
        people = [seat.account for seat in row.seats if seat.account is not None]
        if people != [] or row.host != account or row.status != OPEN:
            leave_seat(self.database, table, account)
        if people in ([], [account]):
            end_game(self.database, table, None)
        self.changed()

    def resign(self, table: str, account: int) -> None:
        """Give a game of two up. Raises Refusal, StorageTrouble."""
        game, held = self.live(table), self.seated(table)
        seat = None if held is None else held.seat_of(account)
        if seat is None:
            raise IllegalMove(N_("you do not play at this table"))
        game.resign(seat)

    def seated(self, table: str) -> LiveTable | None:
        """A game held here, with its people; None where nobody plays any more."""
        return self._live.get(table)

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
            held = LiveTable(self, self.database, table, game, self._context)
            held.seat(seats_at(self.database, table), clock_of(self.database, table))
            self._live[table] = held
            game.listen(self.changed, (None,))
            held.begin()
        return held.table

    def _is_over(self, table: str) -> bool:
        with self.database.reading() as connection:
            return bool(table_row(connection, table).status == OVER)

    def bring_back(self) -> None:
        """After a start: guests of before are forgotten, programs of running games go on."""
        forget_guests(self.database)
        for table in tables_being_played(self.database):
            try:
                self.live(table)
            except (TableTrouble, RecordError, OSError):
                logger.exception("table %s cannot be brought back", table)

    # What tables tell

    def turns_changed(self, come: Collection[int], gone: Collection[int]) -> None:
        """A game has come to wait for some people, and does so no longer for others."""
        for guest in self._guests:
            if guest.account in come or guest.account in gone:
                guest.turn_came(is_mine=guest.account in come)

    def tell(self, table: str, text: str, **facts: Fact) -> None:
        """Something happened that all who look at a table are told."""
        for guest in self._guests.at(table):
            guest.be_told(text, facts)
            guest.people_changed()
        self.changed()

    def game_over(self, table: str) -> None:
        """Nobody plays there any more; whoever moved last is heard out first."""
        asyncio.get_running_loop().call_soon(self._let_rest, table, context=self._context)

    def seat_changed(self, table: str, account: int) -> None:
        """A program plays for somebody now, or no longer."""
        for guest in self._guests.at(table):
            if guest.account == account:
                guest.sit_anew()

    def close(self) -> None:
        """Let the programs rest; everything is stored already."""
        for held in self._live.values():
            held.close()

    # For whoever runs the server

    @property
    def tables_held(self) -> int:
        """How many tables are held in memory."""
        return len(self._live)

    def let_go(self, table: str) -> list[Guest]:
        """Hold a table no longer, as it was closed; who looks at it, to be told."""
        held = self._live.pop(table, None)
        if held is not None:
            held.close()
            for guest in self._guests:
                if guest.account in held.waited_for:
                    guest.turn_came(is_mine=False)
        self.changed()
        return self._guests.at(table)
