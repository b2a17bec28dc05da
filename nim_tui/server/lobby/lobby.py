"""The lobby: the tables being played, and who is here. One for the whole server.

Games live in the database; a table that somebody sits at, or whose bots must move, is held
here once for all who look at it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from contextlib import suppress
from contextvars import Context, copy_context
from dataclasses import dataclass
from functools import partial

from nim_tui.server.database.accounts import Account, forget_guest, forget_guests
from nim_tui.server.database.asking import Latest
from nim_tui.server.database.clocks import clock_of
from nim_tui.server.database.connection import Database, StorageTrouble, Unwritten
from nim_tui.server.database.games import open_table, tables_being_played
from nim_tui.server.database.listing import SeatRow, seats_at, table_seen
from nim_tui.server.database.long_reads import LongReads
from nim_tui.server.database.records import end_game
from nim_tui.server.database.schema import OPEN, OVER
from nim_tui.server.database.seats import leave_seat, start, take_seat
from nim_tui.server.database.tables import TablePlan, TableTrouble, create_table, table_row
from nim_tui.server.lobby.beginning import tell_begun
from nim_tui.server.lobby.last_here import LastHere
from nim_tui.server.lobby.live_table import Closed, LiveTable
from nim_tui.server.lobby.presence import ConnectedUser, Presence
from nim_tui.server.lobby.rating_book import RatingBook
from nim_tui.server.lobby.rematch import Rematches
from nim_tui.server.lobby.reviews import ReviewShelf
from nim_tui.server.lobby.served_time import ServedTime
from nim_tui.server.lobby.table_list import TableList
from nim_tui.server.lobby.talking import Talking
from nim_tui.server.lobby.update_queue import BURST, Show, UpdateQueue
from nim_tui.server.rate_limit import Rate
from nim_tui.server.settings.parts import LobbyLimits, Work
from nim_tui.server.untrusted_text import skeleton
from nim_tui.tables.clock import Clock
from nim_tui.tables.record import RecordError
from nim_tui.tables.seat_plans import fresh_seed
from nim_tui.tables.table import Table
from nim_tui.thinking.question import IN_THREAD, Thinker
from rules.contract import Event, IllegalMove
from rules.messages import N_, Fact, Refusal
from screens.lobby.listed import PersonHere, Remark
from screens.people import Told


@dataclass(frozen=True, slots=True)
class _Opened:
    """A table brought back, with what is kept of who plays there."""

    game: Table
    is_over: bool
    seats: Sequence[SeatRow]
    clock: Clock | None


class Draining(Refusal):
    """No game begins any more, as the server stops soon."""


logger = logging.getLogger(__name__)


class Lobby:
    """Everything that sessions share. What asks the database is to be awaited.

    Who goes away meanwhile leaves nothing half done.
    """

    def __init__(
        self,
        database: Database,
        served: ServedTime | None = None,
        thinker: Thinker = IN_THREAD,
        reviews: ReviewShelf | None = None,
        *,
        limits: LobbyLimits | None = None,
        work: Work | None = None,
    ) -> None:
        """Clocks of tables go by what was `served`: the database's clock without stalls.

        Without `reviews` no game is reviewed here. Limits are the usual ones unless given.
        """
        limits, work = limits or LobbyLimits(), work or Work()
        self.limits = limits
        self.database = database
        self.reviews = reviews
        self.thinker = thinker
        """Where bots think."""
        self.table_list = TableList(database)
        """The tables that are not over."""
        self.long_reads = LongReads(work.long_reads, work.long_reads_waiting)
        self.ratings = RatingBook(database, self.long_reads, limits)
        self.is_draining = False
        """Whether no game begins any more."""
        self._live: dict[str, LiveTable] = {}
        self._guests = Presence()
        self._update_queue = UpdateQueue(limits.paint_seconds)
        self.attendance = LastHere(database)
        """Since when people are away from the server."""
        self._people: Sequence[PersonHere] | None = None
        """Everybody who is here, since the last change."""
        self.rematches = Rematches(self)
        self._shown = Latest(database, self._show_changes)
        self._creating = asyncio.Lock()
        """Held by who sets a table up or begins its game: bounds hold, and it begins once."""
        self._opening = asyncio.Lock()
        """Held by who brings a table back: it is held here once."""
        self._context: Context = copy_context()
        """Bots play in this context, not in that of whoever moved before them."""
        self._served = served or ServedTime(database.now)
        self.talking = Talking(database, self._guests, self._plays_at, limits, self._tell_followers)
        self._hosting = Rate(limits.tables_at_once, limits.table_seconds, database.now)
        self.handing_over = Rate(limits.votes_at_once, limits.vote_seconds, database.now)
        """For who votes, or has bots come and go."""

    # Who is here

    def enter(self, visit: int, guest: ConnectedUser) -> None:
        """Somebody comes in."""
        self._guests.enter(visit, guest)
        self.attendance.note_come(guest.account)
        self.talking.blocks.learn(guest.account)
        self.changed()

    def leave(self, visit: int) -> None:
        """A session is over."""
        guest = self._guests.leave(visit)
        if guest is not None:
            self.attendance.note_gone(guest.account)
            if not self.attendance.is_here(guest.account):
                self.talking.blocks.forget(guest.account)
            self.moved_about(guest.at)

    def leave_for_good(self, account: Account) -> None:
        """A guest leaves; bots play on the seats. What is not kept now is at the next start."""
        for held in tuple(self._live.values()):
            held.forget(account.id)
        self.database.start(self._forget(account))

    async def _forget(self, account: Account) -> None:
        with suppress(Unwritten):
            await self.database.ask(forget_guest, account.id)
        await self._note(*self.table_list.concerning(account.id, account.name))
        self._tell_rematch()

    def is_kept(self, account: Account) -> None:
        """A key opens this account from now on: those here at it, as guests, are told."""
        for guest in self._guests:
            if guest.account == account.id:
                guest.is_kept(account)

    def is_renamed(self, account: Account) -> None:
        """An account has another name now: those here at it are told, and lists show it."""
        for guest in self._guests:
            if guest.account == account.id:
                guest.is_renamed(account)

    def forget_account(self, account: int) -> None:
        """What is remembered of an account is not so any more: it is read again."""
        self.ratings.forget((account,))
        self.talking.log.clear()
        self.changed(*self.table_list.of(account))

    def moved_about(self, *tables: str | None) -> None:
        """Somebody came to these tables, or went away from them."""
        for table in tables:
            if table is None:
                continue
            here = self._guests.at(table)
            if not here:
                self.talking.log.forget(table)
            held = self._live.get(table)
            if held is None:
                continue
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
            self.rematches.forget(table)
            held.close()

    def present(self) -> frozenset[int]:
        """The accounts of who is here."""
        return frozenset(guest.account for guest in self._guests)

    def people(self, table: str | None = None) -> Sequence[str]:
        """The names of who is here, or at a table, each once."""
        return [person.name for person in self.people_here(table)]

    def people_here(self, table: str | None = None) -> Sequence[PersonHere]:
        """Who is here and where, or who is at a table, each once; worked out once a change."""
        if table is not None:
            return [PersonHere(name) for name in self._guests.names(table)]
        if self._people is None:
            self._people = [
                PersonHere(name, None if at is None else self.table_list.public_title(at))
                for name, at in self._guests.places()
            ]
        return self._people

    def waits_for(self, account: int) -> bool:
        """Whether any game waits for somebody."""
        return any(account in held.waited_for for held in self._live.values())

    def follow(self, show: Show) -> Callable[[], None]:
        """Be asked to show tables, people and chat as they change; call what is returned to stop.

        Who follows is asked in turns, and not by each change.
        """
        return self._update_queue.follow(show)

    def changed(self, *tables: str) -> None:
        """People, chat, or these tables are other than before: the lobby is to show it."""
        self.table_list.note(*tables)
        self._people = None
        self._shown.keep()

    async def _show_changes(self) -> None:
        """Read what changed, and then have it shown."""
        await self._note()
        await self.database.rest(BURST)

    def _tell_followers(self) -> None:
        self._people = None
        self._update_queue.changed()

    async def know_tables(self) -> None:
        """Know the tables as they are now, as far as they can be read: who looks is told that."""
        with suppress(StorageTrouble):
            await self.table_list.catch_up()

    async def _note(self, *tables: str) -> None:
        """These tables changed: know how they are now. The lobby is to show it."""
        self.table_list.note(*tables)
        await self.know_tables()
        self._tell_followers()

    # Talk

    async def say(
        self, account: int, text: str, table: str | None = None, *, by: Hashable = None
    ) -> None:
        """Say something in the lobby, or at a table. Raises Refusal, StorageTrouble.

        `by` is who is not to do it too often, where that is not the account.
        """
        await self.talking.say(account, text, table, by=by)

    def said(self, table: str | None = None, account: int | None = None) -> Sequence[Remark]:
        """What was said, as somebody may read it, the oldest first."""
        return self.talking.said(table, account)

    def _plays_at(self, table: str, account: int | None) -> bool | None:
        held = self._live.get(table)
        if held is None or held.table.result is not None:
            return None
        return account is not None and held.seat_of(account) is not None

    # Tables

    async def create(self, account: int, plan: TablePlan, *, by: Hashable = None) -> str:
        """Set a table up; its id. The game begins at once if nobody is waited for.

        `by` is who is not to do it too often, where that is not the account.
        Raises Refusal, StorageTrouble.
        """
        self._check_not_draining()
        self._hosting.take(by or account)
        return await self.database.whole(self._create(account, plan))

    async def _create(self, account: int, plan: TablePlan) -> str:
        most = self.limits.tables_an_account
        async with self._creating:
            await self.table_list.catch_up()
            if self.table_list.hosted_by(account) >= most:
                raise TableTrouble(N_("you have {most} unfinished tables already"), most=most)
            table = await self.database.ask(create_table, account, plan)
            await self._note(table)
        await self.begin_if_full(table, account)
        await self._tell_invited(table, account)
        return table

    async def play_again(self, table: str, account: int, *, by: Hashable = None) -> str:
        """Set the rematch of a game up, or take the own seat there; its id. Raises Refusal.

        `by` is who is not to set tables up too often, where that is not the account.
        """
        return await self.database.whole(self._play_again(table, account, by))

    async def _play_again(self, table: str, account: int, by: Hashable) -> str:
        try:
            return await self.rematches.want(table, await self.live(table), account, by=by)
        finally:
            self._tell_rematch()

    def _tell_rematch(self, again: str | None = None) -> None:
        """Who looks at a game that is over sees who wants another, at this table or at any."""
        for table in self.rematches.played_before(again):
            for guest in self._guests.at(table):
                guest.people_changed()

    def _begin_rematch(self, again: str) -> None:
        """People who still look at the game before go on to this one."""
        people = set(self._live[again].accounts) - {None} if again in self._live else set()
        for table in self.rematches.played_before(again):
            for guest in self._guests.at(table):
                if guest.account in people:
                    guest.move_on(table, again)

    async def _tell_invited(self, table: str, host: int) -> None:
        await self.talking.blocks.known()
        row = self.table_list.known(table)
        if row is None:
            return
        invited = {skeleton(seat.invited) for seat in row.seats if seat.invited is not None}
        for guest in self._guests if invited else ():
            is_meant = guest.account != host and skeleton(guest.own_name) in invited
            if is_meant and host not in self.talking.blocks.of(guest.account):
                text = N_("{name} invites you to a table: {title}")
                guest.be_told(text, {"name": row.host_name, "title": row.title})

    async def join(self, table: str, account: int) -> None:
        """Take a seat; with the last one the game begins. Raises Refusal."""
        self._check_not_draining()
        await self.database.whole(self._join(table, account))

    async def _join(self, table: str, account: int) -> None:
        await self.database.ask(take_seat, table, account)
        await self._note(table)
        await self.begin_if_full(table, account)
        self._tell_rematch(table)

    async def get_up(self, table: str, account: int) -> None:
        """Give a seat back before the game begins. Raises Refusal.

        A table where no person is left is closed; by its host too if nobody ever came.
        """
        await self.database.whole(self._get_up(table, account))

    async def _get_up(self, table: str, account: int) -> None:
        try:
            await self.database.ask(_give_seat_back, table, account)
        finally:
            await self._note(table)
        self._tell_rematch(table)

    async def resign(self, table: str, account: int) -> None:
        """Give a game of two up. Raises Refusal, StorageTrouble."""
        await self.live(table)
        held = self.seated(table)
        seat = None if held is None else held.seat_of(account)
        if held is None or seat is None:
            raise IllegalMove(N_("you do not play at this table"))
        await held.resign(seat)

    def seated(self, table: str) -> LiveTable | None:
        """A game held here, with its people; None where nobody plays any more."""
        return self._live.get(table)

    def log_of(self, table: str, account: int | None) -> Sequence[Event] | None:
        """What the own seat of somebody was told in a game held here; None: they have none."""
        held = self._live.get(table)
        seat = None if held is None or account is None else held.seat_of(account)
        return None if held is None or seat is None else held.table.log(seat)

    async def begin_if_full(self, table: str, by: int | None = None) -> None:
        """Begin the game if nobody is waited for: `by` whoever goes there in any case.

        Raises Refusal, StorageTrouble.
        """
        await self.database.whole(self._begin_if_full(table, by))

    async def _begin_if_full(self, table: str, by: int | None) -> None:
        least_age = self.limits.rated_hours * 3600
        async with self._creating:
            if not await self._is_full(table):
                return
            await self.database.ask(start, table, fresh_seed(), least_age=least_age)
            await self._note(table)
        await self.live(table)
        row = self.table_list.known(table)
        if row is not None:
            tell_begun(self._guests, row, by)
        self._begin_rematch(table)

    async def _is_full(self, table: str) -> bool:
        """Whether a game can begin now."""
        await self.table_list.catch_up()
        row = self.table_list.known(table)
        if row is None or row.status != OPEN or self.is_draining:
            return False
        return all(seat.account or seat.bot for seat in row.seats)

    @property
    def held_tables(self) -> Mapping[str, LiveTable]:
        """The games held here, by the ids of their tables."""
        return self._live

    def tell_people(
        self, accounts: Collection[int | None], told: Told | str, facts: Mapping[str, Fact]
    ) -> None:
        """Tell something to these, wherever they are."""
        for guest in self._guests:
            if guest.account in accounts:
                guest.be_told(told, facts)

    # Games being played

    async def live(self, table: str) -> Table:
        """The one table of this id that everybody looks at. Raises TableTrouble, RecordError."""
        held = self._live.get(table)
        return await self.database.whole(self._brought_back(table)) if held is None else held.table

    async def _brought_back(self, table: str) -> Table:
        async with self._opening:
            held = self._live.get(table)
            return await self._open(table) if held is None else held.table

    async def _open(self, table: str) -> Table:
        opened = await self.database.ask(_opened, table)
        if opened.is_over:
            opened.game.keep(Closed())
            return opened.game  # nobody moves there any more: it is only looked at
        held = LiveTable(
            self, self.database, table, opened.game,
            context=self._context, served=self._served, limits=self.limits,
            thinker=self.thinker,
        )  # fmt: skip
        held.seat(opened.seats, opened.clock)
        self._live[table] = held
        opened.game.listen(partial(self.changed, table), (None,))
        held.begin()
        return held.table

    async def bring_back(self) -> None:
        """After a start: guests of before are forgotten, bots of running games go on."""
        with suppress(Unwritten):
            await self.database.ask(forget_guests)
        for table in await self.database.ask(tables_being_played):
            try:
                await self.live(table)
            except (TableTrouble, RecordError, OSError):
                logger.exception("table %s cannot be brought back", table)

    # What tables tell

    def turns_changed(self, changed: Collection[int], rung: Collection[int]) -> None:
        """A game has come to wait for these people, or does so no longer; bells ring for some."""
        for guest in self._guests:
            if guest.account in changed:
                guest.turn_changed(rings=guest.account in rung)

    def tell(self, table: str, told: Told | str, **facts: Fact) -> None:
        """Something happened that all who look at a table are told."""
        for guest in self._guests.at(table):
            guest.be_told(told, facts)
            guest.people_changed()
        self.changed(table)

    def ask(self, table: str, accounts: Collection[int]) -> None:
        """An offer stands at a table, which these have not answered."""
        for guest in self._guests.at(table):
            guest.people_changed()
            if guest.account in accounts:
                guest.be_asked()

    def game_over(self, table: str) -> None:
        """Nobody plays there any more; whoever moved last is heard out first."""
        self.ratings.forget(self._live[table].accounts if table in self._live else ())
        asyncio.get_running_loop().call_soon(self._let_rest, table, context=self._context)

    def seat_changed(self, table: str, account: int) -> None:
        """A bot plays for somebody now, or no longer."""
        for guest in self._guests.at(table):
            if guest.account == account:
                guest.sit_anew()

    def close(self) -> None:
        """Let the bots rest; everything is stored already."""
        self.long_reads.close()
        for held in self._live.values():
            held.close()

    # For whoever runs the server

    @property
    def tables_held(self) -> int:
        """How many tables are held in memory."""
        return len(self._live)

    def announce(self, text: str) -> int:
        """Tell everybody who is here a line; how many sessions that are."""
        for guest in (here := tuple(self._guests)):
            guest.be_announced(text)
        return len(here)

    def drain(self) -> None:
        """Let no game begin from now on; everybody is told, and above all who waits for one."""
        self.is_draining = True
        for guest in self._guests:
            guest.be_told(N_("The server stops soon: games go on, but none begins any more."), {})

    def _check_not_draining(self) -> None:
        """Raises Draining."""
        if self.is_draining:
            raise Draining(N_("the server stops soon: no game begins any more"))

    @property
    def tables_played(self) -> int:
        """Games being played: people who sit there look at them."""
        return sum(
            held.table.result is None
            and any(held.seat_of(guest.account) is not None for guest in self._guests.at(table))
            for table, held in self._live.items()
        )

    @property
    def paints_due(self) -> int:
        """How many who look at the lobby have not been shown its last change yet."""
        return self._update_queue.due

    async def open_anew(self, tables: Collection[str]) -> None:
        """Read these games again, as their seats are other people's or have other names now.

        Raises TableTrouble, RecordError, StorageTrouble.
        """
        for table in tables:
            if not await self._opened_anew(table):
                continue
            for guest in self._guests.at(table):
                guest.sit_anew()
            self.moved_about(table)
        self.changed(*tables)

    async def _opened_anew(self, table: str) -> bool:
        """Whether a game was held, which is then held as it is kept now.

        Until then the old one stays, though closed: who plays there and who looks on is asked of
        it, as talk depends on that.
        """
        async with self._opening:
            held = self._live.get(table)
            if held is None:
                return False
            await held.closed()
            try:
                await self._open(table)
            finally:
                if self._live.get(table) is held:
                    del self._live[table]
            return True

    def let_go(self, table: str) -> list[ConnectedUser]:
        """Hold a table no longer, as it was closed; who looks at it, to be told."""
        held = self._live.pop(table, None)
        if held is not None:
            held.close()
            for guest in self._guests:
                if guest.account in held.waited_for:
                    guest.turn_changed(rings=False)
        self.changed(table)
        return self._guests.at(table)


def _opened(database: Database, table: str) -> _Opened:
    """Raises TableTrouble, RecordError, StorageTrouble."""
    game = open_table(database, table)
    with database.reading() as connection:
        is_over = bool(table_row(connection, table).status == OVER)
    return _Opened(game, is_over, seats_at(database, table), clock_of(database, table))


def _give_seat_back(database: Database, table: str, account: int) -> None:
    """Raises Refusal, StorageTrouble."""
    row = table_seen(database, table, account)
    people = [seat.account for seat in row.seats if seat.account is not None]
    is_last = people == [account] or (people == [] and row.host == account)
    if is_last and row.status == OPEN:
        end_game(database, table, None)
    else:
        leave_seat(database, table, account)
