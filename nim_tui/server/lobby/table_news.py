"""What games held here tell: passed on to whom it concerns, and by their owner to other nodes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from contextvars import Context
from typing import Final

from nim_tui.server.database.posts import Asked, Post, TablesChanged, ToldAt, TurnsChanged
from nim_tui.server.lobby.foundation import Foundation
from nim_tui.server.lobby.held_tables import HeldTables
from nim_tui.server.lobby.rating_book import RatingBook
from nim_tui.server.lobby.shown import Shown
from nim_tui.server.lobby.telling import forms
from rules.messages import Fact
from screens.people import Told


class TableNews:
    """The TableObserver of all games held here."""

    def __init__(
        self,
        base: Foundation,
        held: HeldTables,
        shown: Shown,
        ratings: RatingBook,
        context: Context,
    ) -> None:
        """What is over is let go in `context`, not in that of whoever moved last."""
        self._nodes = base.nodes
        self._guests = base.guests
        self._held = held
        self._shown = shown
        self._ratings = ratings
        self._context = context
        self.heard_over: Final[list[Callable[[str], None]]] = []
        """Called with each table whose game is over."""

    def noticed(self, table: str) -> None:
        """Something happened in a game that everybody may notice: lists show it, everywhere."""
        self._shown.note_tables(table)
        self._tell_as_owner(table, TablesChanged([table]))

    def turns_changed(self, table: str, changed: Collection[int], rung: Collection[int]) -> None:
        """A game has come to wait for these people, or does so no longer; bells ring for some."""
        self._tell_as_owner(table, TurnsChanged(table, [*changed], [*rung]))
        for guest in self._guests:
            if guest.who.account in changed:
                guest.turn_changed(rings=guest.who.account in rung)

    def tell(self, table: str, told: Told | str, **facts: Fact) -> None:
        """Something happened that all who look at a table are told."""
        self._tell_as_owner(table, ToldAt(table, forms(told), facts))
        for guest in self._guests.at(table):
            guest.be_told(told, facts)
            guest.people_changed()
        self._shown.changed(table)

    def ask(self, table: str, accounts: Collection[int]) -> None:
        """An offer stands at a table, which these have not answered."""
        self._tell_as_owner(table, Asked(table, [*accounts]))
        for guest in self._guests.at(table):
            guest.people_changed()
            if guest.who.account in accounts:
                guest.be_asked()

    def seat_changed(self, table: str, account: int) -> None:
        """A bot plays for somebody now, or no longer."""
        for guest in self._guests.at(table):
            if guest.who.account == account:
                guest.sit_anew()

    def board_changed(self, table: str) -> None:
        """Offers, votes or stand-ins are other than before."""
        for guest in self._guests.at(table):
            guest.people_changed()

    def game_over(self, table: str) -> None:
        """Nobody plays there any more; whoever moved last is heard out first."""
        for hear in self.heard_over:
            hear(table)
        self._ratings.forget(self._held.accounts(table))
        asyncio.get_running_loop().call_soon(self._held.let_rest, table, context=self._context)

    def _tell_as_owner(self, table: str, post: Post) -> None:
        """Tell other nodes of a game that this one owns."""
        held = self._held.seated(table)
        if held is not None and held.ownership.is_own:
            self._nodes.tell(post)
