"""The clocks of tables as kept: what each seat has used, and since when it is waited for."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from sqlalchemy import select, update

from nim_tui.server.database.connection import Database
from nim_tui.server.database.leases import Lease, check_lease
from nim_tui.server.database.schema import SEATS
from nim_tui.server.database.tables import table_row
from nim_tui.tables.clock import Clock, ClockPlan, SeatTime


def clock_of(database: Database, table: str) -> Clock | None:
    """The clock of a table as it was kept last; it counts for people alone.

    Raises TableTrouble, StorageTrouble.
    """
    with database.reading() as connection:
        text = table_row(connection, table).clock
        if text is None:
            return None
        query = select(SEATS.c.seat, SEATS.c.used, SEATS.c.since)
        people = connection.execute(query.where(SEATS.c.table == table, SEATS.c.bot.is_(None)))
        times = {row.seat: SeatTime(row.used, row.since) for row in people}
    return Clock(msgspec.json.decode(text, type=ClockPlan), times)


def keep_clock(
    database: Database, table: str, seats: Mapping[int, SeatTime], *, lease: Lease | None = None
) -> None:
    """Keep the times of a clock, if there is a `lease` as long as it holds.

    Raises LostLease, StorageTrouble.
    """
    with database.writing() as connection:
        check_lease(connection, lease)
        for seat, time in seats.items():
            row = update(SEATS).where(SEATS.c.table == table, SEATS.c.seat == seat)
            connection.execute(row.values(used=time.used, since=time.since))
