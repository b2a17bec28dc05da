"""What a game says, which needs no screen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from rules.contract import Event, Result
from screens.people import People


class Speech(Protocol):
    """What a game says: its log, its end, its signs."""

    def sentence(self, event: Event, people: People) -> str:
        """An event as a line of the log."""

    def is_weighty(self, event: Event) -> bool:
        """Whether an event stands out in the log."""

    def verdict(self, result: Result, people: People) -> str:
        """Who won and why."""

    def legend(self) -> Mapping[str, str]:
        """The signs on the boards."""
