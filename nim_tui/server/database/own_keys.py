"""The keys of an account as their holder knows them: listed, named; and all of them replaced."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sqlalchemy import delete, select, update

from nim_tui.server.database.bans import KEY
from nim_tui.server.database.connection import Database
from nim_tui.server.database.keys import KeyTrouble, add_key
from nim_tui.server.database.passkey_schema import PASSKEYS
from nim_tui.server.database.post_rows import post
from nim_tui.server.database.posts import KEY_GONE, SessionsEnded
from nim_tui.server.database.schema import CODES, KEYS
from nim_tui.server.untrusted_text import plain_line
from rules.messages import N_

LONGEST_NAME: Final = 30
"""Cells of what somebody calls a key."""
_MOST_SIGNS: Final = 40
"""Code points of it, as the column has room for."""


@dataclass(frozen=True, slots=True)
class KeptKey:
    """A key that opens an account: what its holder calls it, and since when (s since 1970)."""

    fingerprint: str
    name: str
    added: float
    used: float | None = None
    """When it was shown last, where that is known: of passkeys that were."""


def kept_keys(database: Database, account: int) -> list[KeptKey]:
    """The keys of an account, the oldest first."""
    query = select(KEYS.c.fingerprint, KEYS.c.name, KEYS.c.added, PASSKEYS.c.used)
    query = query.outerjoin(PASSKEYS, PASSKEYS.c.fingerprint == KEYS.c.fingerprint)
    order = (KEYS.c.added, KEYS.c.fingerprint)
    with database.reading() as connection:
        rows = connection.execute(query.where(KEYS.c.account == account).order_by(*order))
        return [KeptKey(*row) for row in rows]


def name_key(database: Database, account: int, fingerprint: str, name: str) -> None:
    """Call a key of one's own something, or (blank) nothing. Raises KeyTrouble, UnsuitableText."""
    called = plain_line(name, LONGEST_NAME, _MOST_SIGNS) if name.strip() else ""
    own = (KEYS.c.account == account, KEYS.c.fingerprint == fingerprint)
    with database.writing() as connection:
        if connection.execute(update(KEYS).where(*own).values(name=called)).rowcount == 0:
            raise KeyTrouble(N_("this key does not belong to the account"))


def recover(
    database: Database, account: int, fingerprint: str, *, keeps_others: bool = False
) -> list[str]:
    """Let a new key open an account, and unless `keeps_others` no other any more.

    Its code is void. Returns the fingerprints that were taken away. Raises KeyTrouble.
    """
    with database.writing() as connection:
        query = select(KEYS.c.fingerprint).where(KEYS.c.account == account)
        held = set(connection.execute(query).scalars())
        lost = set() if keeps_others else held - {fingerprint}
        connection.execute(delete(KEYS).where(KEYS.c.fingerprint.in_(lost)))
        connection.execute(delete(CODES).where(CODES.c.account == account))
        if fingerprint not in held:
            add_key(connection, account, fingerprint, database.now())
        if lost:
            post(database, connection, SessionsEnded(KEY, sorted(lost), KEY_GONE))
    return sorted(lost)
