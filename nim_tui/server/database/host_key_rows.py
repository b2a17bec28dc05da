"""The host key that all servers at one database share, and the one that is to follow it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from sqlalchemy import (
    Column,
    Connection,
    Double,
    String,
    Table,
    Text,
    delete,
    insert,
    select,
    update,
)

from nim_tui.server.database.connection import Database
from nim_tui.server.database.schema import METADATA

HOST_KEYS: Final = Table(
    "host_keys",
    METADATA,
    Column("role", String(10), primary_key=True),
    Column("pem", Text, nullable=False),
    Column("due", Double),
)
"""`role` is NOW or NEXT, and from `due` on that one takes the place of the other."""

NOW, NEXT = "now", "next"


@dataclass(frozen=True, slots=True)
class KeptKeys:
    """Private keys, as they are kept."""

    now: str
    next: str | None = None
    due: float | None = None
    """When the next takes the place of that of now, in seconds since 1970."""


def add_host_keys(connection: Connection, real: str) -> None:
    """Make this sheet in an older database, by its type of a Double."""
    connection.exec_driver_sql(
        "CREATE TABLE host_keys (role VARCHAR(10) NOT NULL PRIMARY KEY, pem TEXT NOT NULL,"
        f" due {real})"
    )


def kept_host_keys(database: Database, make: Callable[[], str]) -> KeptKeys:
    """The keys of this house, the next in its place once it is due; made if there are none.

    Of several servers that make one, one alone counts. Raises StorageTrouble, and what `make` does.
    """
    with database.reading() as connection:
        found = _found(connection)
    if found is not None and not _is_due(found, database.now()):
        return found
    made = make() if found is None else ""
    with database.writing() as connection:
        found = _found(connection)
        if found is None:
            connection.execute(insert(HOST_KEYS).values(role=NOW, pem=made))
        elif _is_due(found, database.now()):
            connection.execute(delete(HOST_KEYS).where(HOST_KEYS.c.role == NOW))
            followed = update(HOST_KEYS).where(HOST_KEYS.c.role == NEXT)
            connection.execute(followed.values(role=NOW, due=None))
        return _found(connection) or KeptKeys(made)


def keep_next_host_key(database: Database, make: Callable[[], str], due: float) -> KeptKeys:
    """Have another key follow at a time; one that is to follow already is put off.

    Raises StorageTrouble, and what `make` does.
    """
    made = make()
    with database.writing() as connection:
        put_off = update(HOST_KEYS).where(HOST_KEYS.c.role == NEXT).values(due=due)
        if not connection.execute(put_off).rowcount:
            connection.execute(insert(HOST_KEYS).values(role=NEXT, pem=made, due=due))
        found = _found(connection)
    assert found is not None, "there is a key since this server started"
    return found


def _found(connection: Connection) -> KeptKeys | None:
    rows = {row.role: row for row in connection.execute(select(HOST_KEYS))}
    if NOW not in rows:
        return None
    following = rows.get(NEXT)
    if following is None:
        return KeptKeys(rows[NOW].pem)
    return KeptKeys(rows[NOW].pem, following.pem, following.due)


def _is_due(kept: KeptKeys, now: float) -> bool:
    return kept.next is not None and kept.due is not None and kept.due <= now
