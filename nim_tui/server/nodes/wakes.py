"""Being woken by other nodes: a connection that listens, and is opened again whenever it breaks."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final

import psycopg
from sqlalchemy import Engine

from nim_tui.server.database.posts import CHANNEL
from nim_tui.server.nodes.ending import end

RETRY: Final = 1.0
"""Seconds until a connection that broke is opened again."""

logger = logging.getLogger(__name__)


class Wakes:
    """Listens for as long as it is open; whoever is woken looks for what is new."""

    def __init__(self, engine: Engine, wake: Callable[[], None]) -> None:
        self._engine = engine
        self._wake = wake
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Listen from now on."""
        self._task = asyncio.get_running_loop().create_task(self._run())

    async def close(self) -> None:
        """Listen no more."""
        if self._task is not None:
            await end(self._task)

    async def _run(self) -> None:
        while True:
            try:
                await self._listen()
            except (psycopg.Error, OSError) as error:
                logger.warning("other servers are not heard at once: %s", type(error).__name__)
            await asyncio.sleep(RETRY)

    async def _listen(self) -> None:
        words, named = self._engine.dialect.create_connect_args(self._engine.url)
        connection = await psycopg.AsyncConnection.connect(
            *words, autocommit=True, connect_timeout=10, **named
        )
        async with connection:
            await connection.execute(f"LISTEN {CHANNEL}")
            self._wake()  # for what was told before
            async for _told in connection.notifies():
                self._wake()
