"""The account of a session, the table it is at, and whether it could still sign in."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping
from dataclasses import dataclass
from typing import Final

from sqlalchemy import select

from nim_tui.server.accounts.store import Account, no_such_account
from nim_tui.server.nodes.messages import KEY_GONE
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.schema import ACCOUNTS, ADMIN, KEYS, MEMBER, MODERATOR
from rules.messages import N_, Refusal
from screens.app_api import NotPossible

GONE: Final = N_("An admin deleted this account, or merged it with another. Sign in again.")


ROLE_GIVEN: Final = {
    MEMBER: N_("You are no longer a moderator or an admin here."),
    MODERATOR: N_("You are now a moderator: see Reports in the lobby."),
    ADMIN: N_("You are now an admin: see Reports and Sessions in the lobby."),
}


@dataclass(frozen=True, slots=True)
class SignInCheck:
    """The stored accounts and keys of some people, to check their sessions."""

    names: Mapping[int, str]
    """The names of existing accounts, by number."""
    owners: Mapping[str, int]
    """The accounts of keys, by fingerprint."""

    def why_over(self, account: int, fingerprint: str | None) -> Refusal | None:
        """Return why a session of this account and key (or no key) must end; None if it is fine."""
        if account not in self.names:
            return Refusal(GONE)
        if fingerprint is not None and self.owners.get(fingerprint) != account:
            return Refusal(KEY_GONE)
        return None


def signed_in(
    database: Database, accounts: Collection[int], fingerprints: Collection[str]
) -> SignInCheck:
    """Return the stored accounts and keys of some people. Raises StorageError."""
    names = select(ACCOUNTS.c.id, ACCOUNTS.c.name).where(ACCOUNTS.c.id.in_(accounts))
    owners = select(KEYS.c.fingerprint, KEYS.c.account).where(KEYS.c.fingerprint.in_(fingerprints))
    with database.reading() as connection:
        return SignInCheck(
            {row.id: row.name for row in connection.execute(names)},
            {row.fingerprint: row.account for row in connection.execute(owners)},
        )


class SessionAccount:
    """The account of a session, and the subject of its rate limits."""

    def __init__(self, known: Account | None, address: str, *, by_browser: bool = False) -> None:
        self.known = known
        """The account; None before a name was chosen."""
        self.address: Final = address
        """The address of the connection."""
        self.by_browser = by_browser
        """Whether they use a browser: they are told nothing of SSH keys."""

    def changed(self, account: Account) -> str:
        """Take note of a new name or role; return the sentence about it, to translate."""
        before, self.known = self.known, account
        if before is not None and before.role != account.role:
            return ROLE_GIVEN.get(account.role, "")
        if before is not None and before.name == account.name:
            return ""
        return N_("An admin renamed you: you are now {name}.")

    @property
    def account(self) -> int:
        """The number of the account. Raises a Refusal before there is one."""
        if self.known is None:
            raise NotPossible(N_("choose a name first"))
        return self.known.id

    @property
    def member(self) -> Account:
        """The account. Raises a Refusal before there is one, and for a guest who is not stored."""
        if self.known is None:
            raise NotPossible(N_("choose a name first"))
        if self.known.is_passing:
            raise no_such_account(self.known.id)
        return self.known

    @property
    def number(self) -> int | None:
        """The number of the account, if there is one."""
        return None if self.known is None else self.known.id

    @property
    def name(self) -> str:
        """The name of the account; empty before there is one."""
        return "" if self.known is None else self.known.name

    @property
    def is_guest(self) -> bool:
        """Whether no key opens the account."""
        return self.known is not None and self.known.is_guest

    @property
    def bounded_as(self) -> Hashable:
        """The subject of rate limits: guests by address, as new guests are easily made."""
        return ("guest", self.address) if self.is_guest else self.account


class SessionUser:
    """The person of a session, for other parts of the server."""

    def __init__(self, person: SessionAccount, at: Callable[[], str | None]) -> None:
        """`at` returns the id of the table, None in the lobby."""
        self._person = person
        self._at = at

    @property
    def account(self) -> int:
        """The number of the account. Raises a Refusal before there is one."""
        return self._person.account

    @property
    def name(self) -> str:
        """The name of the account."""
        return self._person.name

    @property
    def is_member(self) -> bool:
        """Whether a key opens the account."""
        known = self._person.known
        return known is not None and not known.is_guest and not known.is_passing

    @property
    def at(self) -> str | None:
        """The id of the table on the screen."""
        return self._at()
