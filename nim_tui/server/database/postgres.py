"""Opening a database on a PostgreSQL server: the same sheets and questions as in a file."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Final

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.pool import ConnectionPoolEntry

from nim_tui.server.database.connection import COUNTS, PATIENCE, WRITES, Database, why_not
from nim_tui.server.database.migrate import UnusableDatabase, bring_on
from rules.messages import N_, Refusal

SCHEMES: Final = ("postgresql://", "postgres://")
"""How the address of such a database begins."""

_CONNECTING: Final = 10
"""Seconds to wait for the server of the database."""
_TURN: Final = 0x6E696D
"""Held by a transaction that writes; any number that nobody else takes in this database."""
_LOST: Final = 10_000
"""Milliseconds after which the turn of a process that stands still goes to the next."""
_AHEAD: Final = 1
"""How many versions a database may be ahead: while servers are updated one after the other."""


def open_postgres(
    address: str, clock: Callable[[], float] = time.time, *, threads: int = 0
) -> Database:
    """The database of an address such as `postgresql://user@host/name`, made if need be.

    A database of an older version is brought to this one. `clock` tells seconds since 1970; it
    is asked in so many `threads`, or at once. Raises UnusableDatabase.
    """
    url = _url(address)
    shown = url.render_as_string(hide_password=True)[:200]
    try:
        engine = create_engine(
            url, pool_pre_ping=True, connect_args={"connect_timeout": _CONNECTING}
        )
        _prepare(engine)
    except (ImportError, SQLAlchemyError) as error:
        raise _unusable(shown, error) from error
    database = Database(engine, clock, threads=threads)
    try:
        with database.writing() as connection:
            bring_on(connection, shown, ahead=_AHEAD)
    except UnusableDatabase:
        database.close()
        raise
    except Refusal as error:
        database.close()
        raise _unusable(shown, error.__cause__ or error) from error
    return database


def _unusable(shown: str, error: BaseException) -> UnusableDatabase:
    why = why_not(error) if isinstance(error, Exception) else ""
    return UnusableDatabase(N_("{path} cannot be used ({why})"), path=shown, why=why)


def _url(address: str) -> URL:
    try:
        return make_url(address).set(drivername="postgresql+psycopg")
    except (ArgumentError, ValueError) as error:
        raise UnusableDatabase(N_("this is no address of a database")) from error


def _prepare(engine: Engine) -> None:
    """Make transactions what they are in a file.

    One that reads looks at one moment. One that writes takes its turn before it reads, so that
    what it has read still holds when it writes, whichever program writes too.
    """

    @event.listens_for(engine, "connect")
    def connected(connection: Any, _entry: ConnectionPoolEntry) -> None:
        connection.execute(f"SET idle_in_transaction_session_timeout = {_LOST}")
        connection.commit()

    @event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        how = connection.get_execution_options().get(WRITES, False)
        if how == COUNTS:
            connection.exec_driver_sql(
                f"SELECT set_config('lock_timeout', '{PATIENCE}', true),"
                " set_config('synchronous_commit', 'off', true)"
            )
        elif how:
            connection.exec_driver_sql(f"SET LOCAL lock_timeout = {PATIENCE}")
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_TURN})")
        else:
            connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
