"""Other people, as one person deals with them: blocked, or reported to the admins."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from nim_tui.server.accounts.store import (
    Account,
    NoSuchAccount,
    account_named,
    account_numbered,
)
from nim_tui.server.services import Services
from nim_tui.server.sessions.person import SessionAccount as Own
from rules.messages import N_

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class PersonRow:
    """Somebody who is here, was heard here, or is blocked."""

    name: str
    is_here: bool
    is_own: bool = False
    is_blocked: bool = False
    """Whether one hears nothing of them."""


class ReportService:
    """One person's dealings with others: blocks and reports."""

    def __init__(self, lobby: Services, own: Own, at: Callable[[], str | None]) -> None:
        """`at` tells at which table this person is."""
        self._lobby = lobby
        self._own = own
        self._at = at

    async def people(self) -> Sequence[PersonRow]:
        """Return the people around: those who are here first, then in alphabetical order."""
        own, at, talking = self._own.number, self._at(), self._lobby.talking
        here = talking.present(at)
        blocked = talking.blocks.of(own)
        known = {**await talking.speakers(at, own), **here}
        known |= await self._names([one for one in blocked if one not in known])
        people = [
            PersonRow(name, number in here, number == own, number in blocked)
            for number, name in known.items()
        ]
        return sorted(people, key=lambda one: (not one.is_here, one.name.casefold()))

    async def _names(self, accounts: Sequence[int]) -> dict[int, str]:
        database = self._lobby.database
        if not accounts:
            return {}
        found = await self._lobby.long_reads.do(
            lambda: [account_numbered(database, number) for number in accounts]
        )
        return {account.id: account.name for account in found if account is not None}

    async def block(self, name: str) -> None:
        """Hear nothing of somebody any more."""
        own, other = self._own.member, await self._meant(name)
        await self._lobby.talking.block(own.id, other.id)

    async def unblock(self, name: str) -> None:
        """Hear of somebody again."""
        own, other = self._own.member, await self._meant(name)
        await self._lobby.talking.unblock(own.id, other.id)

    async def report(self, name: str, reason: str) -> None:
        """Tell the admins about somebody."""
        own, at, other = self._own.member, self._at(), await self._meant(name)
        number = await self._lobby.talking.report(own, other, reason, at)
        logger.info("report=%d was made", number)

    async def _meant(self, name: str) -> Account:
        found = await self._lobby.database.look(account_named, name)
        if found is None:
            raise NoSuchAccount(N_("nobody is called {name}"), name=repr(name))
        return found
