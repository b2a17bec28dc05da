"""Games played on otherwise from a position of one that is over: set up and begun at once.

All of it is one transaction: a crash leaves a table that stands where its game goes on, or none.
"""

from __future__ import annotations

from sqlalchemy import Connection, insert, update

from nim_tui.server.database.connection import Database
from nim_tui.server.database.post_rows import post
from nim_tui.server.database.posts import TablesChanged
from nim_tui.server.database.schema import LINES, PRIVATE, TABLES
from nim_tui.server.database.seats import begin, note_waiting
from nim_tui.server.database.tables import LONGEST_TITLE, SeatWish, TablePlan, add_table
from nim_tui.server.untrusted_text import cut_line
from nim_tui.tables.record import Play, encode
from nim_tui.tables.replay import Beginning


def plan_of(title: str, begins: Beginning, account: int) -> TablePlan:
    """The table at which one person plays on against bots: seen by nobody else, never rated."""
    header, number = begins.header, f" #{len(begins.plays)}"
    seats = [
        SeatWish(account=account)
        if seat.bot is None
        else SeatWish(bot=seat.bot, called=seat.name.partition(" ")[0])
        for seat in header.seats
    ]
    called = cut_line(title, LONGEST_TITLE - len(number)) + number
    return TablePlan(
        header.game, seats, called, header.options, PRIVATE, rated_from=None, is_again=True
    )


def create_again(database: Database, host: int, plan: TablePlan, begins: Beginning) -> str:
    """Set up such a table, whose record begins with these moves, and tell it; its id.

    Raises a Refusal saying what is wrong with the plan.
    """
    with database.writing() as connection:
        now = database.now()
        table = add_table(connection, now, host, plan)
        begin(database, connection, table, begins.header.seed)
        _write(connection, table, begins.plays, now)
        note_waiting(connection, table, begins.waiting)
        post(database, connection, TablesChanged([table]))
        return table


def _write(connection: Connection, table: str, plays: tuple[Play, ...], now: float) -> None:
    """Write the moves that were made already."""
    rows = [
        {"table": table, "ply": ply, "seat": play.seat, "line": encode(play).decode(), "time": now}
        for ply, play in enumerate(plays)
    ]
    if rows:
        connection.execute(insert(LINES), rows)
    counted = update(TABLES).where(TABLES.c.id == table)
    connection.execute(counted.values(moves=len(rows), plies=len(rows)))
