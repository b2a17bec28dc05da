"""Measurements of this process: event-loop delay, database time, and memory."""

from __future__ import annotations

import asyncio
import os
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import Context
from pathlib import Path
from time import monotonic
from typing import Final, NamedTuple

BEAT: Final = 0.1
"""Seconds between two measurements of the loop's delay."""

A_MINUTE: Final = 60.0
TEN_MINUTES: Final = 600.0

MOST: Final = int(TEN_MINUTES / BEAT)
"""The most measurements kept of each kind."""


class Spread(NamedTuple):
    """The distribution of a duration in seconds; all 0 if nothing was measured."""

    number: int
    p50: float
    p99: float
    max: float


class Measurements:
    """The latest measurements of one kind, with their times. Thread-safe."""

    def __init__(self, most: int = MOST, now: Callable[[], float] = monotonic) -> None:
        self._kept: deque[tuple[float, float]] = deque(maxlen=most)
        self._now = now
        self.observe: Callable[[float], object] = lambda _seconds: None
        """Called with each measurement, from any thread."""

    def note(self, seconds: float) -> None:
        """Add a duration."""
        self._kept.append((self._now(), seconds))
        self.observe(seconds)

    @contextmanager
    def timed(self) -> Iterator[None]:
        """Measure the duration of this context, even if it raises."""
        began = self._now()
        try:
            yield
        finally:
            self.note(self._now() - began)

    def over(self, seconds: float) -> Spread:
        """Return the spread of the measurements of the last `seconds`, as far as they are kept."""
        first = self._now() - seconds
        found = sorted(took for at, took in self._kept.copy() if at >= first)
        if not found:
            return Spread(0, 0.0, 0.0, 0.0)
        return Spread(len(found), _share(found, 50), _share(found, 99), found[-1])


def _share(found: list[float], percent: int) -> float:
    """Return a percentile of sorted durations (nearest rank)."""
    return found[-(-len(found) * percent // 100) - 1]


class LoopDelay:
    """The delay of the running event loop, measured at intervals."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self.measured: Final = Measurements(now=self._loop.time)
        self._beat = self._set()

    def _set(self) -> asyncio.TimerHandle:
        due = self._loop.time() + BEAT
        return self._loop.call_at(due, self._on_beat, due, context=Context())

    def _on_beat(self, due: float) -> None:
        self.measured.note(max(0.0, self._loop.time() - due))
        self._beat = self._set()

    def stop(self) -> None:
        """Stop measuring."""
        self._beat.cancel()


SHARE: Final = 0.75
"""The default share of the memory of the machine or control group that may be used."""
_CGROUP: Final = Path("/sys/fs/cgroup/memory.max")
_STATM: Final = Path("/proc/self/statm")


def used() -> int:
    """Return the bytes that this process holds in memory; 0 if unknown."""
    try:
        return int(_STATM.read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 0


def usual_bound() -> int:
    """Return the default memory limit in bytes; 0 if unknown."""
    try:
        there = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return 0
    try:
        group = int(_CGROUP.read_text("ascii"))
    except (OSError, ValueError):  # no limit, or "max"
        group = there
    return int(SHARE * min(there, group))


class MemoryBound:
    """The memory limit: above it new people are refused, and a tenth above sessions end."""

    def __init__(self, bound: int, used: Callable[[], int] = used) -> None:
        """`bound` is in bytes, 0 for the default."""
        self._bound = bound or usual_bound()
        self._used = used
        self.is_reached = False
        """Whether new people are refused, since the last check."""

    def look(self) -> bool:
        """Check again; return whether memory is a tenth over the limit, so sessions must end."""
        held = self._used() if self._bound else 0
        self.is_reached = 0 < self._bound <= held
        return self.is_reached and held >= 1.1 * self._bound
