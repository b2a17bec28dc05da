"""PostgreSQL: connections, time limits.

The database server limits its own statements. If one of its processes or a disk hangs, it limits
nothing any more: then the waiting client drops the connection.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from contextvars import ContextVar, copy_context
from time import monotonic
from typing import Any, Final, TypeVar

import psycopg
from psycopg import IsolationLevel, pq
from psycopg.abc import PQGen
from psycopg.conninfo import make_conninfo
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, Dialect, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.pool import ConnectionPoolEntry

from nim_tui.server.storage.database import (
    COUNTS,
    PATIENCE,
    TURN_WITHIN,
    WRITES,
    Database,
    why_not,
)
from nim_tui.server.storage.migrate import DatabaseAway, UnusableDatabase, bring_on
from nim_tui.server.storage.off_loop import HURRIES
from nim_tui.server.storage.schema import CLOCK
from rules.messages import N_, Refusal

_CONNECTING: Final = {
    "connect_timeout": 5,
    "keepalives": 1,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 6_000,
}
"""The time limits of connections.

Seconds to connect; seconds until a silent server is probed, and between three probes; milliseconds
to confirm sent data. An address may set others.
"""
_TURN: Final = 0x6E696D
"""The lock of a writing transaction; any number not used otherwise in this database."""
_TURN_SLICE: Final = 100
"""Milliseconds for which a write waits for its lock before it lets others of its server go first.
"""
CONNECTIONS: Final = 2
"""The connections of a server besides that of its channel: a write or a long read leaves one."""
NAME: Final = "nim_tui work"
"""The name of these connections in pg_stat_activity."""
_LOST: Final = 2_500
"""Milliseconds after which the lock of a hanging process is freed: less than others wait for it,
and than the heartbeat timeout of a node.
"""
_STILL: Final = 10_000
"""Milliseconds after which an idle read transaction is ended."""
_LONGEST: Final = 60_000
"""The time limit of a statement, in milliseconds: the longest reads take some seconds."""
_WRITTEN: Final = 8_000
"""The time limit, in milliseconds, of a write whose thread others wait for."""
_STARTING: Final = 120_000
"""Milliseconds to wait for the lock at the start: another server may be upgrading the database."""
_LEAST: Final = (14,)
"""The oldest supported version of PostgreSQL: the first that ends idle sessions."""
_AHEAD: Final = 1
"""The versions a database may be ahead while servers are upgraded one after another."""


class DatabaseClock:
    """The time of a database, in seconds since 1970, so that all its servers agree.

    Between two readings a steady clock carries it on: a clock of this machine that is wrong, or is
    set meanwhile, changes nothing.
    """

    def __init__(self, steady: Callable[[], float] = monotonic) -> None:
        """`steady` returns seconds that never jump."""
        self._steady = steady
        self._ahead = time.time() - steady()

    def __call__(self) -> float:
        """Return the time."""
        return self._steady() + self._ahead

    def note(self, read: float, took: float) -> None:
        """Note the time that the database told just now, after so many seconds.

        What fits the present time, within `CLOSE`, changes nothing: times would go back by that.
        """
        if not read - CLOSE <= self() <= read + took + CLOSE:
            self._ahead = read + took / 2 - self._steady()


CLOSE: Final = 0.25
"""Seconds by which a clock may differ from that of the database."""


def open_postgres(
    address: str,
    clock: Callable[[], float] | None = None,
    *,
    threads: int = 0,
    is_pooled: bool = False,
) -> Database:
    """Open the database of an address such as `postgresql://user@host/name`, made if need be.

    An older database is upgraded. `clock` returns seconds since 1970, by default the time of the
    database; queries run in `threads`, or in the caller (0). A pooler by transaction keeps no
    prepared statements. Raises UnusableDatabase; its subclass DatabaseAway if it may answer later.
    """
    url = database_url(address)
    shown = url.render_as_string(hide_password=True)[:200]
    try:
        prepared = {"prepare_threshold": None} if is_pooled else {}
        named = {} if "application_name" in url.query else {"application_name": NAME}
        engine = create_engine(
            url, pool_pre_ping=True, pool_size=CONNECTIONS, max_overflow=0, pool_timeout=SOON,
            connect_args=connecting(url) | prepared | named,
        )  # fmt: skip
        _prepare(engine, is_pooled=is_pooled)
    except (ImportError, SQLAlchemyError) as error:
        raise _unusable(UnusableDatabase, shown, error) from error
    there = DatabaseClock()
    _check_there(engine, shown, there)
    database = Database(engine, clock or there, threads=threads)
    try:
        _bring_on(database, shown)
    except UnusableDatabase:
        database.close()
        raise
    except Refusal as error:
        database.close()
        raise _unusable(UnusableDatabase, shown, error.__cause__ or error) from error
    return database


def connecting(url: URL) -> dict[str, int]:
    """Return the driver's connection options that an address leaves open."""
    return {name: value for name, value in _CONNECTING.items() if name not in url.query}


def _bring_on(database: Database, shown: str) -> None:
    """Upgrade the database. Raises UnusableDatabase, StorageError."""
    patient = database.engine.execution_options(**{TURN_WITHIN: _STARTING})
    copy_context().run(_bring_on_patiently, Database(patient, database.now), shown)


def _bring_on_patiently(database: Database, shown: str) -> None:
    ENDLESS.set(True)
    with database.writing() as connection:
        connection.exec_driver_sql(
            "SELECT set_config('statement_timeout', '0', true),"
            f" set_config('idle_in_transaction_session_timeout', '{_STARTING}', true)"
        )
        bring_on(connection, shown, ahead=_AHEAD)


def _check_there(engine: Engine, shown: str, clock: DatabaseClock) -> None:
    """Check that the database answers, and read its time. Raises UnusableDatabase."""
    try:
        with engine.connect() as connection:
            begun = monotonic()
            read = connection.exec_driver_sql(f"SELECT {CLOCK}").scalar_one()
            clock.note(read, monotonic() - begun)
    except SQLAlchemyError as error:
        kind = UnusableDatabase if _answers(engine) else DatabaseAway
        engine.dispose()
        raise _unusable(kind, shown, error) from error
    if (engine.dialect.server_version_info or (0,)) < _LEAST:
        engine.dispose()
        raise UnusableDatabase(
            N_("{path} runs on a PostgreSQL older than {least}"), path=shown, least=_LEAST[0]
        )


def _answers(engine: Engine) -> bool:
    """Whether a database server accepts connections, and so refused ours."""
    _words, named = engine.dialect.create_connect_args(engine.url)
    del named["context"]  # of the driver, not of the connection
    told = make_conninfo(**{**connecting(engine.url), **named}).encode()
    return pq.PGconn.ping(told) in (pq.Ping.OK, pq.Ping.NO_ATTEMPT)


def _unusable(kind: type[UnusableDatabase], shown: str, error: BaseException) -> UnusableDatabase:
    why = why_not(error) if isinstance(error, Exception) else ""
    return kind(N_("{path} cannot be used ({why})"), path=shown, why=why)


def database_url(address: str) -> URL:
    """Return the address of a database for our driver. Raises UnusableDatabase."""
    try:
        return make_url(address).set(drivername="postgresql+psycopg")
    except (ArgumentError, ValueError) as error:
        raise UnusableDatabase(N_("not the address of a database")) from error


def _prepare(engine: Engine, *, is_pooled: bool) -> None:
    """Make transactions behave as in SQLite.

    A read sees one moment. A write locks before it reads, so that its data is still valid when it
    writes, whichever program writes too. Behind a pooler nothing is set for longer than a
    transaction, as the next one may have another connection; else the limits of reads are set once.
    """
    of_reads = PATIENCE, _STILL, _LONGEST

    @event.listens_for(engine, "connect")
    def connected(connection: Any, _entry: ConnectionPoolEntry) -> None:
        if not is_pooled:
            connection.execute(_limits(*of_reads, is_local=False))
            connection.commit()

    @event.listens_for(engine, "do_connect")
    def connect(_dialect: Dialect, _entry: object, words: list[Any], named: dict[str, Any]) -> Any:
        return BoundedConnection.connect(*words, **named)

    @event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        options = connection.get_execution_options()
        how, patience = options.get(WRITES, False), options.get(TURN_WITHIN, PATIENCE)
        driver: Any = connection.connection.driver_connection
        driver.isolation_level = None if how else IsolationLevel.REPEATABLE_READ
        driver.read_only = None if how else True
        if not how:
            if is_pooled:
                connection.exec_driver_sql(_limits(*of_reads))
            return
        longest = _WRITTEN if HURRIES.get() else _LONGEST
        if how == COUNTS:
            connection.exec_driver_sql(_limits(patience, _LOST, longest, waits_for_disk=False))
            return
        connection.exec_driver_sql(_limits(_TURN_SLICE, _LOST, longest))
        later = f"set_config('lock_timeout', '{patience}', true)"
        if how is True:
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_TURN}), {later}")
        else:
            own = f"SELECT pg_advisory_xact_lock(hashtextextended(%s, {_TURN})), {later}"
            connection.exec_driver_sql(own, (how,))


def _limits(
    locked: int, idle: int, longest: int, *, waits_for_disk: bool = True, is_local: bool = True
) -> str:
    """Return the statement that sets time limits, of a transaction or for good, in milliseconds."""
    bounds: dict[str, object] = {
        "lock_timeout": locked,
        "idle_in_transaction_session_timeout": idle,
        "statement_timeout": longest,
    }
    if not waits_for_disk:
        bounds["synchronous_commit"] = "off"
    scope = "true" if is_local else "false"
    told = (f"set_config('{name}', '{value}', {scope})" for name, value in bounds.items())
    return f"SELECT {', '.join(told)}"


T = TypeVar("T")

SOON: Final = 10.0
"""The time limit, in seconds, of a statement whose thread others wait for; more than the database's
own, so that a write rarely lacks an answer.
"""
LATE: Final = 70.0
"""The time limit of other connections, in seconds."""

ENDLESS: Final[ContextVar[bool]] = ContextVar("endless", default=False)
"""Whether answers have no time limit, as during an upgrade."""


class BoundedConnection(psycopg.Connection[Any]):
    """A connection that is closed if an answer is late: the statement may or may not be done."""

    def wait(self, gen: PQGen[T], *about: Any, **more: Any) -> T:
        """Wait as any connection does, but within a time limit. Raises OperationalError."""
        if ENDLESS.get():
            return super().wait(gen, *about, **more)
        try:
            return super().wait(_within(gen, SOON if HURRIES.get() else LATE), *about, **more)
        except _Late:
            self.close()
            raise psycopg.OperationalError("no answer came in time") from None


class _Late(Exception):
    """An answer was late."""


def _within(gen: PQGen[T], seconds: float) -> Generator[Any, Any, T]:
    """Run a generator of psycopg, which is woken at least ten times a second."""
    end, ready = monotonic() + seconds, None
    while True:
        try:
            wanted = next(gen) if ready is None else gen.send(ready)
        except StopIteration as done:
            result: T = done.value
            return result
        ready = yield wanted
        if not ready and monotonic() > end:
            raise _Late
