"""Services: makes all features, hands each what it needs, connects their events.

Games live in the database; a table that somebody sits at, or whose bots must move, is held
here once for all who look at it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Coroutine, Sequence
from contextlib import suppress
from contextvars import copy_context
from typing import Any, Final, Protocol

import msgspec

from nim_tui.server.accounts.store import Account, account_numbered, forget_guest
from nim_tui.server.chat.service import ChatService
from nim_tui.server.contests.service import ContestHouse, Contests
from nim_tui.server.lobby.board import board_from
from nim_tui.server.lobby.comings import Comings
from nim_tui.server.lobby.foundation import Foundation
from nim_tui.server.lobby.last_seen import LastSeen
from nim_tui.server.lobby.rematch_book import RematchBook
from nim_tui.server.lobby.rematches import Rematches
from nim_tui.server.lobby.seat_links import InvitationService
from nim_tui.server.lobby.table_list import TableList
from nim_tui.server.lobby.table_setup import TableService
from nim_tui.server.lobby.updates import LobbyUpdates, Messenger
from nim_tui.server.nodes.alone import Alone
from nim_tui.server.nodes.orders import answer_to
from nim_tui.server.nodes.port import Nodes
from nim_tui.server.nodes.posts import (
    BLOCKS,
    FORGOTTEN,
    KEPT,
    RENAMED,
    AccountChanged,
    AdminAnswered,
    AdminAsked,
    Announced,
    AnyPost,
    Asked,
    Begun,
    BoardChanged,
    Closed,
    GuestLeft,
    Invited,
    KeyCalled,
    LineAdded,
    Order,
    RematchMade,
    Reopened,
    Said,
    SessionsEnded,
    Slowed,
    TablesChanged,
    ToldAt,
    ToldPeople,
    TurnsChanged,
)
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
from nim_tui.tables.record import Line, RecordError
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

    async def hear(self, post: AccountChanged) -> None:
        """Another node tells of a change that was made there."""
        if post.how == FORGOTTEN:
            self.forget_account(post.account)
            return
        if post.how == BLOCKS:
            self._talking.learn_anew(post.account)
            return
        account = await self._base.database.look(account_numbered, post.account)
        if account is None:
            return
        if post.how == KEPT:
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
        self._following: dict[str, tuple[dict[int, Line], LatestWrite]] = {}
        """The lines that were told, by number, and are not done yet, of tables held here."""
        self.end_sessions: Callable[[SessionsEnded], Coroutine[Any, Any, None]] | None = None
        """Ends sessions here, where somebody can."""
        self.end_overdue: Callable[[], Coroutine[Any, Any, Sequence[int]]] | None = None
        """Ends the sessions here of all who are banned, or whose key or account is gone, where
        somebody can."""
        self.call_key: Callable[[str], object] | None = None
        """Asks the sessions of a key here whether they are still there, where somebody can."""
        self.answer_admin: Callable[[str], Awaitable[bytes]] | None = None
        """Does what an admin of another node asks."""

    async def hear(self, post: AnyPost) -> None:
        """Pass something on. Raises StorageError."""
        here = self._here
        match post:
            case LineAdded():
                self._line_added(post)
            case TablesChanged():
                here.shown.note_tables(*post.tables)
                await here.shown.know_tables()
                for table in post.tables:
                    here.rematch_book.tell(table)
            case BoardChanged():
                held = here.held.seated(post.table)
                if held is not None and not held.ownership.is_own:
                    held.adopt(board_from(post.board))
            case Said():
                await here.talking.heard(post)
            case Invited():
                await here.shown.know_tables()
                await here.telling.tell_invited(post.table, post.host)
            case Begun():
                await self._begun(post)
            case RematchMade():
                here.rematch_book.note(post.table, post.again)
                here.rematch_book.tell(post.again)
            case Order():
                here.database.start(self._obey(post))
            case _:
                await self._hear_of_people(post)

    async def _hear_of_people(self, post: AnyPost) -> None:
        match post:
            case ToldAt():
                self._tell(self._here.guests.at(post.table), post)
            case ToldPeople():
                guests = self._here.guests
                self._tell([one for one in guests if one.who.account in post.accounts], post)
            case Asked():
                self._ask(post)
            case TurnsChanged() if self._here.held.seated(post.table) is None:
                await self._turns_changed(post)
            case Announced():
                for guest in self._here.guests:
                    guest.be_announced(post.text)
            case Slowed():
                self._here.talking.be_slow(post.seconds)
            case _:
                await self._hear_of_admins(post)

    @staticmethod
    def _tell(people: Sequence[ConnectedSession], post: ToldAt | ToldPeople) -> None:
        named, you, to_you = (*post.told, "", "", "")[:3]  # another version may have other forms
        for guest in people:
            guest.be_told(PersonalSentence(named, you, to_you), post.facts)
            guest.people_changed()

    def _ask(self, post: Asked) -> None:
        for guest in self._here.guests.at(post.table):
            guest.people_changed()
            if guest.who.account in post.accounts:
                guest.be_asked()

    async def _turns_changed(self, post: TurnsChanged) -> None:
        """A game that is not held here waits for others than before."""
        self._here.shown.note_tables(post.table)
        await self._here.shown.know_tables()
        for guest in self._here.guests:
            if guest.who.account in post.changed:
                guest.turn_changed(rings=guest.who.account in post.rung)

    async def _hear_of_admins(self, post: AnyPost) -> None:
        here = self._here
        match post:
            case Reopened():
                await here.opener.open_anew(post.tables)
            case Closed():
                for guest in here.guests.at(post.table):
                    guest.be_shown_out(post.table)
                here.held.drop(post.table)
            case GuestLeft():
                here.held.forget_guest(post.account)
            case AccountChanged():
                await here.accounts.hear(post)
            case AdminAsked() if post.at == here.nodes.number:
                here.database.start(self._answer(post))
            case SessionsEnded() if self.end_sessions is not None:
                await self.end_sessions(post)
            case KeyCalled() if self.call_key is not None:
                self.call_key(post.key)

    def _line_added(self, post: LineAdded) -> None:
        """Follow a record, each by itself: none waits for another.

        Lists show nothing of it: the line may be hidden. Its owner tells what they are to show.
        """
        here, table = self._here, post.table
        if here.held.seated(table) is None:
            self._following.pop(table, None)
            return
        if table not in self._following:
            keep = LatestWrite(here.database, lambda: self._follow(table))
            self._following[table] = ({}, keep)
        told, following = self._following[table]
        told[post.ply] = msgspec.json.decode(post.line, type=Line)
        following.keep()

    async def _follow(self, table: str) -> None:
        held = self._here.held.seated(table)
        told, _following = self._following.get(table, ({}, None))
        if held is None:
            self._following.pop(table, None)
            return
        if not told:
            return
        lines = dict(told)
        try:
            await held.changes.catch_up(lines)
            for ply in lines:
                del told[ply]
            if not told and self._following.get(table, ((), None))[0] is told:
                del self._following[table]
        except RecordError:
            self._following.pop(table, None)
            await self._here.opener.open_anew((table,))
        except StorageError:
            await asyncio.sleep(RETRY)
            if table in self._following:
                self._following[table][1].keep()

    async def _begun(self, post: Begun) -> None:
        here = self._here
        here.shown.note_tables(post.table)
        await here.shown.know_tables()
        here.telling.tell_begun(post.table, post.by)
        if here.rematch_book.played_before(post.table):
            await here.opener.live(post.table)
            here.rematch_book.begin(post.table, here.held.accounts(post.table))

    async def _answer(self, asked: AdminAsked) -> None:
        if self.answer_admin is not None:
            told = await self.answer_admin(asked.order)
            self._here.nodes.tell(AdminAnswered(asked.number, asked.node, told.decode()))

    async def _obey(self, order: Order) -> None:
        """Do what somebody at another node asks, if this one owns the table."""
        held = self._here.held.seated(order.table)
        if held is None or not held.ownership.is_own:
            return
        try:
            await held.obey(order.act, order.account, order.seat)
        except Refusal as refusal:
            self._here.nodes.tell(answer_to(order, refusal))
        else:
            self._here.nodes.tell(answer_to(order, None))


logger = logging.getLogger(__name__)


class AsNode:
    """The House that the nodes know of."""

    def __init__(self, here: Here, across: Across) -> None:
        self._here = here
        self._across = across

    async def open(self) -> None:
        """Be a node, and see to games that nobody looks after. Raises StorageError."""
        await self._here.nodes.open(self)

    async def hear(self, post: AnyPost) -> None:
        """Another node tells something."""
        await self._across.hear(post)

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
        elif not held.ownership.is_own:
            await here.opener.open_anew((table,))
        here.held.let_rest(table)  # where another node was sooner

    def own_tables(self) -> Collection[str]:
        """The games held here that this node looks after."""
        return self._here.held.own_tables()

    def idle_tables(self) -> Collection[str]:
        """Those of them that could be handed on, as nobody would notice."""
        return self._here.held.idle_tables()

    async def hand_on(self, table: str, node: int) -> bool:
        """Let another node look after a game; whether it does. Raises StorageError."""
        held = self._here.held.seated(table)
        if held is None or not await held.handing_on.to(node):
            return False
        self._here.held.let_rest(table)
        return True

    def unread(self) -> Collection[str]:
        """The games that people here look at, and that could not be read when they should be."""
        return self._here.opener.unread()

    def rest(self) -> None:
        """Others may look after all games by now: bots and clocks rest."""
        for table in self.own_tables():
            self._here.held.by_id[table].ownership.rest()

    def lost(self, table: str) -> None:
        """Another node owns a game now: it is only followed here."""
        self._here.opener.lost(table)

    async def begin_anew(self) -> None:
        """Read everything again: news of other nodes may have been missed."""
        self.people_moved()
        await self.read_anew()
        with suppress(Refusal, OSError, RecordError):  # those are tried again
            await self._here.opener.open_anew(tuple(self._here.held.by_id))

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

    async def catch_up(self) -> None:
        """Read the news of other nodes that may have been missed."""
        self._here.shown.changed()
        for table, held in tuple(self._here.held.by_id.items()):
            try:
                await held.changes.catch_up()
            except RecordError:
                with suppress(Refusal, OSError, RecordError):
                    await self._here.opener.open_anew((table,))

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
