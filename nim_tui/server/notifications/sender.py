"""The sender of due notifications: of turns, of challenges, and reminders before time runs out.

Of several servers the leader sends. No action of a person waits for the sender. A reminder is a
second notification of a turn in its queue, sent, retried and dropped like the first.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec
from sqlalchemy import and_, or_, select

from nim_tui.names import printable
from nim_tui.server.identity import ServerIdentity
from nim_tui.server.moderation.staff_news import (
    TEXTS,
    AlertDelivery,
    note_alerts,
    settle_alert,
    take_alerts,
)
from nim_tui.server.notifications.challenge_queue import (
    ChallengeDelivery,
    note_challenges,
    settle_challenge,
    take_challenges,
)
from nim_tui.server.notifications.messages import (
    DeliveryFailed,
    Message,
    Notifier,
    ServerLinks,
    alert_message,
    challenge_message,
    in_language,
    turn_message,
)
from nim_tui.server.notifications.queue import (
    IS_ON,
    MOST_AT_ONCE,
    WAITS,
    Delivery,
    IsHere,
    note_turns,
    queue,
    settle,
    take_due,
)
from nim_tui.server.notifications.service import NotificationService
from nim_tui.server.notifications.subscriptions import drop_subscription
from nim_tui.server.settings.addresses import web_base
from nim_tui.server.settings.sections import NotificationConfig
from nim_tui.server.settings.settings import ServerSettings
from nim_tui.server.storage.database import Database, WriteRefused
from nim_tui.server.storage.schema import (
    MAIL,
    NOTICES,
    PUSH,
    SEATS,
    SUBSCRIPTIONS,
    TABLES,
    WEBHOOKS,
)
from nim_tui.server.tables.vacations import pauses_of
from nim_tui.tables.clock import ClockPlan, end_of
from rules.messages import N_, Refusal, why

if TYPE_CHECKING:
    from nim_tui.server.notifications.web_push import WebPushNotifier

LOOKS: Final = 15.0
"""Seconds between two checks."""
LAST_SECONDS: Final = 3.0
"""Seconds for deliveries in progress when the server stops."""
AT_ONCE: Final = 8
"""The most deliveries in progress."""
SENT, PUT_OFF, GIVEN_UP = "sent", "put_off", "given_up"
COUNTED: Final = (SENT, PUT_OFF, GIVEN_UP)
"""The counters; a delivery put off is tried again."""

AnyDelivery = Delivery | ChallengeDelivery | AlertDelivery

logger = logging.getLogger(__name__)


class NotificationSender:
    """The sender of due notifications, within its rate."""

    def __init__(
        self,
        database: Database,
        doors: Mapping[str, Notifier],
        links: ServerLinks,
        wait: float,
        counted: Counter[str] | None = None,
    ) -> None:
        """`doors` are the transports by kind; turns are sent after `wait` seconds.

        `counted` counts deliveries sent, put off and given up.
        """
        self._database = database
        self._doors = doors
        self._links = links
        self._wait = wait
        self._places = asyncio.Semaphore(AT_ONCE)
        self._is_idle = asyncio.Event()
        self._is_idle.set()
        self._task: asyncio.Task[None] | None = None
        self.reminder_hours = 0.0
        """The hours before the end of a turn at which its player is reminded; 0: never."""
        self.admin_keys: frozenset[str] = frozenset()
        """The keys whose holders are notified as admins."""
        self.counted: Final[Counter[str]] = Counter() if counted is None else counted

    def start(self, is_here: IsHere, leads: Callable[[], bool]) -> None:
        """Check from now on, as long as this server `leads`.

        `is_here` returns whether an account is online.
        """
        self._task = asyncio.get_running_loop().create_task(self._run(is_here, leads))

    async def close(self) -> None:
        """Stop checking; deliveries in progress may finish, the rest waits for the next start."""
        if self._task is not None:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._is_idle.wait(), LAST_SECONDS)
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        for door in set(self._doors.values()):
            await door.close()

    async def _run(self, is_here: IsHere, leads: Callable[[], bool]) -> None:
        while True:
            self._is_idle.clear()
            try:
                if leads():
                    await self.look(is_here)
            except Exception:  # whatever the error, others are notified at the next check
                logger.exception("notices were not looked after")
            finally:
                self._is_idle.set()
            await asyncio.sleep(LOOKS)

    async def look(self, is_here: IsHere) -> None:
        """Send everything due: challenges first, as they expire. Raises StorageError."""
        await self._database.ask(note_challenges, is_here, self._wait)
        challenges = await self._database.ask(take_challenges, is_here)
        await asyncio.gather(*map(self._send, challenges))
        await self._database.ask(note_turns, is_here, self._wait)
        if self.reminder_hours:
            await self._database.ask(note_reminders, is_here, self.reminder_hours)
        parcels = await self._database.ask(take_due, is_here)
        await asyncio.gather(*map(self._send, parcels))
        await self._database.ask(note_alerts, is_here, self.admin_keys)
        alerts = await self._database.ask(take_alerts, is_here)
        await asyncio.gather(*map(self._send, alerts))

    async def _send(self, parcel: AnyDelivery) -> None:
        """Send a delivery, and store the result."""
        to, how, is_final, is_gone = parcel.to, "", False, False
        async with self._places:
            try:
                await self._out(parcel)
            except DeliveryFailed as trouble:
                how, is_final, is_gone = trouble.how, trouble.is_final, trouble.is_gone
            except Exception:
                logger.exception("notice to subscription=%d failed", to.id)
                how, is_final = "fault", True
        try:
            again = await self._settle(parcel, how, is_final=is_final)
            if is_gone:
                await self._database.ask(drop_subscription, to.id)
        except WriteRefused:
            again = True  # already taken for some minutes, and due after them
        self.counted[SENT if not how else PUT_OFF if again else GIVEN_UP] += 1
        if how:
            logger.info(
                "notice subscription=%d kind=%s try=%d: %s", to.id, to.kind, parcel.tries, how
            )

    async def _settle(self, parcel: AnyDelivery, how: str, *, is_final: bool) -> bool:
        """Store the result; return whether it will be retried. Raises WriteRefused."""
        if isinstance(parcel, Delivery):
            return await self._database.ask(settle, parcel, how, is_final=is_final)
        if isinstance(parcel, AlertDelivery):
            return await self._database.ask(settle_alert, parcel, how, is_final=is_final)
        return await self._database.ask(settle_challenge, parcel, how, is_final=is_final)

    async def _out(self, parcel: AnyDelivery) -> None:
        """Send a delivery by its transport. Raises DeliveryFailed."""
        to = parcel.to
        door = self._doors.get(to.kind)
        if door is None:
            raise DeliveryFailed("no way", is_final=True)
        await door.send(to, in_language(to.language, lambda: self._message(parcel)))

    def _message(self, parcel: AnyDelivery) -> Message:
        if isinstance(parcel, Delivery):
            return turn_message(parcel.turns, parcel.to.stop, self._links)
        if isinstance(parcel, AlertDelivery):
            told = parcel.alert
            return alert_message(TEXTS[told.kind], told.subject, parcel.to.stop, self._links)
        return challenge_message(parcel.challenge, parcel.to.stop, self._links)


LONGEST_PASSWORD: Final = 1000


class NoPassword(Refusal):
    """The password for the mail server cannot be read; the message says why."""


@dataclass(frozen=True, slots=True)
class NotificationSetup:
    """The notification service for people, and the sender."""

    service: NotificationService
    sender: NotificationSender


def no_notices(database: Database) -> NotificationSetup:
    """Return a set-up that sends nothing."""
    return open_notices(ServerSettings(), database)


def open_notices(
    settings: ServerSettings, database: Database, *, shared: bool = False,
    identity: ServerIdentity | None = None,
) -> NotificationSetup:  # fmt: skip
    """Return the notifications of a server, with limits `shared` by several. Raises NoPassword."""
    chosen = settings.notices
    links = ServerLinks(web_base(settings.browsers))
    doors = _doors(chosen, identity or ServerIdentity(database))
    push = _push_door(chosen, database, links) if chosen.web_push and links.base else None
    if push is not None:
        doors[PUSH] = push
    key = None if push is None else push.key
    service = NotificationService(
        database, doors, links, loopback=chosen.notice_loopback, push_key=key, shared=shared
    )
    sender = NotificationSender(database, doors, links, chosen.notice_seconds, service.counted)
    sender.reminder_hours = chosen.reminder_hours
    return NotificationSetup(service, sender)


def _doors(chosen: NotificationConfig, identity: ServerIdentity) -> dict[str, Notifier]:
    doors: dict[str, Notifier] = {}
    if chosen.webhooks:
        from nim_tui.server.notifications.webhooks import WebhookNotifier  # noqa: PLC0415 - needs aiohttp

        doors |= dict.fromkeys(WEBHOOKS, WebhookNotifier(loopback=chosen.notice_loopback))
    if chosen.smtp_host:
        from nim_tui.server.notifications.mail import MailNotifier  # noqa: PLC0415 - needs aiosmtplib

        doors[MAIL] = MailNotifier(
            chosen, _password(chosen), known_as=lambda: (identity.name, identity.signature)
        )
    return doors


def _push_door(
    chosen: NotificationConfig, database: Database, links: ServerLinks
) -> WebPushNotifier:
    from nim_tui.server.notifications.web_push import WebPushNotifier  # noqa: PLC0415 - needs aiohttp, jwt

    contact = f"mailto:{chosen.mail_from}" if chosen.mail_from else links.base
    known = "" if contact.startswith("http:") else contact
    return WebPushNotifier(database, known, loopback=chosen.notice_loopback)


def _password(chosen: NotificationConfig) -> str:
    if not chosen.smtp_user:
        return ""
    path = Path(chosen.smtp_password)
    try:
        with path.open("r", encoding="utf-8") as file:
            found = file.read(LONGEST_PASSWORD).strip()
    except (OSError, UnicodeDecodeError) as error:
        told = why(error) if isinstance(error, OSError) else "UTF-8"
        shown = printable(str(path), 200)
        raise NoPassword(N_("{path}: {why}"), path=shown, why=told) from error
    if not found:
        raise NoPassword(N_("{path} contains no password"), path=printable(str(path), 200))
    return found


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
