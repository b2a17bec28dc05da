"""Owners of tables: which node lets bots, clocks, votes and stand-ins of a table go on.

An owner has an epoch, which is one higher for each owner. It is checked in each transaction that an
owner writes: who was thought dead, and wakes, is refused there.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import Connection, func, insert, select, update

from nim_tui.server.nodes.node_rows import is_living
from nim_tui.server.nodes.posts import BoardChanged, post
from nim_tui.server.storage.database import Database, StorageError
from nim_tui.server.storage.schema import LIVE_TABLES, RUNNING, TABLES
from rules.messages import N_


class LostLease(StorageError):
    """Another node owns the table now."""


@dataclass(frozen=True, slots=True)
class Lease:
    """A table, the node that owns it, and how many times one came to own it."""

    table: str
    node: int
    epoch: int


def claim(database: Database, table: str, node: int) -> Lease | None:
    """Own a table that is played at, unless another living node does. Raises StorageError."""
    row = LIVE_TABLES.c.table == table
    with database.writing() as connection:
        status = connection.execute(select(TABLES.c.status).where(TABLES.c.id == table)).scalar()
        if status != RUNNING:
            return None
        found = connection.execute(select(LIVE_TABLES.c.node, LIVE_TABLES.c.epoch).where(row))
        before = found.first()
        if before is None:
            connection.execute(insert(LIVE_TABLES).values(table=table, node=node, epoch=1))
            return Lease(table, node, 1)
        if before.node not in (None, node) and is_living(connection, before.node):
            return None
        epoch = before.epoch + 1
        connection.execute(update(LIVE_TABLES).where(row).values(node=node, epoch=epoch))
    return Lease(table, node, epoch)


def own_from_start(database: Database, connection: Connection, table: str) -> None:
    """The node that begins a game owns it, before another finds that nobody does."""
    if database.node is not None:
        row = {"table": table, "node": database.node, "epoch": 0}
        connection.execute(insert(LIVE_TABLES).values(row))


def disown(connection: Connection, table: str) -> None:
    """The game is over: nobody needs to look after it."""
    if connection.dialect.name != "sqlite":  # one server alone uses a file
        row = update(LIVE_TABLES).where(LIVE_TABLES.c.table == table)
        connection.execute(row.values(node=None))


def check_lease(connection: Connection, lease: Lease | None) -> None:
    """See that nobody came to own a table since; without a lease nobody could. Raises LostLease."""
    if lease is None:
        return
    query = select(LIVE_TABLES.c.node, LIVE_TABLES.c.epoch)
    row = connection.execute(query.where(LIVE_TABLES.c.table == lease.table)).first()
    if row is None or row.epoch != lease.epoch or row.node not in (lease.node, None):
        raise LostLease(N_("another server looks after this table now"))


def owned(database: Database, node: int) -> set[str]:
    """The games being played that a node owns. Raises StorageError."""
    own = select(LIVE_TABLES.c.table).join(TABLES, TABLES.c.id == LIVE_TABLES.c.table)
    query = own.where(LIVE_TABLES.c.node == node, TABLES.c.status == RUNNING)
    with database.reading() as connection:
        return set(connection.execute(query).scalars())


def hand_on(database: Database, lease: Lease, node: int, board: str) -> bool:
    """Let another node own a table from now on, with what is known of it; False if it is dead.

    Raises LostLease, StorageError.
    """
    with database.writing() as connection:
        check_lease(connection, lease)
        if not is_living(connection, node):
            return False
        row = update(LIVE_TABLES).where(LIVE_TABLES.c.table == lease.table)
        connection.execute(row.values(node=node, epoch=lease.epoch + 1, board=board))
    return True


def owners(database: Database, nodes: Collection[int]) -> dict[int, int]:
    """How many games being played each of these nodes owns, if any. Raises StorageError."""
    played = LIVE_TABLES.join(TABLES, TABLES.c.id == LIVE_TABLES.c.table)
    query = select(LIVE_TABLES.c.node, func.count()).select_from(played)
    query = query.where(LIVE_TABLES.c.node.in_(nodes), TABLES.c.status == RUNNING)
    with database.reading() as connection:
        rows = connection.execute(query.group_by(LIVE_TABLES.c.node)).all()
    return {int(node): int(count) for node, count in rows}


def played_among(database: Database, tables: Collection[str]) -> list[str]:
    """Which of these games are being played. Raises StorageError."""
    query = select(TABLES.c.id).where(TABLES.c.id.in_(tables), TABLES.c.status == RUNNING)
    with database.reading() as connection:
        return list(connection.execute(query).scalars())


def keep_board(database: Database, lease: Lease, board: str) -> None:
    """Keep what is known of a table beside its moves, and tell it. Raises LostLease."""
    with database.writing() as connection:
        check_lease(connection, lease)
        row = update(LIVE_TABLES).where(LIVE_TABLES.c.table == lease.table)
        connection.execute(row.values(board=board))
        post(database, connection, BoardChanged(lease.table, board))


def board_of(database: Database, table: str) -> str:
    """Return the public state of a table beside its moves. Raises StorageError."""
    query = select(LIVE_TABLES.c.board).where(LIVE_TABLES.c.table == table)
    with database.reading() as connection:
        return connection.execute(query).scalar() or "{}"


def note_rematch(database: Database, table: str, again: str) -> str:
    """Note the rematch of a game, unless there is one; which it is then. Raises StorageError."""
    row = LIVE_TABLES.c.table == table
    with database.writing() as connection:
        standing = (
            select(LIVE_TABLES.c.again)
            .join(TABLES, TABLES.c.id == LIVE_TABLES.c.again)
            .where(row, TABLES.c.status != "over")
        )
        other = connection.execute(standing).scalar()
        if other is not None:
            return str(other)
        if connection.execute(update(LIVE_TABLES).where(row).values(again=again)).rowcount == 0:
            connection.execute(insert(LIVE_TABLES).values(table=table, epoch=0, again=again))
    return again
