"""Those who flood a server, as a process of their own: `python -m tests.chaos.flooders NAME ...`.

Each of thirty sources does the same again as soon as it is cut off, until it is ended.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any, Final

import asyncssh
from asyncssh.constants import MSG_CHANNEL_DATA, MSG_CHANNEL_REQUEST, MSG_IGNORE
from asyncssh.packet import Boolean, String, UInt32

from tests.nim_tui.server.ssh.serving import Caller, connect, open_session

SOURCES: Final = 30
A_SOURCE: Final = 3
"""Connections of each at once."""
AT_ONCE: Final = 500
"""Packets that are sent on end."""
FRAMES: Final = 20_000
"""Frames that are sent on end."""
PAUSE: Final = 0.2
"""Seconds until one is there again that was cut off."""
MASKED: Final = 0x80
BINARY, PING, PONG = 0x82, 0x89, 0x8A


def address_of(source: int) -> str:
    """Of each a network of its own."""
    return f"127.0.{10 + source}.1"


async def _on_end(connection: asyncssh.SSHClientConnection, send: Callable[[], None]) -> None:
    """Send as much as is taken, until the connection is cut off."""
    while not connection.is_closed():
        transport: Any = connection._transport
        if transport is not None and transport.get_write_buffer_size() < 100_000:
            for _packet in range(AT_ONCE):
                send()
        await asyncio.sleep(0.001)


class _Unknown(Caller):
    """Sends packets that are nothing, in place of signing in."""

    def connection_made(self, conn: asyncssh.SSHClientConnection) -> None:
        self._connection = conn

    def kbdint_auth_requested(self) -> None:
        connection = self._connection
        self.flooding = asyncio.ensure_future(
            _on_end(connection, lambda: connection.send_packet(MSG_IGNORE, String(b"")))
        )


async def ignored_packets(address: str, port: int, _web: int) -> None:
    """Packets to be ignored, before signing in."""
    await connect(port, None, client_factory=_Unknown, local_addr=(address, 0))


async def _signed_in(address: str, port: int, kind: int, *parts: bytes) -> None:
    async with await connect(port, None, local_addr=(address, 0)) as connection:
        await open_session(connection, terminal=None)
        await _on_end(connection, lambda: connection.send_packet(kind, UInt32(0), *parts))


async def window_changes(address: str, port: int, _web: int) -> None:
    """Sizes of the window."""
    size = b"".join(map(UInt32, (80, 24, 0, 0)))
    await _signed_in(
        address, port, MSG_CHANNEL_REQUEST, String(b"window-change"), Boolean(False), size
    )


async def empty_data(address: str, port: int, _web: int) -> None:
    """Keys, none."""
    await _signed_in(address, port, MSG_CHANNEL_DATA, String(b""))


async def refused_requests(address: str, port: int, _web: int) -> None:
    """Requests that are refused."""
    await _signed_in(address, port, MSG_CHANNEL_REQUEST, String(b"nothing"), Boolean(True))


async def unfinished_exchange(address: str, port: int, _web: int) -> None:
    """An exchange of keys without end, and answers to be sent all the while."""
    async with await connect(port, None, local_addr=(address, 0)) as connection:
        visitor = await open_session(connection, terminal=None)
        inner: Any = connection
        inner._send_kexinit()
        inner._kexinit_sent = inner._kex_complete = True
        inner._transport.pause_reading()
        while not connection.is_closed():
            visitor.type("help\n")
            await asyncio.sleep(0.05)


async def silence(address: str, port: int, _web: int) -> None:
    """Connections on which nothing comes."""
    _reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
    try:
        with suppress(TimeoutError):
            await asyncio.wait_for(_reader.read(), 60)
    finally:
        writer.close()


async def _frames(address: str, web: int, kinds: Sequence[int], keys: bytes = b"") -> None:
    """Empty frames of a guest, on end."""
    reader, writer = await asyncio.open_connection("127.0.0.1", web, local_addr=(address, 0))
    host = f"127.0.0.1:{web}"
    asked = (
        f"GET /ws?size=80x24 HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    block = b"".join(bytes((kind, MASKED, 0, 0, 0, 0)) for kind in kinds) * (FRAMES // len(kinds))
    try:
        writer.write(asked.encode())
        answer = await reader.readuntil(b"\r\n\r\n")
        if b" 101 " not in answer:
            return
        if keys:
            head = bytes((BINARY, MASKED | 126)) + len(keys).to_bytes(2, "big") + bytes(4)
            writer.write(head + keys)
        while True:
            writer.write(block)
            await writer.drain()
    finally:
        writer.close()


async def empty_frames(address: str, _port: int, web: int) -> None:
    """Frames with nothing in them."""
    await _frames(address, web, [BINARY])


async def pings(address: str, _port: int, web: int) -> None:
    """Asks for a sign of life, and answers to none."""
    await _frames(address, web, [PING, PONG])


async def frames_behind_keys(address: str, _port: int, web: int) -> None:
    """Keys that are held back, and behind them frames with nothing in them."""
    await _frames(address, web, [BINARY], b"j" * 30_000)


FLOODS: Final[dict[str, Callable[[str, int, int], Awaitable[None]]]] = {
    one.__name__: one
    for one in (
        silence,
        ignored_packets,
        window_changes,
        empty_data,
        refused_requests,
        unfinished_exchange,
        empty_frames,
        pings,
        frames_behind_keys,
    )
}
"""By name."""


async def _again_and_again(name: str, source: int, port: int, web: int) -> None:
    while True:
        with suppress(OSError, asyncssh.Error, AssertionError, EOFError, TimeoutError):
            async with asyncio.timeout(60):
                await FLOODS[name](address_of(source), port, web)
        await asyncio.sleep(PAUSE)


async def _all(name: str, port: int, web: int) -> None:
    each = 12 if name == "silence" else A_SOURCE
    await asyncio.gather(
        *(_again_and_again(name, one, port, web) for one in range(SOURCES) for _each in range(each))
    )


if __name__ == "__main__":
    os.nice(10)  # who measures is on the same core
    asyncio.run(_all(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
