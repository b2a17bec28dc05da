"""Strangers: pages of others, frames that no page sends, readers that take nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import aiohttp
import pytest

from nim_tui.server.paced_input import SLICE
from nim_tui.server.settings.sections import Limits
from nim_tui.server.terminal.driver import ClientDriver
from nim_tui.server.web.session import A_FRAME, FRAMES_ON_END
from nim_tui.server.work import A_REQUEST, CALM_A_SECOND, CALM_POINTS
from tests.nim_tui.server.ssh.serving import HOST
from tests.nim_tui.server.ssh.tiny import HELLO
from tests.nim_tui.server.web.browsing import KEY, asks, both, tab
from tests.waiting import until

FRAMES = [
    "", "80", "[80]", "[80, 24, 1]", "[true, 24]", "[80.0, 24]", "[0, 24]", "[-1, 24]",
    "[99999, 24]", '["80", 24]', "{}", "null", "[" * 60, "[1, 2" + " " * 100 + "]", "[1e999, 3]",
]  # fmt: skip


@pytest.mark.parametrize(
    "origin", [None, "null", "http://evil.example", "https://127.0.0.1", "http://127.0.0.1:1"]
)
async def test_pages_of_others_get_no_session(origin: str | None) -> None:
    async with both() as (served, door):
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            async with tab(door, origin=origin):
                pass
        assert refused.value.status == 403
        assert served.figure("refused_foreign_page") == 1
        assert not served.house.visits


@pytest.mark.parametrize("path", ["/keep", "/forget"])
@pytest.mark.parametrize("origin", ["null", "http://evil.example"])
async def test_pages_of_others_hand_out_no_cookie(path: str, origin: str) -> None:
    async with both() as (_served, door):
        status, headers, _text = await asks(door, path, method="POST", Origin=origin)
        assert status == 403
        assert "Set-Cookie" not in headers


@pytest.mark.parametrize(
    "host",
    [
        "evil.example", "127.0.0.1.evil.example", "localhost.evil", "[::1", "::1", "[localhost]",
        "[fe80::1%x; script-src *]", "127.0.0.1%; script-src *", "[::1]; script-src *",
        "[::1]:80; script-src *", "127.0.0.1:80 *", "localhost:８０", "[127.0.0.1]", "",
    ],
)  # fmt: skip
async def test_a_name_that_leads_here_is_not_answered(host: str) -> None:
    """Else a page of somebody else could speak as one of this server (DNS rebinding)."""
    async with both() as (served, door):
        status, headers, text = await asks(door, "/", Host=host)
        assert (status, "script" in text, "*" in str(headers)) == (403, False, False)
        assert served.figure("refused_foreign_page") == 1


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "127.0.0.1:8080", "localhost", "LOCALHOST:1", "[::1]", "[fe80::1]:8080"]
)
async def test_this_machine_and_plain_addresses_are_answered(host: str) -> None:
    async with both() as (_served, door):
        status, headers, _text = await asks(door, "/", Host=host)
        assert status == 200
        assert f"connect-src 'self' ws://{host.lower()};" in headers["Content-Security-Policy"]


@pytest.mark.parametrize(
    "asked",
    [
        "",
        "size=80",
        "size=80x24x1",
        "size=-1x24",
        "size=99999x24",
        "size=80x24&table=../etc/passwd",
    ],
)
async def test_a_session_is_asked_for_in_one_way(asked: str) -> None:
    async with both() as (_served, door):
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            async with tab(door, asked=asked):
                pass
        assert refused.value.status == 400


@pytest.mark.parametrize("frame", FRAMES, ids=range(len(FRAMES)))
async def test_a_frame_that_no_page_sends_ends_the_session(frame: str) -> None:
    async with both() as (served, door), tab(door) as one:
        await one.socket.send_str(frame)
        await one.is_sent_away()
        assert one.code == 1008
        assert served.figure("refused_web_frame") == 1


async def test_a_frame_that_is_too_large_ends_the_session() -> None:
    async with both() as (served, door), tab(door) as one:
        await one.type(b"x" * 70_000)
        await one.is_sent_away()
        assert served.figure("refused_web_frame") == 1
        assert served.figure("keys_in") == 0


async def test_too_many_sizes_end_the_session() -> None:
    async with both() as (served, door), tab(door) as one:
        for width in range(200):
            if one.socket.closed:
                break
            await one.socket.send_str(f"[{80 + width % 2}, 24]")
        await one.is_sent_away()
        assert served.figure("refused_web_frame") == 1


async def test_who_asks_on_and_on_whether_the_server_is_there_is_sent_away() -> None:
    async with both() as (served, door), tab(door) as one:
        for _time in range(200):
            if one.socket.closed:
                break
            await one.socket.send_str("[]")
        await one.is_sent_away()
        assert len(one.told) < 100
        assert served.figure("refused_web_frame") == 1


async def test_bytes_that_are_no_text_hurt_nobody() -> None:
    async with both() as (served, door), tab(door) as one, tab(door) as other:
        await one.type(bytes(range(128, 256)) * 3 + b"\x1b[" + b"9" * 900 + b"u\x1b]52;c;eA==\x07")
        await one.type("\x1b[200~no end of this paste")
        await other.type("x")
        await other.sees("key-1-x.")
        assert not served.house.errors
        one.socket._response.close()  # what it typed is held: nobody waits for all of it


async def test_keys_come_at_a_bounded_pace() -> None:
    limits = Limits(keys_at_once=16, keys_a_second=20)
    async with both(limits) as (served, door), tab(door) as one:
        for _piece in range(50):
            await one.type(b"x" * 1000)
        await until(lambda: served.house.app.keys >= 16, "the keys at once")
        assert served.house.app.keys < 200
        one.socket._response.close()  # a browser that is gone while it is held
        await door.empty()


async def test_a_long_paste_is_refused_with_a_word() -> None:
    async with both(Limits(longest_paste=100)) as (served, door), tab(door) as one:
        await one.type("\x1b[200~" + "p" * 5000 + "\x1b[201~")
        await one.sees("left-out-100.")
        assert served.figure("refused_long_paste") == 1


async def test_a_reader_that_takes_nothing_is_dropped() -> None:
    limits = Limits(waiting_bytes=200_000, paused_bytes=20_000, stalled_seconds=0.3)
    async with both(limits) as (served, door), tab(door) as other:
        reader, writer = await asyncio.open_connection(HOST, door.web_server.port, limit=1024)
        writer.write(handshake(door.origin))
        await reader.readuntil(b"\r\n\r\n")
        await until(lambda: len(served.house.apps) == 2, "an app")
        app = served.house.app
        await until(app.painted.is_set, "a first paint")
        writer.write(KEY_F)
        await until(lambda: app.frames > 2, "a flood")
        driver = app._driver
        assert isinstance(driver, ClientDriver)
        while not driver._output.is_slow and driver._output.is_open:
            driver._output.send(b"\0" * 10_000)
            await asyncio.sleep(0)
        assert driver._output.waiting < limits.waiting_bytes
        await served.refused("slow_reader")
        await until(lambda: served.figure("sessions_open") == 1, "its end")
        await other.type("x")
        await other.sees("key-1-x.")
        writer.close()


KEY_F = b"\x82\x81" + bytes(4) + b"f"
"""A frame with a key."""


def handshake(origin: str) -> bytes:
    """What a browser sends to begin a session."""
    host = origin.removeprefix("http://")
    lines = (
        "GET /ws?size=80x24 HTTP/1.1", f"Host: {host}", f"Origin: {origin}",
        "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "", "",
    )  # fmt: skip
    return "\r\n".join(lines).encode()


async def test_an_address_has_so_many_connections() -> None:
    async with both(Limits(connections_an_address=2)) as (served, door):
        held = [await asyncio.open_connection(HOST, door.web_server.port) for _ in range(2)]
        await until(lambda: served.figure("connections_open") == 2, "both")
        third, _writer = await asyncio.open_connection(HOST, door.web_server.port)
        with pytest.raises((ConnectionError, EOFError)):
            await third.readexactly(1)
        assert served.figure("refused_connections_an_address") == 1
        for _reader, writer in held:
            writer.close()
        await until(lambda: not served.figure("connections_open"), "the end of both")


@pytest.mark.parametrize("sent", [b"", b"GET / HTTP/1.1\r\nHost: 127", b"\x16\x03\x01"])
async def test_a_connection_that_asks_for_nothing_is_closed(sent: bytes) -> None:
    async with both(Limits(sign_in_seconds=0.2)) as (_served, door):
        reader, writer = await asyncio.open_connection(HOST, door.web_server.port)
        writer.write(sent)
        await asyncio.wait_for(reader.read(), 5)
        writer.close()


async def test_a_browser_that_is_gone_without_a_word_is_noticed() -> None:
    async with both(Limits(keepalive_seconds=0.2)) as (served, door):
        reader, writer = await asyncio.open_connection(HOST, door.web_server.port)
        writer.write(handshake(door.origin))
        await reader.readuntil(b"\r\n\r\n")
        await until(lambda: served.figure("sessions_open") == 1, "a session")
        await door.empty()  # nobody answers when asked whether they are there
        assert served.figure("refused_web_frame") == 0
        writer.close()


@pytest.mark.slow
async def test_a_key_must_look_like_one() -> None:
    async with both() as (served, door):
        for key in ("short", KEY + "k", "é" * 43, "k" * 42 + "!"):
            async with tab(door, key=key):
                assert served.house.app.visit.is_guest


async def test_requests_are_paid_for_by_whoever_a_proxy_names() -> None:
    limits = Limits(work_at_once=1000, work_a_second=10)
    async with both(limits, web_proxy=(HOST,)) as (served, door):
        answers = [
            (await asks(door, "/known", X_Forwarded_For="203.0.113.7"))[0] for _time in range(220)
        ]
        assert answers.index(429) == answers.count(200) >= limits.work_at_once // A_REQUEST
        assert served.figure("refused_penalty") == answers.count(429)
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            async with tab(door, headers={"X-Forwarded-For": "203.0.113.7"}):
                pass
        assert refused.value.status == 429
        assert (await asks(door, "/known", X_Forwarded_For="203.0.114.7"))[0] == 200
        assert (await asks(door, "/known"))[0] == 200


@pytest.mark.parametrize("frame", ["", "ping", "pong"])
async def test_whoever_floods_with_frames_is_cut_off_and_turned_away(frame: str) -> None:
    """Frames that hold nothing, and those that ask for an answer, cost as others do."""
    async with both(Limits(work_at_once=1000)) as (served, door), tab(door) as other:
        await other.sees("welcome-here")
        async with tab(door) as one:
            its = one.socket
            send: Callable[[bytes], Awaitable[None]] = its.send_bytes
            send = {"ping": its.ping, "pong": its.pong}.get(frame, send)
            with suppress(ConnectionError):
                for _time in range(3000):
                    await send(b"")
            await until(lambda: served.figure("refused_work") > 0, "the end")
        await other.type("x")
        await other.sees("-x.")
        with pytest.raises(aiohttp.ClientError):
            async with tab(door):
                pass


@pytest.mark.parametrize("calms_down", [True, False])
async def test_nothing_is_started_for_whoever_floods(
    monkeypatch: pytest.MonkeyPatch, calms_down: bool
) -> None:
    """They wait until they calm down, or are cut off; others are let in meanwhile."""
    monkeypatch.setattr("nim_tui.server.work.CALM_A_SECOND", 0)
    async with both(Limits(starting=1)) as (served, door):
        context = served.ssh_server.context
        async with context.gate, tab(door, sees="") as one:
            for _time in range(CALM_POINTS // A_FRAME + 1):
                await one.socket.send_bytes(b"")
            await until(lambda: bool(context.runners), "a session")
            runner: Any = next(iter(context.runners.values()))
            await until(runner._is_flooding, "its flood")
            if calms_down:
                runner._is_flooding.__self__._meter._own._a_second = CALM_A_SECOND
            context.gate.release()
            async with tab(door):
                pass
            if calms_down:
                await one.sees(HELLO)
            await context.gate.acquire()
        assert len(served.house.visits) == 1 + calms_down


async def test_few_frames_wait_to_be_paid_for() -> None:
    """Frames with nothing in them would fill memory else, behind keys that are held back."""
    async with both() as (served, door), tab(door) as one:
        visit: Any
        (visit,) = served.ssh_server.context.connections
        visit._wire.hold(True)
        for _time in range(3000):
            await one.socket.send_bytes(b"")
        paced: Any = visit._wire._transport.get_protocol()
        await until(visit._has_frames, "frames that wait")
        await until(lambda: len(paced._paced._waiting) > SLICE, "bytes that wait")
        assert len(visit._socket._reader._buffer) < FRAMES_ON_END + SLICE
        visit._wire.hold(False)
