"""In which kind of database what a test plays is kept: in files, or on PostgreSQL.

A test names a folder, as whoever runs a server does. On PostgreSQL each folder stands for a place
of its own.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import copytree, ignore_patterns
from typing import Any

from nim_tui.server.storage.database import Database
from nim_tui.server.storage.migrate import open_database
from nim_tui.server.storage.postgres import open_postgres
from tests.nim_tui.server.storage.cluster import Cluster
from tests.nim_tui.server.storage.locked import locked

IN_A_FILE, ON_POSTGRESQL = "file", "postgresql"


class Kept:
    """Where everything of one test is kept; in files unless it has a cluster."""

    def __init__(self, cluster: Cluster | None = None) -> None:
        self._cluster = cluster
        self._places: dict[Path, str] = {}

    def address(self, folder: Path) -> str:
        """What a server in a folder is started on; empty for a file there."""
        if self._cluster is None:
            return ""
        if folder not in self._places:
            self._places[folder] = self._cluster.blank()
        return self._places[folder]

    def opened(
        self,
        folder: Path,
        clock: Callable[[], float] = time.time,
        *,
        threads: int = 0,
        **of_a_file: Any,
    ) -> Database:
        """The database of a folder, as a server opens it."""
        if address := self.address(folder):
            return open_postgres(address, clock, threads=threads)
        return open_database(folder, clock, threads=threads, **of_a_file)

    @contextmanager
    def written_elsewhere(self, folder: Path) -> Iterator[None]:
        """Within, another program writes all the time to the database of a folder."""
        cluster = self._cluster
        with locked(folder) if cluster is None else cluster.locked(self.address(folder)):
            yield

    @property
    def why_not_written(self) -> str:
        """What a write comes to meanwhile, as the log tells it."""
        is_a_file = self._cluster is None
        return "database is locked" if is_a_file else "canceling statement due to lock timeout"

    def copy(self, folder: Path, to: Path) -> None:
        """Keep for another folder all that is on the disk just now."""
        if self._cluster is None:
            copytree(folder, to, ignore=ignore_patterns("*-shm"))
        else:
            self.opened(to).close()
            self._cluster.copy(self.address(folder), self.address(to))


_kept = Kept()


def kept() -> Kept:
    """Where the test that runs keeps everything."""
    return _kept


def keep(where: Kept) -> Kept:
    """Have everything kept there from now on; where it was before."""
    global _kept
    before, _kept = _kept, where
    return before
