"""Storage of notification subscriptions."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from nim_tui.server.accounts.keys import WrongCode, drawn_code, spaced, typed_code
from nim_tui.server.accounts.store import no_such_account
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.schema import (
    ACCOUNTS,
    ALERT_NOTICES,
    CHALLENGE_NOTICES,
    FEED,
    NOTICES,
    PUSH,
    PUSH_BROWSERS,
    PUSH_KEY,
    SUBSCRIPTIONS,
)
from rules.messages import N_, Refusal

CODE_LIFE: Final = 3600.0
"""The lifetime, in seconds, of a code that confirms an address."""
MOST_TRIES: Final = 5
"""Wrong codes by the account itself after which a code is void."""
_CODE_LENGTH: Final = 8
_OWN: Final = SUBSCRIPTIONS.c


class NoSubscription(Refusal):
    """The subscription does not exist or cannot be used; the message says why."""


@dataclass(frozen=True, slots=True)
class DeliveryResult:
    """A last attempt: what was sent, the result (a word, perhaps a number), time (s since 1970)."""

    what: str
    how: str
    when: float


@dataclass(frozen=True, slots=True)
class Subscription:
    """An address at which an account is notified."""

    id: int
    account: int
    kind: str
    address: str
    language: str
    is_on: bool
    is_daily: bool
    is_confirmed: bool
    added: float
    stop: str
    """The secret by which anyone can unsubscribe."""
    last: DeliveryResult | None


COLUMNS: Final = (
    _OWN.id, _OWN.account, _OWN.kind, _OWN.address, _OWN.language, _OWN.is_on, _OWN.is_daily,
    _OWN.added, _OWN.confirmed, _OWN.stop, _OWN.tried, _OWN.what, _OWN.how,
)  # fmt: skip


def subscription_in(row: Any) -> Subscription:
    """Return the subscription in a row with COLUMNS."""
    last = None if row.tried is None else DeliveryResult(row.what, row.how, row.tried)
    return Subscription(
        row.id, row.account, row.kind, row.address, row.language, row.is_on, row.is_daily,
        row.confirmed is not None, row.added, row.stop, last,
    )  # fmt: skip


def subscriptions(database: Database, account: int) -> list[Subscription]:
    """Return the subscriptions of an account."""
    with database.reading() as connection:
        rows = connection.execute(select(*COLUMNS).where(_OWN.account == account))
        return [subscription_in(row) for row in rows.all()]


def subscribe(database: Database, account: int, kind: str, address: str, language: str) -> None:
    """Store a checked address in place of any of its kind; it is off until turned on.

    Guests have no subscriptions. Raises a Refusal.
    """
    with database.writing() as connection:
        replace_subscription(connection, account, kind, (address, language, database.now()))


def subscribe_by_code(
    database: Database, account: int, kind: str, address: str, language: str
) -> str:
    """Store an address that is off until its code is typed; return the code. Raises a Refusal."""
    code = drawn_code(_CODE_LENGTH)
    now = database.now()
    with database.writing() as connection:
        number = replace_subscription(connection, account, kind, (address, language, now))
        held = update(SUBSCRIPTIONS).where(_OWN.id == number)
        connection.execute(
            held.values(confirmed=None, code=_digest(address, code), code_made=now, code_tries=0)
        )
    return spaced(code)


def replace_subscription(
    connection: Connection, account: int, kind: str, what: tuple[str, str, float]
) -> int:
    """Store an address with language and time, in place of any of its kind; return its number.

    Raises a Refusal.
    """
    is_guest = select(ACCOUNTS.c.is_guest).where(ACCOUNTS.c.id == account)
    found = connection.execute(is_guest).scalar()
    if found is None:
        raise no_such_account(account)
    if found:
        raise NoSubscription(
            N_(
                "guests get no notifications: sign in with an SSH key, or choose a name in your "
                "browser"
            )
        )
    address, language, now = what
    own = (_OWN.account == account, _OWN.kind == kind)
    connection.execute(delete(SUBSCRIPTIONS).where(*own))
    row = insert(SUBSCRIPTIONS).values(
        account=account, kind=kind, address=address, language=language, added=now, confirmed=now,
        stop=secrets.token_urlsafe(24),
    )  # fmt: skip
    return int(connection.execute(row.returning(_OWN.id)).scalar_one())


def confirm(database: Database, account: int, kind: str, code: str) -> None:
    """Confirm an address by its code, and turn it on. Raises WrongCode."""
    typed = typed_code(code)
    with database.writing() as connection:
        query = select(SUBSCRIPTIONS).where(_OWN.account == account, _OWN.kind == kind)
        row = connection.execute(query).first()
        if row is not None and row.code is not None and row.code_tries < MOST_TRIES:
            held = update(SUBSCRIPTIONS).where(_OWN.id == row.id)
            connection.execute(held.values(code_tries=row.code_tries + 1))
            is_new = 0 <= database.now() - row.code_made <= CODE_LIFE
            if is_new and hmac.compare_digest(_digest(row.address, typed), row.code):
                done = {"code": None, "confirmed": database.now(), "is_on": True}
                connection.execute(held.values(done))
                return
    # after the transaction, so that the failed try is stored
    raise WrongCode(N_("wrong or expired confirmation code: request another"))


def _digest(address: str, code: str) -> str:
    """Return the digest of a code, salted by its address: enough for five tries an hour."""
    return hashlib.sha256(f"notices {address} {code}".encode()).hexdigest()


def turn(database: Database, account: int, kind: str, *, is_on: bool) -> None:
    """Turn a subscription on or off. Raises NoSubscription."""
    values = {"is_on": is_on, "failures": 0}
    own = (_OWN.account == account, _OWN.kind == kind, _OWN.confirmed.is_not(None))
    with database.writing() as connection:
        if connection.execute(update(SUBSCRIPTIONS).where(*own).values(values)).rowcount == 0:
            raise NoSubscription(N_("no address yet, or not confirmed"))


def gather_daily(database: Database, account: int, kind: str, *, is_daily: bool) -> None:
    """Choose one mail a day for all games, or one per game. Raises NoSubscription."""
    own = (_OWN.account == account, _OWN.kind == kind)
    with database.writing() as connection:
        changed = update(SUBSCRIPTIONS).where(*own).values(is_daily=is_daily)
        if connection.execute(changed).rowcount == 0:
            raise NoSubscription(N_("no address yet, or not confirmed"))


def unsubscribe(database: Database, account: int, kind: str) -> None:
    """Remove an address."""
    with database.writing() as connection:
        own = (_OWN.account == account, _OWN.kind == kind)
        connection.execute(delete(SUBSCRIPTIONS).where(*own))


def stop(database: Database, token: str) -> bool:
    """Unsubscribe by a token, which stays valid; return whether it is."""
    with database.writing() as connection:
        off = update(SUBSCRIPTIONS).where(_OWN.stop == token[:64]).values(is_on=False)
        return connection.execute(off).rowcount > 0


# Feeds


def new_feed(database: Database, account: int, language: str) -> str:
    """Return a new secret for the feed of an account, in place of any before. Raises a Refusal."""
    secret = secrets.token_urlsafe(32)
    with database.writing() as connection:
        number = replace_subscription(connection, account, FEED, ("", language, database.now()))
        held = update(SUBSCRIPTIONS).where(_OWN.id == number)
        connection.execute(held.values(feed=_hidden(secret), is_on=True))
    return secret


def feed_of(database: Database, secret: str) -> Subscription | None:
    """Return the feed of a secret, while it is on."""
    with database.reading() as connection:
        query = select(*COLUMNS).where(_OWN.feed == _hidden(secret[:100]), _OWN.is_on)
        row = connection.execute(query).first()
    return None if row is None else subscription_in(row)


def _hidden(secret: str) -> str:
    """Return the stored digest of a secret; without a salt, as it has 256 random bits."""
    return hashlib.sha256(f"feed {secret}".encode()).hexdigest()


# Merged accounts


def move_subscriptions(connection: Connection, gone: int, into: int) -> None:
    """Move subscriptions to another account; its own of the same kind are kept."""
    have = set(connection.execute(select(_OWN.kind).where(_OWN.account == into)).scalars())
    lost = select(_OWN.id).where(_OWN.account == gone, _OWN.kind.in_(have))
    numbers = list(connection.execute(lost).scalars())
    for queued in (NOTICES, CHALLENGE_NOTICES, ALERT_NOTICES):
        connection.execute(delete(queued).where(queued.c.subscription.in_(numbers)))
    connection.execute(delete(SUBSCRIPTIONS).where(_OWN.id.in_(numbers)))
    connection.execute(update(SUBSCRIPTIONS).where(_OWN.account == gone).values(account=into))


_ONLY = 1


@dataclass(frozen=True, slots=True)
class BrowserKeys:
    """The keys for which a browser's notifications are encrypted, in base64url without padding."""

    point: str
    auth: str


def push_key(database: Database, make: Callable[[], str]) -> str:
    """Return the key of this cluster, made once; of concurrent servers only one makes it.

    Raises StorageError.
    """
    query = select(PUSH_KEY.c.pem).where(PUSH_KEY.c.id == _ONLY)
    with database.reading() as connection:
        kept = connection.execute(query).scalar()
    if kept is not None:
        return str(kept)
    row = insert(PUSH_KEY).values(id=_ONLY, pem=make(), made=database.now())
    with database.writing() as connection:
        try:
            with connection.begin_nested():
                connection.execute(row)
        except IntegrityError:
            pass  # another server made one meanwhile
        return str(connection.execute(query).scalar_one())


def subscribe_browser(
    database: Database, account: int, address: str, keys: BrowserKeys, language: str
) -> None:
    """Store a browser in place of an earlier one; it is on at once.

    The person has agreed twice: on the page, and in the browser. Raises a Refusal.
    """
    with database.writing() as connection:
        what = (address, language, database.now())
        number = replace_subscription(connection, account, PUSH, what)
        own = SUBSCRIPTIONS.c.id == number
        connection.execute(update(SUBSCRIPTIONS).where(own).values(is_on=True))
        row = {"subscription": number, "point": keys.point, "auth": keys.auth}
        connection.execute(insert(PUSH_BROWSERS).values(row))


def browser_keys(database: Database, number: int) -> BrowserKeys | None:
    """Return the keys of a browser subscription. Raises StorageError."""
    held = PUSH_BROWSERS.c
    with database.reading() as connection:
        query = select(held.point, held.auth).where(held.subscription == number)
        row = connection.execute(query).first()
    return None if row is None else BrowserKeys(row.point, row.auth)


def drop_subscription(database: Database, number: int) -> None:
    """Remove a subscription whose receiver is gone. Raises StorageError."""
    with database.writing() as connection:
        connection.execute(delete(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.id == number))
