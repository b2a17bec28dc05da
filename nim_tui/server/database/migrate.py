"""Opening the database of a server: made if need be, checked, brought to this version."""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, create_engine, insert, inspect, select, update
from sqlalchemy.engine import URL

from nim_tui.server.database.connection import (
    PATIENCE,
    Database,
    StorageTrouble,
    prepare_sqlite,
    why_not,
)
from nim_tui.server.database.node_schema import NODES
from nim_tui.server.database.nodes import unfit_nodes
from nim_tui.server.database.schema import METADATA, SCHEMA
from nim_tui.server.database.steps import STEPS
from rules.messages import N_, Refusal, why

FILE: Final = "nim_tui.sqlite"


class UnusableDatabase(Refusal):
    """The folder or its database cannot be used; the message says why, in one line."""


class DatabaseAway(UnusableDatabase):
    """The database does not answer, but may do so later."""

    @property
    def why(self) -> str:
        """What was said of it, which can name where it is."""
        return str(self.facts["why"])


def version() -> int:
    """The version of the schema that this nim_tui knows."""
    return 1 + len(STEPS)


def open_database(
    folder: Path,
    clock: Callable[[], float] = time.time,
    *,
    patience: int = PATIENCE,
    threads: int = 0,
) -> Database:
    """The database in a server's data folder; both are made, for their owner alone, if need be.

    A database of an older version is brought to this one. `clock` tells seconds since 1970;
    `patience` is for how many milliseconds other processes that write are waited for later; it
    is asked in so many `threads`, or at once.
    Raises UnusableDatabase.
    """
    path = folder / FILE
    try:
        make_private(folder)
        with _alone(folder):
            _make_file(path)
            return _opened(path, clock, patience, threads)
    except OSError as error:
        told = error.__cause__ if isinstance(error, StorageTrouble) else None
        raise UnusableDatabase(
            N_("{path} cannot be used ({why})"),
            path=str(path),
            why=why_not(told) if isinstance(told, Exception) else why(error),
        ) from error


def _opened(path: Path, clock: Callable[[], float], patience: int, threads: int) -> Database:
    """Raises StorageTrouble, UnusableDatabase."""
    engine = create_engine(URL.create("sqlite", database=str(path)))
    prepare_sqlite(engine)
    database = Database(engine, clock)
    try:
        _check_file(database, path)
        with database.writing() as connection:
            bring_on(connection, str(path))
    except Refusal:
        database.close()
        raise
    return Database(engine, clock, patience, threads=threads)


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Let one process at a time open the database: SQLite does not wait while a file is new."""
    try:
        import fcntl  # noqa: PLC0415 - not everywhere
    except ImportError:
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
        os.fsync(handle)
    finally:
        os.close(handle)


def make_private(folder: Path) -> None:
    """Make the folder, or make one that exists private where that takes nothing from others.

    Raises UnusableDatabase, OSError.
    """
    if not folder.exists():
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if os.name != "posix" or not stat.S_IMODE(folder.stat().st_mode) & 0o077:
        return
    if any(folder.iterdir()) and not (folder / FILE).exists():
        raise UnusableDatabase(
            N_("{folder} holds files and is open to others: give the server a folder of its own"),
            folder=str(folder),
        )
    folder.chmod(0o700)


def _make_file(path: Path) -> None:
    """Make the file before SQLite would, which leaves it to be read by others.

    A file that exists is not opened here: closing it would drop the locks that SQLite holds on
    it for this process.
    """
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    if os.name == "posix" and path.is_file() and stat.S_IMODE(path.stat().st_mode) & 0o077:
        path.chmod(0o600)


def _check_file(database: Database, path: Path) -> None:
    """See that the file can be read whole and is ours, before anything in it is changed.

    Raises StorageTrouble, UnusableDatabase.
    """
    with database.driver() as sqlite:
        answer = str(sqlite.execute("PRAGMA quick_check(1)").fetchone()[0])
    if answer != "ok":
        raise StorageTrouble(N_("the file is damaged: {what}"), what=answer.splitlines()[-1][:120])
    with database.reading() as connection:
        _version_of(connection, str(path))
    with database.driver() as sqlite:
        sqlite.execute("PRAGMA journal_mode = WAL").fetchone()


def _version_of(connection: Connection, shown: str, ahead: int = 0) -> int | None:
    """The version of the database, None while it is empty.

    It may be so many versions `ahead`. Raises UnusableDatabase.
    """
    sheets = set(inspect(connection).get_table_names())
    if not sheets:
        return None
    found = connection.execute(select(SCHEMA.c.version)).scalar() if SCHEMA.name in sheets else None
    if found is None:
        raise UnusableDatabase(N_("{path} is not a database of nim_tui"), path=shown)
    if not 1 <= found <= version() + ahead:
        raise UnusableDatabase(
            N_("{path} has version {found}; this nim_tui knows versions up to {known}"),
            path=shown,
            found=found,
            known=version() + ahead,
        )
    if NODES.name in sheets and (others := unfit_nodes(connection, version())):
        raise UnusableDatabase(
            N_("servers of a version too far from this one use {path} ({names}): stop them first"),
            path=shown,
            names=", ".join(others)[:200],
        )
    return int(found)


def bring_on(connection: Connection, shown: str, *, ahead: int = 0) -> None:
    """Bring a database to this version, `shown` so to whoever runs the server.

    It may be so many versions `ahead`, which are then left as they are. Raises UnusableDatabase.
    """
    found = _version_of(connection, shown, ahead)
    if found is None:
        METADATA.create_all(connection)
        connection.execute(insert(SCHEMA).values(version=version()))
        return
    for step in STEPS[found - 1 :]:
        step(connection)
    if found < version():
        connection.execute(update(SCHEMA).values(version=version()))
