"""Orders about accounts on a running server: whoever is here at one is told, or sent away."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from nim_tui.server.admin.account_orders import (
    Erase,
    Export,
    ListKeys,
    Merge,
    OfAccounts,
    Recover,
    Rename,
)
from nim_tui.server.admin.accounts import from_accounts
from nim_tui.server.admin.order import Facts
from nim_tui.server.admin.sessions import Sessions
from nim_tui.server.database.accounts import account_numbered
from nim_tui.server.database.posts import ERASED, KEY_GONE, MERGED
from nim_tui.server.lobby.lobby import Lobby

_DONE: Final = {
    Recover: "recovered", Rename: "renamed", Merge: "merged", Erase: "deleted",
}  # fmt: skip

logger = logging.getLogger(__name__)


class AccountDesk:
    """Changes accounts while people are here."""

    def __init__(self, lobby: Lobby, visits: Sessions) -> None:
        self._lobby = lobby
        self._visits = visits

    async def answer(self, order: OfAccounts) -> Facts:
        """What an order led to. Raises a Refusal; then nothing was changed."""
        return await self._lobby.database.whole(self._answer(order))

    async def _answer(self, order: OfAccounts) -> Facts:
        facts = await asyncio.to_thread(from_accounts, self._lobby.database, order)
        if isinstance(order, ListKeys | Export):
            return facts
        number: int = facts["account"]
        match order:
            case Recover():
                facts["ended"] = self._visits.end_keys(facts["taken_away"], KEY_GONE)
            case Merge():
                facts["ended"] = await self._visits.end_account(number, MERGED)
            case Erase():
                facts["ended"] = await self._visits.end_account(number, ERASED)
            case Rename():
                await self._tell_renamed(number)
        if not isinstance(order, Recover):
            self._lobby.accounts.forget_account(number)
            await self._lobby.opener.open_anew(facts["played"])
        logger.info("account=%d was %s", number, _DONE[type(order)])
        return facts

    async def _tell_renamed(self, number: int) -> None:
        account = await self._lobby.database.look(account_numbered, number)
        if account is not None:
            self._lobby.accounts.is_renamed(account)

    def end_key(self, fingerprint: str) -> None:
        """End what a key has open, as it opens its account no longer."""
        self._visits.end_keys((fingerprint,), KEY_GONE)
