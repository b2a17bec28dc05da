"""Floods of packets: whoever sends them is cut off and turned away, and nobody else notices."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

import asyncssh
import pytest
from asyncssh.constants import MSG_CHANNEL_REQUEST, MSG_GLOBAL_REQUEST, MSG_IGNORE
from asyncssh.packet import Boolean, String, UInt32

from nim_tui.server.settings.sections import Limits
from nim_tui.server.ssh.server import make_round
from nim_tui.server.work import CALM_POINTS
from tests.nim_tui.server.ssh.serving import (
    Caller,
    Served,
    connect,
    new_key,
    open_session,
    serving,
    visiting,
)
from tests.nim_tui.server.ssh.test_misuse import plays_on
from tests.waiting import until

ELSEWHERE = ("127.0.0.2", 0)
FEW = Limits(work_at_once=1000)
MANY = 3000
"""Packets: more than an address may send at once, by each of them as well as by their work."""


def ignores(connection: asyncssh.SSHClientConnection) -> None:
    for _packet in range(MANY):
        connection.send_packet(MSG_IGNORE, String(b""))


def windows(connection: asyncssh.SSHClientConnection, kind: bytes = b"window-change") -> None:
    size = UInt32(80) + UInt32(24) + UInt32(0) + UInt32(0)
    for _packet in range(MANY):
        connection.send_packet(MSG_CHANNEL_REQUEST, UInt32(0), String(kind), Boolean(False), size)


async def is_turned_away(served: Served) -> None:
    """The address that sent too much is, and another is let in."""
    turned_away = served.figure("refused_penalty")
    with pytest.raises((OSError, asyncssh.Error)):
        await connect(served.port, new_key())
    await served.refused("penalty", turned_away + 1)
    stranger = await connect(served.port, new_key(), local_addr=ELSEWHERE)
    stranger.abort()
    await stranger.wait_closed()


@pytest.mark.parametrize("flood", [ignores, windows])
async def test_whoever_floods_is_cut_off_and_turned_away(flood: Any) -> None:
    async with serving(FEW) as served, visiting(served) as other:
        connection = await connect(served.port, new_key())
        visitor = await open_session(connection)
        await visitor.sees("welcome-here")
        flood(connection)
        await plays_on(other)
        await connection.wait_closed()
        await served.refused("work")
        await is_turned_away(served)
        await plays_on(other)


class Flooding(Caller):
    """Floods before it signs in."""

    def connection_made(self, conn: asyncssh.SSHClientConnection) -> None:
        self._connection = conn

    def public_key_auth_requested(self) -> None:
        ignores(self._connection)


async def test_a_flood_before_anybody_signs_in_is_cut_off_too() -> None:
    async with serving(FEW) as served, visiting(served) as other:
        with pytest.raises((OSError, asyncssh.Error)):
            await connect(served.port, None, client_factory=Flooding)
        await served.refused("work")
        await is_turned_away(served)
        await plays_on(other)


async def test_what_people_do_in_a_hurry_is_no_flood() -> None:
    """A key held down, a paste, a window dragged by its corner, the mouse over the whole board."""
    async with serving() as served, visiting(served) as visitor:
        for width in range(60):
            visitor.channel.change_terminal_size(80 + width, 24)
            visitor.type("k")
            visitor.type(f"\x1b[<35;{width + 1};3M")
        visitor.type("\x1b[200~" + "p" * 20_000 + "\x1b[201~")
        visitor.type("z")
        await visitor.sees("-z.")
        assert served.figure("refused_work") == 0
        source = served.ssh_server.context.sources.meter("127.0.0.1")
        assert source.pay(CALM_POINTS + Limits().work_at_once / 2), "half of it is there still"


async def begin_exchange(connection: asyncssh.SSHClientConnection) -> None:
    """Ask for new keys, and answer nothing any more."""
    connection._send_kexinit()
    transport: Any = connection._transport
    transport.pause_reading()


async def test_what_waits_for_new_keys_counts_as_waiting() -> None:
    async with serving(Limits(waiting_bytes=30_000)) as served, visiting(served) as other:
        connection = await connect(served.port, new_key())
        visitor = await open_session(connection)
        await visitor.sees("welcome-here")
        visitor.type("f")
        await begin_exchange(connection)
        await served.refused("slow_reader")
        await plays_on(other)
        connection.abort()


async def test_whoever_reads_no_refusals_is_cut_off_too() -> None:
    """Nothing is painted meanwhile, which would notice."""
    async with serving(Limits(waiting_bytes=10_000)) as served, visiting(served) as other:
        connection = await connect(served.port, new_key())
        context = served.ssh_server.context
        (deaf,) = [one for one in context.connections if not one.has_sessions]
        await begin_exchange(connection)
        connection._kex_complete = True  # so that it goes on sending
        for _packet in range(300):
            connection.send_packet(MSG_GLOBAL_REQUEST, String(b"nothing"), Boolean(True))

        def is_cut_off() -> bool:
            deaf.look_after(context.now())
            return served.figure("refused_slow_reader") == 1

        await until(is_cut_off, "the end")
        await plays_on(other)
        connection.abort()


async def test_an_exchange_of_keys_that_does_not_end_ends_the_connection() -> None:
    async with serving() as served, visiting(served) as other:
        connection = await connect(served.port, new_key())
        context = served.ssh_server.context
        (late,) = [one for one in context.connections if not one.has_sessions]
        await begin_exchange(connection)
        at = context.now()

        def is_cut_off(seconds: float) -> bool:
            late.look_after(at + seconds)
            return served.figure("refused_rekey") == 1

        await until(lambda: not is_cut_off(0) and late._exchanging_since is not None, "exchange")  # type: ignore[attr-defined]
        assert not is_cut_off(context.limits.sign_in_seconds - 1)
        assert is_cut_off(context.limits.sign_in_seconds)
        await until(lambda: late not in context.connections, "the end")
        await plays_on(other)
        connection.abort()


async def test_where_too_much_waits_in_all_the_slowest_reader_goes() -> None:
    async with serving() as served, visiting(served) as other:
        connection = await connect(served.port, new_key())
        slow = await open_session(connection, window=20_000)
        await slow.sees("welcome-here")
        context = served.ssh_server.context
        make_round(context)
        assert served.figure("refused_slow_reader") == 0
        slow.channel.pause_reading()
        slow.type("f")
        runner = max(context.runners.values(), key=lambda one: one.client.number)
        await until(lambda: runner.waiting > Limits().paused_bytes, "a full buffer")
        context.limits = Limits(waiting_bytes_in_all=1)
        make_round(context)
        await served.refused("slow_reader")
        await plays_on(other)
        connection.abort()


async def test_a_server_whose_memory_is_used_takes_nobody_new() -> None:
    async with serving() as served, visiting(served) as other:
        served.ssh_server.context.memory.is_reached = True
        with suppress(OSError, asyncssh.Error):
            await connect(served.port, new_key())
        await served.refused("memory")
        await plays_on(other)


async def test_the_place_of_a_silent_connection_goes_to_somebody_elsewhere() -> None:
    limits = Limits(signing_in=4, signing_in_freely=4)
    async with serving(limits, draw=float) as served:
        crowd = [await asyncio.open_connection("127.0.0.1", served.port) for _ in range(4)]
        await until(lambda: served.figure("connections_open") == 4, "a full door")
        stranger = await connect(served.port, new_key(), local_addr=("127.0.1.1", 0))
        await served.refused("signing_in_early")
        stranger.abort()
        for _reader, writer in crowd:
            writer.close()
