"""Output to a client: counted, bounded, buffered."""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Callable
from typing import Protocol

from nim_tui.server.settings.sections import Limits
from nim_tui.server.terminal.context import Counters
from nim_tui.server.terminal.messages import on_screen


class Wire(Protocol):
    """Both directions between one client and the server; nothing here may block."""

    @property
    def is_open(self) -> bool:
        """Whether the client can still be written to."""

    @property
    def waiting(self) -> int:
        """The bytes that the client has not read yet, in any buffer."""

    def write(self, data: bytes) -> None:
        """Send output; only while the wire is open."""

    def complain(self, line: bytes) -> None:
        """Send an error line; only while the wire is open."""

    def hold(self, is_held: bool) -> None:
        """Pause or resume reading from the client; only while the wire is open."""

    def abort(self) -> None:
        """Cut the client off."""


class ClientOutput:
    """A wire's output, with the number of bytes that the client has not read yet."""

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
        """The bytes that the client has not read yet."""
        return self._wire.waiting

    @property
    def is_slow(self) -> bool:
        """Whether to pause painting."""
        return self.waiting > self._limits.paused_bytes

    def send(self, data: bytes) -> None:
        """Send bytes, or drop the client if it leaves too many unread."""
        if not data or not self.is_open:
            return
        self._counters.add("bytes_out", len(data))
        self._context.copy().run(self._wire.write, data)
        if self.waiting > self._limits.waiting_bytes:
            self.drop()

    def complain(self, line: bytes) -> None:
        """Send an error line."""
        if self.is_open:
            self._wire.complain(line)

    def drop(self) -> None:
        """Cut off a reader that is too slow."""
        self._counters.refused("slow_reader")
        self._wire.abort()

    def hold(self, is_held: bool) -> None:
        """Pause or resume reading from the client."""
        if self.is_open:
            # Reading on may bring more at once, and so come back here: a context is entered once.
            self._context.copy().run(self._wire.hold, is_held)

    def time(self) -> float:
        """Return the loop's time, in seconds."""
        return asyncio.get_running_loop().time()

    def later(self, seconds: float, call: Callable[[], None]) -> asyncio.TimerHandle:
        """Call a function after some seconds, outside any app."""
        return asyncio.get_running_loop().call_later(seconds, call, context=self._context)

    def soon(self, call: Callable[[], None]) -> None:
        """Call a function after the present callback, outside any app."""
        asyncio.get_running_loop().call_soon(call, context=self._context)


class LineWriter:
    """A Writer that sends sentences when the present task is done."""

    def __init__(self, output: ClientOutput, *, raw: bool, begun: Callable[[], str]) -> None:
        """`begun` returns the unfinished line at a terminal, which is written again below."""
        self._output = output
        self._raw = raw
        self._begun = begun
        self._said: list[bytes] = []

    def say(self, text: str) -> None:
        """Write a line, without anything that could steer a terminal."""
        if not self._said:
            self._output.soon(self.flush)
        self._said.append(on_screen(text, raw=self._raw))

    def wipe(self) -> None:
        """Do nothing: a single person listens to a session."""

    def echo(self, text: str) -> None:
        """Write typed input back."""
        self._output.send(text.encode("utf-8", "replace"))

    def flush(self) -> None:
        """Send the sentences."""
        if not self._said:
            return
        begun = self._begun()
        before = b"\r\n" if begun else b""
        data = b"".join(self._said)
        self._said.clear()
        self._output.send(before + data + begun.encode("utf-8", "replace"))
