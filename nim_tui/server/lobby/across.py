"""What other nodes tell, passed on to those whom it concerns here."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Final, Protocol

import msgspec

from nim_tui.server.database.accounts import account_numbered
from nim_tui.server.database.asking import Latest
from nim_tui.server.database.connection import Database, StorageTrouble
from nim_tui.server.database.posts import (
    AccountChanged,
    Announced,
    AnyPost,
    Asked,
    Begun,
    BoardChanged,
    Closed,
    GuestLeft,
    Invited,
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
from nim_tui.server.lobby.board import board_from
from nim_tui.server.lobby.live_table import LiveTable
from nim_tui.server.lobby.presence import ConnectedUser, Presence
from nim_tui.server.lobby.rematch import Rematches
from nim_tui.server.lobby.table_list import TableList
from nim_tui.server.lobby.talking import Talking
from nim_tui.server.nodes.orders import answer_to
from nim_tui.server.nodes.port import Nodes
from nim_tui.tables.record import Line, RecordError
from rules.messages import Refusal
from screens.people import Told

RETRY: Final = 1.0
"""Seconds until lines that could not be read are read again."""

KEPT: Final = "kept"
RENAMED: Final = "renamed"
FORGOTTEN: Final = "forgotten"
"""How an account changed."""


class Here(Protocol):
    """The lobby, as news are passed on to it: what it does so is told to nobody elsewhere."""

    database: Database
    nodes: Nodes
    talking: Talking
    table_list: TableList
    rematches: Rematches

    @property
    def guests(self) -> Presence:
        """Who is here."""

    def seated(self, table: str) -> LiveTable | None:
        """A game held here."""

    def note_tables(self, *tables: str) -> None:
        """These are other than before."""

    def tell_rematch(self, again: str | None = None) -> None:
        """Who looks at a game that is over sees who wants another."""

    def begin_rematch(self, again: str) -> None:
        """People who still look at the game before go on to this one."""

    def tell_begun(self, table: str, by: int | None) -> None:
        """A game begins."""

    async def know_tables(self) -> None:
        """Know the tables as they are now."""

    async def tell_invited(self, table: str, host: int) -> None:
        """Those who are here are told that they are invited."""

    async def live(self, table: str) -> object:
        """Hold a game."""

    async def open_these_anew(self, tables: Sequence[str]) -> None:
        """Read games again."""

    def drop(self, table: str) -> None:
        """Hold a game no longer."""

    def forget_guest(self, account: int) -> None:
        """A guest has left for good."""

    def forget_what_is_known(self, account: int) -> None:
        """What is remembered of an account is not so any more."""


class Across:
    """Hears for one lobby."""

    def __init__(self, here: Here) -> None:
        self._here = here
        self._following: dict[str, tuple[dict[int, Line], Latest]] = {}
        """The lines that were told, by number, and are not done yet, of tables held here."""
        self.end_sessions: Callable[[SessionsEnded], Coroutine[Any, Any, None]] | None = None
        """Ends sessions here, where somebody can."""

    async def hear(self, post: AnyPost) -> None:
        """Pass something on. Raises StorageTrouble."""
        here = self._here
        match post:
            case LineAdded():
                self._line_added(post)
            case TablesChanged():
                here.note_tables(*post.tables)
                await here.know_tables()
                for table in post.tables:
                    here.tell_rematch(table)
            case BoardChanged():
                held = here.seated(post.table)
                if held is not None and not held.is_own:
                    held.adopt(board_from(post.board))
            case Said():
                await here.talking.heard(post)
            case Invited():
                await here.know_tables()
                await here.tell_invited(post.table, post.host)
            case Begun():
                await self._begun(post)
            case RematchMade():
                here.rematches.note(post.table, post.again)
                here.tell_rematch(post.again)
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
                self._tell([one for one in guests if one.account in post.accounts], post)
            case Asked():
                self._ask(post)
            case TurnsChanged() if self._here.seated(post.table) is None:
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
            if guest.account in post.accounts:
                guest.be_asked()

    async def _turns_changed(self, post: TurnsChanged) -> None:
        """A game that is not held here waits for others than before."""
        self._here.note_tables(post.table)
        await self._here.know_tables()
        for guest in self._here.guests:
            if guest.account in post.changed:
                guest.turn_changed(rings=guest.account in post.rung)

    async def _hear_of_admins(self, post: AnyPost) -> None:
        here = self._here
        match post:
            case Reopened():
                await here.open_these_anew(post.tables)
            case Closed():
                for guest in here.guests.at(post.table):
                    guest.be_shown_out(post.table)
                here.drop(post.table)
            case GuestLeft():
                here.forget_guest(post.account)
            case AccountChanged(how="forgotten"):
                here.forget_what_is_known(post.account)
            case AccountChanged():
                await self._account_changed(post)
            case SessionsEnded() if self.end_sessions is not None:
                await self.end_sessions(post)

    def _line_added(self, post: LineAdded) -> None:
        """Follow a record, each by itself: none waits for another.

        Lists show nothing of it: the line may be hidden. Its owner tells what they are to show.
        """
        here, table = self._here, post.table
        if here.seated(table) is None:
            self._following.pop(table, None)
            return
        if table not in self._following:
            keep = Latest(here.database, lambda: self._follow(table))
            self._following[table] = ({}, keep)
        told, following = self._following[table]
        told[post.ply] = msgspec.json.decode(post.line, type=Line)
        following.keep()

    async def _follow(self, table: str) -> None:
        held = self._here.seated(table)
        told, _following = self._following.get(table, ({}, None))
        if held is None or not told:
            return
        lines = dict(told)
        try:
            await held.catch_up(lines)
            for ply in lines:
                del told[ply]
        except RecordError:
            await self._here.open_these_anew((table,))
        except StorageTrouble:
            await asyncio.sleep(RETRY)
            self._following[table][1].keep()

    async def _begun(self, post: Begun) -> None:
        here = self._here
        here.note_tables(post.table)
        await here.know_tables()
        here.tell_begun(post.table, post.by)
        if here.rematches.played_before(post.table):
            await here.live(post.table)
            here.begin_rematch(post.table)

    async def _obey(self, order: Order) -> None:
        """Do what somebody at another node asks, if this one owns the table."""
        held = self._here.seated(order.table)
        if held is None or not held.is_own:
            return
        try:
            await held.obey(order.act, order.account, order.seat)
        except Refusal as refusal:
            self._here.nodes.tell(answer_to(order, refusal))
        else:
            self._here.nodes.tell(answer_to(order, None))

    async def _account_changed(self, post: AccountChanged) -> None:
        account = await self._here.database.ask(account_numbered, post.account)
        if account is None:
            return
        for guest in self._here.guests:
            if guest.account == account.id and post.how == KEPT:
                guest.is_kept(account)
            elif guest.account == account.id:
                guest.is_renamed(account)
