"""The people a person has blocked."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from contextlib import suppress
from itertools import count
from typing import Final

from sqlalchemy import Connection, delete, func, insert, select

from nim_tui.server.storage.database import Database, StorageError
from nim_tui.server.storage.schema import BLOCKS
from rules.messages import N_, Refusal

MOST_BLOCKED: Final = 500
"""People that one person may block."""


class CannotBlock(Refusal):
    """A person cannot be blocked; the message says why."""


def blocked_by(database: Database, account: int) -> set[int]:
    """Return the accounts that one has blocked."""
    with database.reading() as connection:
        query = select(BLOCKS.c.blocked).where(BLOCKS.c.account == account)
        return set(connection.execute(query).scalars())


def is_blocked(connection: Connection, account: int, by: Collection[int | None]) -> bool:
    """Whether an account is blocked by any of these, within a transaction."""
    query = select(BLOCKS.c.blocked).where(BLOCKS.c.account.in_(by), BLOCKS.c.blocked == account)
    return connection.execute(query).first() is not None


def block(database: Database, account: int, other: int) -> None:
    """Block a person; no effect if already blocked. Raises CannotBlock."""
    if account == other:
        raise CannotBlock(N_("that is you"))
    with database.writing() as connection:
        own = BLOCKS.c.account == account
        count = connection.execute(select(func.count()).select_from(BLOCKS).where(own))
        if count.scalar_one() >= MOST_BLOCKED:
            raise CannotBlock(N_("you have already blocked {most} people"), most=MOST_BLOCKED)
        connection.execute(delete(BLOCKS).where(own, BLOCKS.c.blocked == other))
        connection.execute(insert(BLOCKS).values(account=account, blocked=other))


def unblock(database: Database, account: int, other: int) -> None:
    """Unblock a person."""
    with database.writing() as connection:
        own = (BLOCKS.c.account == account, BLOCKS.c.blocked == other)
        connection.execute(delete(BLOCKS).where(*own))


class BlockCache:
    """The blocks of the accounts online."""

    def __init__(self, database: Database, changed: Callable[[], None]) -> None:
        """`changed` is called after the blocks of a new arrival were read."""
        self._database = database
        self._changed = changed
        self._blocked: dict[int, frozenset[int]] = {}
        self._learning: dict[int, int] = {}
        """The accounts online whose blocks are to be read, and the number of the latest request."""
        self._requests = count(1)
        self._turn = asyncio.Lock()
        """Locked from a read until its result is stored."""

    def of(self, account: int | None) -> frozenset[int]:
        """Return the accounts that one has blocked."""
        return frozenset() if account is None else self._blocked.get(account, frozenset())

    def is_known(self, account: int | None) -> bool:
        """Check whether an account's blocks were read, or could not be."""
        return account not in self._learning

    def learn(self, *accounts: int) -> None:
        """Read the blocks of new arrivals, or again after a change on another node."""
        self._learning.update((account, next(self._requests)) for account in accounts)
        self._database.start(self._learn())

    async def _learn(self) -> None:
        await self.known()
        self._changed()

    async def known(self) -> None:
        """Read the missing blocks of all accounts online."""
        if not self._learning:
            return
        async with self._turn:
            while self._learning:
                account, request = next(iter(self._learning.items()))
                with suppress(StorageError):
                    await self._read(account)
                if self._learning.get(account) == request:  # not asked again during the read
                    del self._learning[account]

    async def _read(self, account: int) -> None:
        found = frozenset(await self._database.look(blocked_by, account))
        if account in self._learning:
            self._blocked[account] = found

    async def block(self, account: int, other: int) -> None:
        """Block a person. Raises CannotBlock, StorageError."""
        async with self._turn:
            await self._database.ask(block, account, other)
            self._blocked[account] = self.of(account) | {other}

    async def unblock(self, account: int, other: int) -> None:
        """Unblock a person. Raises StorageError."""
        async with self._turn:
            await self._database.ask(unblock, account, other)
            self._blocked[account] = self.of(account) - {other}

    def forget(self, account: int) -> None:
        """Forget an account that went offline."""
        self._learning.pop(account, None)
        self._blocked.pop(account, None)
