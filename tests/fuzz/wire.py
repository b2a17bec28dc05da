"""Fuzzing of the connection: bytes before, in and after what SSH says, and any request in it."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from random import Random
from typing import Final

import asyncssh

from tests.fuzz import inputs
from tests.nim_tui.server.ssh.serving import (
    HOST,
    Visitor,
    connect,
    new_key,
    open_session,
    serving,
    visiting,
)
from tests.waiting import until

OPENINGS: Final = (
    b"",
    b"SSH-2.0-x\r\n",
    b"GET / HTTP/1.1\r\n\r\n",
    b"SSH-1.5-x\r\n",
    b"\x16\x03\x01",
)
KINDS: Final = (
    1,
    2,
    4,
    5,
    6,
    20,
    21,
    30,
    50,
    60,
    80,
    90,
    93,
    94,
    95,
    96,
    97,
    98,
    99,
    100,
    192,
    255,
)
"""Of packets: those of the protocol, and none."""
IN_A_SESSION: Final = 40
"""Inputs to one session before another is opened."""
EXPECTED: Final = (OSError, asyncssh.Error, asyncio.TimeoutError, EOFError)


async def _raw(port: int, draw: Random) -> None:
    reader, writer = await asyncio.open_connection(HOST, port)
    with suppress(OSError):
        writer.write(draw.choice(OPENINGS) + draw.randbytes(inputs.some(draw, 3000)))
        writer.write_eof()
        async with asyncio.timeout(10):
            while await reader.read(4096):
                pass
    writer.close()


async def _packets(port: int, draw: Random) -> None:
    """One packet of nonsense where a session is."""
    connection = await connect(port, new_key())
    with suppress(*EXPECTED):
        await open_session(connection)
        connection.send_packet(draw.choice(KINDS), draw.randbytes(inputs.some(draw, 200)))
        async with asyncio.timeout(0.2):
            await connection.wait_closed()
    connection.abort()
    await connection.wait_closed()


async def _ask(connection: asyncssh.SSHClientConnection, draw: Random) -> Visitor | None:
    """A session, asked for in any way."""
    asked = draw.random()
    terminal = draw.choice(("xterm-256color", "dumb", inputs.text(draw), "x" * 3000))
    environment = {"LANG": inputs.text(draw, 30).replace("\0", ""), inputs.text(draw, 8): "x"}
    command = inputs.command(draw) if asked < 0.3 else None
    size = inputs.size(draw)
    with suppress(*EXPECTED, UnicodeError):
        return await open_session(
            connection, terminal=terminal, size=size, environment=environment, command=command
        )
    return None


async def _session(port: int, draw: Random) -> int:
    """A session that is told anything; how many inputs that was."""
    connection = await connect(port, new_key())
    visitor = await _ask(connection, draw)
    told = 1
    with suppress(*EXPECTED):
        while visitor is not None and told < IN_A_SESSION and not visitor.screen.is_over:
            told += 1
            if draw.random() < 0.2:
                visitor.channel.change_terminal_size(*inputs.size(draw), *inputs.size(draw))
            else:
                visitor.type(inputs.keys(draw).translate(None, b"cwfh"))  # it can be told to fail
            await asyncio.sleep(0)
    connection.abort()
    await connection.wait_closed()
    return told


async def strange(port: int, draw: Random) -> int:
    """Somebody comes to a server and sends what nobody should; how many inputs that was.

    Raises what a connection does that cannot be made.
    """
    kind = draw.random()
    if kind < 0.2:
        await _raw(port, draw)
    elif kind < 0.4:
        await _packets(port, draw)
    else:
        return await _session(port, draw)
    return 1


async def _all(draw: Random, count: int) -> None:
    async with serving() as served, visiting(served) as other:
        told = 0
        while told < count:
            told += await strange(served.port, draw)
        other.forget()
        other.type("z")
        await other.sees("-z.")
        await until(lambda: served.figure("connections_open") == 1, "the end of the others")
        assert not served.figure("apps_failed")


def wire(draw: Random, count: int) -> None:
    """So many inputs over real connections to a tiny house; whoever was there plays on."""
    asyncio.run(_all(draw, count))
