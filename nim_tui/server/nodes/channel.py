"""The one connection on which a server listens to others and holds its locks.

It is separate from the pool, and lives as long as the server: PostgreSQL ends it after IDLE seconds
without a query, and the event loop sends one every few seconds. So a server that was killed, cut
off, stopped, or stands still loses the connection and its locks automatically.
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final

import psycopg
from psycopg import sql
from sqlalchemy import Engine

from nim_tui.server.nodes.messages import CHANNEL, table_channel
from nim_tui.server.storage.database import StorageError, why_not
from nim_tui.server.storage.postgres import connecting, database_url
from rules.messages import N_

IDLE: Final = 9.0
"""Seconds after which PostgreSQL ends the connection of a silent server."""

NAME: Final = "nim_tui channel"
"""The name of the connection in pg_stat_activity."""

PATIENCE: Final = 5.0
"""Seconds to wait for an answer before the connection is given up."""

AT_ONCE: Final = 500
"""The most messages handed on together."""

MOST_HEARD: Final = 20_000
"""The most messages waiting; with more it is faster to read everything again."""

logger = logging.getLogger(__name__)


class ChannelBroken(StorageError):
    """The connection between this server and the others is broken."""


def _broken() -> ChannelBroken:
    return ChannelBroken(N_("the database does not answer: try again in a moment"))


class NodeChannel:
    """LISTEN and session locks on one connection; its owner reopens it when it breaks."""

    def __init__(self, database: Engine, address: str, on_break: Callable[[], None]) -> None:
        """`address` leads past a pooler; empty: that of the database.

        `on_break` is called at once when the connection breaks, which frees all locks.
        """
        self._dialect = database.dialect
        self._url = database_url(address) if address else database.url
        self._on_break = on_break
        self._connection: psycopg.AsyncConnection[Any] | None = None
        self._turn = asyncio.Lock()
        """Held during a query."""
        self._tables: set[str] = set()
        self._heard: asyncio.Queue[str] = asyncio.Queue()

    @property
    def is_open(self) -> bool:
        """Whether there is a connection."""
        return self._connection is not None

    async def open(self) -> None:
        """Connect, and listen to all wanted channels. Raises ChannelBroken."""
        words, named = self._dialect.create_connect_args(self._url)
        named.update(connecting(self._url), autocommit=True, application_name=NAME)
        try:
            async with asyncio.timeout(PATIENCE):
                connection = await psycopg.AsyncConnection.connect(*words, **named)
        except (psycopg.Error, OSError, TimeoutError):
            raise _broken() from None
        while not self._heard.empty():
            self._heard.get_nowait()  # all is read again
        connection.add_notify_handler(lambda told: self._heard.put_nowait(told.payload))
        self._connection = connection
        await self.ask(f"SET idle_session_timeout = {round(IDLE * 1000)}")
        ((everybody,),) = await self.ask(f"SELECT {CHANNEL}")
        for name in (everybody, *map(table_channel, self._tables)):
            await self.ask(_LISTEN.format(sql.Identifier(name)))

    async def close(self) -> None:
        """Stop listening, and free all locks."""
        connection, self._connection = self._connection, None
        if connection is not None:
            _look_away(connection)
            with suppress(psycopg.Error, OSError):
                await connection.close()

    async def ask(
        self, query: str | sql.Composed, values: Sequence[Any] = ()
    ) -> Sequence[tuple[Any, ...]]:
        """Return the rows of a query, which is never cancelled.

        Raises ChannelBroken, or StorageError if there are no more locks.
        """
        return await asyncio.shield(asyncio.ensure_future(self._asked(query, values)))

    async def _asked(
        self, query: str | sql.Composed, values: Sequence[Any]
    ) -> Sequence[tuple[Any, ...]]:
        async with self._turn:
            connection = self._connection
            if connection is None:
                raise _broken()
            _look_away(connection)
            late = asyncio.get_running_loop().call_later(PATIENCE, _hang_up, connection)
            try:
                cursor = await connection.execute(query, values or None)
                rows = await cursor.fetchall() if cursor.description else []
            except (psycopg.Error, OSError) as error:
                if not _has_refused(connection, error):
                    self._break(connection, error)
                    raise _broken() from None
                logger.warning("the database refused a lock or a channel: %s", why_not(error))
                self._watch(connection)
                raise StorageError(N_("the database refused the change")) from error
            finally:
                late.cancel()
            if self._connection is connection:
                self._watch(connection)
            return rows

    async def listen(self, table: str) -> None:
        """Listen to a table's channel, at once or after the next reconnect.

        Raises ChannelBroken.
        """
        if table not in self._tables:
            self._tables.add(table)
            await self.ask(_LISTEN.format(sql.Identifier(table_channel(table))))

    async def unlisten(self, table: str) -> None:
        """Stop listening to a table. Raises ChannelBroken."""
        if table in self._tables:
            self._tables.discard(table)
            await self.ask(_UNLISTEN.format(sql.Identifier(table_channel(table))))

    async def heard(self) -> list[str]:
        """Wait for messages of others, and return them in order."""
        told = [await self._heard.get()]
        while not self._heard.empty() and len(told) < AT_ONCE:
            told.append(self._heard.get_nowait())
        return told

    # Incoming messages

    def _watch(self, connection: psycopg.AsyncConnection[Any]) -> None:
        loop = asyncio.get_running_loop()
        loop.add_reader(connection.fileno(), self._read, connection)

    def _read(self, connection: psycopg.AsyncConnection[Any]) -> None:
        """Take in messages or the end of the connection between queries."""
        pgconn = connection.pgconn
        try:
            pgconn.consume_input()
            while (told := pgconn.notifies()) is not None:
                self._heard.put_nowait(told.extra.decode("utf-8", "replace"))
            if self._heard.qsize() > MOST_HEARD:
                raise psycopg.OperationalError("more was told than could be heard")
            if pgconn.status != psycopg.pq.ConnStatus.OK:
                raise psycopg.OperationalError("the connection is closed")
        except psycopg.Error as error:
            self._break(connection, error)

    def _break(self, connection: psycopg.AsyncConnection[Any], error: Exception) -> None:
        if self._connection is not connection:
            return
        logger.warning("the connection to other servers broke: %s", type(error).__name__)
        _look_away(connection)
        self._connection = None
        connection.pgconn.finish()
        self._on_break()


_LISTEN: Final = sql.SQL("LISTEN {}")
_UNLISTEN: Final = sql.SQL("UNLISTEN {}")


def _has_refused(connection: psycopg.AsyncConnection[Any], error: Exception) -> bool:
    """Check whether the database only refused a statement, and keeps the connection."""
    return not connection.closed and getattr(error, "sqlstate", None) is not None


def _hang_up(connection: psycopg.AsyncConnection[Any]) -> None:
    """Close a connection that no longer answers: cancelling its query would wait for an answer."""
    with suppress(OSError, psycopg.Error), socket.socket(fileno=os.dup(connection.fileno())) as end:
        end.shutdown(socket.SHUT_RDWR)


def _look_away(connection: psycopg.AsyncConnection[Any]) -> None:
    with suppress(OSError, ValueError, psycopg.Error):
        asyncio.get_running_loop().remove_reader(connection.fileno())
