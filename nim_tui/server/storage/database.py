"""Transactions, and their errors."""

from __future__ import annotations

import logging
import sqlite3
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from functools import partial
from time import monotonic, sleep
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

from sqlalchemy import Connection, Engine, event
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as QueueTimeout
from sqlalchemy.pool import ConnectionPoolEntry

from nim_tui.names import printable
from nim_tui.server.measurements import Measurements
from nim_tui.server.storage.off_loop import HURRIES, QueryThreads
from rules.messages import N_, Refusal

PATIENCE: Final = 3_000
"""Milliseconds to wait for another writing process."""

WRITES: Final = "nim_tui_writes"
"""The transaction option of writes: the name of its turn, True for the common one, COUNTS for none.
"""
COUNTS: Final = "counts"
TURN_WITHIN: Final = "nim_tui_turn_within"
"""The option of an engine for the milliseconds its writes wait for their turn."""
_PATIENCE: Final = "nim_tui_patience"
_QUEUE: Final = 10.0
"""Seconds to wait for other writes of this server."""
_YIELD: Final = 0.002
"""Seconds in which a write that lets others go first takes no turn."""

_HELD: Final = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
_NO_ROOM: Final = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY}
_STATES: Final = {
    "55P03": sqlite3.SQLITE_BUSY,
    "53100": sqlite3.SQLITE_FULL,
    "25006": sqlite3.SQLITE_READONLY,
}
"""PostgreSQL's codes for a lock timeout, a full disk, a read-only replica."""

P = ParamSpec("P")
T = TypeVar("T")

Sign = Callable[[Connection], None]
"""The signature of an order, in the transaction of its writes: checks that it is allowed, and
records it; or raises a Refusal, with nothing changed.
"""


def unsigned(_connection: Connection) -> None:
    """Allow what no member of the staff has ordered."""


logger = logging.getLogger(__name__)


class StorageError(Refusal, OSError):
    """The database cannot do it; nothing was changed. A Table treats it like a full disk."""


class WriteRefused(StorageError):
    """The database refused a write, which is logged already."""


class CommitUnknown(WriteRefused):
    """The database did not confirm a write, and may still store it."""


class Database(QueryThreads):
    """An open database and the clock of the server. Threads may share it.

    Its transactions block: on an event loop use `do`. A thread has one transaction at a time, so
    that no two wait for the connection of each other: with PostgreSQL there are two connections.
    One transaction writes, beside counts; one is a long read; short reads take what is free.
    """

    def __init__(
        self,
        engine: Engine,
        clock: Callable[[], float],
        patience: int = PATIENCE,
        *,
        threads: int = 0,
    ) -> None:
        """`patience`: milliseconds to wait for another writing process.

        After one timeout no further waits until that process is done. Queries run in `threads`.
        """
        super().__init__(threads)
        self.engine: Final = engine
        self._shares = engine.dialect.name != "sqlite"
        """Whether other servers write too, and few connections serve all transactions."""
        self._turn = threading.Lock()
        """Of the one write of this process."""
        self._long_turn = threading.Lock()
        """Of the one long read of this process, where connections are few."""
        self._own = threading.local()
        self.now: Final = clock
        """The time in seconds since 1970."""
        self.node: int | None = None
        """The number of this node among several servers; None for a single server."""
        self._patience = patience
        self.reads: Final = Measurements()
        self.writes: Final = Measurements()
        """The durations of recent transactions, by their names."""
        self.writes_refused = 0
        """The number of refused writes since the start."""
        self._counting = threading.Lock()
        self._is_held = False
        """Whether the last write met another process that writes for longer: one wait is enough."""

    async def ask(
        self, ask: Callable[Concatenate[Database, P], T], *about: P.args, **more: P.kwargs
    ) -> T:
        """Return the result of a function of this package, run in a thread. Raises its errors."""
        return await self.do(partial(ask, self, *about, **more))

    async def look(
        self, ask: Callable[Concatenate[Database, P], T], *about: P.args, **more: P.kwargs
    ) -> T:
        """Run a function that only reads or counts, even during writes."""
        return await self.do_aside(partial(ask, self, *about, **more))

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Read the database as of one moment. Raises StorageError."""
        self._check_alone()
        is_long = self._shares and not HURRIES.get()
        turn = self._long_turn if is_long else nullcontext()
        with self._told(), self.reads.timed(), turn, self._connected() as connection:
            yield connection

    def writing(self, turn: str = "") -> AbstractContextManager[Connection]:
        """Run a transaction: on disk when the block ends, undone if it raises.

        Transactions of one `turn`, such as of one table, run one after another; unnamed ones share
        a turn. A failure is one line of the log, with the write and the reason. Raises
        WriteRefused.
        """
        return self._writing(sys._getframe(1).f_code.co_name, turn or True)

    def counting(self) -> AbstractContextManager[Connection]:
        """Run a transaction on this server's own rows, which need not survive a crash.

        It waits for no other server. Raises WriteRefused.
        """
        return self._writing(sys._getframe(1).f_code.co_name, COUNTS)

    @contextmanager
    def _writing(self, whose: str, how: bool | str) -> Iterator[Connection]:
        self._check_alone()
        ends = False
        with (
            self._told(whose, lambda: ends),
            self.writes.timed(),
            ExitStack() as stack,
        ):
            connection = self._begin(stack, how)
            self._is_held = False
            yield connection
            ends = True

    def _begin(self, stack: ExitStack, how: bool | str) -> Connection:
        """Begin a write; while another server has its turn, other writes of this one go first."""
        patience = self.engine.get_execution_options().get(TURN_WITHIN, PATIENCE)
        end = monotonic() + patience / 1000
        while True:
            try:
                if how != COUNTS or not self._shares:
                    stack.enter_context(self._write_turn())
                connection = stack.enter_context(self._connected())
                stack.enter_context(connection.execution_options(**{WRITES: how}).begin())
                return connection
            except OperationalError as error:
                stack.close()
                if not self._shares or _code_of(error) not in _HELD or monotonic() >= end:
                    raise
                sleep(_YIELD)

    @contextmanager
    def _write_turn(self) -> Iterator[None]:
        """Wait for other writes of this server. Raises QueueTimeout."""
        if not self._turn.acquire(timeout=_QUEUE if self._shares else -1):
            raise QueueTimeout("other writes do not end")
        try:
            yield
        finally:
            self._turn.release()

    def _check_alone(self) -> None:
        """Check that this thread has no transaction, which could wait for itself."""
        if getattr(self._own, "is_busy", False):
            raise RuntimeError("a transaction within another of the same thread")

    @contextmanager
    def _connected(self) -> Iterator[Connection]:
        self._own.is_busy = True
        try:
            patience = 0 if self._is_held else self._patience
            with self.engine.connect().execution_options(**{_PATIENCE: patience}) as connection:
                yield connection
        finally:
            self._own.is_busy = False

    @contextmanager
    def driver(self) -> Iterator[Any]:
        """Yield the driver's connection, outside any transaction.

        Raises StorageError.
        """
        with self._told():
            connection = self.engine.raw_connection()
            try:
                yield connection.driver_connection
            finally:
                connection.close()

    @contextmanager
    def _told(self, whose: str = "", ends: Callable[[], bool] = bool) -> Iterator[None]:
        """Convert errors; a write is `whose`, and may be stored already once it `ends`."""
        try:
            yield
        except (
            SQLAlchemyError,
            self.engine.dialect.loaded_dbapi.Error,
            UnicodeEncodeError,  # half of a surrogate pair, in a stranger's id
        ) as error:
            code = _code_of(error)
            self._is_held = self._is_held or code in _HELD
            if not whose:
                _log_read(code, error)
                raise _trouble(StorageError, code, error) from error
            if ends() and isinstance(error, DBAPIError) and error.connection_invalidated:
                logger.warning("a write has no answer (%s): %s", whose, why_not(error))
                raise CommitUnknown(
                    N_("the database does not answer: check whether this was saved")
                ) from error
            logger.warning("a write was refused (%s): %s", whose, why_not(error))
            with self._counting:
                self.writes_refused += 1
            raise _trouble(WriteRefused, code, error) from error

    def close(self) -> None:
        """Close the database, after the queries in progress."""
        super().close()
        self.engine.dispose()


def _log_read(code: int, error: Exception) -> None:
    """Log why a read was refused, if nothing else reports it."""
    if not (code or is_away(error) or isinstance(error, UnicodeEncodeError)):
        logger.warning("a read was refused: %s", why_not(error))


def is_away(error: Exception) -> bool:
    """Check for a lost or missing connection to the database."""
    if isinstance(error, QueueTimeout):
        return True
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        return True
    told = getattr(error, "orig", error)
    has_code = getattr(told, "sqlstate", None) or getattr(told, "sqlite_errorcode", None)
    return isinstance(error, OperationalError | InterfaceError) and not has_code


def _trouble(kind: type[StorageError], code: int, error: Exception) -> StorageError:
    """Return an error in plain words for people, without the message of the database itself.

    The database's message can contain its address, and text that others wrote.
    """
    if code in _HELD:
        return kind(N_("another program is using the database: try again in a moment"))
    if code in _NO_ROOM:
        return kind(N_("the server cannot write to its disk"))
    if is_away(error):
        return kind(N_("the database does not answer: try again in a moment"))
    return kind(N_("the database refused the change"))


def _code_of(error: Exception) -> int:
    """Return SQLite's primary error code, or its equivalent in PostgreSQL; 0 if there is none."""
    told = getattr(error, "orig", error)
    state = getattr(told, "sqlstate", None)
    return _STATES.get(state, 0) if state else getattr(told, "sqlite_errorcode", 0) & 0xFF


def why_not(error: Exception) -> str:
    """Return the database's message on one line, without the statement and its values."""
    if isinstance(error, UnicodeEncodeError):
        return "a character that is none"
    told = str(getattr(error, "orig", None) or error)
    return printable(told.splitlines()[0] if told else type(error).__name__, 120)


def prepare_sqlite(engine: Engine) -> None:
    """Make each connection to SQLite safe: committed data survives a loss of power.

    Transactions begin here, as Python's driver begins them too late: a write locks before it reads,
    so that its data is still valid when it writes.
    """

    @event.listens_for(engine, "connect")
    def connected(connection: Any, entry: ConnectionPoolEntry) -> None:
        connection.isolation_level = None
        entry.info[_PATIENCE] = PATIENCE
        for setting in (f"busy_timeout = {PATIENCE}", "synchronous = FULL", "foreign_keys = ON"):
            connection.execute(f"PRAGMA {setting}").close()

    @event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        options = connection.get_execution_options()
        patience = options.get(_PATIENCE, PATIENCE)
        if connection.info[_PATIENCE] != patience:
            connection.exec_driver_sql(f"PRAGMA busy_timeout = {patience}").close()
            connection.info[_PATIENCE] = patience
        writes = options.get(WRITES, False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
