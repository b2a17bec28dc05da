"""Letting people in, even while the database takes nothing: then they may look on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from nim_tui.server.database.accounts import (
    Account,
    account_numbered,
    account_with_key,
    passing_guest,
    register,
    register_guest,
    seen,
    settings_of,
)
from nim_tui.server.database.bans import is_shut_out
from nim_tui.server.database.connection import Database, Unwritten


@dataclass(frozen=True, slots=True)
class Welcome:
    """Who comes in (None: somebody with a key who has no name yet)."""

    account: Account | None
    trouble: Unwritten | None = None
    """Why nothing of this session could be kept, if so."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    """What they have set."""


def welcome_key(database: Database, fingerprint: str) -> Welcome:
    """Somebody with a key, who may have no name yet."""
    account = account_with_key(database, fingerprint)
    if account is None:
        return Welcome(None)
    settings = settings_of(database, account.id)
    try:
        seen(database, account.id)
    except Unwritten as trouble:
        return Welcome(account, trouble, settings)
    return Welcome(account, settings=settings)


def settings_with_key(database: Database, fingerprint: str) -> Mapping[str, Any]:
    """What the owner of a key has set; nothing if it opens no account."""
    account = account_with_key(database, fingerprint)
    return {} if account is None else settings_of(database, account.id)


def welcome_guest(database: Database, visit: int) -> Welcome:
    """Somebody without a key."""
    try:
        return Welcome(register_guest(database))
    except Unwritten as trouble:
        return Welcome(passing_guest(database, visit), trouble)


def welcome_again(database: Database, number: int) -> Welcome | None:
    """Somebody without a key who was here before; None if they may not be the same again."""
    account = account_numbered(database, number)
    if account is None or is_shut_out(database, number):
        return None
    return Welcome(account, settings=settings_of(database, number))


def welcome_named(
    database: Database, name: str, fingerprint: str, visit: int, invitation: str | None = None
) -> Welcome:
    """Somebody with a key who chooses a name. Raises as `register`."""
    try:
        return Welcome(register(database, name, fingerprint, invitation=invitation))
    except Unwritten as trouble:
        return Welcome(passing_guest(database, visit), trouble)
