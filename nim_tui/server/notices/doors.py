"""Doors by which notices leave, as their sender knows them."""

from __future__ import annotations

from typing import Protocol

from nim_tui.server.database.subscriptions import Subscription
from nim_tui.server.notices.message import Message


class NotSent(Exception):
    """A message did not go out."""

    def __init__(self, how: str, *, is_final: bool = False, is_gone: bool = False) -> None:
        """`how`: a word of `outcomes.TOLD`, perhaps with a number; `is_final`: again is no use.

        `is_gone`: what it was to go to is no more, and is to be forgotten.
        """
        super().__init__(how)
        self.how = how
        self.is_final = is_final or is_gone
        self.is_gone = is_gone


class Door(Protocol):
    """One way out."""

    async def send(self, to: Subscription, message: Message) -> None:
        """Send a message, within seconds. Raises NotSent."""

    async def close(self) -> None:
        """Let go of what is open."""
