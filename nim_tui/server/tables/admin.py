"""Admin orders about tables: listing, and closing."""

from __future__ import annotations

from nim_tui.server.admin.lists import A_PAGE, a_page, clock
from nim_tui.server.admin.protocol import Close, Facts, ListTables
from nim_tui.server.moderation.authority import signed
from nim_tui.server.moderation.roles import Issuer
from nim_tui.server.storage.database import Database
from nim_tui.server.tables.listing import TableQuery, TableRow, count_tables, list_tables
from nim_tui.server.tables.record_store import end_game
from nim_tui.server.tables.table_store import CannotUseTable, table_row
from rules.messages import N_


def page_of_tables(database: Database, order: ListTables) -> Facts:
    """Return a page of the tables that an order asks for, the newest first."""
    search = TableQuery(
        status=order.status or None,
        game=order.game or None,
        text=order.find,
        by_age=True,
        sees_all=True,
    )
    total = count_tables(database, search)
    found = list_tables(database, search, most=A_PAGE, skip=(order.page - 1) * A_PAGE)
    return a_page("tables", [_table(row) for row in found], order.page, total)


def _table(row: TableRow) -> Facts:
    return {
        "table": row.id,
        "game": row.game,
        "title": row.title,
        "host": row.host_name,
        "status": row.status,
        "seen_by": row.visibility,
        "seats": [seat.name or seat.bot or "" for seat in row.seats],
        "made": clock(row.created),
        "last_move": clock(row.last_move),
        "moves": row.moves,
    }


def close_for_good(database: Database, order: Close, by: Issuer) -> None:
    """Close a table in the database. Raises CannotUseTable, StorageError."""
    table = order.table
    if not end_game(database, table, None, signed(database, order, by)):
        with database.reading() as connection:
            table_row(connection, table)
        raise CannotUseTable(N_("the game at table {id} is already over"), id=repr(table))
