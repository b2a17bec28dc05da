"""Accounts, stored."""

from __future__ import annotations

import secrets
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import msgspec
from sqlalchemy import ColumnElement, Connection, and_, delete, insert, not_, or_, select, update
from sqlalchemy.exc import IntegrityError

from nim_tui.server.accounts.invitations import use_invitation
from nim_tui.server.accounts.keys import add_key
from nim_tui.server.accounts.names import account_name, bot_account_name
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.schema import (
    ACCOUNTS,
    BOT,
    KEYS,
    MEMBER,
    OPEN,
    OVER,
    SEATS,
    TABLES,
)
from nim_tui.server.untrusted_text import folded, skeleton
from rules.messages import N_, Refusal

MOST_SETTINGS: Final = 16 * 1024
"""The most bytes of one user's settings."""

_COLUMNS: Final = (
    ACCOUNTS.c.id,
    ACCOUNTS.c.name,
    ACCOUNTS.c.is_guest,
    ACCOUNTS.c.created,
    ACCOUNTS.c.last_seen,
    ACCOUNTS.c.role,
)


class NameTaken(Refusal):
    """The name, or one that looks like it, is taken."""


class NoSuchAccount(Refusal):
    """No account has this name, or the account is gone."""


def no_such_account(number: int) -> NoSuchAccount:
    """Return the refusal for a person whose account does not exist."""
    if number < 0:
        return NoSuchAccount(
            N_("your account could not be saved at sign-in: reconnect to take part")
        )
    return NoSuchAccount(N_("this account no longer exists"))


class TooMuch(Refusal):
    """The data to be stored is larger than allowed."""


@dataclass(frozen=True, slots=True)
class Account:
    """A person: number, name, whether a guest, and when first and last online (s since 1970)."""

    id: int
    name: str
    is_guest: bool
    created: float
    last_seen: float
    role: str = MEMBER

    @property
    def is_bot(self) -> bool:
        """Whether a program plays for this account."""
        return self.role == BOT

    @property
    def is_passing(self) -> bool:
        """Whether nothing is stored about this person, who may only watch."""
        return self.id < 0


def register(
    database: Database, name: str, fingerprint: str, *, invitation: str | None = None
) -> Account:
    """Register an account for a key, and use up an `invitation` if given.

    Checks the name. Raises UnsuitableSeat or UnsuitableName, NameTaken, CannotUseKey, WrongCode;
    the invitation is then unused.
    """
    with database.writing() as connection:
        if invitation is not None:
            use_invitation(connection, invitation, database.now())
        account = _insert(connection, account_name(name), database.now(), is_guest=False)
        add_key(connection, account.id, fingerprint, database.now())
    return account


def register_guest(database: Database, browser: str | None = None) -> Account:
    """Register an account without a key, until its holder leaves, by a name as `Guest 47382`.

    `browser` is the digest of a secret by which its holder may come back.
    """
    with database.writing() as connection:
        name = _guest_name(connection)
        return _insert(connection, name, database.now(), is_guest=True, browser=browser)


def guests_with_seats(database: Database) -> Sequence[tuple[str, Account]]:
    """Return the guests who have seats and can come back, by the digests of their browsers."""
    query = select(ACCOUNTS.c.browser, *_COLUMNS).where(_may_come_back())
    with database.reading() as connection:
        return [(row[0], Account(*row[1:])) for row in connection.execute(query)]


def guest_with_seats(database: Database, digest: str) -> Account | None:
    """Return the guest with seats whose browser has a secret of this digest."""
    query = select(*_COLUMNS).where(_may_come_back(), ACCOUNTS.c.browser == digest)
    with database.reading() as connection:
        row = connection.execute(query).first()
    return None if row is None else Account(*row)


def _may_come_back() -> ColumnElement[bool]:
    seats = select(SEATS.c.account).join(TABLES, TABLES.c.id == SEATS.c.table)
    seated = seats.where(TABLES.c.status != OVER, SEATS.c.account.is_not(None))
    return and_(ACCOUNTS.c.is_guest, ACCOUNTS.c.browser.is_not(None), ACCOUNTS.c.id.in_(seated))


def passing_guest(database: Database, number: int) -> Account:
    """Return a guest who cannot be stored now, identified by a number from 1."""
    with database.reading() as connection:
        name = _guest_name(connection)
    now = database.now()
    return Account(-number, name, is_guest=True, created=now, last_seen=now)


def _guest_name(connection: Connection) -> str:
    """Return a free guest name; nobody can register such a name."""
    while True:
        name = "Guest " + "".join(secrets.choice("23456789") for _ in range(5))
        if _found(connection, _is_like(name)) is None:
            return name


def add_bot(connection: Connection, name: str, now: float) -> Account:
    """Add the account of a bot, whose name begins with BOT, within a transaction.

    No other account can have such a name. Raises UnsuitableSeat, UnsuitableName or NameTaken.
    """
    account = _insert(connection, bot_account_name(name), now, is_guest=False)
    own = update(ACCOUNTS).where(ACCOUNTS.c.id == account.id)
    connection.execute(own.values(role=BOT))
    return replace(account, role=BOT)


def _insert(
    connection: Connection, name: str, now: float, *, is_guest: bool, browser: str | None = None
) -> Account:
    statement = insert(ACCOUNTS).values(
        name=name,
        skeleton=skeleton(name),
        folded=folded(name),
        is_guest=is_guest,
        created=now,
        last_seen=now,
        browser=browser,
    )
    try:
        number = connection.execute(statement.returning(ACCOUNTS.c.id)).scalar_one()
    except IntegrityError:
        raise NameTaken(
            N_("{name} is taken, or too similar to a taken name"), name=repr(name)
        ) from None
    return Account(number, name, is_guest, now, now)


def is_free(database: Database, name: str) -> bool:
    """Check whether a name could be registered. Raises UnsuitableSeat or UnsuitableName."""
    wanted = account_name(name)
    with database.reading() as connection:
        return _found(connection, _is_like(wanted)) is None


def account_with_key(database: Database, fingerprint: str) -> Account | None:
    """Return the account that an SSH key belongs to; None if there is none."""
    with database.reading() as connection:
        return _found(
            connection,
            ACCOUNTS.c.id.in_(select(KEYS.c.account).where(KEYS.c.fingerprint == fingerprint)),
        )


def account_named(database: Database, name: str) -> Account | None:
    """Return the account with this name, or with one that cannot be told from it."""
    with database.reading() as connection:
        called = who_is_called(connection, name)
        return called and _found(connection, ACCOUNTS.c.skeleton == called[1])


def account_meant(database: Database, name: str) -> Account:
    """Return the account of exactly this name, not a look-alike. Raises NoSuchAccount."""
    account = account_named(database, name)
    if account is None:
        raise NoSuchAccount(N_("no player is called {name}"), name=repr(name))
    if _plain(account.name) != _plain(name):
        raise NoSuchAccount(
            N_("no player is called {name}; did you mean {other}?"),
            name=repr(name),
            other=repr(account.name),
        )
    return account


def member_meant(database: Database, name: str) -> Account:
    """Return the account of `account_meant` if it is no guest's. Raises NoSuchAccount."""
    account = account_meant(database, name)
    if account.is_guest:
        raise NoSuchAccount(
            N_("{name} is a guest, without a key; kick ends the session"), name=repr(account.name)
        )
    return account


def _plain(name: str) -> str:
    return unicodedata.normalize("NFC", name).strip().casefold()


def account_numbered(database: Database, number: int) -> Account | None:
    """Return the account of a number; None if there is none."""
    with database.reading() as connection:
        return _found(connection, ACCOUNTS.c.id == number)


def who_is_called(connection: Connection, name: str) -> tuple[str, str] | None:
    """Return name and stored skeleton of the account with this name, or with a look-alike.

    Look-alikes from before digits were read as letters each mean their own account.
    """
    same = ACCOUNTS.c.folded == folded(name[:100])
    query = select(ACCOUNTS.c.name, ACCOUNTS.c.skeleton).where(_is_like(name))
    row = connection.execute(query.order_by(same.desc()).limit(1)).first()
    return None if row is None else (str(row.name), str(row.skeleton))


def _is_like(name: str) -> ColumnElement[bool]:
    return or_(ACCOUNTS.c.skeleton == skeleton(name[:100]), ACCOUNTS.c.folded == folded(name[:100]))


def _found(connection: Connection, condition: ColumnElement[bool]) -> Account | None:
    row = connection.execute(select(*_COLUMNS).where(condition).limit(1)).first()
    return None if row is None else Account(*row)


def seen(database: Database, number: int) -> None:
    """Store that the account is online now."""
    with database.writing() as connection:
        connection.execute(
            update(ACCOUNTS).where(ACCOUNTS.c.id == number).values(last_seen=database.now())
        )


def settings_of(database: Database, number: int) -> dict[str, Any]:
    """Return the settings of an account; empty if it is gone."""
    with database.reading() as connection:
        query = select(ACCOUNTS.c.settings).where(ACCOUNTS.c.id == number)
        text = connection.execute(query).scalar() or "{}"
    return msgspec.json.decode(text, type=dict[str, Any])


def keep_settings(database: Database, number: int, settings: object) -> None:
    """Store a user's settings: anything that msgspec writes as a JSON object.

    Raises TooMuch, NoSuchAccount.
    """
    data = msgspec.json.encode(settings)
    if len(data) > MOST_SETTINGS:
        raise TooMuch(N_("settings can have at most {most} bytes"), most=MOST_SETTINGS)
    with database.writing() as connection:
        statement = update(ACCOUNTS).where(ACCOUNTS.c.id == number)
        if connection.execute(statement.values(settings=data.decode())).rowcount == 0:
            raise no_such_account(number)


def forget_guest(database: Database, number: int) -> None:
    """Delete a guest account, with its seats and its open tables.

    Seats of running games keep the guest's name and stay taken; seats reserved for the guest become
    free; chat messages stay. Other accounts are not affected.
    """
    with database.writing() as connection:
        _forget(connection, ACCOUNTS.c.id == number)


def forget_guests(database: Database) -> int:
    """Delete guest accounts, as at a server start, but not of who can come back to a seat.

    Return the number of deleted accounts.
    """
    with database.writing() as connection:
        return _forget(connection, not_(_may_come_back()))


def forget_those_guests(connection: Connection, which: ColumnElement[bool]) -> int:
    """Delete some guest accounts; return their number."""
    return _forget(connection, which)


def _forget(connection: Connection, which: ColumnElement[bool]) -> int:
    meant = and_(which, ACCOUNTS.c.is_guest)
    give_up(connection, meant)
    return connection.execute(delete(ACCOUNTS).where(meant)).rowcount


def give_up(connection: Connection, which: ColumnElement[bool]) -> None:
    """Free these accounts' seats and invitations in games that have not begun.

    Tables they host for such games are closed.
    """
    people = select(ACCOUNTS.c.id).where(which)
    still_open = select(TABLES.c.id).where(TABLES.c.status == OPEN)
    freed = update(SEATS).where(SEATS.c.account.in_(people), SEATS.c.table.in_(still_open))
    connection.execute(freed.values(account=None, name="", sought="", joined=None))
    asked = select(ACCOUNTS.c.skeleton).where(which)
    kept = update(SEATS).where(SEATS.c.invited_skeleton.in_(asked), SEATS.c.table.in_(still_open))
    connection.execute(kept.values(invited=None, invited_skeleton=None))
    hosted = update(TABLES).where(TABLES.c.host.in_(people), TABLES.c.status == OPEN)
    connection.execute(hosted.values(status=OVER))
