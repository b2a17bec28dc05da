"""Attendance: sessions that begin and end, people at tables, and since when they are away."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from contextlib import suppress
from math import inf
from typing import TYPE_CHECKING, Final

from nim_tui.server.accounts.store import seen
from nim_tui.server.chat.service import ChatService
from nim_tui.server.lobby.table_list import Foundation
from nim_tui.server.lobby.updates import LobbyUpdates
from nim_tui.server.nodes.presence import Moves
from nim_tui.server.sessions.presence import ConnectedSession
from nim_tui.server.storage.database import Database, WriteRefused

if TYPE_CHECKING:
    from nim_tui.server.play.live_tables import LiveTables

MOST_KNOWN: Final = 10_000
"""The most accounts whose last time online is remembered."""


class LastSeen:
    """The sessions of each account, and when the last one ended."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._unknown_since = database.now()
        """The latest time at which unknown accounts were last online."""
        self._sessions: Counter[int] = Counter()
        self._gone: dict[int, float] = {}
        self._elsewhere: set[int] = set()
        """The accounts at other nodes."""

    def note_come(self, account: int) -> None:
        """Note that an account has come online."""
        self._sessions[account] += 1
        self._gone.pop(account, None)

    def note_gone(self, account: int) -> None:
        """Note the end of a session; the account's last one makes it offline."""
        self._sessions[account] -= 1
        if self._sessions[account] > 0:
            return
        del self._sessions[account]
        self._note_away(account, self._database.now())
        self._database.start(self._note_seen(account))

    def note_elsewhere(self, come: Collection[int], gone: Collection[int]) -> None:
        """Note the accounts that came to other nodes, and that left them."""
        self._elsewhere.update(come)
        self._elsewhere.difference_update(gone)
        now = self._database.now()
        for one in gone:
            if one not in self._sessions:
                self._note_away(one, now)

    def _note_away(self, account: int, at: float) -> None:
        self._gone.pop(account, None)
        self._gone[account] = at
        while len(self._gone) > MOST_KNOWN:
            self._unknown_since = self._gone.pop(next(iter(self._gone)))

    async def _note_seen(self, account: int) -> None:
        with suppress(WriteRefused):
            await self._database.ask(seen, account)

    def is_here(self, account: int) -> bool:
        """Whether an account is online."""
        return account in self._sessions or account in self._elsewhere

    def gone_at(self, account: int) -> float | None:
        """Return when an account went offline, in seconds since 1970, as far as known here."""
        return self._gone.get(account)

    def absence(self, account: int) -> float:
        """Return for how many seconds an account has been offline; infinite if not known."""
        if self.is_here(account):
            return 0.0
        gone = self._gone.get(account)
        return inf if gone is None else max(0.0, self._database.now() - gone)

    def away_for(self, account: int) -> float:
        """Return for how many seconds an account has been offline, as far as known; 0 if online."""
        if self.is_here(account):
            return 0.0
        return max(0.0, self._database.now() - self._gone.get(account, self._unknown_since))


class Comings:
    """The news of arrivals and departures, for tables, chat and other nodes."""

    def __init__(
        self,
        base: Foundation,
        attendance: LastSeen,
        talking: ChatService,
        held: LiveTables,
        shown: LobbyUpdates,
        *,
        has_come: Callable[[int, str, float], None],
    ) -> None:
        """`has_come` hears of each account that comes, its name and its seconds of absence."""
        self._has_come = has_come
        self._nodes = base.nodes
        self._guests = base.guests
        self._attendance = attendance
        self._talking = talking
        self._held = held
        self._shown = shown

    def enter(self, visit: int, guest: ConnectedSession) -> None:
        """Add a session; one that is there already begins anew after an error."""
        before = self._guests.leave(visit)
        self._guests.enter(visit, guest)
        self._nodes.show(visit, guest.who.account, guest.who.at)
        away = self._attendance.absence(guest.who.account)
        self._attendance.note_come(guest.who.account)
        if before is not None:
            self._attendance.note_gone(before.who.account)
            self.moved_about(before.who.at)
        self._has_come(guest.who.account, guest.who.name, away)
        self._talking.blocks.learn(guest.who.account)
        self._shown.changed()

    def leave(self, visit: int) -> None:
        """Remove a session that is over."""
        guest = self._guests.leave(visit)
        self._nodes.show_gone(visit)
        if guest is not None:
            self._attendance.note_gone(guest.who.account)
            if not self._attendance.is_here(guest.who.account):
                self._talking.blocks.forget(guest.who.account)
            self.moved_about(guest.who.at)

    def moved_about(self, *tables: str | None) -> None:
        """Update who is at tables, after people came or left."""
        for table in tables:
            if table is not None:
                self._note_people(table)
        for visit, guest in self._guests.sessions():
            self._nodes.show(visit, guest.who.account, guest.who.at)
        self._shown.changed()

    def people_moved(self, moves: Moves) -> None:
        """Update the accounts at other nodes and their tables."""
        self._attendance.note_elsewhere(moves.come, moves.gone)
        for table in moves.tables & self._held.by_id.keys():
            self._note_people(table)
        self._shown.changed()

    def _note_people(self, table: str) -> None:
        here = self._guests.at(table)
        if not here:
            self._talking.log.forget(table)
        held = self._held.seated(table)
        if held is None:
            return
        held.note_people(self._guests.accounts(table).keys())
        for guest in here:
            guest.people_changed()
        self._held.let_rest(table)
