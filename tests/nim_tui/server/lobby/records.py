"""What a server keeps, looked at from outside."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import select

from nim_tui.registry import game_named
from nim_tui.server.storage.schema import TABLES
from nim_tui.server.tables.game_store import load
from nim_tui.tables.record import EndEntry, Line, MoveEntry
from nim_tui.tables.replay import table_from
from tests.nim_tui.server.kept_in import kept


def table_ids(data: Path) -> list[str]:
    """The ids of all tables, the oldest first."""
    database = kept().opened(data)
    try:
        with database.reading() as connection:
            query = select(TABLES.c.id).order_by(TABLES.c.created)
            return list(connection.execute(query).scalars())
    finally:
        database.close()


def lines_of(data: Path, table: str) -> tuple[Line, ...]:
    """The lines of a table's record."""
    database = kept().opened(data)
    try:
        return load(database, table)[1]
    finally:
        database.close()


def moves_of(data: Path) -> list[tuple[int, str]]:
    """Who played what at the only table, in order."""
    (table,) = table_ids(data)
    return [(line.seat, line.move) for line in lines_of(data, table) if isinstance(line, MoveEntry)]


def is_forced(data: Path, seat: int, number: int) -> bool:
    """Whether a seat's move at the only table, counted from 1, was the only legal one."""
    (table,) = table_ids(data)
    database = kept().opened(data)
    try:
        header, lines = load(database, table)
    finally:
        database.close()
    entries = enumerate(lines)
    own = [n for n, line in entries if isinstance(line, MoveEntry) and line.seat == seat]
    before = table_from(header, game_named(header.game).game, lines[: own[number - 1]])
    return len(before.legal(seat)) == 1


def ending_of(data: Path) -> EndEntry | None:
    """The end of the game at the only table."""
    (table,) = table_ids(data)
    last = lines_of(data, table)[-1]
    return last if isinstance(last, EndEntry) else None
