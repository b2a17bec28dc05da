"""Storage of notifications to be sent.

Everything is derived from stored facts: whose turn it is, and since when. So no restart or change
of a table's owner repeats or loses a notification.

Any server at the database may send them: each is taken by one sender, as turns are.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Final, TypeVar

import msgspec
from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    and_,
    func,
    insert,
    or_,
    select,
    update,
)

from nim_tui.server.moderation.bans import keeps_out
from nim_tui.server.notifications.subscriptions import COLUMNS, Subscription, subscription_in
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.schema import (
    ACCOUNTS,
    ALERT_NOTICES,
    CHALLENGE_NOTICES,
    FEED,
    MAIL,
    NOTICES,
    RUNNING,
    SEATS,
    SUBSCRIPTIONS,
    TABLES,
)
from nim_tui.tables.clock import DAYS, ClockPlan

MOST_TURNS: Final = 100
"""The most turns of one delivery."""

WAITS: Final = and_(
    TABLES.c.status == RUNNING,
    TABLES.c.clock.contains(f'"{DAYS}"'),
    SEATS.c.must_move,
    SEATS.c.stand_in.is_(None),
    SEATS.c.since.is_not(None),
)
"""The condition that a person is to move, at a correspondence table."""


@dataclass(frozen=True, slots=True)
class WaitingTurn:
    """A table where it is a person's turn: public facts, with no typed text."""

    table: str
    game: str
    seconds: int
    """The time for a move, in seconds."""
    since: float
    """When the turn began, in seconds since 1970."""
    left: float | None = None
    """The seconds left, if this is a reminder."""


def select_turns(*more: Any) -> Select[Any]:
    """Select rows for `turn_in` with further columns, the longest waiting first."""
    return (
        select(TABLES.c.id, TABLES.c.game, TABLES.c.clock, SEATS.c.since, *more)
        .join(TABLES, TABLES.c.id == SEATS.c.table)
        .where(WAITS)
        .order_by(SEATS.c.since, TABLES.c.id)
    )


def turn_in(row: Any) -> WaitingTurn:
    """Return the turn in a row about a table."""
    plan = msgspec.json.decode(row.clock, type=ClockPlan)
    return WaitingTurn(row.id, row.game, plan.seconds, row.since)


def turns_of(database: Database, account: int) -> list[WaitingTurn]:
    """Return the correspondence games where it is an account's turn. Raises StorageError."""
    query = select_turns().where(SEATS.c.account == account).limit(MOST_TURNS)
    with database.reading() as connection:
        return [turn_in(row) for row in connection.execute(query)]


RETRIES: Final = (300.0, 1800.0, 7200.0, 21_600.0)
"""Seconds before each retry; their number is the limit."""
MOST_TRIES: Final = len(RETRIES) + 1
MOST_FAILURES: Final = 5
"""Consecutive failed notifications after which a subscription is turned off."""
AN_HOUR: Final = 3600.0
"""Seconds after which a due notification is late."""


def gives_up(tries: int, how: str, *, is_final: bool) -> bool:
    """Whether a delivery with this result and number of attempts is given up."""
    return how != "" and (is_final or tries >= MOST_TRIES)


def note_outcome(
    connection: Connection, number: int, now: float, how: str, *, is_given_up: bool
) -> None:
    """Store the result of the last delivery; turn a subscription off after too many failures."""
    own = SUBSCRIPTIONS.c.id == number
    values: dict[str, Any] = {"tried": now, "what": "turn", "how": how}
    if not how:
        values |= {"sent": now, "failures": 0}
    elif is_given_up:
        values["failures"] = SUBSCRIPTIONS.c.failures + 1
    connection.execute(update(SUBSCRIPTIONS).where(own).values(values))
    off = update(SUBSCRIPTIONS).where(own, SUBSCRIPTIONS.c.failures >= MOST_FAILURES)
    connection.execute(off.values(is_on=False))


def note_try(database: Database, number: int, what: str, how: str) -> None:
    """Store the result of another kind of delivery. Raises StorageError."""
    tried = {"tried": database.now(), "what": what, "how": how}
    with database.writing() as connection:
        own = SUBSCRIPTIONS.c.id == number
        connection.execute(update(SUBSCRIPTIONS).where(own).values(tried))


def notice_figures(database: Database) -> dict[str, int]:
    """Return the numbers of subscriptions, and of waiting and late notifications, by name."""
    count = select(func.count())
    with database.reading() as connection:
        on = count.select_from(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.is_on)
        figures = {"subscriptions": connection.execute(on).scalar_one(), "waiting": 0, "late": 0}
        for kept in (NOTICES, CHALLENGE_NOTICES, ALERT_NOTICES):
            waiting = count.select_from(kept).where(kept.c.due.is_not(None))
            late = count.select_from(kept).where(kept.c.due <= database.now() - AN_HOUR)
            figures["waiting"] += connection.execute(waiting).scalar_one()
            figures["late"] += connection.execute(late).scalar_one()
    return figures


A_DAY: Final = 86_400.0
MOST_AT_ONCE: Final = 100
"""The most turns queued, and notifications sent, at one check."""

_D = TypeVar("_D")
IsHere = Callable[[int], bool]


@dataclass(frozen=True, slots=True)
class Delivery:
    """The turns sent to one subscription in one message."""

    to: Subscription
    turns: Sequence[WaitingTurn]
    tries: int
    """The number of attempts, this one included."""


_TOLD: Final = and_(NOTICES.c.subscription == SUBSCRIPTIONS.c.id, NOTICES.c.table == SEATS.c.table)
IS_ON: Final = and_(
    SUBSCRIPTIONS.c.is_on, SUBSCRIPTIONS.c.confirmed.is_not(None), SUBSCRIPTIONS.c.kind != FEED
)
"""The condition that a subscription is active."""


def note_turns(database: Database, is_here: IsHere, wait: float) -> int:
    """Queue turns of absent people that began `wait` seconds ago or more; return the number.

    Raises StorageError.
    """
    now = database.now()
    query = (
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
        .order_by(SEATS.c.since)
    )  # fmt: skip
    with database.reading() as connection:
        away = (row for row in connection.execute(query) if not is_here(row.account))
        new = list(islice(away, MOST_AT_ONCE))
    if new:
        with database.writing() as connection:
            for row in new:
                queue(connection, row, max(now, _not_before(row)))
    return len(new)


def queue(connection: Connection, row: Any, due: float, ends: float | None = None) -> None:
    """Queue a notification, or replace the queued one by a newer turn or a reminder."""
    values = {"turn": row.since, "due": due, "tries": 0, "ends": ends}
    own = (NOTICES.c.subscription == row.id, NOTICES.c.table == row.table)
    if connection.execute(update(NOTICES).where(*own).values(values)).rowcount == 0:
        # it may be gone by now: then nothing is added
        still = select(SUBSCRIPTIONS.c.id).where(SUBSCRIPTIONS.c.id == row.id)
        if connection.execute(still).first() is not None:
            key = {"subscription": row.id, "table": row.table}
            connection.execute(insert(NOTICES).values(**key, **values))


def _not_before(row: Any) -> float:
    """Return the earliest time of the next message: one mail a day, per game or for all."""
    last = row.sent if row.is_daily else row.told
    return 0.0 if row.kind != MAIL or last is None else float(last) + A_DAY


def take_due(database: Database, is_here: IsHere) -> list[Delivery]:
    """Return the deliveries to send now: each is taken by one sender, and retried later.

    Outdated notifications are skipped. Raises StorageError.
    """
    now = database.now()
    due = (
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
                NOTICES.c.ends.is_not(None),
            )
        )
        .order_by(NOTICES.c.due)
        .limit(MOST_AT_ONCE)
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
) -> list[Delivery]:
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
    found = _turns(connection, number, tables, now) if is_wanted else []
    turns = {turn.table: (turn, tries) for turn, tries in found}
    _settle(connection, number, [one for one in tables if one not in turns], {"due": None})
    for turn, tries in turns.values():
        again = {"due": next_try(tries, now), "tries": tries + 1}
        _settle(connection, number, [turn.table], again)
    if is_gathered and turns:
        most = max(tries for _turn, tries in turns.values())
        return [Delivery(to, [turn for turn, _tries in turns.values()], most + 1)]
    return [Delivery(to, [turn], tries + 1) for turn, tries in turns.values()]


def _queued(connection: Connection, number: int) -> Sequence[str]:
    """Return the tables with queued notifications of a subscription."""
    own = (NOTICES.c.subscription == number, NOTICES.c.due.is_not(None))
    return connection.execute(select(NOTICES.c.table).where(*own)).scalars().all()


def _turns(
    connection: Connection, number: int, tables: Sequence[str], now: float
) -> list[tuple[WaitingTurn, int]]:
    """Return the queued turns still valid, with the attempts of each.

    Turns whose sender failed at every attempt are left out.
    """
    query = (
        select_turns(NOTICES.c.tries, NOTICES.c.ends)
        .join(SUBSCRIPTIONS, SUBSCRIPTIONS.c.account == SEATS.c.account)
        .join(NOTICES, _TOLD)
        .where(SUBSCRIPTIONS.c.id == number, NOTICES.c.table.in_(tables))
        .where(NOTICES.c.turn == SEATS.c.since, NOTICES.c.tries < MOST_TRIES)
    )
    return [
        (replace(turn_in(row), left=None if row.ends is None else row.ends - now), row.tries)
        for row in connection.execute(query).all()
        if row.ends is None or row.ends > now
    ]


def settle(database: Database, parcel: Delivery, how: str, *, is_final: bool) -> bool:
    """Store the result: empty if it was sent; `is_final` if it must not be retried.

    Return whether it will be retried. Raises StorageError.
    """
    now, number = database.now(), parcel.to.id
    tables = [turn.table for turn in parcel.turns]
    is_given_up = gives_up(parcel.tries, how, is_final=is_final)
    with database.writing() as connection:
        if not how:
            _settle(connection, number, tables, {"sent": now})
        for turn in parcel.turns if is_given_up or not how else ():
            is_same = NOTICES.c.turn == turn.since  # a newer turn may have begun meanwhile
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
    """Update the queued notifications of a subscription about these tables."""
    own = (NOTICES.c.subscription == number, NOTICES.c.table.in_(tables), *only)
    connection.execute(update(NOTICES).where(*own).values(values))


def take_rows(
    database: Database, due: Select[Any], take: Callable[[Connection, Any], _D | None]
) -> list[_D]:
    """Return what one sender takes of the rows due now; nothing is written if there are none.

    Raises StorageError.
    """
    with database.reading() as connection:
        if connection.execute(due).first() is None:
            return []
    with database.writing() as connection:
        rows = connection.execute(due).all()
        return [one for row in rows if (one := take(connection, row)) is not None]


def next_try(tries: int, now: float) -> float:
    """Return when to try again after so many failed tries."""
    return now + RETRIES[min(tries, len(RETRIES) - 1)]


def settle_row(
    database: Database,
    number: int,
    tries: int,
    how: str,
    *,
    is_final: bool,
    done: Callable[[Connection, dict[str, Any]], None],
) -> bool:
    """Store the result of a delivery to a subscription: empty if sent, `is_final` if not retried.

    `done` sets values of its row in the queue, once nothing more is to be sent. Return whether it
    will be retried. Raises StorageError.
    """
    now = database.now()
    is_given_up = gives_up(tries, how, is_final=is_final)
    with database.writing() as connection:
        if is_given_up or not how:
            done(connection, {"due": None} if how else {"due": None, "sent": now})
        note_outcome(connection, number, now, how, is_given_up=is_given_up)
    return how != "" and not is_given_up
