"""Collecting ended sessions while nobody types: `many_apps` keeps them out of the key path."""

from __future__ import annotations

import asyncio
import ctypes
import gc
import sys
from typing import Final

QUIET: Final = 0.5
"""Seconds without a key after which a collection disturbs nobody much."""
MANY_ENDED: Final = 10
TOO_MANY_ENDED: Final = 100
LONGEST_KEPT: Final = 30.0
"""Seconds after which even one ended session is collected, when it is quiet."""
_OLDEST_GENERATION: Final = 2


def _give_back() -> None:
    """Have the C library return free memory; it keeps what many small pieces have used.

    Python's own allocator keeps its part as well: start with PYTHONMALLOC=malloc to get it back.
    """
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None
    if trim is not None:
        trim(0)


class Collector:
    """Collects ended sessions, some 3 MB each, while nobody types."""

    def __init__(self) -> None:
        self._ended = 0
        self._first_ended = 0.0
        self._last_key = 0.0

    def key(self) -> None:
        """Somebody typed."""
        self._last_key = asyncio.get_running_loop().time()

    def ended(self) -> None:
        """A session ended."""
        if not self._ended:
            self._first_ended = asyncio.get_running_loop().time()
        self._ended += 1

    def is_quiet(self, now: float) -> bool:
        """Whether nobody has typed just now."""
        return now - self._last_key >= QUIET

    def is_due(self, now: float) -> bool:
        """Whether to collect at this time of the loop."""
        if self._ended >= TOO_MANY_ENDED:
            return True
        is_quiet = self.is_quiet(now)
        is_old = now - self._first_ended >= LONGEST_KEPT
        return is_quiet and (self._ended >= MANY_ENDED or (self._ended > 0 and is_old))

    def collect(self) -> None:
        """Collect now, and give what is free back to the system."""
        self._ended = 0
        gc.collect(_OLDEST_GENERATION)
        _give_back()

    async def sweep(self) -> None:
        """Collect whenever it is due, for ever."""
        while True:
            await asyncio.sleep(QUIET)
            if self.is_due(asyncio.get_running_loop().time()):
                self.collect()
