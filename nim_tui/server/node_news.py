"""News from other servers: messages passed on, games taken over."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Coroutine, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from nim_tui.server.nodes.messages import (
    AccountChanged,
    Announced,
    AnyMessage,
    Asked,
    Begun,
    BoardChanged,
    ChatLineAdded,
    Closed,
    Drained,
    Excluded,
    GuestLeft,
    Invited,
    Kicked,
    LineAdded,
    MessageChanged,
    MessageSent,
    RematchMade,
    Reopened,
    SessionsEnded,
    Slowed,
    TablesChanged,
    ToldAt,
    ToldPeople,
    TurnsChanged,
    VacationChanged,
)
from nim_tui.server.nodes.presence import Moves
from nim_tui.server.sessions.presence import ConnectedSession
from nim_tui.server.storage.database import StorageError
from nim_tui.server.storage.off_loop import LatestWrite
from nim_tui.server.tables.table_store import CannotUseTable
from nim_tui.tables.record import RecordError
from rules.messages import Refusal
from screens.people import PersonalSentence

if TYPE_CHECKING:
    from nim_tui.server.services import Services

logger = logging.getLogger(__name__)


RETRY: Final = 1.0
"""Seconds until lines that could not be read are read again."""


class NodeNews:
    """The reactions of a server to messages from other nodes, and to nodes that are gone."""

    def __init__(self, here: Services) -> None:
        self._here = here
        self._following: dict[str, tuple[int, LatestWrite]] = {}
        """The last unread line of each table held here."""
        self.end_sessions: Callable[[SessionsEnded], Coroutine[Any, Any, None]] | None = None
        """Ends sessions here; set by the service that can."""
        self.end_overdue: Callable[[], Coroutine[Any, Any, Sequence[int]]] | None = None
        """Ends the sessions of banned people and of removed keys and accounts here."""
        self.obey: Callable[[Kicked | Drained], Coroutine[Any, Any, None]] | None = None
        """Carries out an order of an admin to this server; set by the service that can."""

    async def hear(self, message: AnyMessage) -> None:
        """Pass a message on. Raises StorageError."""
        here = self._here
        match message:
            case LineAdded():
                self._line_added(message)
            case TablesChanged():
                await self._tables_changed(message.tables)
            case BoardChanged():
                held = here.held.seated(message.table)
                if held is not None:
                    await held.note_board_changed()
            case ChatLineAdded():
                await here.talking.heard(message)
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

    async def _tables_changed(self, tables: Sequence[str]) -> None:
        """Read changed tables; the ratings of those whose game has ended are read again, too."""
        here = self._here
        seated = {table: here.table_list.seated(table) for table in tables}
        here.shown.note_tables(*tables)
        await here.shown.know_tables()
        for table, accounts in seated.items():
            if here.table_list.known(table) is None:
                here.ratings.forget(accounts)
            here.rematch_book.tell(table)

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
        """Note whose turn it is in a game that is not held here."""
        if not self._here.shown.note_turns(message):
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
            case Excluded():
                here.telling.tell_excluded(message.table, message.account)
            case GuestLeft():
                here.held.forget_guest(message.account)
            case AccountChanged():
                await here.accounts.hear(message)
            case MessageSent():
                await here.friends.heard(message.id)
            case VacationChanged():
                await here.vacations.changed(message.account)
            case MessageChanged():
                await here.message_changed()
            case SessionsEnded() if self.end_sessions is not None:
                await self.end_sessions(message)
            case Kicked() | Drained() if self.obey and message.node == here.nodes.number:
                await self.obey(message)

    def _line_added(self, message: LineAdded) -> None:
        """Follow a record, each in its own task, so that none delays another.

        Lists show nothing of the line, which may be hidden; the owner of the game tells what they
        may show.
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

    # As one of several servers

    def people_moved(self, moves: Moves) -> None:
        """Update the people at other nodes and their tables."""
        self._here.comings.people_moved(moves)

    def brief(self) -> None:
        """Tell new nodes the slow mode, which is not stored."""
        self._here.talking.tell_pace()

    async def take_over(self, tables: Sequence[str]) -> Collection[str]:
        """Take over games without an owner; return those that failed."""
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
        """Load a table. Raises CannotUseTable, RecordError, OSError."""
        here = self._here
        held = here.held.seated(table)
        if held is None:
            await here.opener.live(table)
            for guest in here.guests.at(table):
                guest.sit_anew()
        elif not held.is_own:
            await here.opener.open_anew((table,))
        here.held.let_rest(table)  # unless another node was first

    def has_people(self, table: str) -> bool:
        """Check whether a session here looks at a table."""
        return bool(self._here.guests.at(table))

    def unread(self) -> Collection[str]:
        """Return the games on screens here that could not be read."""
        return self._here.opener.unread()

    @property
    def grace(self) -> float:
        """The seconds within which guests whose connection was lost may come back."""
        return self._here.limits.away_seconds

    def rest(self) -> None:
        """Pause bots and clocks, as other servers may own all games by now."""
        for held in self._here.held.by_id.values():
            held.rest()

    async def begin_anew(self) -> None:
        """Read everything again, as messages of other servers were missed. Raises StorageError."""
        await self.read_anew()
        for table, held in tuple(self._here.held.by_id.items()):
            is_own = await self._here.nodes.take(table)
            try:
                await held.begin_anew(is_own=is_own)
            except (Refusal, OSError):  # those are tried again
                with suppress(Refusal, OSError):
                    await self._here.opener.open_anew((table,))

    async def read_anew(self) -> None:
        """Read all data that other nodes may have changed without notice.

        Tables, chat, blocks, names, bans, and removed keys and accounts. Raises StorageError.
        """
        here = self._here
        here.table_list.note_all()
        here.talking.log.clear()
        await here.identity.read()
        here.talking.blocks.learn(*{guest.who.account for guest in here.guests})
        await here.shown.read_told()
        await here.accounts.read_names()
        if self.end_overdue is not None:
            for number in await self.end_overdue():
                logger.info("is shut out", extra={"visit": number})

    async def node_lost(self, name: str) -> None:
        """Tell admins that a server is lost. Raises StorageError."""
        logger.warning("a server is lost: %s", name)
        await self._here.staff_news.node_lost(name)

    def tell_all(self, text: str) -> None:
        """Tell everyone online here."""
        self._here.telling.tell_all(text)
