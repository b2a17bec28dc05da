"""Account changes that all sessions must be told of."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from nim_tui.server.accounts.store import Account, account_numbered, forget_guest
from nim_tui.server.chat.service import ChatService
from nim_tui.server.lobby.rematches import RematchBook
from nim_tui.server.lobby.table_list import Foundation
from nim_tui.server.lobby.updates import LobbyUpdates
from nim_tui.server.nodes.messages import (
    BLOCKS,
    FORGOTTEN,
    KEPT,
    RENAMED,
    AccountChanged,
    GuestLeft,
)
from nim_tui.server.play.live_tables import LiveTables
from nim_tui.server.ratings.store import RatingCache
from nim_tui.server.sessions.person import signed_in
from nim_tui.server.storage.database import WriteRefused


class AccountChanges:
    """The news of account changes, for the sessions at all nodes."""

    def __init__(
        self,
        base: Foundation,
        held: LiveTables,
        shown: LobbyUpdates,
        *,
        talking: ChatService,
        ratings: RatingCache,
        rematch_book: RematchBook,
    ) -> None:
        self._base = base
        self._held = held
        self._shown = shown
        self._talking = talking
        self._ratings = ratings
        self._rematch_book = rematch_book
        self.kept: Callable[[Account], None] | None = None
        """Notes at the doors that a key now opens a guest's account; set by sign-in."""

    def is_kept(self, account: Account) -> None:
        """Tell sign-in and the guest sessions of an account that a key now opens it."""
        if self.kept is not None:
            self.kept(account)
        for guest in self._base.guests:
            if guest.who.account == account.id:
                guest.is_kept(account)

    def is_renamed(self, account: Account) -> None:
        """Tell the sessions of an account its new name or role."""
        for guest in self._base.guests:
            if guest.who.account == account.id:
                guest.is_renamed(account)

    def forget_account(self, account: int) -> None:
        """Forget the remembered facts about an account, so that they are read again."""
        self._ratings.forget((account,))
        self._talking.log.clear()
        known = self._base.table_list
        self._shown.note_tables(*known.of(account), *known.of_clubs(), *known.reserving())

    async def read_names(self) -> None:
        """Read the names of online accounts again, as news of a rename can be lost.

        Raises StorageError.
        """
        called = {guest.who.account: guest.who.name for guest in self._base.guests}
        kept = await self._base.database.look(signed_in, called, ())
        for account, name in kept.names.items():
            if called[account] != name:
                await self.hear(AccountChanged(account, RENAMED))

    def leave_for_good(self, account: Account) -> None:
        """Delete a guest who leaves, now or at the next start; bots play on their seats."""
        self._held.forget_guest(account.id)
        self._base.nodes.tell(GuestLeft(account.id))
        self._base.database.start(self._forget_guest(account))

    async def hear(self, message: AccountChanged) -> None:
        """Handle an account change made at another node."""
        if message.how == FORGOTTEN:
            self.forget_account(message.account)
            return
        if message.how == BLOCKS:
            self._talking.learn_anew(message.account)
            return
        account = await self._base.database.look(account_numbered, message.account)
        if account is None:
            return
        if message.how == KEPT:
            self.is_kept(account)
        else:
            self.is_renamed(account)

    async def _forget_guest(self, account: Account) -> None:
        with suppress(WriteRefused):
            await self._base.database.ask(forget_guest, account.id)
        concerned = self._base.table_list.concerning(account.id, account.name)
        await self._shown.read_changed(*concerned)
        self._rematch_book.tell()
