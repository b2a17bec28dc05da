"""Open a database and upgrade it by Alembic.

The version of a database is the number of its last migration (`migrations/versions`). An empty one
is made from the present schema.
"""

from __future__ import annotations

import asyncio
import logging
import os
import stat
import time
from collections.abc import Awaitable, Callable, Container, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from time import monotonic
from typing import Final

from sqlalchemy import (
    Column,
    Connection,
    Integer,
    MetaData,
    Table,
    create_engine,
    insert,
    inspect,
    or_,
    select,
)
from sqlalchemy.engine import URL

from nim_tui.server.storage.database import (
    PATIENCE,
    Database,
    StorageError,
    prepare_sqlite,
    why_not,
)
from nim_tui.server.storage.schema import METADATA, NODES, SCHEMA, lives
from rules.messages import N_, Refusal, why

FILE: Final = "nim_tui.sqlite"

MIGRATIONS: Final = Path(__file__).with_name("migrations")
OLDEST: Final = 15
"""The version of databases of nim_tui 0.2.0, which must upgrade older ones."""
_FORMER: Final = Table("nim_tui_schema", MetaData(), Column("version", Integer, nullable=False))
"""The table with the version number up to 17."""

AGAIN: Final = 5.0
"""Seconds until an unavailable database is tried again."""
TOLD: Final = 60.0
"""Seconds between two log lines about it."""
LONGEST: Final = 3_600.0
"""Seconds after which the wait ends."""

logger = logging.getLogger(__name__)


class UnusableDatabase(Refusal):
    """The folder or its database cannot be used; the message says why, in one line."""


class DatabaseAway(UnusableDatabase):
    """The database does not answer now, but may later."""

    @property
    def why(self) -> str:
        """The cause in the database's words, which can include its address."""
        return str(self.facts["why"])


@cache
def version() -> int:
    """Return the version of this nim_tui's schema."""
    return max(int(path.name[:4]) for path in (MIGRATIONS / "versions").glob("[0-9]*.py"))


def open_database(
    folder: Path,
    clock: Callable[[], float] = time.time,
    *,
    patience: int = PATIENCE,
    threads: int = 0,
) -> Database:
    """Open the database in a server's data folder; both are made, private, if need be.

    An older database is upgraded. `clock` returns seconds since 1970; `patience` is the later wait
    for other writing processes, in milliseconds; queries run in `threads`, or in the caller (0).
    Raises UnusableDatabase.
    """
    path = folder / FILE
    try:
        make_private(folder)
        with _alone(folder):
            _make_file(path)
            return _opened(path, clock, patience, threads)
    except OSError as error:
        told = error.__cause__ if isinstance(error, StorageError) else None
        raise UnusableDatabase(
            N_("{path} cannot be used ({why})"),
            path=str(path),
            why=why_not(told) if isinstance(told, Exception) else why(error),
        ) from error


def _opened(path: Path, clock: Callable[[], float], patience: int, threads: int) -> Database:
    """Open the database in a file. Raises StorageError, UnusableDatabase."""
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


async def once_there(
    opening: Callable[[], Database],
    now: Callable[[], float] = monotonic,
    sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
) -> Database:
    """Return the database that `opening` opens, as soon as it answers.

    Raises DatabaseAway after an hour, and other errors of `opening` at once.
    """
    began = now()
    told = began - TOLD
    while True:
        try:
            return opening()
        except DatabaseAway as away:
            if now() - began >= LONGEST:
                raise
            if now() - told >= TOLD:
                told = now()
                logger.warning("the database does not answer yet, it is waited for: %s", away.why)
        await sleep(AGAIN)


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Let one process at a time open the database: SQLite does not lock a new file."""
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
    """Make the folder, or make an existing one private if that takes nothing from others.

    Raises UnusableDatabase, OSError.
    """
    if not folder.exists():
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if os.name != "posix" or not stat.S_IMODE(folder.stat().st_mode) & 0o077:
        return
    if any(folder.iterdir()) and not (folder / FILE).exists():
        raise UnusableDatabase(
            N_(
                "{folder} contains files and is open to other users: give the server a folder of "
                "its own"
            ),
            folder=str(folder),
        )
    folder.chmod(0o700)


def _make_file(path: Path) -> None:
    """Make the file before SQLite would, which leaves it readable by others.

    An existing file is not opened here: closing it would drop the locks that SQLite holds on it for
    this process.
    """
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    if os.name == "posix" and path.is_file() and stat.S_IMODE(path.stat().st_mode) & 0o077:
        path.chmod(0o600)


def _check_file(database: Database, path: Path) -> None:
    """Check that the file is readable and ours, before anything in it is changed.

    Raises StorageError, UnusableDatabase.
    """
    with database.driver() as sqlite:
        answer = str(sqlite.execute("PRAGMA quick_check(1)").fetchone()[0])
    if answer != "ok":
        raise StorageError(N_("the file is damaged: {what}"), what=answer.splitlines()[-1][:120])
    with database.reading() as connection:
        _version_of(connection, str(path))
    with database.driver() as sqlite:
        sqlite.execute("PRAGMA journal_mode = WAL").fetchone()


def _version_of(connection: Connection, shown: str, ahead: int = 0) -> int | None:
    """Return the version of the database; None if it is empty.

    It may be up to `ahead` versions ahead. Raises UnusableDatabase.
    """
    sheets = set(inspect(connection).get_table_names())
    if not sheets:
        return None
    found = _told_version(connection, sheets)
    if found is None:
        raise UnusableDatabase(N_("{path} is not a nim_tui database"), path=shown)
    if found < OLDEST:
        raise UnusableDatabase(
            N_(
                "{path} is too old (version {found}): open it once with nim_tui 0.2.0,"
                " then with this one"
            ),
            path=shown,
            found=found,
        )
    if found > version() + ahead:
        raise UnusableDatabase(
            N_("{path} has version {found}; this nim_tui knows versions up to {known}"),
            path=shown,
            found=found,
            known=version() + ahead,
        )
    if NODES.name in sheets and (others := _unfit_nodes(connection)):
        raise UnusableDatabase(
            N_("servers with an incompatible version use {path} ({names}): stop them first"),
            path=shown,
            names=", ".join(others)[:200],
        )
    return found


def _unfit_nodes(connection: Connection) -> list[str]:
    """Return the names of living servers whose version is too far from this one."""
    if connection.dialect.name == "sqlite":
        return []  # only one server uses a file
    apart = or_(NODES.c.version < version() - 1, NODES.c.version > version() + 1)
    return list(connection.execute(select(NODES.c.name).where(apart, lives())).scalars())


def _told_version(connection: Connection, sheets: Container[str]) -> int | None:
    """Return the version stored in a database."""
    if SCHEMA.name in sheets:
        found = connection.execute(select(SCHEMA.c.version_num)).scalar()
        return int(found) if found and found.isdecimal() else None
    if _FORMER.name in sheets:
        return connection.execute(select(_FORMER.c.version)).scalar()
    return None


def bring_on(connection: Connection, shown: str, *, ahead: int = 0) -> None:
    """Upgrade a database to this version; errors for the operator call it `shown`.

    The database may be up to `ahead` versions ahead, and is then left unchanged. Raises
    UnusableDatabase.
    """
    found = _version_of(connection, shown, ahead)
    if found is None:
        METADATA.create_all(connection)
        _stamp(connection, version())
    elif inspect(connection).has_table(_FORMER.name):
        _FORMER.drop(connection)
        SCHEMA.create(connection)
        _stamp(connection, found)
    if found is not None and found < version():
        upgrade(connection)
        logger.info("the database was brought on from version %d to %d", found, version())


def _stamp(connection: Connection, number: int) -> None:
    connection.execute(insert(SCHEMA).values(version_num=f"{number:04}"))


def upgrade(connection: Connection, to: str = "head") -> None:
    """Run the missing migrations, in the present transaction."""
    from alembic import command, config  # noqa: PLC0415 - half a second, seldom wanted

    configured = config.Config(attributes={"connection": connection})
    configured.set_main_option("script_location", "nim_tui.server.storage:migrations")
    command.upgrade(configured, to)
