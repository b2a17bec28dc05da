"""A loop whose time goes on only when nothing is left to do, and a channel that notes what is sent.

So the bytes sent to people depend on what happens, not on how fast the machine is.
"""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

import pytest

T = TypeVar("T")


class _Waiter(selectors.DefaultSelector):
    """Waits for nothing but threads: time goes on by itself."""

    now = 1000.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(20 if timeout is None else 0)
        if not ready and timeout:
            self.now += timeout
        return ready


class SteadyLoop(asyncio.SelectorEventLoop):
    """A loop that never waits."""

    def __init__(self) -> None:
        self._waiter = _Waiter()
        super().__init__(self._waiter)

    def time(self) -> float:
        return self._waiter.now

    def run_in_executor(  # type: ignore[override]
        self, executor: Any, func: Callable[..., Any], *what: Any
    ) -> Any:
        """What is read long takes no time here; who thinks does so in a thread."""
        if executor is None:
            return super().run_in_executor(executor, func, *what)
        done = self.create_future()
        try:
            done.set_result(executor.submit(func, *what).result())
        except Exception as error:
            done.set_exception(error)
        return done

    def stand_still(self, seconds: float) -> None:
        """Let time go on and do nothing meanwhile, as a process that is stopped."""
        self._waiter.now += seconds


def steadily(monkeypatch: pytest.MonkeyPatch, doing: Coroutine[Any, Any, T]) -> T:
    """Run something on such a loop, and everything of Textual by its time."""
    loop = SteadyLoop()
    monkeypatch.setattr("textual._time.get_time", loop.time)
    monkeypatch.setattr("textual._parser.get_time", loop.time)
    with asyncio.Runner(loop_factory=lambda: loop) as runner:
        return runner.run(doing)


class Channel:
    """The end of a connection: it takes everything at once, and keeps it."""

    _transport = None
    _deferred_packets = ()

    def __init__(self) -> None:
        self.sent = b""
        self.errors = b""

    def get_connection(self) -> Channel:
        return self

    def is_closing(self) -> bool:
        return False

    def get_write_buffer_size(self) -> int:
        return 0

    def write(self, data: bytes, datatype: int | None = None) -> None:
        if datatype is None:
            self.sent += data
        else:
            self.errors += data

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass

    def abort(self) -> None:
        raise AssertionError("nobody reads slowly here")
