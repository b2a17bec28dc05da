"""The way out to one client: counted, held back for a slow reader, cut off at a bound."""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Callable

import asyncssh

from nim_tui.server.settings.limits import Limits
from nim_tui.server.ssh.asyncssh_patches import behind_tcp
from nim_tui.server.ssh.counters import Counters


class ClientOutput:
    """Writes to a channel, and knows how much of it the client has not taken yet."""

    def __init__(
        self, channel: asyncssh.SSHServerChannel[bytes], limits: Limits, counters: Counters
    ) -> None:
        self._channel = channel
        self._connection = channel.get_connection()
        self._limits = limits
        self._counters = counters
        # What asyncio and asyncssh start while writing keeps the context it was started in;
        # that of an app would keep the app, and start asyncssh's tasks the app's way.
        self._context = contextvars.copy_context()

    @property
    def is_open(self) -> bool:
        """Whether the client can still be written to."""
        return not self._channel.is_closing()

    @property
    def waiting(self) -> int:
        """Bytes that the client has not taken: behind SSH's window, and behind TCP's.

        asyncssh tells of the first only; a client with a huge window would fill the second.
        """
        return self._channel.get_write_buffer_size() + behind_tcp(self._connection)

    @property
    def is_slow(self) -> bool:
        """Whether to stop painting for a while."""
        return self.waiting > self._limits.paused_bytes

    def send(self, data: bytes) -> None:
        """Send bytes, or drop the client if it has left too many lying."""
        if not data or not self.is_open:
            return
        self._counters.add("bytes_out", len(data))
        self._context.copy().run(self._channel.write, data)
        if self.waiting > self._limits.waiting_bytes:
            self.drop()

    def complain(self, line: bytes) -> None:
        """Send a line beside what is asked for, as an error."""
        if self.is_open:
            self._channel.write(line, asyncssh.EXTENDED_DATA_STDERR)

    def drop(self) -> None:
        """Cut off a reader that is too slow."""
        self._counters.refused("slow_reader")
        self._connection.abort()

    def hold(self, is_held: bool) -> None:
        """Stop or go on reading what the client sends."""
        if self.is_open:
            reading = self._channel.pause_reading if is_held else self._channel.resume_reading
            # Reading on may bring more at once, and so come back here: a context is entered once.
            self._context.copy().run(reading)

    def time(self) -> float:
        """The loop's time, in seconds."""
        return asyncio.get_running_loop().time()

    def later(self, seconds: float, call: Callable[[], None]) -> asyncio.TimerHandle:
        """Call something later, outside any app."""
        return asyncio.get_running_loop().call_later(seconds, call, context=self._context)

    def soon(self, call: Callable[[], None]) -> None:
        """Call something as soon as what runs now is done, outside any app."""
        asyncio.get_running_loop().call_soon(call, context=self._context)
