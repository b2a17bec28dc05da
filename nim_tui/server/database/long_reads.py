"""Reads that may take long: in threads, a few at a time, while everybody else plays on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Final, TypeVar

from rules.messages import N_, Refusal

AT_ONCE: Final = 2
"""Such reads at the same time; others wait for their turn. Bots think in other threads."""

MOST_WAITING: Final = 32
"""Reads being done or waiting; one more is refused."""

T = TypeVar("T")


class TooBusy(Refusal):
    """So much is asked for that one more would wait for long."""


class LongReads:
    """Where reads that may take long are done."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(AT_ONCE, "long-reads")
        self._waiting = 0

    async def do(self, read: Callable[[], T]) -> T:
        """What a read comes to, in the language of whoever asks. Raises what it does, or TooBusy.

        If nobody waits for it any more it is left undone, unless it has begun.
        """
        if self._waiting >= MOST_WAITING:
            raise TooBusy(N_("too many requests just now: please try again later"))
        self._waiting += 1
        try:
            loop, own = asyncio.get_running_loop(), copy_context()
            return await loop.run_in_executor(self._threads, own.run, read)
        finally:
            self._waiting -= 1

    def close(self) -> None:
        """Begin nothing more."""
        self._threads.shutdown(wait=False, cancel_futures=True)
