"""The health of a server, for those who monitor it or send people to it."""

from __future__ import annotations

import asyncio
from typing import Final

from nim_tui.server.measurements import Measurements
from nim_tui.server.storage.database import Database, StorageError

LATE: Final = "late"
DATABASE: Final = "database"
"""The words for what can be wrong: the event loop is late, the database does not answer."""

LOOKED_BACK: Final = 10.0
"""Seconds over which the loop must have been late."""
TOO_LATE: Final = 0.5
"""Seconds by which half of its beats were late then: people notice every key."""
ANSWERED_WITHIN: Final = 2.0
"""Seconds that the database has for an answer."""


class Health:
    """Knows how late the loop was, and asks the database."""

    def __init__(self, delay: Measurements, database: Database) -> None:
        self._delay = delay
        self._database = database

    async def trouble(self) -> str:
        """A word for what is wrong just now; empty if nothing is."""
        if self._delay.over(LOOKED_BACK).p50 > TOO_LATE:
            return LATE
        try:
            async with asyncio.timeout(ANSWERED_WITHIN):
                await self._database.look(_answer)
        except (StorageError, TimeoutError):
            return DATABASE
        return ""


def _answer(database: Database) -> None:
    """Raises StorageError."""
    with database.reading() as connection:
        connection.exec_driver_sql("SELECT 1")
