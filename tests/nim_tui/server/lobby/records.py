"""What a server keeps, looked at from outside."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from nim_tui.server.database.games import load
from nim_tui.server.database.migrate import FILE, open_database
from nim_tui.tables.record import Line, Over, Play


def table_ids(data: Path) -> list[str]:
    """The ids of all tables, the oldest first."""
    with sqlite3.connect(f"file:{data / FILE}?mode=ro", uri=True) as connection:
        return [row[0] for row in connection.execute("SELECT id FROM tables ORDER BY created")]


def lines_of(data: Path, table: str) -> tuple[Line, ...]:
    """The lines of a table's record."""
    database = open_database(data)
    try:
        return load(database, table)[1]
    finally:
        database.close()


def moves_of(data: Path) -> list[tuple[int, str]]:
    """Who played what at the only table, in order."""
    (table,) = table_ids(data)
    return [(line.seat, line.move) for line in lines_of(data, table) if isinstance(line, Play)]


def ending_of(data: Path) -> Over | None:
    """The end of the game at the only table."""
    (table,) = table_ids(data)
    last = lines_of(data, table)[-1]
    return last if isinstance(last, Over) else None
