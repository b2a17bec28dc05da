"""People excluded from a table: they neither sit down nor watch there."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import Connection, insert, select, update

from nim_tui.server.nodes.messages import Excluded, TablesChanged, notify
from nim_tui.server.storage.database import Database, Sign
from nim_tui.server.storage.schema import ACCOUNTS, EXCLUSIONS, OPEN, RUNNING, SEATS, TABLES
from nim_tui.server.tables.table_store import CannotUseTable, table_row
from rules.messages import N_


def exclude(database: Database, table: str, account: int, sign: Sign) -> bool:
    """Exclude a person from a table; return whether a seat became free.

    `sign` checks who may. Raises CannotUseTable for the host, and for players of a running game.
    """
    with database.writing() as connection:
        row = table_row(connection, table, held=True)
        sign(connection)
        if row.host == account:
            raise CannotUseTable(N_("the host cannot be excluded: close the table"))
        own = (SEATS.c.table == row.id, SEATS.c.account == account)
        sits = connection.execute(select(SEATS.c.seat).where(*own)).first() is not None
        if sits and row.status != OPEN:
            raise CannotUseTable(N_("this person plays there: close the table, or ban them"))
        freed = {"account": None, "name": "", "sought": "", "joined": None}
        connection.execute(update(SEATS).where(*own).values(freed))
        skeleton = select(ACCOUNTS.c.skeleton).where(ACCOUNTS.c.id == account).scalar_subquery()
        kept = (SEATS.c.table == row.id, SEATS.c.invited_skeleton == skeleton)
        nobody = {"invited": None, "invited_skeleton": None}
        connection.execute(update(SEATS).where(*kept).values(nobody))
        if not is_excluded(connection, row.id, account):
            connection.execute(insert(EXCLUSIONS).values(table=row.id, account=account))
        notify(database, connection, Excluded(row.id, account), TablesChanged([row.id]))
    return sits


def by_host(table: str, host: int) -> Callable[[Connection], None]:
    """Return the check that an account hosts a table whose game has not begun."""

    def check(connection: Connection) -> None:
        row = table_row(connection, table)
        if row.host != host:
            raise CannotUseTable(N_("only the host can do this"))
        if row.status != OPEN:
            raise CannotUseTable(N_("the game has begun, or the table is closed"))

    return check


def is_excluded(connection: Connection, table: str, account: int) -> bool:
    """Check whether a person was excluded from a table, within a transaction."""
    own = (EXCLUSIONS.c.table == table, EXCLUSIONS.c.account == account)
    return connection.execute(select(EXCLUSIONS.c.table).where(*own)).first() is not None


def excluded_from(database: Database, account: int) -> set[str]:
    """Return the running tables that a person was excluded from. Raises StorageError."""
    query = select(EXCLUSIONS.c.table).join(TABLES, TABLES.c.id == EXCLUSIONS.c.table)
    theirs = query.where(EXCLUSIONS.c.account == account, TABLES.c.status == RUNNING)
    with database.reading() as connection:
        return {*connection.execute(theirs).scalars()}


def move_exclusions(connection: Connection, gone: int, into: int) -> None:
    """Exclude an account where another was."""
    rows = EXCLUSIONS.c
    own = select(rows.table).where(rows.account == into)
    moved = update(EXCLUSIONS).where(rows.account == gone, rows.table.not_in(own))
    connection.execute(moved.values(account=into))


def check_welcome(connection: Connection, table: str, account: int) -> None:
    """Check that a person was not excluded from a table. Raises CannotUseTable."""
    if is_excluded(connection, table, account):
        raise CannotUseTable(N_("you were excluded from this table"))


def check_welcome_at(database: Database, table: str, account: int) -> None:
    """Check that a person may come to a table. Raises CannotUseTable, StorageError."""
    with database.reading() as connection:
        check_welcome(connection, table, account)
