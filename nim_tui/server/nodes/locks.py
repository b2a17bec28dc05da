"""Locks on PostgreSQL: living servers, the leader, and the owner of each table.

All are advisory locks held on the connection of a server's channel, so they are freed when it ends.
A lock only decides whose bots and clocks run: the record is the truth, and of two lines with one
number only one is written. An owner that wakes late can do no more harm than to write the next
line, as any server might.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from sqlalchemy import text

from nim_tui.server.storage.database import Database
from nim_tui.server.storage.schema import CLOCK, LIVING_NODES, LOCKS_HERE, SERVER_LOCKS

if TYPE_CHECKING:
    from nim_tui.server.nodes.channel import NodeChannel

_LEADER: Final = 0
"""The number of the leader's lock, among those of servers."""

YOUNG: Final = 1.0
"""Seconds for which a new game is left to the server where it began."""

_KEY: Final = "hashtextextended(current_schema() || '.' || id, 0)"
ORPHANS: Final = text(
    f"SELECT id FROM tables WHERE status = 'running' AND last_move < :before AND {_KEY} NOT IN"
    f" (SELECT (classid::bigint << 32) | objid::bigint {LOCKS_HERE} AND objsubid = 1)"
    " ORDER BY last_move DESC"
)


def living(database: Database) -> list[int]:
    """Return the living servers, oldest first. Raises StorageError."""
    with database.reading() as connection:
        return sorted(connection.execute(text(LIVING_NODES)).scalars())


def orphans(database: Database) -> list[str]:
    """Return the running games without an owner, those last played first.

    Raises StorageError.
    """
    with database.reading() as connection:
        before = {"before": database.now() - YOUNG}
        return list(connection.execute(ORPHANS, before).scalars())


class NodeLocks:
    """The locks of one server, as long as its connection lasts."""

    def __init__(self, channel: NodeChannel) -> None:
        self._channel = channel
        self._turn = asyncio.Lock()
        """Held while a table is taken or freed: a session that takes a lock twice has it twice."""
        self._tables: set[str] = set()
        self.leads = False
        """Whether this server is the leader."""

    def lose_all(self) -> None:
        """Note that the connection, and so all locks, are lost."""
        self._tables = set()
        self.leads = False

    async def live(self, node: int | None) -> int:
        """Register as a living server; return the number, the previous one if it is free.

        Raises ChannelBroken.
        """
        if node is not None:
            again = f"SELECT pg_try_advisory_lock({SERVER_LOCKS}, id) FROM nodes WHERE id = %s"
            if await self._channel.ask(again, (node,)) == [(True,)]:
                return node
        new = (
            f"SELECT n, pg_try_advisory_lock({SERVER_LOCKS}, n::int) FROM nextval('nodes_id_seq') n"
        )
        ((number, _is_held),) = await self._channel.ask(new)
        return int(number)

    async def living(self) -> tuple[list[int], float]:
        """Return the living servers, oldest first, and the time; become leader if there is none.

        One statement, as every server asks it every few seconds. Raises ChannelBroken.
        """
        lead = "true" if self.leads else f"pg_try_advisory_lock({SERVER_LOCKS}, {_LEADER})"
        ((self.leads, found, time),) = await self._channel.ask(
            f"SELECT {lead}, ARRAY({LIVING_NODES}), {CLOCK}"
        )
        return sorted(found), time

    def holds(self, table: str) -> bool:
        """Whether this server runs bots, clock and upkeep of a table."""
        return table in self._tables

    async def take(self, table: str) -> bool:
        """Try to become the owner of a table; return whether this server is.

        Raises ChannelBroken.
        """
        async with self._turn:
            own = self._tables
            if table not in own:
                lock = f"SELECT pg_try_advisory_lock({_KEY}) FROM tables WHERE id = %s"
                free = await self._channel.ask(f"{lock} AND status = 'running'", (table,))
                if free == [(True,)]:
                    own.add(table)
            return table in self._tables

    async def free(self, table: str) -> None:
        """Give up the ownership of a table. Raises ChannelBroken."""
        async with self._turn:
            if table not in self._tables:
                return
            self._tables.discard(table)
            unlock = f"SELECT pg_advisory_unlock({_KEY}) FROM (SELECT %s::text AS id) AS own"
            await self._channel.ask(unlock, (table,))


LONGEST_REST: Final = 64
"""The most checks until a failed game is tried again."""


class _Failed(NamedTuple):
    """The number of failed attempts to take over a game, and the check of the next one."""

    times: int
    again: int


class Orphans:
    """The games without an owner: at first each server takes its share, later any of them."""

    def __init__(self) -> None:
        self._looks = 0
        self._free: set[str] = set()
        """The games that no node ran at the last check."""
        self._failed: dict[str, _Failed] = {}

    @property
    def are_any(self) -> bool:
        """Whether games were without an owner at the last check, or failed."""
        return bool(self._free or self._failed)

    def to_take(
        self, free: Sequence[str], unread: Collection[str], is_ours: Callable[[str], bool]
    ) -> list[str]:
        """Return the games to take over now, those played last first."""
        self._looks += 1
        before, self._free = self._free, {*free}
        wanted = dict.fromkeys((*unread, *(one for one in free if one in before or is_ours(one))))
        self._failed = {one: how for one, how in self._failed.items() if one in wanted}
        return [one for one in wanted if not self._rests(one)]

    def _rests(self, table: str) -> bool:
        return table in self._failed and self._looks < self._failed[table].again

    def note(self, tried: Collection[str], failed: Collection[str]) -> None:
        """Note which of the tried games could not be loaded."""
        for table in tried:
            times = self._failed.pop(table, _Failed(0, 0)).times + 1
            if table in failed:
                self._failed[table] = _Failed(times, self._looks + min(2**times, LONGEST_REST))
