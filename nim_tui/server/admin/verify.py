"""Verify and restore a backup."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from sqlalchemy import func, select

from nim_tui.server.storage.backup import CannotCopy, Figures, NoBackup, copy_to_empty, figures
from nim_tui.server.storage.database import Database, StorageError
from nim_tui.server.storage.migrate import FILE, UnusableDatabase, open_database
from nim_tui.server.storage.schema import LINES, OPEN, TABLES
from nim_tui.server.tables.game_store import load_record
from nim_tui.server.tables.table_store import CannotUseTable
from nim_tui.tables.record import RecordError
from nim_tui.tables.store import replay
from rules.messages import N_, Refusal, why

MOST_REPLAYED: Final = 20
"""The number of games replayed, those played last."""


@dataclass(frozen=True, slots=True)
class Verified:
    """The findings on a backup that passed verification."""

    figures: Figures
    replayed: int
    """The number of games replayed from the first move to the last."""


def verify(copy: Path) -> Verified:
    """Restore a backup to a temporary folder, and check that a server could use it.

    Checks pages and references, counts the lines of each record, and replays the last games. The
    backup is only read. Raises NoBackup with the fault.
    """
    with _tried_out(copy) as database:
        return _verified(database)


def restore(copy: Path, target: Database) -> Verified:
    """Restore a backup to an empty database, after verifying it.

    Raises NoBackup.
    """
    with _tried_out(copy) as database:
        found = _verified(database)
        try:
            copy_to_empty(database, target)
        except (CannotCopy, StorageError) as trouble:
            raise NoBackup(N_("nothing was restored: {why}"), why=str(trouble)) from trouble
    return found


@contextmanager
def _tried_out(copy: Path) -> Iterator[Database]:
    """Yield a copy of a backup, opened as a server would."""
    try:
        with TemporaryDirectory(prefix="nim-tui-") as folder:
            shutil.copyfile(copy, Path(folder) / FILE)
            database = open_database(Path(folder))
            try:
                yield database
            finally:
                database.close()
    except (UnusableDatabase, StorageError, RecordError, CannotUseTable, _Unfit) as trouble:
        raise _unfit(copy, str(trouble)) from trouble
    except OSError as error:
        raise _unfit(copy, why(error)) from error


class _Unfit(Refusal):
    """A fault found in a backup."""


def _unfit(copy: Path, told: str) -> NoBackup:
    return NoBackup(
        N_("the backup {path} failed its test: {why}"), path=str(copy)[:200], why=told[:200]
    )


def _verified(database: Database) -> Verified:
    with database.driver() as sqlite:
        answer = str(sqlite.execute("PRAGMA integrity_check(1)").fetchone()[0])
        lost = sqlite.execute("PRAGMA foreign_key_check").fetchone()
    if answer != "ok":
        raise _Unfit(N_("the file is damaged: {what}"), what=answer.splitlines()[-1][:120])
    if lost is not None:
        raise _Unfit(N_("a row of {sheet} refers to a row that does not exist"), sheet=str(lost[0]))
    _check_records(database)
    return Verified(figures(database), _replayed(database))


def _check_records(database: Database) -> None:
    """Check that each record has the number of lines counted when they were written."""
    lines = select(LINES.c.table, func.count().label("count")).group_by(LINES.c.table).subquery()
    query = (
        select(TABLES.c.id)
        .outerjoin(lines, lines.c.table == TABLES.c.id)
        .where(TABLES.c.plies != func.coalesce(lines.c.count, 0))
    )
    with database.reading() as connection:
        table = connection.execute(query.limit(1)).scalar()
    if table is not None:
        raise _Unfit(N_("lines of game {id} are missing"), id=table)


def _replayed(database: Database) -> int:
    begun = select(TABLES.c.id).where(TABLES.c.status != OPEN, TABLES.c.plies > 0)
    with database.reading() as connection:
        last = connection.execute(begun.order_by(TABLES.c.last_move.desc()).limit(MOST_REPLAYED))
        tables = list(last.scalars())
    for table in tables:
        replay(load_record(database, table))
    return len(tables)
