"""Attacks by whoever has not even a name."""

from __future__ import annotations

import asyncio
import socket
from contextlib import AsyncExitStack, ExitStack
from typing import Final

import asyncssh

from tests.chaos.attacks.stranger import Mark, Stranger, comes_in, harmless, stranger
from tests.nim_tui.server.ssh.serving import HOST, connect, new_key, open_session

SILENT: Final = 60
CONNECTIONS: Final = 80
NO_TEXT: Final = (b"\xe9", b"\xff\xfe", b"\xc3(", b"\x1b[200~\xff\x1b[201~", b"\x1b[<0;\xff;1M")


def _silent(mark: Mark) -> socket.socket:
    opened = socket.socket()
    opened.settimeout(5)
    opened.bind((mark.address(), 0))
    opened.connect((HOST, mark.port))
    return opened


async def sixty_silent_sockets(mark: Mark) -> int:
    """Hold connections that never say anything, each from an address of its own."""
    with ExitStack() as held:
        for _each in range(SILENT):
            held.enter_context(await asyncio.to_thread(_silent, mark))
        await comes_in(mark)
    return SILENT


async def connections_without_end(mark: Mark) -> int:
    """Open connections from one address until the server has no descriptors left for others."""
    address, refused = mark.address(), 0
    async with AsyncExitStack() as held:
        for _each in range(CONNECTIONS):
            try:
                opened = await connect(mark.port, new_key(), local_addr=(address, 0))
            except (OSError, asyncssh.Error):
                refused += 1
            else:
                held.callback(opened.abort)
        harmless(refused, f"{CONNECTIONS} connections of one address are held")
        await comes_in(mark)
    return CONNECTIONS


async def four_frozen_sessions(mark: Mark) -> int:
    """Open all sessions that a key may have and read nothing; others are answered meanwhile."""
    key, address = new_key(), mark.address()
    async with AsyncExitStack() as held:
        for _each in range(4):
            opened = await connect(mark.port, key, local_addr=(address, 0))
            held.callback(opened.abort)
            frozen = await open_session(opened, window=2_000)
            frozen.channel.pause_reading()
            frozen.type("z" * 200)
        await comes_in(mark)
    return 4


async def bytes_that_are_no_text(mark: Mark) -> int:
    """Type what is no UTF-8: the session goes on, as a screen and by lines."""
    async with stranger(mark) as somebody:
        visitor = somebody.visitor
        for said in NO_TEXT:
            visitor.type(said)
        visitor.type("\n")
        await somebody.hears()
        visitor.forget()
        visitor.type("help\n")
        await somebody.hears()
        harmless(not somebody.is_gone, "a byte ends a session")
    opened = await connect(mark.port, new_key(), local_addr=(mark.address(), 0))
    try:
        screen = Stranger(await open_session(opened))
        await screen.hears()
        for said in NO_TEXT:
            screen.visitor.type(said)
        screen.visitor.type("z")
        await screen.hears()
        harmless(not screen.is_gone, "a byte ends an app")
    finally:
        opened.abort()
    return 2 * len(NO_TEXT)
