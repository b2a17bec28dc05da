"""Letting people in, even while the database takes nothing: then they may look on."""

from __future__ import annotations

from dataclasses import dataclass

from nim_tui.server.database.accounts import (
    Account,
    passing_guest,
    register,
    register_guest,
    seen,
)
from nim_tui.server.database.connection import Database, Unwritten


@dataclass(frozen=True, slots=True)
class Welcome:
    """Who comes in (None: somebody with a key who has no name yet)."""

    account: Account | None
    trouble: Unwritten | None = None
    """Why nothing of this session could be kept, if so."""


def welcome_back(database: Database, account: Account) -> Welcome:
    """Somebody who has an account."""
    try:
        seen(database, account.id)
    except Unwritten as trouble:
        return Welcome(account, trouble)
    return Welcome(account)


def welcome_guest(database: Database, visit: int) -> Welcome:
    """Somebody without a key."""
    try:
        return Welcome(register_guest(database))
    except Unwritten as trouble:
        return Welcome(passing_guest(database, visit), trouble)


def welcome_named(
    database: Database, name: str, fingerprint: str, visit: int, invitation: str | None = None
) -> Welcome:
    """Somebody with a key who chooses a name. Raises as `register`."""
    try:
        return Welcome(register(database, name, fingerprint, invitation=invitation))
    except Unwritten as trouble:
        return Welcome(passing_guest(database, visit), trouble)
