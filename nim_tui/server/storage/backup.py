"""Backups of the database."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, Table, create_engine, func, insert, select, text
from sqlalchemy.engine import URL

from nim_tui.server.storage.database import Database, StorageError, prepare_sqlite
from nim_tui.server.storage.migrate import version
from nim_tui.server.storage.schema import (
    ACCOUNTS,
    BANS,
    BOARDS,
    CHAT,
    KEYS,
    LINES,
    METADATA,
    NODES,
    OPEN,
    OVER,
    PRESENCE,
    RUNNING,
    SCHEMA,
    TABLES,
    TAKEN_TOKENS,
)
from rules.messages import N_, Refusal, why

OF_NOW: Final = frozenset(sheet.name for sheet in (NODES, PRESENCE, BOARDS, TAKEN_TOKENS))
"""Tables of the servers' present state, which does not outlive them."""

AT_ONCE: Final = 1000
"""Rows read and written at once."""


class CannotCopy(Refusal):
    """A backup cannot be written there; the message says why."""


def copy_to_file(source: Database, path: Path) -> None:
    """Copy a database, as of one moment, to an empty file, while it is in use.

    Nothing is blocked. Raises CannotCopy, StorageError, SQLAlchemyError.
    """
    engine = create_engine(URL.create("sqlite", database=str(path)))
    prepare_sqlite(engine)
    try:
        with Database(engine, source.now).writing() as copy:
            METADATA.create_all(copy)
            with source.reading() as connection:
                found = connection.execute(select(SCHEMA.c.version_num)).scalar_one()
                if int(found) != version():
                    raise CannotCopy(
                        N_(
                            "a newer nim_tui has upgraded this database; back it up with that "
                            "version"
                        )
                    )
                _copy_rows(connection, copy)
    finally:
        engine.dispose()


def copy_to_empty(source: Database, target: Database) -> None:
    """Copy a database of this version to an empty one.

    Raises CannotCopy, StorageError.
    """
    with target.writing() as copy, source.reading() as connection:
        if copy.execute(select(ACCOUNTS.c.id).limit(1)).first() is not None:
            raise CannotCopy(N_("that database already has accounts: choose an empty one"))
        for sheet in reversed(METADATA.sorted_tables):
            copy.execute(sheet.delete())
        _copy_rows(connection, copy)
        if copy.dialect.name == "postgresql":
            _number_on(copy)


def _copy_rows(source: Connection, copy: Connection) -> None:
    """Copy every table after those that its rows refer to."""
    for sheet in METADATA.sorted_tables:
        if sheet.name in OF_NOW:
            continue
        found = source.execution_options(yield_per=AT_ONCE).execute(select(sheet))
        for rows in found.mappings().partitions():
            copy.execute(insert(sheet), [dict(row) for row in rows])


def _number_on(copy: Connection) -> None:
    """Let PostgreSQL continue numbering after the copied rows."""
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
    """Return the column of a table that the database numbers."""
    column = sheet.autoincrement_column
    return None if column is None else column.name


class NoBackup(Refusal):
    """The backup cannot be made; the message says why."""


@dataclass(frozen=True, slots=True)
class Figures:
    """Counts of the database; None was not counted."""

    accounts: int
    guests: int
    keys: int | None
    bans: int
    open_tables: int
    running_tables: int
    finished_tables: int
    lines: int | None
    said: int | None


def backup(database: Database, path: Path) -> None:
    """Copy the database, as of one moment, to a new file (mode 600) while it is in use.

    The file is an SQLite database, whatever the source. Nothing is blocked. A failed backup leaves
    no file. Raises NoBackup.
    """
    try:
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    except OSError as error:
        raise NoBackup(N_("{path}: {why}"), path=str(path)[:200], why=why(error)) from error
    try:
        if database.engine.dialect.name == "sqlite":
            with database.driver() as source, closing(sqlite3.connect(path)) as copy:
                source.backup(copy)
        else:
            copy_to_file(database, path)
    except (StorageError, CannotCopy, sqlite3.Error) as error:
        path.unlink(missing_ok=True)
        raise NoBackup(N_("{path}: {why}"), path=str(path)[:200], why=str(error)) from error


def figures(database: Database, *, briefly: bool = False) -> Figures:
    """Count the content of the database; `briefly` leaves out slow counts."""
    with database.reading() as connection:

        def count(sheet: Table) -> int:
            return connection.execute(select(func.count()).select_from(sheet)).scalar_one()

        guests = select(func.count()).select_from(ACCOUNTS).where(ACCOUNTS.c.is_guest)
        by_status = select(TABLES.c.status, func.count().label("number")).group_by(TABLES.c.status)
        tables = {row.status: row.number for row in connection.execute(by_status)}
        visiting = connection.execute(guests).scalar_one()
        return Figures(
            accounts=count(ACCOUNTS) - visiting,
            guests=visiting,
            keys=None if briefly else count(KEYS),
            bans=count(BANS),
            open_tables=tables.get(OPEN, 0),
            running_tables=tables.get(RUNNING, 0),
            finished_tables=tables.get(OVER, 0),
            lines=None if briefly else count(LINES),
            said=None if briefly else count(CHAT),
        )
