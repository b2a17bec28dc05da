"""Slow mode: how soon after a line in the lobby one may say the next."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from math import ceil

from nim_tui.server.database.paces import PaceRule
from nim_tui.server.nodes.port import Pace
from nim_tui.server.rate_limit import TooOften
from rules.messages import N_, Refusal


class TooSoon(Refusal):
    """Slow mode is on; the message says how long to wait."""


class SlowMode:
    """Counts for each person since their last line, at whichever node they said it."""

    def __init__(
        self, seconds: float, now: Callable[[], float], pace: Callable[[PaceRule], Pace]
    ) -> None:
        """`pace` counts at all nodes."""
        self._now = now
        self._pace_of = pace
        self._last: dict[Hashable, float] = {}
        """When each said their last line here."""
        self.set(seconds)

    def set(self, seconds: float) -> None:
        """Let people say a line so often from now on; 0: as soon as they like."""
        self.seconds = seconds
        """Between two lines of one person."""
        self._pace = self._pace_of(PaceRule(f"slow {seconds:g}"[:20], 1, seconds))
        if seconds <= 0:
            self._last.clear()

    def check(self, who: Hashable) -> None:
        """Whether somebody may say something now, as far as is known here. Raises TooSoon."""
        left = self._last.get(who, -self.seconds) + self.seconds - self._now()
        if self.seconds > 0 and who in self._last and left > 0:
            raise self._too_soon(left)

    async def take(self, who: Hashable) -> None:
        """Say something now. Raises TooSoon, StorageTrouble."""
        self.check(who)
        if self.seconds <= 0:
            return
        try:
            await self._pace.take(who)
        except TooOften as refusal:
            raise self._too_soon(refusal.left) from None
        now = self._now()
        self._last = {one: at for one, at in self._last.items() if now - at < self.seconds}
        self._last[who] = now

    def _too_soon(self, left: float) -> TooSoon:
        return TooSoon(
            N_("slow mode: one line in {seconds} s; wait {left} s"),
            seconds=ceil(self.seconds),
            left=ceil(left),
        )
