"""Being woken by other nodes: a connection that listens, and is opened again whenever it breaks."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final

import psycopg
from sqlalchemy import Engine

from nim_tui.server.nodes.ending import end
from nim_tui.server.nodes.posts import CHANNEL
from nim_tui.server.storage.postgres import connecting

RETRY: Final = 1.0
"""Seconds until a connection that broke is opened again."""

CHECK: Final = 10.0
"""Seconds after which it is asked whether it still answers."""

PATIENCE: Final = 5.0
"""Seconds for such an answer."""

logger = logging.getLogger(__name__)


class Wakes:
    """A listener that runs as long as it is open; a woken node looks for news."""

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
        named.update(connecting(self._engine.url), autocommit=True)
        connection = await psycopg.AsyncConnection.connect(*words, **named)
        async with connection:
            async with asyncio.timeout(PATIENCE):
                await connection.execute(f"LISTEN {CHANNEL}")
            self._wake()  # for what was told before
            while True:
                async for _told in connection.notifies(timeout=CHECK):
                    self._wake()
                async with asyncio.timeout(PATIENCE):  # it may be one that stands still
                    await connection.execute("SELECT 1")
