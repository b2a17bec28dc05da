"""Whom a table being played tells what happens there."""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from rules.messages import Fact
from screens.people import Told


class TableObserver(Protocol):
    """What a table tells to whoever holds it."""

    def turns_changed(self, table: str, changed: Collection[int], rung: Collection[int]) -> None:
        """It waits for some of these people now, and for others no longer; bells ring for some."""

    def tell(self, table: str, told: Told | str, **facts: Fact) -> None:
        """Something happened that all who look at it should be told: a sentence to translate."""

    def ask(self, table: str, accounts: Collection[int]) -> None:
        """An offer to end the game stands, which these people have not answered."""

    def seat_changed(self, table: str, account: int) -> None:
        """A bot plays for this person now, or no longer."""

    def game_over(self, table: str) -> None:
        """Nobody plays there any more."""

    def board_changed(self, table: str) -> None:
        """Offers, votes or stand-ins are other than before, by another node that owns it."""
