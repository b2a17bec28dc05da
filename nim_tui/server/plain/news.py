"""What somebody was told of a game, and what of that was taken back since."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.contract import Event

_BEFORE: Final = 5
"""So many events before somebody came are told."""


class News:
    """The events that were told."""

    def __init__(self, log: Sequence[Event]) -> None:
        self._told = list(log[: max(len(log) - _BEFORE, 0)])

    def since(self, log: Sequence[Event]) -> tuple[Sequence[Event], int]:
        """What of that was taken back, and where in the log the rest begins: told now."""
        common = 0
        for old, new in zip(self._told, log):
            if old is not new and old != new:
                break
            common += 1
        gone, self._told = self._told[common:], list(log)
        return gone, common
