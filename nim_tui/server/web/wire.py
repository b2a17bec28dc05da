"""The wire of a browser's session: a websocket."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final

from aiohttp.web import WebSocketResponse

LOOK_AGAIN: Final = 0.2
"""Seconds between two looks whether a browser is still there."""


class SocketWire:
    """A Wire over a websocket: what is painted goes out in frames, as fast as it is taken."""

    def __init__(self, socket: WebSocketResponse, transport: asyncio.Transport) -> None:
        self._socket = socket
        self._transport = transport
        self._unsent: list[bytes] = []
        self._unsent_bytes = 0
        self._is_wanted = asyncio.Event()
        self._is_sent = asyncio.Event()
        self._is_sent.set()
        self._may_read = asyncio.Event()
        self._may_read.set()

    @property
    def is_open(self) -> bool:
        """Whether the browser is still there."""
        return not self._socket.closed and not self._transport.is_closing()

    @property
    def waiting(self) -> int:
        """Bytes that wait here and behind TCP's window."""
        return self._unsent_bytes + self._transport.get_write_buffer_size()

    @property
    def is_read(self) -> bool:
        """Whether frames are read just now."""
        return self._may_read.is_set()

    def write(self, data: bytes) -> None:
        """Send what is painted, in the next frame."""
        self._unsent.append(data)
        self._unsent_bytes += len(data)
        self._is_sent.clear()
        self._is_wanted.set()

    def complain(self, line: bytes) -> None:
        """Send a line; there is no other way than where all is shown."""
        self.write(line)

    def hold(self, is_held: bool) -> None:
        """Stop or go on reading frames; what then fills up holds TCP back."""
        if is_held:
            self._may_read.clear()
        else:
            self._may_read.set()

    def abort(self) -> None:
        """Cut the browser off."""
        self._may_read.set()
        self._transport.abort()

    async def may_read(self) -> None:
        """Wait until the next frame may be read, or nobody is there any more to send one."""
        while self.is_open and not self._may_read.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(self._may_read.wait(), LOOK_AGAIN)

    async def send_all(self) -> None:
        """Send frames, until this is cancelled or the browser is gone."""
        with suppress(ConnectionError):
            while True:
                await self._is_wanted.wait()
                self._is_wanted.clear()
                data = b"".join(self._unsent)
                self._unsent.clear()
                self._unsent_bytes = 0  # from here on the transport knows of it
                await self._socket.send_bytes(data)
                if not self._unsent:
                    self._is_sent.set()

    async def is_taken(self) -> None:
        """Wait until everything was sent; not for what a browser does not take."""
        while self.is_open and not self._is_sent.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(self._is_sent.wait(), LOOK_AGAIN)
