"""Database queries in threads."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar, copy_context
from typing import Any, Final, TypeVar

from rules.messages import N_, Refusal

T = TypeVar("T")

ASIDE: Final = "database-aside"
"""The name of threads for work that never waits for a write."""

HURRIES: Final[ContextVar[bool]] = ContextVar("hurries", default=False)
"""Whether others wait for the thread of a query, so that it must be short."""

logger = logging.getLogger(__name__)

THREADS: Final = 4
"""The number of concurrent queries that may wait for a write, and as many that never do."""


class QueryThreads:
    """The threads of database queries; without threads they run in the caller.

    Queries `at_once` need no running loop; that is for callers that delay nobody.
    """

    def __init__(self, threads: int = 0) -> None:
        """Start this many threads; 0: queries run in the caller."""
        self._threads = ThreadPoolExecutor(threads, "database") if threads else None
        self._aside = ThreadPoolExecutor(threads, ASIDE) if threads else None
        self._begun: set[asyncio.Task[Any]] = set()
        """Tasks in the background; asyncio itself keeps no task alive."""

    async def do(self, ask: Callable[[], T]) -> T:
        """Return the result of a query, in the language of the caller. Raises its errors."""
        return await _done(self._threads, ask)

    async def do_aside(self, ask: Callable[[], T]) -> T:
        """Run a query that never waits for a write, in threads of its own."""
        return await _done(self._aside, ask)

    async def whole(self, doing: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine to its end, even if nobody waits for it any more."""
        if self._threads is None:
            return await doing
        return await asyncio.shield(self._task(doing))

    def start(self, doing: Coroutine[Any, Any, None]) -> None:
        """Start a background task, which reports its own errors."""
        if self._threads is None:
            at_once(doing)
        else:
            self._task(doing).add_done_callback(_log_failure)

    def _task(self, doing: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.get_running_loop().create_task(doing)
        self._begun.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._begun.discard(task)
        if not task.cancelled():
            task.exception()  # callers get the error; without callers it is dropped

    async def rest(self, seconds: float) -> None:
        """Pause before further queries, if others are waiting."""
        if self._threads is not None:
            await asyncio.sleep(seconds)

    async def settled(self) -> None:
        """Wait until all background tasks are done."""
        while self._begun:
            await asyncio.wait(tuple(self._begun))

    def close(self) -> None:
        """Wait for queries in progress, and stop."""
        for threads in (self._threads, self._aside):
            if threads is not None:
                threads.shutdown()


async def _done(threads: ThreadPoolExecutor | None, ask: Callable[[], T]) -> T:
    if threads is None:
        return ask()
    loop, own = asyncio.get_running_loop(), copy_context()
    return await loop.run_in_executor(threads, own.run, _hurried, ask)


def _hurried(ask: Callable[[], T]) -> T:
    HURRIES.set(True)
    return ask()


def _log_failure(task: asyncio.Task[Any]) -> None:
    error = None if task.cancelled() else task.exception()
    if error is not None:
        logger.error("what nobody waited for failed", exc_info=error)


class LatestWrite:
    """A value that is written in its latest state: changes during a write are written after it."""

    def __init__(self, asking: QueryThreads, keep: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """`keep` writes the state at its start, and reports its own errors."""
        self._asking = asking
        self._keep = keep
        self._is_due = self._is_busy = False

    def keep(self) -> None:
        """Request a write of the present value."""
        self._is_due = True
        if not self._is_busy:
            self._asking.start(self._go_on())

    async def _go_on(self) -> None:
        self._is_busy = True
        try:
            while self._is_due:
                self._is_due = False
                await self._keep()
        finally:
            self._is_busy = False


def at_once(doing: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine that does not wait, as its queries run in the caller.

    Raises its errors, or RuntimeError if it would wait.
    """
    try:
        doing.send(None)
    except StopIteration as done:
        result: T = done.value
        return result
    doing.close()
    raise RuntimeError("this waits for something")


class TooBusy(Refusal):
    """Too many reads are waiting for one more."""


class LongReads:
    """The threads of reads that may take long."""

    def __init__(self, at_once: int, most: int) -> None:
        """Make `at_once` threads; more than `most` reads, running or waiting, are refused.

        Bots think in other threads.
        """
        self._threads = ThreadPoolExecutor(at_once, "long-reads")
        self._most = most
        self.waiting = 0
        """The number of reads running or waiting."""

    async def do(self, read: Callable[[], T]) -> T:
        """Return the result of a read, in the caller's language. Raises its errors, or TooBusy.

        A read that nobody waits for any more is dropped, unless it has begun.
        """
        if self.waiting >= self._most:
            raise TooBusy(N_("too many requests at the moment: try again later"))
        self.waiting += 1
        try:
            loop, own = asyncio.get_running_loop(), copy_context()
            return await loop.run_in_executor(self._threads, own.run, read)
        finally:
            self.waiting -= 1

    def close(self) -> None:
        """Start no more reads."""
        self._threads.shutdown(wait=False, cancel_futures=True)
