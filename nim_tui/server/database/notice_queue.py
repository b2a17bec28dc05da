"""The queue of notices: which turns are to be told, to whom, how often that was tried.

Everything is read from what is kept anyway: whose turn it is, and since when. So neither a restart
nor another owner of a table tells a turn twice or leaves one out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Select, and_, insert, or_, select, update

from nim_tui.server.database.bans import keeps_out
from nim_tui.server.database.connection import Database
from nim_tui.server.database.node_schema import LIVE_TABLES
from nim_tui.server.database.notice_outcomes import (
    MOST_TRIES,
    RETRIES,
    gives_up,
    note_outcome,
)
from nim_tui.server.database.notice_schema import FEED, MAIL, NOTICES, SUBSCRIPTIONS
from nim_tui.server.database.notice_turns import WAITS, Turn, select_turns, turn_in
from nim_tui.server.database.schema import ACCOUNTS, SEATS, TABLES
from nim_tui.server.database.subscriptions import COLUMNS, Subscription, subscription_in

A_DAY: Final = 86_400.0
MOST_AT_ONCE: Final = 100
"""Turns noted, and notices sent, at one look."""

IsHere = Callable[[int], bool]


@dataclass(frozen=True, slots=True)
class Parcel:
    """What one subscription is told at once."""

    to: Subscription
    turns: Sequence[Turn]
    tries: int
    """How often it was tried, with this time."""


_TOLD: Final = and_(NOTICES.c.subscription == SUBSCRIPTIONS.c.id, NOTICES.c.table == SEATS.c.table)
IS_ON: Final = and_(
    SUBSCRIPTIONS.c.is_on, SUBSCRIPTIONS.c.confirmed.is_not(None), SUBSCRIPTIONS.c.kind != FEED
)
"""Whether something goes out to a subscription."""


def _is_own(database: Database, query: Select[Any]) -> Select[Any]:
    """Of tables that this node owns; a server that is alone owns every one."""
    if database.node is None:
        return query
    own = select(LIVE_TABLES.c.table).where(LIVE_TABLES.c.node == database.node)
    return query.where(TABLES.c.id.in_(own))


def note_turns(database: Database, is_here: IsHere, wait: float) -> int:
    """Queue what came about while its person was away, `wait` seconds ago or more; how much.

    Raises StorageTrouble.
    """
    now = database.now()
    query = _is_own(
        database,
        select(
            SUBSCRIPTIONS.c.id, SUBSCRIPTIONS.c.account, SUBSCRIPTIONS.c.kind,
            SUBSCRIPTIONS.c.is_daily, SUBSCRIPTIONS.c.sent, SEATS.c.table, SEATS.c.since,
            NOTICES.c.sent.label("told"),
        )
        .join(SEATS, SEATS.c.account == SUBSCRIPTIONS.c.account)
        .join(TABLES, TABLES.c.id == SEATS.c.table)
        .join(ACCOUNTS, ACCOUNTS.c.id == SUBSCRIPTIONS.c.account)
        .outerjoin(NOTICES, _TOLD)
        .where(IS_ON, WAITS, SEATS.c.since <= now - wait)
        .where(ACCOUNTS.c.last_seen < SEATS.c.since)
        .where(or_(NOTICES.c.turn.is_(None), NOTICES.c.turn != SEATS.c.since))
        .order_by(SEATS.c.since),
    )  # fmt: skip
    with database.reading() as connection:
        away = (row for row in connection.execute(query) if not is_here(row.account))
        new = list(islice(away, MOST_AT_ONCE))
    if new:
        with database.writing() as connection:
            for row in new:
                _queue(connection, row, now)
    return len(new)


def _queue(connection: Connection, row: Any, now: float) -> None:
    """One more, or a newer turn in place of that told before."""
    values = {"turn": row.since, "due": max(now, _not_before(row)), "tries": 0}
    own = (NOTICES.c.subscription == row.id, NOTICES.c.table == row.table)
    if connection.execute(update(NOTICES).where(*own).values(values)).rowcount == 0:
        # it may be gone by now: then nothing is added
        still = select(SUBSCRIPTIONS.c.id).where(SUBSCRIPTIONS.c.id == row.id)
        if connection.execute(still).first() is not None:
            key = {"subscription": row.id, "table": row.table}
            connection.execute(insert(NOTICES).values(**key, **values))


def _not_before(row: Any) -> float:
    """Mail comes at most once a day, of a game or of all."""
    last = row.sent if row.is_daily else row.told
    return 0.0 if row.kind != MAIL or last is None else float(last) + A_DAY


def take_due(database: Database, is_here: IsHere) -> list[Parcel]:
    """What is to be sent now: each is taken by one sender alone, and tried again later.

    What is of no use any more is not sent. Raises StorageTrouble.
    """
    now = database.now()
    due = _is_own(
        database,
        select(NOTICES.c.subscription, NOTICES.c.table)
        .join(TABLES, TABLES.c.id == NOTICES.c.table)
        .join(SUBSCRIPTIONS, SUBSCRIPTIONS.c.id == NOTICES.c.subscription)
        .where(NOTICES.c.due <= now)
        .where(
            or_(
                SUBSCRIPTIONS.c.kind != MAIL,
                SUBSCRIPTIONS.c.is_daily,
                NOTICES.c.sent.is_(None),
                NOTICES.c.sent <= now - A_DAY,
            )
        )
        .order_by(NOTICES.c.due)
        .limit(MOST_AT_ONCE),
    )
    with database.reading() as connection:
        if connection.execute(due).first() is None:
            return []
    with database.writing() as connection:
        wanted: dict[int, list[str]] = defaultdict(list)
        for row in connection.execute(due).all():
            wanted[row.subscription].append(row.table)
        return [
            parcel
            for number, tables in wanted.items()
            for parcel in _taken(connection, number, tables, (now, is_here))
        ]


def _taken(
    connection: Connection, number: int, tables: Sequence[str], here: tuple[float, IsHere]
) -> list[Parcel]:
    now, is_here = here
    own = SUBSCRIPTIONS.c.id == number
    row = connection.execute(select(*COLUMNS, SUBSCRIPTIONS.c.sent).where(own)).one()
    to, is_gathered = subscription_in(row), row.kind == MAIL and row.is_daily
    if is_gathered:
        if row.sent is not None and row.sent + A_DAY > now:
            _settle(connection, number, _queued(connection, number), {"due": row.sent + A_DAY})
            return []
        tables = _queued(connection, number)
    is_wanted = to.is_on and not is_here(to.account) and not keeps_out(connection, to.account, now)
    found = _turns(connection, number, tables) if is_wanted else []
    turns = {turn.table: (turn, tries) for turn, tries in found}
    _settle(connection, number, [one for one in tables if one not in turns], {"due": None})
    for turn, tries in turns.values():
        again = now + RETRIES[min(tries, len(RETRIES) - 1)]
        _settle(connection, number, [turn.table], {"due": again, "tries": tries + 1})
    if is_gathered and turns:
        most = max(tries for _turn, tries in turns.values())
        return [Parcel(to, [turn for turn, _tries in turns.values()], most + 1)]
    return [Parcel(to, [turn], tries + 1) for turn, tries in turns.values()]


def _queued(connection: Connection, number: int) -> Sequence[str]:
    """The tables of which a subscription is still to be told."""
    own = (NOTICES.c.subscription == number, NOTICES.c.due.is_not(None))
    return connection.execute(select(NOTICES.c.table).where(*own)).scalars().all()


def _turns(connection: Connection, number: int, tables: Sequence[str]) -> list[tuple[Turn, int]]:
    """Those of the queued turns that still stand, and how often each was tried.

    Not those for which the sender broke off each time.
    """
    query = (
        select_turns(NOTICES.c.tries)
        .join(SUBSCRIPTIONS, SUBSCRIPTIONS.c.account == SEATS.c.account)
        .join(NOTICES, _TOLD)
        .where(SUBSCRIPTIONS.c.id == number, NOTICES.c.table.in_(tables))
        .where(NOTICES.c.turn == SEATS.c.since, NOTICES.c.tries < MOST_TRIES)
    )
    return [(turn_in(row), row.tries) for row in connection.execute(query).all()]


def settle(database: Database, parcel: Parcel, how: str, *, is_final: bool) -> bool:
    """Note how it went: empty if it was sent; `is_final` if it is not to be tried again.

    Whether it will be. Raises StorageTrouble.
    """
    now, number = database.now(), parcel.to.id
    tables = [turn.table for turn in parcel.turns]
    is_given_up = gives_up(parcel.tries, how, is_final=is_final)
    with database.writing() as connection:
        if not how:
            _settle(connection, number, tables, {"sent": now})
        for turn in parcel.turns if is_given_up or not how else ():
            is_same = NOTICES.c.turn == turn.since  # a newer one may have come meanwhile
            _settle(connection, number, [turn.table], {"due": None}, is_same)
        note_outcome(connection, number, now, how, is_given_up=is_given_up)
    return how != "" and not is_given_up


def _settle(
    connection: Connection,
    number: int,
    tables: Sequence[str],
    values: dict[str, Any],
    *only: ColumnElement[bool],
) -> None:
    """Change what a subscription is to be told of these tables."""
    own = (NOTICES.c.subscription == number, NOTICES.c.table.in_(tables), *only)
    connection.execute(update(NOTICES).where(*own).values(values))
