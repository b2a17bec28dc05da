"""Who leaves games before their end: noted with each end, and counted."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from sqlalchemy import Connection, Integer, cast, exists, func, select, update

from nim_tui.server.database.connection import Database
from nim_tui.server.database.schema import ACCOUNTS, OVER, SEATS, TABLES
from nim_tui.tables.record import OUT_OF_TIME, Over

_OTHER: Final = SEATS.alias("other")


def note_left(connection: Connection, table: str, over: Over) -> None:
    """Note who had left a game when it ended: a bot played for them, or their time had run out.

    Whoever resigns has not left; nor has anybody who played against bots alone.
    """
    late = over.ranking[-1] if over.reason == OUT_OF_TIME else ()
    gone = SEATS.c.stand_in.is_not(None) | SEATS.c.seat.in_(late)
    people = select(func.count()).where(SEATS.c.table == table, SEATS.c.bot.is_(None))
    if connection.execute(people).scalar_one() < 2:
        return
    own = (SEATS.c.table == table, SEATS.c.account.is_not(None), gone)
    connection.execute(update(SEATS).where(*own).values(has_left=True))


def games_left(database: Database, accounts: Collection[int]) -> dict[int, tuple[int, int]]:
    """How many games with other people somebody had left when they ended, and of how many."""
    others = exists().where(
        _OTHER.c.table == SEATS.c.table, _OTHER.c.seat != SEATS.c.seat, _OTHER.c.bot.is_(None)
    )
    query = (
        select(SEATS.c.account, func.sum(cast(SEATS.c.has_left, Integer)), func.count())
        .join(TABLES, TABLES.c.id == SEATS.c.table)
        .where(SEATS.c.account.in_(accounts), TABLES.c.status == OVER)
        .where(TABLES.c.result.is_not(None), others)
        .group_by(SEATS.c.account)
    )
    with database.reading() as connection:
        return {account: (int(left), games) for account, left, games in connection.execute(query)}


def last_here(database: Database, accounts: Collection[int]) -> dict[int, float]:
    """When these people were on the server last, in seconds since 1970."""
    query = select(ACCOUNTS.c.id, ACCOUNTS.c.last_seen).where(ACCOUNTS.c.id.in_(accounts))
    with database.reading() as connection:
        return {row.id: row.last_seen for row in connection.execute(query)}
