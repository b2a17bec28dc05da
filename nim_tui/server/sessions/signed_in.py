"""The check whether the people here could still sign in to the same accounts."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final

from sqlalchemy import select

from nim_tui.server.nodes.messages import KEY_GONE
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.schema import ACCOUNTS, KEYS
from rules.messages import N_, Refusal

GONE: Final = N_("An admin has deleted this account, or made it one with another: come back.")


@dataclass(frozen=True, slots=True)
class SignInCheck:
    """The accounts and keys of some people, as they are kept now."""

    names: Mapping[int, str]
    """Of those accounts that are there, by their numbers."""
    owners: Mapping[str, int]
    """Whose those keys are that open an account."""

    def why_over(self, account: int, fingerprint: str | None) -> Refusal | None:
        """Why a session of an account, which came with a key or none, is over; None: it is not."""
        if account not in self.names:
            return Refusal(GONE)
        if fingerprint is not None and self.owners.get(fingerprint) != account:
            return Refusal(KEY_GONE)
        return None


def signed_in(
    database: Database, accounts: Collection[int], fingerprints: Collection[str]
) -> SignInCheck:
    """Return the accounts and keys of some people, as now stored. Raises StorageError."""
    names = select(ACCOUNTS.c.id, ACCOUNTS.c.name).where(ACCOUNTS.c.id.in_(accounts))
    owners = select(KEYS.c.fingerprint, KEYS.c.account).where(KEYS.c.fingerprint.in_(fingerprints))
    with database.reading() as connection:
        return SignInCheck(
            {row.id: row.name for row in connection.execute(names)},
            {row.fingerprint: row.account for row in connection.execute(owners)},
        )
