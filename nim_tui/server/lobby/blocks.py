"""Whom those who are here have blocked: read when they come, and known to nobody else."""

from __future__ import annotations

from contextlib import suppress

from nim_tui.server.database.blocks import blocked_by
from nim_tui.server.database.connection import Database, StorageTrouble


class Blocks:
    """Whom each of those who are here hears nothing of."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._blocked: dict[int, frozenset[int]] = {}

    def of(self, account: int | None) -> frozenset[int]:
        """Whom somebody has blocked."""
        return frozenset() if account is None else self._blocked.get(account, frozenset())

    def learn(self, account: int) -> None:
        """Read whom somebody has blocked."""
        with suppress(StorageTrouble):
            self._blocked[account] = frozenset(blocked_by(self._database, account))

    def keep(self, account: int, blocked: frozenset[int]) -> None:
        """Somebody has blocked these from now on."""
        self._blocked[account] = blocked

    def forget(self, account: int) -> None:
        """Somebody is here no longer."""
        self._blocked.pop(account, None)
