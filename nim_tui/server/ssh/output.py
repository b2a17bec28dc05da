"""The way out to one client: counted, held back for a slow reader, cut off at a bound."""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Callable

from nim_tui.server.settings.limits import Limits
from nim_tui.server.ssh.counters import Counters
from nim_tui.server.ssh.wire import Wire


class ClientOutput:
    """Writes to a wire, and knows how much of it the client has not taken yet."""

    def __init__(self, wire: Wire, limits: Limits, counters: Counters) -> None:
        self._wire = wire
        self._limits = limits
        self._counters = counters
        # What asyncio and a transport start while writing keeps the context it was started in;
        # that of an app would keep the app, and start the transport's tasks the app's way.
        self._context = contextvars.copy_context()

    @property
    def is_open(self) -> bool:
        """Whether the client can still be written to."""
        return self._wire.is_open

    @property
    def waiting(self) -> int:
        """Bytes that the client has not taken."""
        return self._wire.waiting

    @property
    def is_slow(self) -> bool:
        """Whether to stop painting for a while."""
        return self.waiting > self._limits.paused_bytes

    def send(self, data: bytes) -> None:
        """Send bytes, or drop the client if it has left too many lying."""
        if not data or not self.is_open:
            return
        self._counters.add("bytes_out", len(data))
        self._context.copy().run(self._wire.write, data)
        if self.waiting > self._limits.waiting_bytes:
            self.drop()

    def complain(self, line: bytes) -> None:
        """Send a line beside what is asked for, as an error."""
        if self.is_open:
            self._wire.complain(line)

    def drop(self) -> None:
        """Cut off a reader that is too slow."""
        self._counters.refused("slow_reader")
        self._wire.abort()

    def hold(self, is_held: bool) -> None:
        """Stop or go on reading what the client sends."""
        if self.is_open:
            # Reading on may bring more at once, and so come back here: a context is entered once.
            self._context.copy().run(self._wire.hold, is_held)

    def time(self) -> float:
        """The loop's time, in seconds."""
        return asyncio.get_running_loop().time()

    def later(self, seconds: float, call: Callable[[], None]) -> asyncio.TimerHandle:
        """Call something later, outside any app."""
        return asyncio.get_running_loop().call_later(seconds, call, context=self._context)

    def soon(self, call: Callable[[], None]) -> None:
        """Call something as soon as what runs now is done, outside any app."""
        asyncio.get_running_loop().call_soon(call, context=self._context)
