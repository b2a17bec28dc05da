"""What others did since somebody was told last: noted from anywhere, said in their own time."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final

from screens.text import ngettext

MOST: Final = 50
"""Notices that are kept for who is slow to take them; the oldest give way."""
Notice = Callable[[], str]
"""Says it, in the language of who is told."""


class Notices:
    """Waits for its reader."""

    def __init__(self, wake: Callable[[], None]) -> None:
        """`wake` is called once there is something."""
        self._wake = wake
        self._noted: deque[Notice] = deque()
        self._missed = 0

    def note(self, notice: Notice) -> None:
        """Note something to be said."""
        self._noted.append(notice)
        if len(self._noted) > MOST:
            self._noted.popleft()
            self._missed += 1
        self._wake()

    def take(self) -> list[str]:
        """What is to be said now."""
        noted, missed = [*self._noted], self._missed
        self._noted.clear()
        self._missed = 0
        told = [notice() for notice in noted]
        if missed:
            text = ngettext("{count} notice was missed", "{count} notices were missed", missed)
            told.insert(0, text)
        return told
