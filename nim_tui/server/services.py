"""Services: makes all features, hands each what it needs, connects their events.

Games live in the database; a table that somebody sits at, or whose bots must move, is held
here once for all who look at it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Coroutine, Sequence
from contextlib import suppress
from contextvars import copy_context
from typing import Any, Final, Protocol

from nim_tui.server.accounts.store import Account, account_numbered, forget_guest
from nim_tui.server.chat.service import ChatService
from nim_tui.server.contests.service import ContestHouse, Contests
from nim_tui.server.lobby.comings import Comings
from nim_tui.server.lobby.foundation import Foundation
from nim_tui.server.lobby.last_seen import LastSeen
from nim_tui.server.lobby.rematch_book import RematchBook
from nim_tui.server.lobby.rematches import Rematches
from nim_tui.server.lobby.seat_links import InvitationService
from nim_tui.server.lobby.table_list import TableList
from nim_tui.server.lobby.table_setup import TableService
from nim_tui.server.lobby.updates import LobbyUpdates, Messenger
from nim_tui.server.nodes.messages import (
    BLOCKS,
    FORGOTTEN,
    KEPT,
    RENAMED,
    AccountChanged,
    Announced,
    AnyMessage,
    Asked,
    Begun,
    BoardChanged,
    ChatLineAdded,
    Closed,
    GuestLeft,
    Invited,
    LineAdded,
    RematchMade,
    Reopened,
    SessionsEnded,
    Slowed,
    TablesChanged,
    ToldAt,
    ToldPeople,
    TurnsChanged,
)
from nim_tui.server.nodes.node import Alone, Nodes
from nim_tui.server.notifications.sender import NotificationSetup, no_notices
from nim_tui.server.play.clock import Uptime
from nim_tui.server.play.held_tables import LiveTables
from nim_tui.server.play.live_tables import TableEvents, TableLoader
from nim_tui.server.play.reviews import ReviewStore
from nim_tui.server.play.trying_again import BranchService
from nim_tui.server.rate_limit import RateLimit
from nim_tui.server.ratings.service import RatingCache
from nim_tui.server.sessions.presence import ConnectedSession, Presence
from nim_tui.server.sessions.signed_in import signed_in
from nim_tui.server.settings.sections import ContestConfig as Terms
from nim_tui.server.settings.sections import LobbyLimits, WorkerLimits
from nim_tui.server.storage.database import Database, StorageError, WriteRefused
from nim_tui.server.storage.off_loop import LatestWrite, LongReads
from nim_tui.server.tables.table_store import CannotUseTable
from nim_tui.tables.record import RecordError
from nim_tui.thinking.question import IN_THREAD, Thinker
from rules.messages import Refusal
from screens.people import PersonalSentence


class AccountChanges:
    """Has everybody know of changes of accounts, at whichever node they were made."""

    def __init__(
        self,
        base: Foundation,
        held: LiveTables,
        shown: LobbyUpdates,
        *,
        talking: ChatService,
        ratings: RatingCache,
        rematch_book: RematchBook,
    ) -> None:
        self._base = base
        self._held = held
        self._shown = shown
        self._talking = talking
        self._ratings = ratings
        self._rematch_book = rematch_book

    def is_kept(self, account: Account) -> None:
        """A key opens this account from now on: those here at it, as guests, are told."""
        for guest in self._base.guests:
            if guest.who.account == account.id:
                guest.is_kept(account)

    def is_renamed(self, account: Account) -> None:
        """An account has another name now: those here at it are told."""
        for guest in self._base.guests:
            if guest.who.account == account.id:
                guest.is_renamed(account)

    def forget_account(self, account: int) -> None:
        """Forget the remembered facts about an account, so that they are read again."""
        self._ratings.forget((account,))
        self._talking.log.clear()
        self._shown.note_tables(*self._base.table_list.of(account))

    async def read_names(self) -> None:
        """Others may have renamed who is here, and this was not told. Raises StorageError."""
        called = {guest.who.account: guest.who.name for guest in self._base.guests}
        kept = await self._base.database.look(signed_in, called, ())
        for account, name in kept.names.items():
            if called[account] != name:
                await self.hear(AccountChanged(account, RENAMED))

    def leave_for_good(self, account: Account) -> None:
        """A guest leaves; bots play on the seats. What is not kept now is at the next start."""
        self._held.forget_guest(account.id)
        self._base.nodes.tell(GuestLeft(account.id))
        self._base.database.start(self._forget_guest(account))

    async def hear(self, message: AccountChanged) -> None:
        """Another node tells of a change that was made there."""
        if message.how == FORGOTTEN:
            self.forget_account(message.account)
            return
        if message.how == BLOCKS:
            self._talking.learn_anew(message.account)
            return
        account = await self._base.database.look(account_numbered, message.account)
        if account is None:
            return
        if message.how == KEPT:
            self.is_kept(account)
        else:
            self.is_renamed(account)

    async def _forget_guest(self, account: Account) -> None:
        with suppress(WriteRefused):
            await self._base.database.ask(forget_guest, account.id)
        concerned = self._base.table_list.concerning(account.id, account.name)
        await self._shown.read_changed(*concerned)
        self._rematch_book.tell()


RETRY: Final = 1.0
"""Seconds until lines that could not be read are read again."""


class Here(Protocol):
    """The parts of the lobby that news are passed on to: what they do so is told nobody else."""

    database: Database
    nodes: Nodes
    guests: Presence
    table_list: TableList
    talking: ChatService
    shown: LobbyUpdates
    telling: Messenger
    held: LiveTables
    opener: TableLoader
    comings: Comings
    accounts: AccountChanges
    rematch_book: RematchBook


class Across:
    """Hears for one lobby."""

    def __init__(self, here: Here) -> None:
        self._here = here
        self._following: dict[str, tuple[int, LatestWrite]] = {}
        """The last line that was told and is not done yet, of tables held here."""
        self.end_sessions: Callable[[SessionsEnded], Coroutine[Any, Any, None]] | None = None
        """Ends sessions here, where somebody can."""
        self.end_overdue: Callable[[], Coroutine[Any, Any, Sequence[int]]] | None = None
        """Ends the sessions here of all who are banned, or whose key or account is gone, where
        somebody can."""

    async def hear(self, message: AnyMessage) -> None:
        """Pass something on. Raises StorageError."""
        here = self._here
        match message:
            case LineAdded():
                self._line_added(message)
            case TablesChanged():
                here.shown.note_tables(*message.tables)
                await here.shown.know_tables()
                for table in message.tables:
                    here.rematch_book.tell(table)
            case BoardChanged():
                held = here.held.seated(message.table)
                if held is not None:
                    await held.note_board_changed()
            case ChatLineAdded():
                await here.talking.heard(message.id)
            case Invited():
                await here.shown.know_tables()
                await here.telling.tell_invited(message.table, message.host)
            case Begun():
                await self._begun(message)
            case RematchMade():
                here.rematch_book.note(message.table, message.again)
                here.rematch_book.tell(message.again)
            case _:
                await self._hear_of_people(message)

    async def _hear_of_people(self, message: AnyMessage) -> None:
        match message:
            case ToldAt():
                self._tell(self._here.guests.at(message.table), message)
            case ToldPeople():
                guests = self._here.guests
                self._tell([one for one in guests if one.who.account in message.accounts], message)
            case Asked():
                self._ask(message)
            case TurnsChanged() if self._here.held.seated(message.table) is None:
                await self._turns_changed(message)
            case Announced():
                for guest in self._here.guests:
                    guest.be_announced(message.text)
            case Slowed():
                self._here.talking.be_slow(message.seconds)
            case _:
                await self._hear_of_admins(message)

    @staticmethod
    def _tell(people: Sequence[ConnectedSession], message: ToldAt | ToldPeople) -> None:
        named, you, to_you = (*message.told, "", "", "")[:3]  # another version may have other forms
        for guest in people:
            guest.be_told(PersonalSentence(named, you, to_you), message.facts)
            guest.people_changed()

    def _ask(self, message: Asked) -> None:
        for guest in self._here.guests.at(message.table):
            guest.people_changed()
            if guest.who.account in message.accounts:
                guest.be_asked()

    async def _turns_changed(self, message: TurnsChanged) -> None:
        """A game that is not held here waits for others than before."""
        self._here.shown.note_tables(message.table)
        await self._here.shown.know_tables()
        for guest in self._here.guests:
            if guest.who.account in message.changed:
                guest.turn_changed(rings=guest.who.account in message.rung)

    async def _hear_of_admins(self, message: AnyMessage) -> None:
        here = self._here
        match message:
            case Reopened():
                await here.opener.open_anew(message.tables)
            case Closed():
                for guest in here.guests.at(message.table):
                    guest.be_shown_out(message.table)
                here.held.drop(message.table)
            case GuestLeft():
                here.held.forget_guest(message.account)
            case AccountChanged():
                await here.accounts.hear(message)
            case SessionsEnded() if self.end_sessions is not None:
                await self.end_sessions(message)

    def _line_added(self, message: LineAdded) -> None:
        """Follow a record, each by itself: none waits for another.

        Lists show nothing of it: the line may be hidden. Its owner tells what they are to show.
        """
        here, table = self._here, message.table
        if here.held.seated(table) is None:
            self._following.pop(table, None)
            return
        _last, following = self._following.get(table, (-1, None))
        following = following or LatestWrite(here.database, lambda: self._follow(table))
        self._following[table] = (message.ply, following)
        following.keep()

    async def _follow(self, table: str) -> None:
        held = self._here.held.seated(table)
        last, following = self._following.get(table, (-1, None))
        if held is None or following is None:
            self._following.pop(table, None)
            return
        try:
            await held.changes.catch_up(last)
        except RecordError:
            self._following.pop(table, None)
            await self._here.opener.open_anew((table,))
        except StorageError:
            await asyncio.sleep(RETRY)
            following.keep()
        else:
            if self._following.get(table) == (last, following):
                del self._following[table]

    async def _begun(self, message: Begun) -> None:
        here = self._here
        here.shown.note_tables(message.table)
        await here.shown.know_tables()
        here.telling.tell_begun(message.table, message.by)
        if here.rematch_book.played_before(message.table):
            await here.opener.live(message.table)
            here.rematch_book.begin(message.table, here.held.accounts(message.table))


logger = logging.getLogger(__name__)


class AsNode:
    """The part of a server that is told of the others at its database."""

    def __init__(self, here: Here, across: Across) -> None:
        self._here = here
        self._across = across

    async def open(self) -> None:
        """Be a node, and see to games that nobody looks after. Raises StorageError."""
        await self._here.nodes.open(self)

    async def hear(self, message: AnyMessage) -> None:
        """Another node tells something."""
        await self._across.hear(message)

    def people_moved(self) -> None:
        """Others are at other nodes than before, or at other tables there."""
        self._here.comings.people_moved()

    def brief(self) -> None:
        """Others have come, which have not heard what was told once for all to keep."""
        self._here.talking.tell_pace()

    async def take_over(self, tables: Sequence[str]) -> Collection[str]:
        """These games, which nobody looks after or holds here, are held from now on as they stand.

        Those that cannot be brought back.
        """
        failed = []
        for table in tables:
            try:
                await self._hold(table)
            except StorageError as trouble:
                logger.warning("table %s cannot be brought back yet: %s", table, trouble)
                failed.append(table)
            except (CannotUseTable, RecordError, OSError):
                logger.exception("table %s cannot be brought back", table)
                failed.append(table)
        return failed

    async def _hold(self, table: str) -> None:
        """Raises CannotUseTable, RecordError, OSError."""
        here = self._here
        held = here.held.seated(table)
        if held is None:
            await here.opener.live(table)
            for guest in here.guests.at(table):
                guest.sit_anew()
        elif not held.is_own:
            await here.opener.open_anew((table,))
        here.held.let_rest(table)  # where another node was sooner

    def has_people(self, table: str) -> bool:
        """Whether somebody here looks at a table."""
        return bool(self._here.guests.at(table))

    def unread(self) -> Collection[str]:
        """The games that people here look at, and that could not be read when they should be."""
        return self._here.opener.unread()

    def rest(self) -> None:
        """Others may run all games by now: bots and clocks rest."""
        for held in self._here.held.by_id.values():
            held.rest()

    async def begin_anew(self) -> None:
        """Read everything again: messages of other servers were missed. Raises StorageError."""
        self.people_moved()
        await self.read_anew()
        for table, held in tuple(self._here.held.by_id.items()):
            is_own = await self._here.nodes.take(table)
            try:
                await held.begin_anew(is_own=is_own)
            except (Refusal, OSError, RecordError):  # those are tried again
                with suppress(Refusal, OSError, RecordError):
                    await self._here.opener.open_anew((table,))

    async def read_anew(self) -> None:
        """Read again the data that other nodes stored and may not have told here.

        This is tables, chat, blocks, names, bans, and keys and accounts that are gone. Raises
        StorageError.
        """
        here = self._here
        here.table_list.note_all()
        here.talking.log.clear()
        here.talking.blocks.learn(*{guest.who.account for guest in here.guests})
        await here.shown.read_told()
        await here.accounts.read_names()
        if self._across.end_overdue is not None:
            for number in await self._across.end_overdue():
                logger.info("is shut out", extra={"visit": number})

    def tell_all(self, text: str) -> None:
        """Tell everybody who is here."""
        self._here.telling.tell_all(text)


class Services:
    """Everything that sessions share, part by part. What asks the database is to be awaited.

    Who goes away meanwhile leaves nothing half done.
    """

    def __init__(
        self,
        database: Database,
        served: Uptime | None = None,
        thinker: Thinker = IN_THREAD,
        reviews: ReviewStore | None = None,
        *,
        limits: LobbyLimits | None = None,
        work: WorkerLimits | None = None,
        nodes: Nodes | None = None,
        contests: Terms | None = None,
    ) -> None:
        """Clocks of tables go by what was `served`: the database's clock without stalls.

        Without `reviews` no game is reviewed here. Limits are the usual ones unless given.
        Without `nodes` this is the one server at the database.
        """
        limits, work = limits or LobbyLimits(), work or WorkerLimits()
        self.database = database
        self.limits = limits
        self.nodes: Nodes = nodes or Alone(database)
        self.reviews = reviews
        self.notices: NotificationSetup = no_notices(database)
        self.long_reads = LongReads(work.long_reads, work.long_reads_waiting)
        self.ratings = RatingCache(database, self.long_reads, limits)
        self.handing_over = RateLimit(
            database, "votes", limits.votes_at_once, limits.vote_seconds,
            shared=self.nodes.are_several,
        )  # fmt: skip
        """For who votes, or has bots come and go."""
        self.guests = Presence()
        """Who is here."""
        self.table_list = TableList(database)
        """The tables that are not over."""
        self._put_together(served or Uptime(database.now), thinker, contests or Terms())

    def _put_together(self, served: Uptime, thinker: Thinker, terms: Terms) -> None:
        """Make the parts, each of those before it."""
        base = Foundation(self.database, self.nodes, self.limits, self.guests, self.table_list)
        context = copy_context()  # bots play in it, not in that of whoever moved before them
        self.attendance = LastSeen(self.database)
        """Since when people are away from the server."""
        self.shown = LobbyUpdates(base)
        self.rematch_book = RematchBook(base)
        self.held = LiveTables(base, self.shown, self.rematch_book)
        self.talking = ChatService(
            self.database, self.guests, self.held.plays_at, self.limits, self.shown.ask_followers,
            nodes=self.nodes,
        )  # fmt: skip
        self.telling = Messenger(base, self.talking.blocks)
        self.comings = Comings(base, self.attendance, self.talking, self.held, self.shown)
        self.accounts = AccountChanges(
            base, self.held, self.shown,
            talking=self.talking, ratings=self.ratings, rematch_book=self.rematch_book,
        )  # fmt: skip
        news = TableEvents(base, self.held, self.shown, self.ratings, context)
        self.opener = TableLoader(
            base, self.held, news, self.comings, self.shown,
            served=served, thinker=thinker, context=context,
        )  # fmt: skip
        self.desk = TableService(
            base, self.held, self.opener,
            rematch_book=self.rematch_book, shown=self.shown, telling=self.telling,
        )  # fmt: skip
        self.seat_links = InvitationService(base, self.desk)
        self.trying_again = BranchService(self.database, self.long_reads, self.desk)
        self.rematches = Rematches(base, self.opener, self.desk, self.rematch_book)
        contests = Contests(
            ContestHouse(base, self.desk, self.opener, shown=self.shown, telling=self.telling),
            terms,
        )
        self.ladders, self.tournaments = contests.ladders, contests.tournaments
        news.heard_over.append(contests.note_over)
        self.across = Across(self)
        self._as_node = AsNode(self, self.across)

    async def bring_back(self) -> None:
        """After a start: be a node, and see to games that nobody looks after: bots go on."""
        await self._as_node.open()

    def close(self) -> None:
        """Let the bots rest; everything is stored already."""
        self.long_reads.close()
        self.held.close()
