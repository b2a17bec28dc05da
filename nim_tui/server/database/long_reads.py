"""Reads that may take long: in threads, a few at a time, while everybody else plays on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import TypeVar

from rules.messages import N_, Refusal

T = TypeVar("T")


class TooBusy(Refusal):
    """So much is asked for that one more would wait for long."""


class LongReads:
    """Where reads that may take long are done."""

    def __init__(self, at_once: int, most: int) -> None:
        """So many at the same time; of those done or waiting, one more than `most` is refused.

        Bots think in other threads.
        """
        self._threads = ThreadPoolExecutor(at_once, "long-reads")
        self._most = most
        self.waiting = 0
        """Reads being done or waiting."""

    async def do(self, read: Callable[[], T]) -> T:
        """What a read comes to, in the language of whoever asks. Raises what it does, or TooBusy.

        If nobody waits for it any more it is left undone, unless it has begun.
        """
        if self.waiting >= self._most:
            raise TooBusy(N_("too many requests just now: please try again later"))
        self.waiting += 1
        try:
            loop, own = asyncio.get_running_loop(), copy_context()
            return await loop.run_in_executor(self._threads, own.run, read)
        finally:
            self.waiting -= 1

    def close(self) -> None:
        """Begin nothing more."""
        self._threads.shutdown(wait=False, cancel_futures=True)
