"""Whom those who are here have blocked: read when they come, and known to nobody else."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from nim_tui.server.database.blocks import block, blocked_by, unblock
from nim_tui.server.database.connection import Database, StorageTrouble


class Blocks:
    """Whom each of those who are here hears nothing of."""

    def __init__(self, database: Database, changed: Callable[[], None]) -> None:
        """`changed` is called once it is known of somebody who has come."""
        self._database = database
        self._changed = changed
        self._blocked: dict[int, frozenset[int]] = {}
        self._learning: set[int] = set()
        """Those who have come, of whom it is not known yet."""
        self._turn = asyncio.Lock()
        """What is read holds until it is remembered."""

    def of(self, account: int | None) -> frozenset[int]:
        """Whom somebody has blocked."""
        return frozenset() if account is None else self._blocked.get(account, frozenset())

    def is_known(self, account: int | None) -> bool:
        """Whether that was read, or could not be: what it may be about can wait until then."""
        return account not in self._learning

    def learn(self, *accounts: int) -> None:
        """Read whom these have blocked, who have come."""
        self._learning.update(accounts)
        self._database.start(self._learn())

    async def _learn(self) -> None:
        await self.known()
        self._changed()

    async def known(self) -> None:
        """Have it read of everybody who has come, if it was not."""
        if not self._learning:
            return
        async with self._turn:
            for account in tuple(self._learning):
                with suppress(StorageTrouble):
                    await self._read(account)
                self._learning.discard(account)

    async def _read(self, account: int) -> None:
        found = frozenset(await self._database.look(blocked_by, account))
        if account in self._learning:
            self._blocked[account] = found

    async def block(self, account: int, other: int) -> None:
        """Let somebody hear nothing of another. Raises CannotBlock, StorageTrouble."""
        async with self._turn:
            await self._database.ask(block, account, other)
            self._blocked[account] = self.of(account) | {other}

    async def unblock(self, account: int, other: int) -> None:
        """Let somebody hear of another again. Raises StorageTrouble."""
        async with self._turn:
            await self._database.ask(unblock, account, other)
            self._blocked[account] = self.of(account) - {other}

    def forget(self, account: int) -> None:
        """Somebody is here no longer."""
        self._learning.discard(account)
        self._blocked.pop(account, None)
