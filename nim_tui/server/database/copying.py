"""All that is kept, copied row by row: from PostgreSQL to a file, and from a file to PostgreSQL."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from sqlalchemy import Connection, Table, create_engine, func, insert, select, text
from sqlalchemy.engine import URL

from nim_tui.server.database.connection import Database, prepare_sqlite
from nim_tui.server.database.migrate import version
from nim_tui.server.database.node_schema import LIVE_TABLES, NODES, PACES, POSTS, PRESENCE
from nim_tui.server.database.place_schema import DONE, PLACES
from nim_tui.server.database.schema import ACCOUNTS, METADATA, SCHEMA
from rules.messages import N_, Refusal

OF_NOW: Final = frozenset(
    sheet.name for sheet in (NODES, PRESENCE, LIVE_TABLES, POSTS, PACES, PLACES, DONE)
)
"""Sheets by which servers know of each other just now: nothing in them outlives these servers."""

AT_ONCE: Final = 1000
"""Rows that are read and written at once."""


class CannotCopy(Refusal):
    """What is kept cannot be copied there; the message says why."""


def copy_to_file(source: Database, path: Path) -> None:
    """Copy a database as it is at one moment to a file that is empty, while it is used.

    Nobody is held up. Raises CannotCopy, StorageTrouble, SQLAlchemyError.
    """
    engine = create_engine(URL.create("sqlite", database=str(path)))
    prepare_sqlite(engine)
    try:
        with Database(engine, source.now).writing() as copy:
            METADATA.create_all(copy)
            with source.reading() as connection:
                found = connection.execute(select(SCHEMA.c.version)).scalar()
                if found != version():
                    raise CannotCopy(
                        N_("a newer server has brought this database on: ask that one")
                    )
                _copy_rows(connection, copy)
    finally:
        engine.dispose()


def copy_to_empty(source: Database, target: Database) -> None:
    """Copy a database of this version to another that holds nobody yet.

    Raises CannotCopy, StorageTrouble.
    """
    with target.writing() as copy, source.reading() as connection:
        if copy.execute(select(ACCOUNTS.c.id).limit(1)).first() is not None:
            raise CannotCopy(N_("that database holds accounts already: name an empty one"))
        for sheet in reversed(METADATA.sorted_tables):
            copy.execute(sheet.delete())
        _copy_rows(connection, copy)
        if copy.dialect.name == "postgresql":
            _number_on(copy)


def _copy_rows(source: Connection, copy: Connection) -> None:
    """Every sheet after those that its rows belong to."""
    for sheet in METADATA.sorted_tables:
        if sheet.name in OF_NOW:
            continue
        found = source.execution_options(yield_per=AT_ONCE).execute(select(sheet))
        for rows in found.mappings().partitions():
            copy.execute(insert(sheet), [dict(row) for row in rows])


def _number_on(copy: Connection) -> None:
    """Have PostgreSQL give numbers after those that came with the rows."""
    for sheet in METADATA.sorted_tables:
        column = _numbered(sheet)
        if column is None:
            continue
        last = copy.execute(select(func.max(sheet.c[column]))).scalar()
        if last is not None:
            copy.execute(
                text("SELECT setval(pg_get_serial_sequence(:sheet, :column), :last)"),
                {"sheet": sheet.name, "column": column, "last": last},
            )


def _numbered(sheet: Table) -> str | None:
    """The column of a sheet whose numbers the database gives."""
    column = sheet.autoincrement_column
    return None if column is None else column.name
