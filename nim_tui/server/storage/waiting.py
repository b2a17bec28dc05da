"""A database that is not there yet when a server starts: it is waited for."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Final

from nim_tui.server.storage.database import Database
from nim_tui.server.storage.migrate import DatabaseAway

AGAIN: Final = 5.0
"""Seconds until it is tried again."""
TOLD: Final = 60.0
"""Seconds between two lines of the log."""
LONGEST: Final = 3_600.0
"""Seconds after which it is no longer waited for."""

logger = logging.getLogger(__name__)


async def once_there(
    opening: Callable[[], Database],
    now: Callable[[], float] = monotonic,
    sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
) -> Database:
    """The database that `opening` opens, as soon as it answers.

    Raises DatabaseAway after an hour, and what else `opening` raises at once.
    """
    began = now()
    told = began - TOLD
    while True:
        try:
            return opening()
        except DatabaseAway as away:
            if now() - began >= LONGEST:
                raise
            if now() - told >= TOLD:
                told = now()
                logger.warning("the database does not answer yet, it is waited for: %s", away.why)
        await sleep(AGAIN)
