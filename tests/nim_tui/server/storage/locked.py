"""Another program that writes to a database, for as long as a test likes."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from nim_tui.server.storage.migrate import FILE


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the database of a folder, so that nobody else writes."""
    with closing(sqlite3.connect(folder / FILE, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")
