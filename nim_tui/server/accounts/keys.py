"""SSH keys of an account, codes that add one, and files of keys of admins and members."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import asyncssh
from sqlalchemy import ColumnElement, Connection, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from nim_tui.server.moderation.bans import KEY, keeps_out
from nim_tui.server.nodes.messages import KEPT, KEY_GONE, AccountChanged, SessionsEnded, notify
from nim_tui.server.storage.database import Database, Sign, unsigned
from nim_tui.server.storage.schema import ACCOUNTS, BOT, CODES, KEYS, PASSKEYS
from nim_tui.server.untrusted_text import folded, plain_line
from rules.messages import N_, Refusal, why

MOST_KEYS: Final = 10
"""The most keys of one account."""

CODE_LIFE: Final = 600.0
"""The lifetime of a code, in seconds."""

CODE_SIGNS: Final = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""The characters of codes: none looks like another."""
_CODE_LENGTH: Final = 12
_FINGERPRINT: Final = re.compile(r"[A-Za-z0-9]{2,10}:[A-Za-z0-9+/=:_-]{16,80}")


class CannotUseKey(Refusal):
    """A key cannot be added or removed; the message says why."""


class WrongCode(Refusal):
    """A wrong or expired code; the message does not say which."""


def add_key(connection: Connection, account: int, fingerprint: str, now: float) -> None:
    """Let a key open an account, within a transaction. Raises CannotUseKey."""
    if not _FINGERPRINT.fullmatch(fingerprint):
        raise CannotUseKey(N_("not the fingerprint of a key"))
    query = select(func.count()).select_from(KEYS).where(KEYS.c.account == account)
    if connection.execute(query).scalar_one() >= MOST_KEYS:
        raise CannotUseKey(N_("an account can have at most {most} keys"), most=MOST_KEYS)
    try:
        connection.execute(insert(KEYS).values(fingerprint=fingerprint, account=account, added=now))
    except IntegrityError:
        raise CannotUseKey(N_("this key already belongs to an account")) from None


def keys_of(database: Database, account: int) -> list[tuple[str, float]]:
    """Return an account's fingerprints and when each was added (s since 1970), oldest first."""
    with database.reading() as connection:
        query = select(KEYS.c.fingerprint, KEYS.c.added).where(KEYS.c.account == account)
        rows = connection.execute(query.order_by(KEYS.c.added, KEYS.c.fingerprint))
        return [(fingerprint, added) for fingerprint, added in rows]


def remove_key(database: Database, account: int, fingerprint: str) -> None:
    """Remove a key from an account, which must keep one, and void its code. Raises CannotUseKey."""
    with database.writing() as connection:
        query = select(KEYS.c.fingerprint).where(KEYS.c.account == account).with_for_update()
        held = set(connection.execute(query).scalars())
        if fingerprint not in held:
            raise CannotUseKey(N_("this key does not belong to the account"))
        if len(held) == 1:
            raise CannotUseKey(N_("you cannot remove the last key of an account"))
        connection.execute(delete(KEYS).where(KEYS.c.fingerprint == fingerprint))
        connection.execute(delete(CODES).where(CODES.c.account == account))
        notify(database, connection, SessionsEnded(KEY, [fingerprint], KEY_GONE))


def new_code(database: Database, account: int) -> str:
    """Return a new link code for an account; it replaces any before.

    It is valid once, for CODE_LIFE seconds; only a digest is stored. Raises CannotUseKey if all
    keys of the account are banned.
    """
    code = drawn_code(_CODE_LENGTH)
    salt = secrets.token_hex(16)
    with database.writing() as connection:
        if keeps_out(connection, account, database.now()):
            raise CannotUseKey(N_("the keys of this account are banned"))
        connection.execute(delete(CODES).where(CODES.c.account == account))
        connection.execute(
            insert(CODES).values(
                account=account, salt=salt, digest=_digest(salt, code), made=database.now()
            )
        )
    return spaced(code)


def drawn_code(length: int) -> str:
    """Return a random code of so many signs."""
    return "".join(secrets.choice(CODE_SIGNS) for _ in range(length))


def typed_code(text: str) -> str:
    """Return a code as somebody typed it: in capitals, without blanks and signs of no code."""
    return "".join(sign for sign in text[:100].upper() if sign in CODE_SIGNS)


def spaced(code: str) -> str:
    """Return a code in groups of four, as shown."""
    return "-".join(code[n : n + 4] for n in range(0, len(code), 4))


def redeem(
    database: Database, name: str, code: str, fingerprint: str, *, guests: bool = True
) -> int:
    """Add a key to the account of that name by its code; return the account's number.

    A guest's account becomes a member's, unless `guests` forbids it: it stays when the guest
    leaves. Of concurrent attempts only one succeeds. A wrong code does not void the right one:
    attempts are limited by address. Raises WrongCode, CannotUseKey.
    """
    with database.writing() as connection:
        account = use_code(connection, name, code, database.now(), guests=guests)
        add_key(connection, account, fingerprint, database.now())
        member = update(ACCOUNTS).where(ACCOUNTS.c.id == account)
        connection.execute(member.values(is_guest=False, browser=None))
        notify(database, connection, AccountChanged(account, KEPT))
        return account


def use_code(
    connection: Connection,
    name: str,
    code: str,
    now: float,
    *,
    guests: bool = False,
    of_bot: bool = False,
) -> int:
    """Use the link code of an account up; return the account's number. Raises WrongCode.

    The account is a person's, or (`of_bot`) a bot's.
    """
    is_bot = ACCOUNTS.c.role == BOT
    kind = [is_bot if of_bot else ~is_bot, *([] if guests else [ACCOUNTS.c.is_guest.is_(False)])]
    account = _account_of(connection, name, code, now, kind)
    if account is None:
        raise WrongCode(N_("the name and link code do not match, or the code has expired"))
    connection.execute(delete(CODES).where(CODES.c.account == account))
    return account


def _account_of(
    connection: Connection,
    name: str,
    code: str,
    now: float,
    kind: Sequence[ColumnElement[bool]],
) -> int | None:
    """Return the account of a kind, a name and its link code; None if they do not match."""
    owner = select(ACCOUNTS.c.id).where(ACCOUNTS.c.folded == folded(name[:100]), *kind)
    query = select(CODES).where(CODES.c.account.in_(owner)).with_for_update()
    row = connection.execute(query).first()
    if row is None or not 0 <= now - row.made <= CODE_LIFE:
        return None
    right = hmac.compare_digest(_digest(row.salt, typed_code(code)), row.digest)
    return int(row.account) if right and not keeps_out(connection, row.account, now) else None


def _digest(salt: str, code: str) -> str:
    return hashlib.sha256(f"{salt} {code}".encode()).hexdigest()


LONGEST_NAME: Final = 30
"""The longest name of a key, in cells."""
_MOST_SIGNS: Final = 40
"""The most code points of that name, as the column has room for."""


@dataclass(frozen=True, slots=True)
class KeptKey:
    """A key that opens an account: the name its owner gave it, and its age (s since 1970)."""

    fingerprint: str
    name: str
    added: float
    used: float | None = None
    """The time of its last use; None if unknown: only passkeys record it."""


def kept_keys(database: Database, account: int) -> list[KeptKey]:
    """Return the keys of an account, oldest first."""
    query = select(KEYS.c.fingerprint, KEYS.c.name, KEYS.c.added, PASSKEYS.c.used)
    query = query.outerjoin(PASSKEYS, PASSKEYS.c.fingerprint == KEYS.c.fingerprint)
    order = (KEYS.c.added, KEYS.c.fingerprint)
    with database.reading() as connection:
        rows = connection.execute(query.where(KEYS.c.account == account).order_by(*order))
        return [KeptKey(*row) for row in rows]


def name_key(database: Database, account: int, fingerprint: str, name: str) -> None:
    """Name one's own key, or (blank) remove its name. Raises CannotUseKey, UnsuitableText."""
    called = plain_line(name, LONGEST_NAME, _MOST_SIGNS) if name.strip() else ""
    own = (KEYS.c.account == account, KEYS.c.fingerprint == fingerprint)
    with database.writing() as connection:
        if connection.execute(update(KEYS).where(*own).values(name=called)).rowcount == 0:
            raise CannotUseKey(N_("this key does not belong to the account"))


def recover(
    database: Database,
    account: int,
    fingerprint: str,
    *,
    keeps_others: bool = False,
    sign: Sign = unsigned,
) -> list[str]:
    """Let a new key open an account, and unless `keeps_others` remove all others.

    The code of the account becomes void. Returns the removed fingerprints. Raises CannotUseKey.
    """
    with database.writing() as connection:
        sign(connection)
        return replace_keys(database, connection, account, fingerprint, keeps_others=keeps_others)


def replace_keys(
    database: Database,
    connection: Connection,
    account: int,
    fingerprint: str,
    *,
    keeps_others: bool = False,
) -> list[str]:
    """Let a key open an account, within a transaction; see `recover`."""
    query = select(KEYS.c.fingerprint).where(KEYS.c.account == account)
    held = set(connection.execute(query).scalars())
    lost = set() if keeps_others else held - {fingerprint}
    connection.execute(delete(KEYS).where(KEYS.c.fingerprint.in_(lost)))
    connection.execute(delete(CODES).where(CODES.c.account == account))
    if fingerprint not in held:
        add_key(connection, account, fingerprint, database.now())
    if lost:
        notify(database, connection, SessionsEnded(KEY, sorted(lost), KEY_GONE))
    return sorted(lost)


MOST_BYTES: Final = 64 * 1024
"""The largest file of admin keys."""

MOST_ALLOWED_BYTES: Final = 4 * 1024 * 1024
"""The largest file of allowed keys."""


class UnusableKeys(Refusal):
    """A file with keys cannot be used; the message says why."""


def admin_keys_in(path: Path) -> frozenset[str]:
    """Return the fingerprints of the admins' keys.

    Raises UnusableKeys.
    """
    return _keys_in(path, MOST_BYTES)


def allowed_keys_in(path: Path) -> frozenset[str]:
    """Return the fingerprints of keys that may always sign in. Raises UnusableKeys."""
    return _keys_in(path, MOST_ALLOWED_BYTES)


def public_keys_in(path: Path) -> frozenset[str]:
    """Return the fingerprints of the public keys in a file. Raises UnusableKeys."""
    return _keys_in(path, MOST_BYTES)


def _keys_in(path: Path, most: int) -> frozenset[str]:
    """Return the public keys in a file, one per line as in OpenSSH's authorized_keys.

    Lines with options (`from="..."`) are refused: their restrictions would have no effect.
    """
    try:
        with path.open("rb") as file:
            data = file.read(most + 1)
    except OSError as error:
        raise UnusableKeys(N_("{path}: {why}"), path=str(path)[:200], why=why(error)) from error
    few = N_("{path} contains no public key, or too many")
    if len(data) > most:
        raise UnusableKeys(few, path=str(path)[:200])
    prints = set()
    for number, line in enumerate(data.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith(b"#"):
            continue
        try:
            prints.add(asyncssh.import_public_key(line.strip()).get_fingerprint("sha256"))
        except (asyncssh.KeyImportError, ValueError) as error:
            raise UnusableKeys(
                N_("line {number} of {path} is not a plain public key"),
                path=str(path)[:200],
                number=number,
            ) from error
    if not prints:
        raise UnusableKeys(few, path=str(path)[:200])
    return frozenset(prints)
