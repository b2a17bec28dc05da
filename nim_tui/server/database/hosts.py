"""Hosts of tables that wait for players: another one, where the first stays away."""

from __future__ import annotations

from sqlalchemy import update

from nim_tui.server.database.connection import Database
from nim_tui.server.database.schema import OPEN, OVER, SEATS, TABLES


def hand_on(database: Database, table: str, host: int, heir: int, *, frees_seat: bool) -> bool:
    """Make somebody the host instead of another, whose seat is free then if wanted.

    Whether it was so: the game may have begun meanwhile.
    """
    with database.writing() as connection:
        this = (TABLES.c.id == table, TABLES.c.status == OPEN, TABLES.c.host == host)
        if connection.execute(update(TABLES).where(*this).values(host=heir)).rowcount == 0:
            return False
        if frees_seat:
            own = update(SEATS).where(SEATS.c.table == table, SEATS.c.account == host)
            connection.execute(own.values(account=None, name="", sought="", joined=None))
    return True


def close_open(database: Database, table: str) -> bool:
    """Close a table that waits for players; whether it was so: its game may have begun."""
    this = (TABLES.c.id == table, TABLES.c.status == OPEN)
    with database.writing() as connection:
        return connection.execute(update(TABLES).where(*this).values(status=OVER)).rowcount == 1
