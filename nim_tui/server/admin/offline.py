"""What whoever runs a server asks of its database, whether or not the server runs."""

from __future__ import annotations

import unicodedata
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from nim_tui.server.admin.protocol import Backup, Ban, Facts, ListBans, Stats, Unban
from nim_tui.server.database.accounts import NoSuchAccount, account_named
from nim_tui.server.database.backup import backup, figures
from nim_tui.server.database.connection import Database
from nim_tui.server.database.keys import ban, bans, keys_of, lift_ban
from nim_tui.server.untrusted_text import plain_line
from rules.messages import N_, Refusal

MOST_BANS: Final = 5_000
"""Keys of one list."""

LONGEST_REASON: Final = 200
"""Cells."""

NO_REASON: Final = "no reason was given"

OfBooks = ListBans | Ban | Unban | Backup | Stats
"""What the database alone can answer."""


class NotShutOut(Refusal):
    """Nobody was kept out by this."""


def from_books(database: Database, order: OfBooks) -> Facts:
    """Do what is asked. Raises a Refusal saying why it cannot be; then nothing was changed."""
    match order:
        case ListBans():
            return _banned(database)
        case Ban():
            return _ban(database, order)
        case Unban():
            return _unban(database, order)
        case Backup():
            path = Path(order.path)
            backup(database, path)
            return {"backup": str(path), "bytes": path.stat().st_size}
        case Stats():
            return {"database": asdict(figures(database))}


def _banned(database: Database) -> Facts:
    every = bans(database)
    listed = [
        {"key": key, "reason": reason, "since": clock(added)}
        for key, reason, added in every[:MOST_BANS]
    ]
    return {"bans": listed, "more": len(every) - len(listed)}


def _ban(database: Database, order: Ban) -> Facts:
    keys = _keys(database, order.whom)
    reason = plain_line(order.reason.strip() or NO_REASON, LONGEST_REASON)
    ban(database, keys, reason)
    return {"banned": keys, "reason": reason}


def _unban(database: Database, order: Unban) -> Facts:
    lifted = [key for key in _keys(database, order.whom) if lift_ban(database, key)]
    if not lifted:
        raise NotShutOut(N_("{whom} is not banned"), whom=repr(order.whom))
    return {"unbanned": lifted}


def _keys(database: Database, whom: str) -> list[str]:
    """The key meant, or all keys of the account of a name; a look-alike of it is not meant.

    Raises NoSuchAccount.
    """
    if ":" in whom:  # no name holds one, and every fingerprint does
        return [whom]
    account = account_named(database, whom)
    if account is None:
        raise NoSuchAccount(N_("nobody is called {name}"), name=repr(whom))
    if _plain(account.name) != _plain(whom):
        raise NoSuchAccount(
            N_("nobody is called {name}; did you mean {other}?"),
            name=repr(whom),
            other=repr(account.name),
        )
    keys = [key for key, _added in keys_of(database, account.id)]
    if not keys:
        raise NoSuchAccount(
            N_("{name} is a guest, without a key; kick ends the session"), name=repr(account.name)
        )
    return keys


def _plain(name: str) -> str:
    return unicodedata.normalize("NFC", name).strip().casefold()


def clock(seconds: float) -> str:
    """A time (seconds since 1970) as people and bots read it, in UTC."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
