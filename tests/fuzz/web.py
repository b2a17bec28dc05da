"""Fuzzing of the door for browsers over real connections: requests, and frames of a session."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from random import Random
from typing import Final

from nim_tui.server.settings.sections import Limits
from tests.fuzz import browsers, inputs
from tests.nim_tui.server.ssh.serving import HOST
from tests.nim_tui.server.web.browsing import Door, both, tab
from tests.waiting import until

FRAMES: Final = 40
"""Frames of one session before another is opened."""
ENDURED: Final = Limits(work_at_once=10_000_000, work_a_second=1_000_000.0)
"""The limits of a server that shuts nobody out for the pace of inputs."""
_KEY: Final = "dGhlIHNhbXBsZSBub25jZQ=="


async def _sent(door: Door, data: bytes) -> None:
    """Bytes on a connection of their own, until it ends or is silent."""
    reader, writer = await asyncio.open_connection(HOST, door.web_server.port)
    with suppress(OSError, TimeoutError):
        writer.write(data)
        writer.write_eof()
        async with asyncio.timeout(2):
            while await reader.read(65_536):
                pass
    writer.transport.abort()


def _opening(door: Door, draw: Random) -> bytes:
    """The request for a session."""
    more = draw.choice(("", "&plain=1"))
    return (
        f"GET /ws?size=80x24{more} HTTP/1.1\r\nHost: {HOST}:{door.web_server.port}\r\n"
        f"Origin: {door.origin}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {_KEY}\r\nSec-WebSocket-Version: 13\r\n\r\n"
    ).encode()


async def _session(door: Door, draw: Random) -> int:
    """A session with frames of any kind; how many."""
    reader, writer = await asyncio.open_connection(HOST, door.web_server.port)
    told = 1
    with suppress(OSError, TimeoutError):
        writer.write(_opening(door, draw))
        async with asyncio.timeout(5):
            await reader.readuntil(b"\r\n\r\n")
        while told < FRAMES and not reader.at_eof():
            told += 1
            writer.write(browsers.frame(draw))
            await writer.drain()
            with suppress(TimeoutError):
                async with asyncio.timeout(0.002):
                    await reader.read(65_536)
    writer.transport.abort()
    return told


async def _all(draw: Random, count: int) -> None:
    async with both(ENDURED) as (served, door), tab(door) as other:
        served.house.is_steady = True
        told = 0
        while told < count:
            if draw.random() < 0.7:
                data = browsers.request(draw) if draw.random() < 0.9 else inputs.keys(draw)
                await _sent(door, data)
                told += 1
            else:
                told += await _session(door, draw)
        other.forget()
        await other.type("z")
        await other.sees("-z.")
        await until(lambda: door.figure("sessions_open") == 1, "the end of the others")
        assert not door.figure("apps_failed")


def web(draw: Random, count: int) -> None:
    """So many requests and frames to a tiny house; whoever was there plays on."""
    asyncio.run(_all(draw, count))
