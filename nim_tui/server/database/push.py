"""Browsers that are told of turns, and the key that vouches for it: as they are kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from nim_tui.server.database.connection import Database
from nim_tui.server.database.notice_schema import PUSH, SUBSCRIPTIONS
from nim_tui.server.database.push_schema import PUSH_BROWSERS, PUSH_KEY
from nim_tui.server.database.subscriptions import replace_subscription

_ONLY = 1


@dataclass(frozen=True, slots=True)
class BrowserKeys:
    """For whom a notice is encrypted, as a browser writes it: base64url without padding."""

    point: str
    auth: str


def push_key(database: Database, make: Callable[[], str]) -> str:
    """The key of this house; it is made once, and of several servers that do so one alone counts.

    Raises StorageTrouble.
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
    """Have notices shown by a browser, in place of any before; it is on at once.

    Its person has said so twice: to the page, and to the browser. Raises a Refusal.
    """
    with database.writing() as connection:
        what = (address, language, database.now())
        number = replace_subscription(connection, account, PUSH, what)
        own = SUBSCRIPTIONS.c.id == number
        connection.execute(update(SUBSCRIPTIONS).where(own).values(is_on=True))
        row = {"subscription": number, "point": keys.point, "auth": keys.auth}
        connection.execute(insert(PUSH_BROWSERS).values(row))


def browser_keys(database: Database, number: int) -> BrowserKeys | None:
    """For whom the notices of a subscription are encrypted. Raises StorageTrouble."""
    held = PUSH_BROWSERS.c
    with database.reading() as connection:
        query = select(held.point, held.auth).where(held.subscription == number)
        row = connection.execute(query).first()
    return None if row is None else BrowserKeys(row.point, row.auth)


def drop_subscription(database: Database, number: int) -> None:
    """Forget one that leads nowhere any more. Raises StorageTrouble."""
    with database.writing() as connection:
        connection.execute(delete(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.id == number))
