"""Compressed output of a websocket (permessage-deflate, RFC 7692).

Compressed length tells how much a text repeats what it is compressed with. A chat message that
guesses a secret of its reader would be found to be right by its length, by someone who sees their
encrypted traffic (CRIME, BREACH). Therefore:

- each frame is compressed by itself, so a message meets only what is painted in the same frame;
- each frame ends with padding of a random length, which hides the few bytes that a hit would save:
  finding out takes dozens of messages a guess, all of them read by the person spied on, and at the
  rate of chat messages.

As nothing is kept between frames, a session holds no compressor.
"""

from __future__ import annotations

from secrets import randbelow, token_urlsafe
from typing import Final

from aiohttp.web import WebSocketResponse

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
