"""Storage of passkeys."""

from __future__ import annotations

from base64 import b64encode
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from sqlalchemy import Connection, delete, func, insert, or_, select, update

from nim_tui.server.accounts.keys import MOST_KEYS, CannotUseKey, add_key
from nim_tui.server.moderation.bans import KEY, keeps_out
from nim_tui.server.nodes.messages import KEY_GONE, SessionsEnded, notify
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.schema import KEYS, PASSKEY_BROWSERS, PASSKEY_CHALLENGES, PASSKEYS
from rules.messages import N_

KIND: Final = "PASSKEY"
"""The prefix of passkey fingerprints, like SHA256 in SSH's."""
MOST_PASSKEYS: Final = 5
"""The most passkeys of one account, among all its keys."""
CHALLENGE_LIFE: Final = 120.0
"""The lifetime of a challenge, in seconds."""
MOST_CHALLENGES: Final = 2_000
"""The most challenges stored, of all visitors."""


@dataclass(frozen=True, slots=True)
class PasskeyChallenge:
    """A challenge to sign: to add a passkey to an account, or to sign in."""

    text: str
    account: int | None
    handle: str = ""
    """The user handle under which the new passkey stores the account."""


@dataclass(frozen=True, slots=True)
class NewPasskey:
    """A passkey that a device has just made; texts are base64url."""

    credential: bytes
    credential_text: str
    public_key: str
    counter: int
    handle: str
    transports: str


@dataclass(frozen=True, slots=True)
class Passkey:
    """A passkey that opens an account."""

    fingerprint: str
    account: int
    credential: str
    public_key: str
    counter: int
    handle: str
    transports: str


def passkey_fingerprint(credential: bytes) -> str:
    """Return the fingerprint that identifies a passkey."""
    digest = b64encode(sha256(credential).digest()).decode("ascii").rstrip("=")
    return f"{KIND}:{digest}"


def keep_challenge(database: Database, visit: str, challenge: PasskeyChallenge) -> None:
    """Store a visitor's challenge, in place of any earlier one. Raises CannotUseKey."""
    sheet, now = PASSKEY_CHALLENGES, database.now()
    late = or_(sheet.c.made <= now - CHALLENGE_LIFE, sheet.c.made > now, sheet.c.visit == visit)
    with database.writing() as connection:
        connection.execute(delete(sheet).where(late))
        kept = connection.execute(select(func.count()).select_from(sheet)).scalar_one()
        if kept >= MOST_CHALLENGES:
            raise CannotUseKey(N_("too many passkey sign-ins at the moment: try again in a minute"))
        connection.execute(
            insert(sheet).values(
                visit=visit, challenge=challenge.text, account=challenge.account,
                handle=challenge.handle, made=now,
            )
        )  # fmt: skip


def take_challenge(database: Database, visit: str) -> PasskeyChallenge | None:
    """Return and delete a visitor's challenge; None if there is none, or it is too old."""
    sheet = PASSKEY_CHALLENGES
    taken = delete(sheet).where(sheet.c.visit == visit)
    told = (sheet.c.challenge, sheet.c.account, sheet.c.handle, sheet.c.made)
    with database.writing() as connection:
        row = connection.execute(taken.returning(*told)).first()
    if row is None or not 0 <= database.now() - row.made <= CHALLENGE_LIFE:
        return None
    return PasskeyChallenge(row.challenge, row.account, row.handle)


_SHOWN: Final = (
    KEYS.c.fingerprint, KEYS.c.account, PASSKEYS.c.credential, PASSKEYS.c.public_key,
    PASSKEYS.c.counter, PASSKEYS.c.handle, PASSKEYS.c.transports,
)  # fmt: skip


def passkeys_of(database: Database, account: int) -> list[Passkey]:
    """Return the passkeys of an account, oldest first."""
    query = select(*_SHOWN).join(PASSKEYS, PASSKEYS.c.fingerprint == KEYS.c.fingerprint)
    order = (KEYS.c.added, KEYS.c.fingerprint)
    with database.reading() as connection:
        rows = connection.execute(query.where(KEYS.c.account == account).order_by(*order))
        return [Passkey(*row) for row in rows]


def passkey_with(database: Database, fingerprint: str) -> Passkey | None:
    """Return the passkey of a fingerprint; None if it opens no account."""
    query = select(*_SHOWN).join(PASSKEYS, PASSKEYS.c.fingerprint == KEYS.c.fingerprint)
    with database.reading() as connection:
        row = connection.execute(query.where(KEYS.c.fingerprint == fingerprint)).first()
    return None if row is None else Passkey(*row)


def add_passkey(database: Database, account: int, made: NewPasskey) -> str:
    """Add a passkey to an account; return its fingerprint. Raises CannotUseKey."""
    fingerprint, now = passkey_fingerprint(made.credential), database.now()
    with database.writing() as connection:
        if keeps_out(connection, account, now):
            raise CannotUseKey(N_("the keys of this account are banned"))
        own = select(func.count()).select_from(PASSKEYS)
        own = own.join(KEYS, KEYS.c.fingerprint == PASSKEYS.c.fingerprint)
        held = connection.execute(own.where(KEYS.c.account == account)).scalar_one()
        if held >= MOST_PASSKEYS:
            raise CannotUseKey(
                N_("an account can have at most {most} passkeys"), most=MOST_PASSKEYS
            )
        add_key(connection, account, fingerprint, now)
        connection.execute(
            insert(PASSKEYS).values(
                fingerprint=fingerprint, credential=made.credential_text,
                public_key=made.public_key, counter=made.counter, handle=made.handle,
                transports=made.transports,
            )
        )  # fmt: skip
    return fingerprint


def enter_by_passkey(
    database: Database, shown: Passkey, counter: int, browser: str | None
) -> str | None:
    """Sign a browser in by passkey; from then on the browser's key opens the account.

    `counter` counts the device's signatures; `browser` is None if its key does already. If the
    account has too many keys, the oldest browser added by passkey is removed, and its fingerprint
    returned. Raises CannotUseKey.
    """
    now, gone = database.now(), None
    with database.writing() as connection:
        if keeps_out(connection, shown.account, now):
            raise CannotUseKey(N_("the keys of this account are banned"))
        _count(connection, shown, counter, now)
        if browser is not None:
            gone = _make_room(connection, shown.account)
            add_key(connection, shown.account, browser, now)
            connection.execute(insert(PASSKEY_BROWSERS).values(fingerprint=browser))
        if gone is not None:
            notify(database, connection, SessionsEnded(KEY, [gone], KEY_GONE))
    return gone


def _count(connection: Connection, shown: Passkey, counter: int, now: float) -> None:
    """Store the use of a passkey. Raises CannotUseKey if it was removed or used meanwhile."""
    own = select(KEYS.c.fingerprint).where(
        KEYS.c.fingerprint == shown.fingerprint, KEYS.c.account == shown.account
    )
    kept = update(PASSKEYS).where(
        PASSKEYS.c.fingerprint.in_(own), PASSKEYS.c.counter == shown.counter
    )
    if connection.execute(kept.values(counter=counter, used=now)).rowcount == 0:
        raise CannotUseKey(N_("this passkey belongs to no account here"))


def _make_room(connection: Connection, account: int) -> str | None:
    count = select(func.count()).select_from(KEYS).where(KEYS.c.account == account)
    if connection.execute(count).scalar_one() < MOST_KEYS:
        return None
    oldest = (
        select(KEYS.c.fingerprint)
        .join(PASSKEY_BROWSERS, PASSKEY_BROWSERS.c.fingerprint == KEYS.c.fingerprint)
        .where(KEYS.c.account == account)
        .order_by(KEYS.c.added, KEYS.c.fingerprint)
        .limit(1)
    )
    gone = connection.execute(oldest).scalar()
    connection.execute(delete(KEYS).where(KEYS.c.fingerprint == gone))
    return None if gone is None else str(gone)
