"""For whoever runs a server: copies of the database while it is used, and figures."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Table, func, select

from nim_tui.server.database.connection import Database, StorageTrouble
from nim_tui.server.database.copying import CannotCopy, copy_to_file
from nim_tui.server.database.schema import (
    ACCOUNTS,
    BANS,
    CHAT,
    KEYS,
    LINES,
    OPEN,
    OVER,
    RUNNING,
    TABLES,
)
from rules.messages import N_, Refusal, why


class NoBackup(Refusal):
    """The copy cannot be made; the message says why."""


@dataclass(frozen=True, slots=True)
class Figures:
    """How much the database holds; what is None was not counted."""

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
    """Copy the database as it is at one moment to a new file (mode 600) while it is used.

    The file is one of SQLite, whatever kind of database it is a copy of. Nobody is held up. A copy
    that fails leaves no file. Raises NoBackup.
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
    except (StorageTrouble, CannotCopy, sqlite3.Error) as error:
        path.unlink(missing_ok=True)
        raise NoBackup(N_("{path}: {why}"), path=str(path)[:200], why=str(error)) from error


def figures(database: Database, *, briefly: bool = False) -> Figures:
    """Count what the database holds; `briefly`: without what takes the longer the more there is."""
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
