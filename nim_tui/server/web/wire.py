"""Output over a websocket: frames of the terminal, and facts for the page around it.

It is compressed (permessage-deflate, RFC 7692). Compressed length tells how much a text repeats
what it is compressed with. A chat message that guesses a secret of its reader would be found to be
right by its length, by someone who sees their encrypted traffic (CRIME, BREACH). Therefore:

- each frame is compressed by itself, so a message meets only what is painted in the same frame;
- each frame ends with padding of a random length, which hides the few bytes that a hit would save:
  finding out takes dozens of messages a guess, all of them read by the person spied on, and at the
  rate of chat messages.

As nothing is kept between frames, a session holds no compressor.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from secrets import randbelow, token_urlsafe
from typing import Final

from aiohttp.web import WebSocketResponse

LOOK_AGAIN: Final = 0.2
"""Seconds between two checks whether a browser is still connected."""


class SocketWire:
    """A Wire over a websocket: output goes in frames, as fast as they are read."""

    def __init__(self, socket: WebSocketResponse, transport: asyncio.Transport) -> None:
        self._socket = socket
        self._transport = transport
        self._unsent: list[bytes] = []
        self._unsent_bytes = 0
        self._facts: dict[str, str] = {}
        """The last value of each fact, for a page that comes back."""
        self._untold: dict[str, str] = {}
        self._is_wanted = asyncio.Event()
        self._is_sent = asyncio.Event()
        self._is_sent.set()
        self._may_read = asyncio.Event()
        self._may_read.set()

    def attach(self, socket: WebSocketResponse, transport: asyncio.Transport) -> None:
        """Cut the browser off, and use another socket; unsent output is dropped, facts are told."""
        self.abort()
        self._socket, self._transport = socket, transport
        self._unsent.clear()
        self._unsent_bytes = 0
        self._is_sent.set()
        self._untold = dict(self._facts)
        self._is_wanted.set()

    @property
    def is_open(self) -> bool:
        """Whether the browser is still connected."""
        return not self._socket.closed and not self._transport.is_closing()

    @property
    def waiting(self) -> int:
        """The bytes that wait here and in TCP's buffer."""
        return self._unsent_bytes + self._transport.get_write_buffer_size()

    @property
    def is_read(self) -> bool:
        """Whether frames are being read."""
        return self._may_read.is_set()

    def write(self, data: bytes) -> None:
        """Send output, in the next frame."""
        self._unsent.append(data)
        self._unsent_bytes += len(data)
        self._is_sent.clear()
        self._is_wanted.set()

    def tell(self, name: str, value: str) -> None:
        """Send a fact to the page itself, in place of an unsent one of the same name."""
        self._facts[name] = self._untold[name] = value
        self._is_wanted.set()

    def complain(self, line: bytes) -> None:
        """Send a line, which a websocket can only send like other output."""
        self.write(line)

    def hold(self, is_held: bool) -> None:
        """Pause or resume reading frames; full buffers then slow TCP down."""
        if is_held:
            self._may_read.clear()
        else:
            self._may_read.set()

    def abort(self) -> None:
        """Cut the browser off."""
        self._may_read.set()
        self._transport.abort()

    async def may_read(self) -> None:
        """Wait until the next frame may be read, or the browser is gone."""
        while self.is_open and not self._may_read.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(self._may_read.wait(), LOOK_AGAIN)

    async def send_all(self) -> None:
        """Send frames, until this is cancelled or the browser is gone."""
        with suppress(ConnectionError):
            while True:
                await self._is_wanted.wait()
                self._is_wanted.clear()
                told, self._untold = self._untold, {}
                if told:
                    await self._socket.send_str(json.dumps(told))
                data = b"".join(self._unsent)
                self._unsent.clear()
                self._unsent_bytes = 0  # from here on the transport counts them
                if data:
                    await self._socket.send_bytes(data)
                if not self._unsent:
                    self._is_sent.set()

    async def is_taken(self) -> None:
        """Wait until everything was sent, but not for a browser that does not read."""
        while self.is_open and not self._is_sent.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(self._is_sent.wait(), LOOK_AGAIN)


WINDOW_BITS: Final = 15
"""The size of the window for output, which frames of large terminals use; freed with each frame."""
LEAST_WINDOW_BITS: Final = 9
"""The size of the window for text frames, which are short."""
MOST_PADDING: Final = 32
"""The most characters of padding; one adds six bits."""
_BEGIN: Final = b"\x1b]7390;"
_END: Final = b"\x07"


def padding() -> bytes:
    """Return output that terminals ignore, of a random length, which does not compress."""
    return _BEGIN + token_urlsafe(MOST_PADDING)[: randbelow(MOST_PADDING + 1)].encode() + _END


class CompressedSocket(WebSocketResponse):
    """A websocket to a terminal, compressed if the browser supports it."""

    async def send_bytes(self, data: bytes, compress: int | None = None) -> None:
        """Send output of the terminal."""
        if self.compress:
            data, compress = data + padding(), compress or WINDOW_BITS
        await super().send_bytes(data, compress)

    async def send_str(self, data: str, compress: int | None = None) -> None:
        """Send a text frame."""
        if self.compress:
            compress = compress or LEAST_WINDOW_BITS
        await super().send_str(data, compress)
