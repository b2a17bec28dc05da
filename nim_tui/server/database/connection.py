"""Transactions on the database, and how its troubles are told."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from sqlalchemy import Connection, Engine, event
from sqlalchemy.exc import SQLAlchemyError

from nim_tui.names import printable
from rules.text import N_, Refusal

PATIENCE: Final = 3_000
"""Milliseconds to wait for another process that writes."""

_WRITES: Final = "nim_tui_writes"


class StorageTrouble(Refusal, OSError):
    """The database cannot do it; nothing was changed. A Table takes it for a full disk."""


class Database:
    """An open database and the clock of the server. Threads may share it."""

    def __init__(self, engine: Engine, clock: Callable[[], float]) -> None:
        self.engine: Final = engine
        self.now: Final = clock
        """The time in seconds since 1970."""
        self._writer = engine.execution_options(**{_WRITES: True})

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """One look at the database, all of it of one moment. Raises StorageTrouble."""
        with self._told(), self.engine.connect() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction: on the disk when the block ends, undone if it raises.

        Raises StorageTrouble.
        """
        with self._told(), self._writer.begin() as connection:
            yield connection

    @contextmanager
    def driver(self) -> Iterator[Any]:
        """The connection of the database's own driver, outside of any transaction.

        Raises StorageTrouble.
        """
        with self._told():
            connection = self.engine.raw_connection()
            try:
                yield connection.driver_connection
            finally:
                connection.close()

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except (
            SQLAlchemyError,
            self.engine.dialect.loaded_dbapi.Error,
            UnicodeEncodeError,  # half a character, in what a stranger gave as an id
        ) as error:
            raise StorageTrouble(
                N_("the database does not do it ({why})"), why=why_not(error)
            ) from error

    def close(self) -> None:
        """Let go of the database."""
        self.engine.dispose()


def why_not(error: Exception) -> str:
    """What the database says of an error, on one line, without the statement."""
    told = str(getattr(error, "orig", None) or error)
    return printable(told.splitlines()[0] if told else type(error).__name__, 120)


def prepare_sqlite(engine: Engine) -> None:
    """Make each connection to SQLite safe: what was committed survives a loss of power.

    Transactions are begun here and not by Python's driver, which begins them too late: one that
    writes takes its turn before it reads, so that what it has read still holds when it writes.
    """

    @event.listens_for(engine, "connect")
    def connected(connection: Any, _: object) -> None:
        connection.isolation_level = None
        for setting in (f"busy_timeout = {PATIENCE}", "synchronous = FULL", "foreign_keys = ON"):
            connection.execute(f"PRAGMA {setting}").close()

    @event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        writes = connection.get_execution_options().get(_WRITES, False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
