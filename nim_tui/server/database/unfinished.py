"""Tables that are not over, as they are kept: what the server's roll of them is read from."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from sqlalchemy import bindparam

from nim_tui.server.database.connection import Database
from nim_tui.server.database.listing import WITH_HOST, TableRow, seats_of, table_from_row
from nim_tui.server.database.schema import OPEN, RUNNING, TABLES

AT_ONCE: Final = 500
"""Tables of one statement, of which databases bound the length."""

_ALL: Final = WITH_HOST.where(TABLES.c.status.in_((OPEN, RUNNING)))
_SOME: Final = _ALL.where(TABLES.c.id.in_(bindparam("tables", expanding=True)))


def unfinished(database: Database, among: Collection[str] | None = None) -> list[TableRow]:
    """The tables that are not over: all of them, or those of these ids. Raises StorageTrouble."""
    rows: list[TableRow] = []
    with database.reading() as connection:
        if among is None:
            found = list(connection.execute(_ALL))
        else:
            parts = [connection.execute(_SOME, {"tables": part}) for part in _parts(among)]
            found = [row for part in parts for row in part]
        for first in range(0, len(found), AT_ONCE):
            piece = found[first : first + AT_ONCE]
            seats = seats_of(connection, [row.id for row in piece])
            rows += [table_from_row(row, seats[row.id]) for row in piece]
    return rows


def _parts(tables: Collection[str]) -> list[list[str]]:
    """The ids in pieces of bounded length."""
    every = list(tables)
    return [every[first : first + AT_ONCE] for first in range(0, len(every), AT_ONCE)]
