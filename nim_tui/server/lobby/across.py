"""What other nodes tell, passed on to those whom it concerns here."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any, Final, Protocol

import msgspec

from nim_tui.server.database.asking import Latest
from nim_tui.server.database.connection import Database, StorageTrouble
from nim_tui.server.database.posts import (
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
    HostKeysChanged,
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
from nim_tui.server.lobby.account_changes import AccountChanges
from nim_tui.server.lobby.board import board_from
from nim_tui.server.lobby.comings import Comings
from nim_tui.server.lobby.held_tables import HeldTables
from nim_tui.server.lobby.opener import TableOpener
from nim_tui.server.lobby.presence import ConnectedUser, Presence
from nim_tui.server.lobby.rematch_book import RematchBook
from nim_tui.server.lobby.shown import Shown
from nim_tui.server.lobby.table_list import TableList
from nim_tui.server.lobby.talking import Talking
from nim_tui.server.lobby.telling import Telling
from nim_tui.server.nodes.orders import answer_to
from nim_tui.server.nodes.port import Nodes
from nim_tui.tables.record import Line, RecordError
from rules.messages import Refusal
from screens.people import Told

RETRY: Final = 1.0
"""Seconds until lines that could not be read are read again."""


class Here(Protocol):
    """The parts of the lobby that news are passed on to: what they do so is told nobody else."""

    database: Database
    nodes: Nodes
    guests: Presence
    table_list: TableList
    talking: Talking
    shown: Shown
    telling: Telling
    held: HeldTables
    opener: TableOpener
    comings: Comings
    accounts: AccountChanges
    rematch_book: RematchBook


class Across:
    """Hears for one lobby."""

    def __init__(self, here: Here) -> None:
        self._here = here
        self._following: dict[str, tuple[dict[int, Line], Latest]] = {}
        """The lines that were told, by number, and are not done yet, of tables held here."""
        self.end_sessions: Callable[[SessionsEnded], Coroutine[Any, Any, None]] | None = None
        """Ends sessions here, where somebody can."""
        self.end_overdue: Callable[[], Coroutine[Any, Any, Sequence[int]]] | None = None
        """Ends the sessions here of all who are banned, or whose key or account is gone, where
        somebody can."""
        self.offer_host_keys: Callable[[], object] | None = None
        """Offers the host keys as they are kept now, where somebody can."""
        self.call_key: Callable[[str], object] | None = None
        """Asks the sessions of a key here whether they are still there, where somebody can."""
        self.answer_admin: Callable[[str], Awaitable[bytes]] | None = None
        """Does what an admin of another node asks."""

    async def hear(self, post: AnyPost) -> None:
        """Pass something on. Raises StorageTrouble."""
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
    def _tell(people: Sequence[ConnectedUser], post: ToldAt | ToldPeople) -> None:
        named, you, to_you = (*post.told, "", "", "")[:3]  # another version may have other forms
        for guest in people:
            guest.be_told(Told(named, you, to_you), post.facts)
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
            case HostKeysChanged() if self.offer_host_keys is not None:
                self.offer_host_keys()
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
            keep = Latest(here.database, lambda: self._follow(table))
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
        except StorageTrouble:
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
