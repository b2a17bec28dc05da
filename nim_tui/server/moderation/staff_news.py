"""Telling the staff of alerts, and watching the disk."""

from __future__ import annotations

import logging
import shutil
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Final

from nim_tui.server.lobby.updates import Messenger
from nim_tui.server.moderation.alerts import DISK, NODE, REPORT, TEXTS, alert, told_of
from nim_tui.server.storage.database import Database, StorageError

_MEGABYTE: Final = 1_000_000
_AGAIN: Final = 1.2
"""The multiple of the threshold above which the disk counts as free again."""

logger = logging.getLogger(__name__)


class StaffNews:
    """The alerts to the staff: stored, and told to those who are online."""

    def __init__(self, database: Database, telling: Messenger) -> None:
        self._database = database
        self._telling = telling
        self.admin_keys: frozenset[str] = frozenset()
        """The keys that make admins of their holders."""

    async def report_made(self, number: int, about: int) -> int:
        """Tell moderators of a report; return how many people are told. Raises StorageError."""
        return len(await self._tell(REPORT, str(number), about))

    async def node_lost(self, name: str) -> None:
        """Tell admins that a server is lost. Raises StorageError."""
        await self._tell(NODE, name)

    async def disk_nearly_full(self, megabytes: int) -> None:
        """Tell admins that the disk is nearly full, even if nothing can be stored any more."""
        try:
            await self._tell(DISK, str(megabytes))
        except StorageError:
            found = await self._database.look(told_of, DISK, self.admin_keys)
            self._telling.tell_people(found, TEXTS[DISK], {"subject": megabytes})

    async def _tell(self, kind: str, subject: str, about: int | None = None) -> Collection[int]:
        people = await self._database.ask(alert, kind, subject, self.admin_keys, about)
        self._telling.tell_people(people, TEXTS[kind], {"subject": subject})
        return people


class DiskWatch:
    """The free space of a folder, told once each time it falls below a threshold."""

    def __init__(
        self,
        news: StaffNews,
        folder: Path,
        megabytes: int,
        free: Callable[[Path], int] = lambda folder: shutil.disk_usage(folder).free,
    ) -> None:
        """`megabytes` is the threshold, 0 for none; `free` returns the free bytes of a folder."""
        self._news = news
        self._folder = folder
        self._least = megabytes * _MEGABYTE
        self._free = free
        self._is_told = False

    async def look(self) -> None:
        """Tell admins if the disk is nearly full. Raises StorageError."""
        try:
            free = self._free(self._folder)
        except OSError as trouble:
            logger.warning("the disk cannot be looked at: %s", trouble)
            return
        if free >= self._least * _AGAIN:
            self._is_told = False
        elif free < self._least and not self._is_told:
            self._is_told = True
            logger.warning("the disk is nearly full: %d MB are free", free // _MEGABYTE)
            await self._news.disk_nearly_full(free // _MEGABYTE)
