"""Slow mode: how soon after a line in the lobby one may say the next."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil

from rules.messages import N_, Refusal


class TooSoon(Refusal):
    """Slow mode is on; the message says how long to wait."""


class SlowMode:
    """Counts for each person since their last line."""

    def __init__(self, seconds: float, now: Callable[[], float]) -> None:
        self.seconds = seconds
        """Between two lines of one person; 0: as soon as they like."""
        self._now = now
        self._last: dict[object, float] = {}

    def check(self, who: object) -> None:
        """Whether somebody may say something now. Raises TooSoon."""
        left = self._last.get(who, -self.seconds) + self.seconds - self._now()
        if self.seconds > 0 and who in self._last and left > 0:
            raise TooSoon(
                N_("slow mode: one line in {seconds} s; wait {left} s"),
                seconds=ceil(self.seconds),
                left=ceil(left),
            )

    def note(self, who: object) -> None:
        """Somebody has said something."""
        if self.seconds <= 0:
            self._last.clear()
            return
        now = self._now()
        self._last = {one: at for one, at in self._last.items() if now - at < self.seconds}
        self._last[who] = now
