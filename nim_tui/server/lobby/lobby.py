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
from typing import Final

from nim_tui.server.database.accounts import Account, forget_guest
from nim_tui.server.database.asking import Latest
from nim_tui.server.database.clocks import clock_of
from nim_tui.server.database.connection import Database, StorageTrouble, Unwritten
from nim_tui.server.database.games import open_table
from nim_tui.server.database.listing import SeatRow, seats_at, table_seen
from nim_tui.server.database.long_reads import LongReads
from nim_tui.server.database.posts import (
    AccountChanged,
    Announced,
    AnyPost,
    Asked,
    Begun,
    Closed,
    GuestLeft,
    Invited,
    Post,
    RematchMade,
    Reopened,
    TablesChanged,
    ToldAt,
    ToldPeople,
    TurnsChanged,
)
from nim_tui.server.database.records import end_game
from nim_tui.server.database.schema import OPEN, OVER
from nim_tui.server.database.seats import leave_seat, start, take_seat
from nim_tui.server.database.tables import TablePlan, TableTrouble, create_table, table_row
from nim_tui.server.lobby.across import FORGOTTEN, KEPT, RENAMED, Across
from nim_tui.server.lobby.beginning import tell_begun
from nim_tui.server.lobby.board import board_from
from nim_tui.server.lobby.last_here import LastHere
from nim_tui.server.lobby.live_table import Closed as NoRecord
from nim_tui.server.lobby.live_table import LiveTable
from nim_tui.server.lobby.presence import ConnectedUser, Presence
from nim_tui.server.lobby.rating_book import RatingBook
from nim_tui.server.lobby.rematch import Rematches
from nim_tui.server.lobby.reviews import ReviewShelf
from nim_tui.server.lobby.served_time import ServedTime
from nim_tui.server.lobby.table_list import TableList
from nim_tui.server.lobby.talking import Talking
from nim_tui.server.lobby.update_queue import BURST, Show, UpdateQueue
from nim_tui.server.nodes.alone import Alone
from nim_tui.server.nodes.port import Nodes
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


_LOOKS: Final = 3
"""How often a table is looked for that was let go meanwhile."""

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
        nodes: Nodes | None = None,
    ) -> None:
        """Clocks of tables go by what was `served`: the database's clock without stalls.

        Without `reviews` no game is reviewed here. Limits are the usual ones unless given.
        Without `nodes` this is the one server at the database.
        """
        limits, work = limits or LobbyLimits(), work or Work()
        self.limits = limits
        self.database = database
        self.nodes: Nodes = nodes or Alone(database)
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
        self.talking = Talking(
            database,
            self._guests,
            self._plays_at,
            limits,
            self._tell_followers,
            nodes=self.nodes,
        )
        self.across = Across(self)
        self._hosting = Rate(limits.tables_at_once, limits.table_seconds, database.now)
        self.handing_over = Rate(limits.votes_at_once, limits.vote_seconds, database.now)
        """For who votes, or has bots come and go."""

    # Who is here

    def enter(self, visit: int, guest: ConnectedUser) -> None:
        """Somebody comes in."""
        self._guests.enter(visit, guest)
        self.nodes.show(visit, guest.account, guest.at)
        self.attendance.note_come(guest.account)
        self.talking.blocks.learn(guest.account)
        self.changed()

    def leave(self, visit: int) -> None:
        """A session is over."""
        guest = self._guests.leave(visit)
        self.nodes.show_gone(visit)
        if guest is not None:
            self.attendance.note_gone(guest.account)
            if not self.attendance.is_here(guest.account):
                self.talking.blocks.forget(guest.account)
            self.moved_about(guest.at)

    def leave_for_good(self, account: Account) -> None:
        """A guest leaves; bots play on the seats. What is not kept now is at the next start."""
        self.forget_guest(account.id)
        self.nodes.tell(GuestLeft(account.id))
        self.database.start(self._forget(account))

    def forget_guest(self, account: int) -> None:
        """A guest has left, here or at another node: bots play on the seats."""
        for held in tuple(self._live.values()):
            held.forget(account)

    async def _forget(self, account: Account) -> None:
        with suppress(Unwritten):
            await self.database.ask(forget_guest, account.id)
        await self._note(*self.table_list.concerning(account.id, account.name))
        self.tell_rematch()

    def is_kept(self, account: Account) -> None:
        """A key opens this account from now on: those here at it, as guests, are told."""
        self.nodes.tell(AccountChanged(account.id, KEPT))
        for guest in self._guests:
            if guest.account == account.id:
                guest.is_kept(account)

    def is_renamed(self, account: Account) -> None:
        """An account has another name now: those here at it are told, and lists show it."""
        self.nodes.tell(AccountChanged(account.id, RENAMED))
        for guest in self._guests:
            if guest.account == account.id:
                guest.is_renamed(account)

    def forget_account(self, account: int) -> None:
        """What is remembered of an account is not so any more: it is read again."""
        self.nodes.tell(AccountChanged(account, FORGOTTEN))
        self.forget_what_is_known(account)

    def forget_what_is_known(self, account: int) -> None:
        """What is remembered here of an account is not so any more."""
        self.ratings.forget((account,))
        self.talking.log.clear()
        self.note_tables(*self.table_list.of(account))

    def moved_about(self, *tables: str | None) -> None:
        """Somebody came to these tables, or went away from them."""
        for table in tables:
            if table is not None:
                self._note_people(table)
        for visit, guest in self._guests.sessions():
            self.nodes.show(visit, guest.account, guest.at)
        self.changed()

    def _note_people(self, table: str) -> None:
        here = self._guests.at(table)
        if not here:
            self.talking.log.forget(table)
        held = self._live.get(table)
        if held is None:
            return
        held.note_people(self._guests.accounts(table).keys())
        for guest in here:
            guest.people_changed()
        self._let_rest(table)

    def people_moved(self) -> None:
        """Others are at other nodes than before, or at other tables there."""
        before, self._guests.elsewhere = self._guests.elsewhere, self.nodes.people
        self.attendance.note_elsewhere({one.account for one in self.nodes.people})
        moved = {*before} ^ {*self.nodes.people}
        for table in {one.at for one in moved} & self._live.keys():
            self._note_people(table or "")
        self.changed()

    def _let_rest(self, table: str) -> None:
        """Hold a game no longer that nobody looks at, if it is over or another node's."""
        held = self._live.get(table)
        if held is None or self._guests.at(table):
            return
        if held.table.result is not None or not held.is_own:
            del self._live[table]
            self.rematches.forget(table)
            held.close()

    def present(self) -> frozenset[int]:
        """The accounts of who is here."""
        return frozenset(self._guests.accounts())

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
        if any(account in held.waited_for for held in self._live.values()):
            return True
        return self.table_list.waits_elsewhere(account, self._live.keys())

    def follow(self, show: Show) -> Callable[[], None]:
        """Be asked to show tables, people and chat as they change; call what is returned to stop.

        Who follows is asked in turns, and not by each change.
        """
        return self._update_queue.follow(show)

    def changed(self, *tables: str) -> None:
        """People, chat, or these tables are other than before: the lobby is to show it."""
        if tables:
            self.nodes.tell(TablesChanged([*tables]))
        self.note_tables(*tables)

    def note_tables(self, *tables: str) -> None:
        """The same, where other nodes know it already."""
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
        if tables:
            self.nodes.tell(TablesChanged([*tables]))
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
        self.nodes.tell(Invited(table, account))
        await self.tell_invited(table, account)
        return table

    async def note_rematch(self, table: str, again: str) -> str:
        """The rematch of a game: this one, unless another node has set one up."""
        found = await self.nodes.note_rematch(table, again)
        self.nodes.tell(RematchMade(table, found))
        return found

    async def play_again(self, table: str, account: int, *, by: Hashable = None) -> str:
        """Set the rematch of a game up, or take the own seat there; its id. Raises Refusal.

        `by` is who is not to set tables up too often, where that is not the account.
        """
        return await self.database.whole(self._play_again(table, account, by))

    async def _play_again(self, table: str, account: int, by: Hashable) -> str:
        try:
            return await self.rematches.want(table, await self.live(table), account, by=by)
        finally:
            self.tell_rematch()

    def tell_rematch(self, again: str | None = None) -> None:
        """Who looks at a game that is over sees who wants another, at this table or at any."""
        for table in self.rematches.played_before(again):
            for guest in self._guests.at(table):
                guest.people_changed()

    def begin_rematch(self, again: str) -> None:
        """People who still look at the game before go on to this one."""
        people = set(self._live[again].accounts) - {None} if again in self._live else set()
        for table in self.rematches.played_before(again):
            for guest in self._guests.at(table):
                if guest.account in people:
                    guest.move_on(table, again)

    async def tell_invited(self, table: str, host: int) -> None:
        """Those who are here are told that they are invited."""
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
        self.tell_rematch(table)

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
        self.tell_rematch(table)

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
        self.nodes.tell(Begun(table, by))
        self.tell_begun(table, by)
        self.begin_rematch(table)

    def tell_begun(self, table: str, by: int | None) -> None:
        """Those who are here are told that their game begins."""
        row = self.table_list.known(table)
        if row is not None:
            tell_begun(self._guests, row, by)

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
        people = [one for one in accounts if one is not None]
        self.nodes.tell(ToldPeople(people, _forms(told), dict(facts)))
        for guest in self._guests:
            if guest.account in accounts:
                guest.be_told(told, facts)

    # Games being played

    async def live(self, table: str) -> Table:
        """The one table of this id that everybody looks at. Raises TableTrouble, RecordError."""
        held = self._live.get(table)
        return await self.database.whole(self._brought_back(table)) if held is None else held.table

    async def looked_at(self, table: str) -> tuple[Table, LiveTable | None]:
        """The table of `live`, and where a game is played at it, that with its people.

        One that another node owns may have been let go before whoever waited for it looks.
        """
        for _try in range(_LOOKS):
            game, held = await self.live(table), self._live.get(table)
            if held is not None:
                return held.table, held
        return game, None

    async def _brought_back(self, table: str) -> Table:
        async with self._opening:
            held = self._live.get(table)
            return await self._open(table) if held is None else held.table

    async def _open(self, table: str) -> Table:
        own = await self.nodes.own(table)
        opened = await self.database.ask(_opened, table)
        if opened.is_over:
            opened.game.keep(NoRecord())
            return opened.game  # nobody moves there any more: it is only looked at
        held = LiveTable(
            self, self.database, table, opened.game,
            context=self._context, served=self._served, limits=self.limits,
            thinker=self.thinker, nodes=self.nodes, own=own,
        )  # fmt: skip
        board = board_from(await self.nodes.board(table))
        held.seat(opened.seats, opened.clock)
        self._live[table] = held
        opened.game.listen(partial(self._noticed, table), (None,))
        held.begin()
        held.note_people(self._guests.accounts(table).keys())
        held.adopt(board)
        if self.nodes.are_several:  # a line may have been written since it was read
            await held.catch_up()
        return held.table

    def _noticed(self, table: str) -> None:
        """Something happened in a game that everybody may notice: lists show it, everywhere."""
        self.note_tables(table)
        self._tell_as_owner(table, TablesChanged([table]))

    async def bring_back(self) -> None:
        """After a start: be a node, and see to games that nobody looks after: bots go on."""
        await self.nodes.open(self)
        await self.take_over(await self.nodes.unowned())

    # What other nodes tell

    @property
    def guests(self) -> Presence:
        """Who is here."""
        return self._guests

    async def hear(self, post: AnyPost) -> None:
        """Another node tells something."""
        await self.across.hear(post)

    async def take_over(self, tables: Sequence[str]) -> None:
        """Nobody looks after these games any more: this node does, from where they stand."""
        for table in tables:
            try:
                if table in self._live:
                    await self.open_these_anew((table,))
                else:
                    await self.live(table)
                    for guest in self._guests.at(table):
                        guest.sit_anew()
            except (TableTrouble, RecordError, OSError):
                logger.exception("table %s cannot be brought back", table)

    async def begin_anew(self) -> None:
        """What other nodes told may have been missed: everything is read again."""
        self.table_list.note_all()
        self.talking.log.clear()
        self.people_moved()
        await self.open_these_anew(tuple(self._live))

    async def catch_up(self) -> None:
        """What other nodes told may not have been read: it is now."""
        self.changed()
        for held in tuple(self._live.values()):
            await held.catch_up()

    def tell_all(self, text: str) -> None:
        """Tell everybody who is here."""
        for guest in self._guests:
            guest.be_told(text, {})

    def own_tables(self) -> Collection[str]:
        """The games held here that this node looks after."""
        return [table for table, held in self._live.items() if held.is_own]

    def lost(self, table: str) -> None:
        """Another node owns a game now: it is only followed here."""
        held = self._live.get(table)
        if held is not None:
            held.rest()
        self.database.start(self._follow_lost(table))

    async def _follow_lost(self, table: str) -> None:
        with suppress(StorageTrouble):
            await self.open_these_anew((table,))

    def board_changed(self, table: str) -> None:
        """Offers, votes or stand-ins are other than before."""
        for guest in self._guests.at(table):
            guest.people_changed()

    # What tables tell

    def turns_changed(self, table: str, changed: Collection[int], rung: Collection[int]) -> None:
        """A game has come to wait for these people, or does so no longer; bells ring for some."""
        self._tell_as_owner(table, TurnsChanged(table, [*changed], [*rung]))
        for guest in self._guests:
            if guest.account in changed:
                guest.turn_changed(rings=guest.account in rung)

    def tell(self, table: str, told: Told | str, **facts: Fact) -> None:
        """Something happened that all who look at a table are told."""
        self._tell_as_owner(table, ToldAt(table, _forms(told), facts))
        for guest in self._guests.at(table):
            guest.be_told(told, facts)
            guest.people_changed()
        self.changed(table)

    def ask(self, table: str, accounts: Collection[int]) -> None:
        """An offer stands at a table, which these have not answered."""
        self._tell_as_owner(table, Asked(table, [*accounts]))
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

    def _tell_as_owner(self, table: str, post: Post) -> None:
        """Tell other nodes of a game that this one owns."""
        held = self._live.get(table)
        if held is not None and held.is_own:
            self.nodes.tell(post)

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
        """Tell everybody a line, at other nodes too; how many sessions that are here."""
        self.nodes.tell(Announced(text))
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
        if tables:
            self.nodes.tell(Reopened([*tables]))
        await self.open_these_anew(tables)

    async def open_these_anew(self, tables: Collection[str]) -> None:
        """Read these games again here. Raises as `open_anew` does."""
        for table in tables:
            if not await self._opened_anew(table):
                continue
            for guest in self._guests.at(table):
                guest.sit_anew()
            self.moved_about(table)
        self.note_tables(*tables)

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
        """Hold a table no longer, as it was closed; who looks at it here, to be told."""
        self.nodes.tell(Closed(table))
        self.drop(table)
        return self._guests.at(table)

    def drop(self, table: str) -> None:
        """A table was closed: it is held no longer."""
        held = self._live.pop(table, None)
        if held is not None:
            held.close()
            for guest in self._guests:
                if guest.account in held.waited_for:
                    guest.turn_changed(rings=False)
        self.note_tables(table)


def _forms(told: Told | str) -> list[str]:
    """The forms of a sentence, for other nodes."""
    return [told] if isinstance(told, str) else [*told]


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
