"""Games that nobody looks after, or that are this node's though it does not hold them.

Of those that nobody looks after each living node takes its own share, a slice at a time; what
another leaves for long is anybody's.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Sequence
from typing import Final, NamedTuple
from zlib import crc32

from nim_tui.server.nodes.leases import owned
from nim_tui.server.nodes.node_rows import orphans
from nim_tui.server.nodes.port import House
from nim_tui.server.storage.database import Database

SLICE: Final = 32
"""Games that are seen to until it is looked again who lives and what is left."""

PATIENCE: Final = 15
"""Looks after which a game is anybody's that another node was to take."""

LONGEST_REST: Final = 128
"""Looks until what cannot be brought back is tried again, at most."""

logger = logging.getLogger(__name__)


class _Failed(NamedTuple):
    """How often a game could not be brought back, and at which look it is tried again."""

    times: int
    again: int


class Takeover:
    """Sees to it that every game being played is held by one living node."""

    def __init__(self, database: Database, living: Callable[[], Sequence[int]]) -> None:
        """`living` tells which nodes live, the oldest first."""
        self._database = database
        self._living = living
        self._looks = 0
        self._free_since: dict[str, int] = {}
        """At which look a game was first found that nobody looks after."""
        self._failed: dict[str, _Failed] = {}

    async def look(self, house: House, *, at_others: bool = True) -> None:
        """Hold what is to be held here; of what nobody looks after only if `at_others`.

        Raises StorageError.
        """
        self._looks += 1
        done: set[str] = set()
        while todo := await self._todo(house, at_others, done):
            done.update(todo)
            failed = await house.take_over(todo)
            for table in todo:
                self._note(table, has_failed=table in failed)

    async def _todo(self, house: House, at_others: bool, done: Collection[str]) -> list[str]:
        """Return the tables to take care of next, those played last first."""
        node = self._database.node
        if node is None:
            return []
        own = await self._database.look(owned, node) - {*house.own_tables()}
        free = await self._database.look(orphans) if at_others else []
        self._free_since = {one: self._free_since.get(one, self._looks) for one in free}
        wanted = dict.fromkeys((*own, *house.unread(), *filter(self._is_ours, free)))
        self._failed = {one: how for one, how in self._failed.items() if one in wanted}
        return [one for one in wanted if one not in done and not self._rests(one)][:SLICE]

    def _is_ours(self, table: str) -> bool:
        """Whether a game that nobody looks after is this node's to take."""
        living = self._living()
        if self._database.node not in living:
            return False
        if self._looks - self._free_since[table] >= PATIENCE:
            return True
        return living[crc32(table.encode()) % len(living)] == self._database.node

    def _rests(self, table: str) -> bool:
        return table in self._failed and self._looks < self._failed[table].again

    def _note(self, table: str, *, has_failed: bool) -> None:
        times = self._failed.pop(table, _Failed(0, 0)).times + 1
        if has_failed:
            self._failed[table] = _Failed(times, self._looks + min(2**times, LONGEST_REST))
