"""The jobs of a node beside its heartbeat, which may take long: one after the other."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from nim_tui.server.nodes.ending import end
from nim_tui.server.storage.database import StorageError

Job = Callable[[], Awaitable[None]]

logger = logging.getLogger(__name__)


class Care:
    """Does what is due; what the database did not let be done is due again."""

    def __init__(self) -> None:
        self._due: dict[Job, None] = {}
        self._failed: dict[Job, None] = {}
        self._task: asyncio.Task[None] | None = None

    def due(self, *jobs: Job) -> None:
        """These are to be done, each once however often it is said before it begins."""
        self._due |= dict.fromkeys(jobs)
        if self._due and (self._task is None or self._task.done()):
            self._task = asyncio.get_running_loop().create_task(self._run())

    def again(self) -> None:
        """The database answers: what failed is due."""
        failed, self._failed = self._failed, {}
        self.due(*failed)

    async def close(self) -> None:
        """Do nothing more."""
        self._due.clear()
        if self._task is not None:
            await end(self._task)

    async def _run(self) -> None:
        while self._due:
            job = next(iter(self._due))
            del self._due[job]
            try:
                await job()
            except StorageError as trouble:
                self._failed[job] = None
                logger.warning("what is to be seen to is tried again: %s", trouble)
            except Exception:
                logger.exception("what is done beside signs of life failed")
