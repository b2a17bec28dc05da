"""Alerts to the staff: a report, a disk nearly full, a lost server.

Moderators are told of reports, admins of everything; in the lobby if they are online, otherwise by
the notifications that they have subscribed to.
"""

from __future__ import annotations

import logging
import shutil
from collections.abc import Callable, Collection
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, delete, func, insert, or_, select, update

from nim_tui.server.lobby.updates import Messenger
from nim_tui.server.moderation.bans import keeps_out
from nim_tui.server.notifications.queue import (
    IS_ON,
    MOST_AT_ONCE,
    MOST_TRIES,
    next_try,
    settle_row,
    take_rows,
)
from nim_tui.server.notifications.subscriptions import COLUMNS, Subscription, subscription_in
from nim_tui.server.storage.database import Database, StorageError
from nim_tui.server.storage.schema import (
    ACCOUNTS,
    ADMIN,
    ALERT_NOTICES,
    ALERTS,
    KEYS,
    MODERATOR,
    REPORTS,
    SUBSCRIPTIONS,
)
from rules.messages import N_

_MEGABYTE: Final = 1_000_000
_AGAIN: Final = 1.2
"""The multiple of the threshold above which the disk counts as free again."""

logger = logging.getLogger(__name__)


class StaffNews:
    """The alerts to the staff: stored, and told to those who are online."""

    def __init__(self, database: Database, telling: Messenger) -> None:
        self._database = database
        self._telling = telling
        self.admin_keys: frozenset[str] = frozenset()
        """The keys that make admins of their holders."""

    async def report_made(self, number: int, about: int) -> int:
        """Tell moderators of a report; return how many people are told. Raises StorageError."""
        return len(await self._tell(REPORT, str(number), about))

    async def node_lost(self, name: str) -> None:
        """Tell admins that a server is lost. Raises StorageError."""
        await self._tell(NODE, name)

    async def disk_nearly_full(self, megabytes: int) -> None:
        """Tell admins that the disk is nearly full, even if nothing can be stored any more."""
        try:
            await self._tell(DISK, str(megabytes))
        except StorageError:
            found = await self._database.look(told_of, DISK, self.admin_keys)
            self._telling.tell_people(found, TEXTS[DISK], {"subject": megabytes})

    async def _tell(self, kind: str, subject: str, about: int | None = None) -> Collection[int]:
        people = await self._database.ask(alert, kind, subject, self.admin_keys, about)
        self._telling.tell_people(people, TEXTS[kind], {"subject": subject})
        return people


class DiskWatch:
    """The free space of a folder, told once each time it falls below a threshold."""

    def __init__(
        self,
        news: StaffNews,
        folder: Path,
        megabytes: int,
        free: Callable[[Path], int] = lambda folder: shutil.disk_usage(folder).free,
    ) -> None:
        """`megabytes` is the threshold, 0 for none; `free` returns the free bytes of a folder."""
        self._news = news
        self._folder = folder
        self._least = megabytes * _MEGABYTE
        self._free = free
        self._is_told = False

    async def look(self) -> None:
        """Tell admins if the disk is nearly full. Raises StorageError."""
        try:
            free = self._free(self._folder)
        except OSError as trouble:
            logger.warning("the disk cannot be looked at: %s", trouble)
            return
        if free >= self._least * _AGAIN:
            self._is_told = False
        elif free < self._least and not self._is_told:
            self._is_told = True
            logger.warning("the disk is nearly full: %d MB are free", free // _MEGABYTE)
            await self._news.disk_nearly_full(free // _MEGABYTE)


REPORT, DISK, NODE = "report", "disk", "node"
"""The kinds of alerts."""

TEXTS: Final = {
    REPORT: N_("Report {subject} is waiting: see Reports in the lobby."),
    DISK: N_("The disk of the server is nearly full: {subject} MB are free."),
    NODE: N_("The server {subject} is lost: it no longer answers."),
}
"""The sentences about alerts, by kind."""

LIFE: Final = 86_400.0
"""Seconds after which nobody is notified of an alert any more."""

KEPT: Final = 30 * 86_400.0
"""Seconds after which an alert is deleted."""

_A: Final = ALERTS.c
_N: Final = ALERT_NOTICES.c


@dataclass(frozen=True, slots=True)
class Alert:
    """An alert: its kind, and the number or name of its subject."""

    id: int
    kind: str
    subject: str
    time: float


@dataclass(frozen=True, slots=True)
class AlertDelivery:
    """The notification of one alert to one subscription."""

    to: Subscription
    alert: Alert
    tries: int
    """The number of attempts, this one included."""


def recipients(
    connection: Connection, kind: str, about: int | None, admin_keys: Collection[str]
) -> list[int]:
    """Return the accounts to be told of an alert: staff, but not whom a report is about."""
    roles = (MODERATOR, ADMIN) if kind == REPORT else (ADMIN,)
    keyed = select(KEYS.c.account).where(KEYS.c.fingerprint.in_(admin_keys))
    query = select(ACCOUNTS.c.id).where(or_(ACCOUNTS.c.role.in_(roles), ACCOUNTS.c.id.in_(keyed)))
    found = connection.execute(query.order_by(ACCOUNTS.c.id)).scalars()
    return [one for one in found if one != about]


def alert(
    database: Database,
    kind: str,
    subject: str,
    admin_keys: Collection[str] = (),
    about: int | None = None,
) -> list[int]:
    """Store an alert; return the accounts to be told of it. Raises StorageError."""
    now = database.now()
    row = {"kind": kind, "subject": subject[:100], "about": about, "time": now}
    with database.writing() as connection:
        connection.execute(insert(ALERTS).values(row))
        return recipients(connection, kind, about, admin_keys)


def told_of(database: Database, kind: str, admin_keys: Collection[str] = ()) -> list[int]:
    """Return the accounts to be told of an alert that cannot be stored. Raises StorageError."""
    with database.reading() as connection:
        return recipients(connection, kind, None, admin_keys)


def open_reports(database: Database, account: int) -> int:
    """Return the number of open reports, without those about an account. Raises StorageError."""
    others = or_(REPORTS.c.about.is_(None), REPORTS.c.about != account)
    query = select(func.count()).select_from(REPORTS).where(REPORTS.c.closed.is_(None), others)
    with database.reading() as connection:
        return connection.execute(query).scalar_one()


# Notifications


def note_alerts(
    database: Database, is_here: Callable[[int], bool], admin_keys: Collection[str] = ()
) -> int:
    """Queue new alerts for staff who are away; return their number. Raises StorageError."""
    now = database.now()
    new = select(ALERTS).where(_A.time > now - LIFE, _A.is_queued.is_(False)).limit(MOST_AT_ONCE)
    with database.reading() as connection:
        if connection.execute(new).first() is None:
            return 0
    count = 0
    with database.writing() as connection:
        connection.execute(delete(ALERTS).where(_A.time < now - KEPT))
        for row in connection.execute(new.order_by(_A.id)).all():
            people = recipients(connection, row.kind, row.about, admin_keys)
            away = [one for one in people if not is_here(one)]
            count += _queue(connection, row.id, away, now)
            connection.execute(update(ALERTS).where(_A.id == row.id).values(is_queued=True))
    return count


def _queue(connection: Connection, number: int, accounts: Collection[int], now: float) -> int:
    query = select(SUBSCRIPTIONS.c.id).where(IS_ON, SUBSCRIPTIONS.c.account.in_(accounts))
    found = list(islice(connection.execute(query).scalars(), MOST_AT_ONCE))
    for subscription in found:
        key = {"subscription": subscription, "alert": number}
        connection.execute(insert(ALERT_NOTICES).values(**key, due=now, tries=0))
    return len(found)


def take_alerts(database: Database, is_here: Callable[[int], bool]) -> list[AlertDelivery]:
    """Return the deliveries to send now: each is taken by one sender, and retried later.

    Raises StorageError.
    """
    now = database.now()
    due = (
        select(_N.subscription, _N.tries, *COLUMNS)
        .add_columns(_A.id.label("alert"), _A.kind.label("what_kind"), _A.subject, _A.time)
        .join(SUBSCRIPTIONS, SUBSCRIPTIONS.c.id == _N.subscription)
        .join(ALERTS, _A.id == _N.alert)
        .where(_N.due <= now)
        .order_by(_N.due, _N.subscription, _N.alert)
        .limit(MOST_AT_ONCE)
    )
    return take_rows(database, due, lambda connection, row: _taken(connection, row, now, is_here))


def _taken(
    connection: Connection, row: Any, now: float, is_here: Callable[[int], bool]
) -> AlertDelivery | None:
    to = subscription_in(row)
    is_wanted = to.is_on and row.tries < MOST_TRIES and row.time > now - LIFE
    if not is_wanted or is_here(to.account) or keeps_out(connection, to.account, now):
        _set(connection, row.subscription, row.alert, {"due": None})
        return None
    again = next_try(row.tries, now)
    _set(connection, row.subscription, row.alert, {"due": again, "tries": row.tries + 1})
    return AlertDelivery(to, Alert(row.alert, row.what_kind, row.subject, row.time), row.tries + 1)


def settle_alert(database: Database, parcel: AlertDelivery, how: str, *, is_final: bool) -> bool:
    """Store the result: empty if it was sent; `is_final` if it must not be retried.

    Return whether it will be retried. Raises StorageError.
    """
    number = parcel.to.id
    return settle_row(
        database, number, parcel.tries, how, is_final=is_final,
        done=lambda connection, news: _set(connection, number, parcel.alert.id, news),
    )  # fmt: skip


def _set(connection: Connection, subscription: int, alert: int, values: dict[str, Any]) -> None:
    own = (_N.subscription == subscription, _N.alert == alert)
    connection.execute(update(ALERT_NOTICES).where(*own).values(values))
