"""The time during which the server served: what it stood still for is left out.

A beat of the loop, which goes by a monotonic clock, comes late if the process was stopped, its
machine slept, or something held the loop up; and the time of day can be set. What passed on the
clock beyond what the beat allows is nobody's time.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextvars import Context
from typing import Final

BEAT: Final = 0.5
"""Seconds between two beats."""

LATE: Final = 0.25
"""Seconds that a beat may be late, as on a busy machine, before that counts as a stall."""

logger = logging.getLogger(__name__)


class ServedTime:
    """A clock, in seconds since 1970 less all stalls; it beats while somebody follows it."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """`clock` tells seconds since 1970."""
        self._clock = clock
        self._lost = 0.0
        self._followers = 0
        self._beat: asyncio.TimerHandle | None = None
        self._last = (0.0, 0.0)
        """When the beat was looked at last: by the loop's clock, and by the other."""

    def now(self) -> float:
        """The time now. A stall that has just ended is left out, noticed by the beat or not."""
        self._look()
        return self._clock() - self._lost

    def follow(self) -> None:
        """Mind stalls from now on, on the running loop."""
        self._followers += 1
        if self._followers == 1:
            self._last = (asyncio.get_running_loop().time(), self._clock())
            self._set_beat()

    def unfollow(self) -> None:
        """One less who minds them."""
        self._followers -= 1
        if not self._followers and self._beat is not None:
            self._beat.cancel()
            self._beat = None

    def _set_beat(self) -> None:
        loop = asyncio.get_running_loop()
        self._beat = loop.call_later(BEAT, self._on_beat, context=Context())

    def _on_beat(self) -> None:
        self._look()
        self._set_beat()

    def _look(self) -> None:
        """See what passed since the last look, and what of it the server did not serve."""
        if not self._followers:
            return
        looped, clocked = asyncio.get_running_loop().time(), self._clock()
        beaten, passed = looped - self._last[0], clocked - self._last[1]
        served = beaten if beaten <= BEAT + LATE else BEAT
        if passed - served > LATE or passed < 0:
            self._lost += passed - served
            logger.warning("%.1f seconds were not served: clocks leave them out", passed - served)
        self._last = (looped, clocked)
