"""Reminders before the time for a correspondence move runs out.

A reminder is a second notification of a turn, in the queue of turns: so it is sent, retried and
dropped like the first.
"""

from __future__ import annotations

from itertools import islice
from typing import Any, Final

import msgspec
from sqlalchemy import and_, or_, select

from nim_tui.server.notifications.queue import IS_ON, MOST_AT_ONCE, WAITS, IsHere, queue
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.schema import NOTICES, SEATS, SUBSCRIPTIONS, TABLES
from nim_tui.server.tables.vacations import pauses_of
from nim_tui.tables.clock import ClockPlan, end_of

_SHARE: Final = 4
"""A reminder comes when at most the fourth part of the time is left."""
_HOUR: Final = 3600.0


def note_reminders(database: Database, is_here: IsHere, hours: float) -> int:
    """Queue reminders of turns that end within some hours; return the number.

    Only people who are away are reminded, once per turn. Raises StorageError.
    """
    now = database.now()
    own = and_(NOTICES.c.subscription == SUBSCRIPTIONS.c.id, NOTICES.c.table == SEATS.c.table)
    is_new = or_(NOTICES.c.ends.is_(None), NOTICES.c.turn != SEATS.c.since)
    query = (
        select(SUBSCRIPTIONS.c.id, SEATS.c.account, SEATS.c.table, SEATS.c.since, TABLES.c.clock)
        .join(SEATS, SEATS.c.account == SUBSCRIPTIONS.c.account)
        .join(TABLES, TABLES.c.id == SEATS.c.table)
        .outerjoin(NOTICES, own)
        .where(IS_ON, WAITS, is_new)
        .order_by(SEATS.c.since)
    )
    with database.reading() as connection:
        rows = [row for row in connection.execute(query) if not is_here(row.account)]
        pauses = pauses_of(connection, {row.account for row in rows})
    found = ((row, _end(row, pauses.get(row.account, ()), now, hours)) for row in rows)
    due = list(islice(((row, end) for row, end in found if end is not None), MOST_AT_ONCE))
    if due:
        with database.writing() as connection:
            for row, end in due:
                queue(connection, row, now, end)
    return len(due)


def _end(row: Any, pauses: Any, now: float, hours: float) -> float | None:
    """Return when a turn ends, if its player should be reminded now."""
    plan = msgspec.json.decode(row.clock, type=ClockPlan)
    end = end_of(row.since, plan.seconds, pauses)
    before = min(hours * _HOUR, plan.seconds / _SHARE)
    is_due = end - before <= now < end and not any(begin <= now < over for begin, over in pauses)
    return end if is_due else None
