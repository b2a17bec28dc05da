"""The queue of notifications about challenges of ladders."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from math import ceil
from typing import Any, Final

from sqlalchemy import (
    Connection,
    and_,
    func,
    insert,
    select,
    update,
)

from nim_tui.server.contests.ladder import OPEN
from nim_tui.server.moderation.bans import keeps_out
from nim_tui.server.notifications.queue import (
    A_DAY,
    IS_ON,
    MOST_AT_ONCE,
    MOST_TRIES,
    IsHere,
    next_try,
    settle_row,
    take_rows,
)
from nim_tui.server.notifications.subscriptions import COLUMNS, Subscription, subscription_in
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.schema import (
    ACCOUNTS,
    CHALLENGE_NOTICES,
    LADDER_CHALLENGES,
    MAIL,
    SUBSCRIPTIONS,
)

_C: Final = LADDER_CHALLENGES.c


_N: Final = CHALLENGE_NOTICES.c


@dataclass(frozen=True, slots=True)
class ChallengeNotice:
    """A challenge waiting for a person: public facts, with no typed text."""

    number: int
    game: str
    made: float
    """When it was made, in seconds since 1970."""
    days: int
    """The days left to accept, rounded up."""


@dataclass(frozen=True, slots=True)
class ChallengeDelivery:
    """The notification of one challenge to one subscription."""

    to: Subscription
    challenge: ChallengeNotice
    tries: int
    """The number of attempts, this one included."""


def note_challenges(database: Database, is_here: IsHere, wait: float) -> int:
    """Queue challenges to absent people made `wait` seconds ago or more; return the number.

    Raises StorageError.
    """
    now = database.now()
    told = and_(_N.subscription == SUBSCRIPTIONS.c.id, _N.challenge == _C.id)
    query = (
        select(
            SUBSCRIPTIONS.c.id, SUBSCRIPTIONS.c.account, SUBSCRIPTIONS.c.kind,
            SUBSCRIPTIONS.c.is_daily, SUBSCRIPTIONS.c.sent, _C.id.label("challenge"), _C.game,
        )
        .join(LADDER_CHALLENGES, _C.challenged == SUBSCRIPTIONS.c.account)
        .join(ACCOUNTS, ACCOUNTS.c.id == SUBSCRIPTIONS.c.account)
        .outerjoin(CHALLENGE_NOTICES, told)
        .where(IS_ON, _C.state == OPEN, _C.made <= now - wait, _C.ends > now)
        .where(ACCOUNTS.c.last_seen < _C.made, _N.subscription.is_(None))
        .order_by(_C.made, _C.id, SUBSCRIPTIONS.c.id)
    )  # fmt: skip
    with database.reading() as connection:
        away = (row for row in connection.execute(query) if not is_here(row.account))
        if next(away, None) is None:
            return 0
    with database.writing() as connection:  # checked again, as another server may have been first
        away = (row for row in connection.execute(query).all() if not is_here(row.account))
        new = list(islice(away, MOST_AT_ONCE))
        for row in new:
            key = {"subscription": row.id, "challenge": row.challenge}
            due = max(now, _challenge_not_before(connection, row))
            connection.execute(insert(CHALLENGE_NOTICES).values(**key, due=due, tries=0))
    return len(new)


def _challenge_not_before(connection: Connection, row: Any) -> float:
    """Return the earliest time of the next message: one mail a day, per game or for all."""
    if row.kind != MAIL:
        return 0.0
    last = row.sent
    if not row.is_daily:
        of_game = (_N.subscription == row.id, _C.game == row.game)
        query = select(func.max(_N.sent)).join(LADDER_CHALLENGES, _C.id == _N.challenge)
        last = connection.execute(query.where(*of_game)).scalar()
    return 0.0 if last is None else float(last) + A_DAY


def take_challenges(database: Database, is_here: IsHere) -> list[ChallengeDelivery]:
    """Return the deliveries to send now: each is taken by one sender, and retried later.

    Outdated notifications are skipped. Raises StorageError.
    """
    now = database.now()
    due = (
        select(_N.subscription, _N.challenge, _N.tries, *COLUMNS, SUBSCRIPTIONS.c.sent)
        .add_columns(_C.game, _C.made, _C.ends, _C.state)
        .join(SUBSCRIPTIONS, SUBSCRIPTIONS.c.id == _N.subscription)
        .join(LADDER_CHALLENGES, _C.id == _N.challenge)
        .where(_N.due <= now)
        .order_by(_N.due, _N.subscription, _N.challenge)
        .limit(MOST_AT_ONCE)
    )
    return take_rows(
        database, due, lambda connection, row: _challenge_taken(connection, row, now, is_here)
    )


def _challenge_taken(
    connection: Connection, row: Any, now: float, is_here: IsHere
) -> ChallengeDelivery | None:
    to = subscription_in(row)
    if row.kind == MAIL and row.is_daily and row.sent is not None and row.sent + A_DAY > now:
        _set(connection, row.subscription, row.challenge, {"due": row.sent + A_DAY})
        return None
    is_open = row.state == OPEN and row.ends > now and row.tries < MOST_TRIES
    is_away = not is_here(to.account) and not keeps_out(connection, to.account, now)
    if not (to.is_on and is_open and is_away):
        _set(connection, row.subscription, row.challenge, {"due": None})
        return None
    again = {"due": next_try(row.tries, now), "tries": row.tries + 1}
    _set(connection, row.subscription, row.challenge, again)
    left = ceil((row.ends - now) / A_DAY)
    return ChallengeDelivery(
        to, ChallengeNotice(row.challenge, row.game, row.made, left), row.tries + 1
    )


def settle_challenge(
    database: Database, parcel: ChallengeDelivery, how: str, *, is_final: bool
) -> bool:
    """Store the result: empty if it was sent; `is_final` if it must not be retried.

    Return whether it will be retried. Raises StorageError.
    """
    number = parcel.to.id
    return settle_row(
        database, number, parcel.tries, how, is_final=is_final,
        done=lambda connection, news: _set(connection, number, parcel.challenge.number, news),
    )  # fmt: skip


def _set(connection: Connection, subscription: int, challenge: int, values: dict[str, Any]) -> None:
    own = (_N.subscription == subscription, _N.challenge == challenge)
    connection.execute(update(CHALLENGE_NOTICES).where(*own).values(values))


def challenges_of(database: Database, account: int) -> list[ChallengeNotice]:
    """Return the open challenges to an account, oldest first. Raises StorageError."""
    now = database.now()
    query = select(_C.id, _C.game, _C.made, _C.ends).where(
        _C.challenged == account, _C.state == OPEN, _C.ends > now
    )
    with database.reading() as connection:
        return [
            ChallengeNotice(row.id, row.game, row.made, ceil((row.ends - now) / A_DAY))
            for row in connection.execute(query.order_by(_C.made, _C.id))
        ]
