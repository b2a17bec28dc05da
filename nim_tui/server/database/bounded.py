"""Connections to PostgreSQL on which no answer is waited for without end.

The server of the database bounds what it does itself. One of its processes that stands still, or a
disk that does, bounds nothing any more: then who waits gives the connection up.
"""

from __future__ import annotations

from collections.abc import Generator
from contextvars import ContextVar
from time import monotonic
from typing import Any, Final, TypeVar

import psycopg
from psycopg.abc import PQGen

from nim_tui.server.database.asking import HURRIES

T = TypeVar("T")

SOON: Final = 10.0
"""Seconds in which a statement is answered for whose thread others wait; more than those in which
the database itself gives it up, so that a write is seldom without an answer."""
LATE: Final = 70.0
"""The same of any other."""

ENDLESS: Final[ContextVar[bool]] = ContextVar("endless", default=False)
"""Whether answers may take for as long as they like, as when a database is brought on."""


class BoundedConnection(psycopg.Connection[Any]):
    """One that is closed if an answer is late: whatever was asked may be done or not."""

    def wait(self, gen: PQGen[T], *about: Any, **more: Any) -> T:
        """Wait as any connection does, but not without end. Raises OperationalError."""
        if ENDLESS.get():
            return super().wait(gen, *about, **more)
        try:
            return super().wait(_within(gen, SOON if HURRIES.get() else LATE), *about, **more)
        except _Late:
            self.close()
            raise psycopg.OperationalError("no answer came in time") from None


class _Late(Exception):
    """An answer did not come in time."""


def _within(gen: PQGen[T], seconds: float) -> Generator[Any, Any, T]:
    """What a generator of psycopg does, which is woken at least ten times a second."""
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
