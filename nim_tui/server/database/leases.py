"""Owners of tables: which node lets bots, clocks, votes and stand-ins of a table go on.

An owner has an epoch, which is one higher for each owner. It is checked in each transaction that an
owner writes: who was thought dead, and wakes, is refused there.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, insert, select, update

from nim_tui.server.database.connection import Database, StorageTrouble
from nim_tui.server.database.node_schema import LIVE_TABLES
from nim_tui.server.database.nodes import is_living
from nim_tui.server.database.posts import BoardChanged, post
from nim_tui.server.database.schema import RUNNING, TABLES
from rules.messages import N_


class LostLease(StorageTrouble):
    """Another node owns the table now."""


@dataclass(frozen=True, slots=True)
class Lease:
    """A table, the node that owns it, and how many times one came to own it."""

    table: str
    node: int
    epoch: int


def claim(database: Database, table: str, node: int) -> Lease | None:
    """Own a table that is played at, unless another living node does. Raises StorageTrouble."""
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


def check_lease(connection: Connection, lease: Lease | None) -> None:
    """See that a table is still owned so; without a lease nobody else could. Raises LostLease."""
    if lease is None:
        return
    query = select(LIVE_TABLES.c.node, LIVE_TABLES.c.epoch)
    row = connection.execute(query.where(LIVE_TABLES.c.table == lease.table)).first()
    if row is None or (row.node, row.epoch) != (lease.node, lease.epoch):
        raise LostLease(N_("another server looks after this table now"))


def owned(database: Database, node: int) -> set[str]:
    """The tables that a node owns. Raises StorageTrouble."""
    query = select(LIVE_TABLES.c.table).where(LIVE_TABLES.c.node == node)
    with database.reading() as connection:
        return set(connection.execute(query).scalars())


def keep_board(database: Database, lease: Lease, board: str) -> None:
    """Keep what is known of a table beside its moves, and tell it. Raises LostLease."""
    with database.writing() as connection:
        check_lease(connection, lease)
        row = update(LIVE_TABLES).where(LIVE_TABLES.c.table == lease.table)
        connection.execute(row.values(board=board))
        post(database, connection, BoardChanged(lease.table, board))


def board_of(database: Database, table: str) -> str:
    """What is known of a table beside its moves. Raises StorageTrouble."""
    query = select(LIVE_TABLES.c.board).where(LIVE_TABLES.c.table == table)
    with database.reading() as connection:
        return connection.execute(query).scalar() or "{}"


def note_rematch(database: Database, table: str, again: str) -> str:
    """Note the rematch of a game, unless there is one; which it is then. Raises StorageTrouble."""
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
