"""Turns in games by correspondence: which tables wait for somebody, as everybody may know it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import msgspec
from sqlalchemy import Select, and_, select

from nim_tui.server.database.connection import Database
from nim_tui.server.database.schema import RUNNING, SEATS, TABLES
from nim_tui.tables.clock import DAYS, ClockPlan

MOST_TURNS: Final = 100
"""Of one answer."""

WAITS: Final = and_(
    TABLES.c.status == RUNNING,
    TABLES.c.clock.contains(f'"{DAYS}"'),
    SEATS.c.must_move,
    SEATS.c.stand_in.is_(None),
    SEATS.c.since.is_not(None),
)
"""Of a seat and its table: whether a person must move there, whose time goes by the calendar."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A table that waits for somebody: what everybody may know of it, and nobody has typed."""

    table: str
    game: str
    seconds: int
    """How much time there is for a move."""
    since: float
    """Since when they are waited for, s since 1970."""


def select_turns(*more: Any) -> Select[Any]:
    """Rows for `turn_in`, with what else they are to tell; who was waited for first comes first."""
    return (
        select(TABLES.c.id, TABLES.c.game, TABLES.c.clock, SEATS.c.since, *more)
        .join(TABLES, TABLES.c.id == SEATS.c.table)
        .where(WAITS)
        .order_by(SEATS.c.since, TABLES.c.id)
    )


def turn_in(row: Any) -> Turn:
    """What a row tells of a table."""
    plan = msgspec.json.decode(row.clock, type=ClockPlan)
    return Turn(row.id, row.game, plan.seconds, row.since)


def turns_of(database: Database, account: int) -> list[Turn]:
    """The games by correspondence that wait for somebody. Raises StorageTrouble."""
    query = select_turns().where(SEATS.c.account == account).limit(MOST_TURNS)
    with database.reading() as connection:
        return [turn_in(row) for row in connection.execute(query)]
