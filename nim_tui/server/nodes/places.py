"""How many connections and sessions addresses and keys have here, kept as rows for the others."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from nim_tui.server.nodes.place_rows import Key, Wanted, keep_places, take_places
from nim_tui.server.sessions.quotas import QuotaClaim
from nim_tui.server.storage.database import Database, StorageError
from nim_tui.server.storage.off_loop import LatestWrite

TOGETHER: Final = 0.2
"""Seconds in which places that are given back are gathered, to be written at once."""


@dataclass
class _Asked:
    """Places that somebody asks for, who may go meanwhile."""

    claims: Sequence[QuotaClaim]
    is_given: bool = False
    is_gone: bool = False


class PlaceRows:
    """The places taken at this node, as they are and as they are kept."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._here: Counter[Key] = Counter()
        self._kept: dict[Key, int] = {}
        self._changed: set[Key] = set()
        """Of which another number is kept, perhaps."""
        self._turn = asyncio.Lock()
        """What is written of a key is written in order."""
        self._latest = LatestWrite(database, self._keep_now)
        self.is_open = False
        """Whether this is a node, whose rows may be written."""

    async def take(self, claims: Sequence[QuotaClaim]) -> str | None:
        """Take a place of every kind; or none, and tell the kind there are no more of.

        While the database does not answer, each server has its own bounds alone.
        """
        asked = _Asked(claims)
        try:
            return await self._database.whole(self._ask(asked))
        except BaseException:
            asked.is_gone = True
            if asked.is_given:
                self.free(claims)
            raise

    async def _ask(self, asked: _Asked) -> str | None:
        async with self._turn:
            full = await self._written(asked.claims)
            if full is None:
                self._count(asked.claims, 1)
                asked.is_given = True
        if full is None and asked.is_gone:
            self.free(asked.claims)
        else:
            self.keep()
        return full

    async def _written(self, claims: Sequence[QuotaClaim]) -> str | None:
        """Write one more place of every kind, unless there are no more of some."""
        node = self._database.node
        if node is None or not self.is_open or not claims:
            return None
        wanted = [Wanted(kind, whose, self._here[kind, whose] + 1, most)
                  for kind, whose, most in claims]  # fmt: skip
        try:
            full = await self._database.look(take_places, node, wanted)
        except StorageError:
            return None  # it is kept with the next sign of life
        if full is None:
            self._kept |= {(one.kind, one.whose): one.here for one in wanted}
        return full

    def free(self, claims: Iterable[QuotaClaim]) -> None:
        """Give back what was taken."""
        self._count(claims, -1)
        self.keep()

    def _count(self, claims: Iterable[QuotaClaim], more: int) -> None:
        for kind, whose, _most in claims:
            self._here[kind, whose] += more
            self._changed.add((kind, whose))
            if self._here[kind, whose] <= 0:
                del self._here[kind, whose]

    # Keeping them

    def begin_anew(self) -> None:
        """Nothing is kept any more: everything is kept again."""
        self._kept.clear()
        self._changed = set(self._here)
        self.is_open = True
        self.keep()

    def keep(self) -> None:
        """Write what is not written yet."""
        if self._changed and self.is_open:
            self._latest.keep()

    async def _keep_now(self) -> None:
        await self._database.rest(TOGETHER)
        async with self._turn:
            node = self._database.node
            if node is None or not self.is_open:
                return
            counts = {key: self._here[key] for key in self._changed}
            changed = {key: count for key, count in counts.items()
                       if self._kept.get(key, 0) != count}  # fmt: skip
            try:
                if changed:
                    await self._database.look(keep_places, node, changed)
            except StorageError:
                return  # the next sign of life tries it again
            self._kept |= changed
            for key, count in counts.items():
                if not count:
                    self._kept.pop(key, None)
                if self._here[key] == count:
                    self._changed.discard(key)
