"""Where a house under chaos keeps everything: a folder of this machine, or PostgreSQL."""

from __future__ import annotations

from pathlib import Path

from nim_tui.server.storage.database import Database
from nim_tui.server.storage.migrate import open_database
from nim_tui.server.storage.postgres import open_postgres

Place = Path | str
"""A folder, or the address of a database."""


def opened(place: Place) -> Database:
    """The database there, which servers may use meanwhile."""
    return open_postgres(place) if isinstance(place, str) else open_database(place)
