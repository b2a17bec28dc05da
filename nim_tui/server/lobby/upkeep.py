"""Automatic upkeep: open tables expire, absent hosts are replaced, abandoned games end."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection
from contextlib import suppress
from typing import Final

from nim_tui.server.lobby.hosts import replace_absent_host
from nim_tui.server.moderation.staff_news import DiskWatch
from nim_tui.server.nodes.locks import Orphans
from nim_tui.server.play.live_table import LiveTable
from nim_tui.server.services import Services
from nim_tui.server.storage.schema import OPEN, RUNNING
from nim_tui.server.tables.listing import TableRow
from nim_tui.server.tables.record_store import end_game
from nim_tui.server.tables.seat_store import close_open, last_here
from rules.messages import N_, Refusal

LOOKS: Final = 60.0
"""Seconds between two checks."""
_HOUR, _DAY = 3600.0, 86_400.0

logger = logging.getLogger(__name__)


class Maintenance:
    """The maintenance of a lobby's tables, as often as the event loop has time."""

    def __init__(self, lobby: Services, disk: DiskWatch | None = None) -> None:
        """`disk` watches the free space of the data folder."""
        self._lobby = lobby
        self._disk = disk
        self._limits = lobby.limits
        self._missing = Orphans()
        """The running games that are not loaded; those that fail again are tried less often."""
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Check from now on, every LOOKS seconds."""
        self._task = asyncio.get_running_loop().create_task(self._run())

    async def close(self) -> None:
        """Stop checking."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(LOOKS)
            try:
                await self.look()
            except Exception:  # whatever the error, the next check may do the rest
                logger.exception("tables were not looked after")

    async def look(self) -> None:
        """Carry out everything that is due. Raises StorageError."""
        if self._disk is not None:
            await self._disk.look()
        now = self._lobby.database.now()
        await self._lobby.table_list.catch_up()
        for row in () if not self._lobby.nodes.leads else self._lobby.table_list.all_in(OPEN):
            if now - row.created > self._limits.open_table_hours * _HOUR:
                await self._expire(row)
            else:
                await replace_absent_host(self._lobby, row)
        await self._end_abandoned()
        if not self._lobby.nodes.are_several:
            await self._bring_back()
        if self._lobby.nodes.leads:
            await self._lobby.ladders.look()
            await self._lobby.tournaments.look()
            elsewhere = {one.account for one in self._lobby.nodes.people}
            await self._lobby.league.look(elsewhere | self._lobby.guests.accounts().keys())

    async def _bring_back(self) -> None:
        """Load the games that could not be loaded when they began, as no other server does."""
        held, running = self._lobby.held, self._lobby.table_list.all_in(RUNNING)
        missing = [row.id for row in running if held.seated(row.id) is None]
        wanted = self._missing.to_take(missing, (), bool)
        self._missing.note(wanted, await self._lobby.node_news.take_over(wanted))

    # Open tables

    async def _expire(self, row: TableRow) -> None:
        database = self._lobby.database
        if await database.ask(close_open, row.id):
            self._lobby.shown.changed(row.id)
            people = {row.host, *(seat.account for seat in row.seats)}
            text = N_("Nobody came, so this table was closed: {title}")
            self._lobby.telling.tell_people(people - {None}, text, {"title": row.title})

    # Abandoned games

    async def _end_abandoned(self) -> None:
        """Forfeit players who must move and are offline for long, in games without a clock.

        With more than two players a bot plays on; a table of bots alone is closed.
        """
        held = {
            table: live
            for table, live in self._lobby.held.by_id.items()
            if live.is_own and not live.time.is_counted and live.table.result is None
        }
        people = {account for live in held.values() for account in self._meant(live)}
        gone = await self._gone(people)
        for table, live in held.items():
            meant = self._meant(live)
            if live.table.result is not None or not meant & gone:
                continue
            with suppress(Refusal, OSError):  # tried again at the next check
                if live.turns.waited_for & gone:
                    await live.lateness.abandon(live.turns.waited_for & gone)
                elif not live.turns.waited_for and meant <= gone:
                    await self._close(table)

    @staticmethod
    def _meant(live: LiveTable) -> set[int]:
        """Return the accounts that must move; if only bots must, those who could return."""
        return {*live.turns.waited_for} or {one for one in live.people.accounts if one is not None}

    async def _gone(self, accounts: Collection[int]) -> set[int]:
        """Return the accounts that have been offline for too long."""
        most = self._limits.abandoned_days * _DAY
        away = [one for one in accounts if not self._lobby.attendance.is_here(one)]
        if not away:
            return set()
        seen = await self._lobby.database.look(last_here, away)
        now, people = self._lobby.database.now(), self._lobby.attendance
        last = {one: max(seen.get(one, now), people.gone_at(one) or 0.0) for one in away}
        return {one for one in away if not people.is_here(one) and now - last[one] > most}

    async def _close(self, table: str) -> None:
        if await self._lobby.database.ask(end_game, table, None):
            self._lobby.held.let_go(table)
