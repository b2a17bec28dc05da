"""What strangers try; the others play on."""

from __future__ import annotations

import asyncio
import random
import zlib

import asyncssh
import pytest
from asyncssh.packet import Boolean, String, UInt32

from nim_tui.server.settings.sections import Limits
from nim_tui.server.ssh.asyncssh_patches import BoundedDecompressor
from tests.nim_tui.server.ssh.serving import (
    HOST,
    Served,
    Visitor,
    connect,
    new_key,
    open_session,
    serving,
    visiting,
)
from tests.nim_tui.terminal.answers import ANSWERS
from tests.waiting import until


async def plays_on(visitor: Visitor) -> None:
    """Somebody else's key is answered."""
    visitor.forget()
    visitor.type("z")
    await visitor.sees("-z.")


async def test_garbage_before_and_after_the_handshake() -> None:
    noise = random.Random(1).randbytes(60_000)
    async with serving() as served, visiting(served) as other:
        for start in (b"", b"SSH-2.0-noise\r\n", b"GET / HTTP/1.0\r\n\r\n", b"SSH-1.0-old\r\n"):
            reader, writer = await asyncio.open_connection(HOST, served.port)
            writer.write(start + noise)
            async with asyncio.timeout(10):
                try:
                    while await reader.read(1000):
                        pass
                except ConnectionError:
                    pass
            writer.close()
        connection = await connect(served.port, new_key())
        await open_session(connection)
        connection._send(noise)  # where encrypted packets are due
        await asyncio.wait_for(connection.wait_closed(), 10)
        await until(lambda: served.figure("connections_open") == 1)
        await plays_on(other)


async def test_packets_that_make_no_sense() -> None:
    async with serving() as served, visiting(served) as other:
        for kind, body in ((80, b"x"), (90, b"\xff" * 9), (98, b"\0" * 8), (94, b"\xff" * 40)):
            connection = await connect(served.port, new_key())
            await open_session(connection)
            connection.send_packet(kind, body)
            await asyncio.wait_for(connection.wait_closed(), 10)
        await plays_on(other)


async def test_nothing_is_forwarded() -> None:
    async with serving() as served, visiting(served) as visitor:
        connection, channel = visitor.connection, visitor.channel
        with pytest.raises(asyncssh.ChannelOpenError):
            await connection.open_connection(HOST, served.port)
        with pytest.raises(asyncssh.ChannelOpenError):
            await connection.open_unix_connection("/run/socket")
        with pytest.raises(asyncssh.ChannelListenError):
            await connection.forward_remote_port("", 0, HOST, 9)
        with pytest.raises(asyncssh.ChannelListenError):
            await connection.forward_remote_path("/run/nim_tui", "/run/other")
        x11 = (Boolean(False), String("MIT-MAGIC-COOKIE-1"), String("00"), UInt32(0))
        assert not await channel._make_request(b"x11-req", *x11)
        assert not await channel._make_request(b"auth-agent-req@openssh.com")
        with pytest.raises(asyncssh.ChannelOpenError):
            await connection.start_sftp_client()
        assert served.figure("refused_forwarding") == 6
        assert served.figure("refused_subsystem") == 1
        await plays_on(visitor)


async def test_environment_is_bounded() -> None:
    wishes = {"LANG": "C.UTF-8", "COLORTERM": "truecolor"}
    bad = {"LD_PRELOAD": "x", "PATH": "/", "LC_ALL": "x" * 60, "NO_COLOR": "\x1b[31m", "TERM": "x"}
    async with serving() as served, visiting(served, environment={**wishes, **bad}):
        (visit,) = served.ssh_server.sessions
        assert dict(visit.wishes) == wishes
        assert served.figure("refused_environment") == len(bad)


async def test_a_terminal_type_is_bounded() -> None:
    told = "xterm\x1b]0;y\x07" * 900
    async with serving() as served, await connect(served.port, new_key()) as connection:
        visitor = await open_session(connection, terminal=told, command="record a1")
        await visitor.sees("line of a1")
        (visit,) = served.house.visits
        assert visit.terminal == "dumb"


async def test_a_window_of_any_size_costs_nothing() -> None:
    async with serving() as served, visiting(served, size=(65_535, 65_535)) as visitor:
        (visit,) = served.ssh_server.sessions
        assert visit.size == Limits().largest_size
        assert len(visitor.screen.got) < 200_000
        visitor.channel.change_terminal_size(4_294_967_295, 4_294_967_295)
        visitor.channel.change_terminal_size(0, 0)
        visitor.channel.change_terminal_size(90, 30)
        await visitor.sees("size-90x30.")


@pytest.mark.slow
async def test_a_storm_of_windows_costs_nothing() -> None:
    async with serving() as served, visiting(served) as other, visiting(served) as visitor:
        app = served.house.app
        before = len(app.sizes)
        for width in range(1000):
            visitor.channel.change_terminal_size(40 + width % 200, 65_535)
        visitor.channel.change_terminal_size(90, 30)
        await plays_on(other)
        await visitor.sees("size-90x30.")
        assert len(app.sizes) - before < 100  # the slower the machine, the more of them


async def test_sizes_and_focus_told_by_keys_are_not_believed() -> None:
    async with serving() as served, visiting(served) as visitor:
        app = served.house.app
        visitor.type("\x1b[48;60000;60000;0;0t\x1b[I\x1b[O\x1b[<0;999999;999999M\x1b[99999;99999R")
        visitor.type("\x1b[99999999999u\x1b[?2048;1$y\x1b[<0;5;5M")
        await plays_on(visitor)
        assert set(app.sizes) == {(80, 24)}
        assert tuple(app.size) == (80, 24)


async def test_a_huge_paste_is_refused_and_the_keys_after_it_are_heard() -> None:
    async with serving() as served, visiting(served) as other, visiting(served) as visitor:
        visitor.type(b"\x1b[200~" + b"p" * 3_000_000 + b"\x1b[201~")
        await plays_on(other)
        await visitor.sees("left-out-20000.")
        visitor.type("y")
        await visitor.sees("key-1-y.")
        assert served.figure("refused_long_paste") == 1


async def test_a_flood_of_keys_is_left_out() -> None:
    limits = Limits(keys_at_once=50, keys_a_second=40)
    async with serving(limits) as served, visiting(served) as other, visiting(served) as visitor:
        app = served.house.app
        visitor.type(b"k" * 1_000_000)
        await until(lambda: app.keys >= 50)
        await plays_on(other)
        await until(lambda: not visitor.channel.get_write_buffer_size())
        assert app.keys < 500
        visitor.type("\x1b")
        await visitor.sees("-escape.")
        await plays_on(visitor)


async def test_answers_of_a_terminal_are_no_keys() -> None:
    async with serving() as served, visiting(served) as visitor:
        visitor.type("".join(ANSWERS))
        await plays_on(visitor)
        assert served.house.app.keys == 1


async def test_gone_in_the_middle() -> None:
    async with serving() as served, visiting(served) as other:
        for _ in range(5):
            connection = await connect(served.port, new_key())
            visitor = await open_session(connection)
            visitor.type("xyz")
            connection.abort()
        gone = await connect(served.port, new_key())
        visitor = await open_session(gone)
        await visitor.sees("welcome-here")
        visitor.type("f")
        gone.abort()
        await until(lambda: served.figure("sessions_open") == 1)
        await until(lambda: len(served.house.gone) == len(served.house.visits) - 1)
        await plays_on(other)
        assert not served.house.errors


def test_a_packet_grows_only_so_far() -> None:
    fit = zlib.compressobj()
    packet = fit.compress(b"a" * 30_000) + fit.flush(zlib.Z_SYNC_FLUSH)
    assert BoundedDecompressor().decompress(packet) == b"a" * 30_000
    bomb = zlib.compress(b"a" * 30_000_000)
    assert len(bomb) < 35_000
    assert BoundedDecompressor().decompress(bomb) is None
    assert BoundedDecompressor().decompress(b"no zlib") is None


@pytest.mark.slow
async def test_compression_is_there_for_who_wants_it() -> None:
    async with serving() as served:
        await compressed(served, ["zlib@openssh.com"])
        await compressed(served, ["none"])


async def compressed(served: Served, algorithms: list[str]) -> None:
    """Play by one way of compressing."""
    connection = await connect(served.port, new_key(), compression_algs=algorithms)
    visitor = await open_session(connection)
    await visitor.sees("welcome-here")
    assert connection.get_extra_info("recv_compression") == algorithms[0]
    connection.abort()
    await connection.wait_closed()
