"""The own time, told when a turn begins and when little of it is left."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from nim_tui.server.plain.times import time_said
from screens.text import _

MARKS: Final = (60, 20, 10)
"""Seconds left at which that is told."""

_NEAR: Final = 0.05
"""Seconds that make no difference."""


class OwnClock:
    """Knows what was told of the time, and wakes its reader when the next mark comes."""

    def __init__(self, wake: Callable[[], None]) -> None:
        self._wake = wake
        self._is_turn = False
        self._next = 0
        self._alarm: asyncio.TimerHandle | None = None

    def news(self, left: float | None, *, is_turn: bool) -> list[str]:
        """What is to be said of so much time left; None where it is not counted."""
        if left is None or not is_turn:
            self.close()
            return []
        if self._is_turn and left > self._next + _NEAR:
            self._set(left)
            return []
        began, self._is_turn = not self._is_turn, True
        if not began and not self._next:
            return []
        self._next = next((mark for mark in MARKS if mark < left - _NEAR), 0)
        self._set(left)
        if began:
            return [_("You have {time}.").format(time=time_said(left))]
        return [_("{time} left").format(time=time_said(round(left)))]

    def _set(self, left: float) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        if self._next:
            loop = asyncio.get_running_loop()
            self._alarm = loop.call_later(max(left - self._next, _NEAR), self._wake)

    def close(self) -> None:
        """It is not the own turn, or nobody listens."""
        self._is_turn, self._next = False, 0
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
