"""Behind a proxy: the address it tells is the one that everything sees; nobody else is believed."""

from __future__ import annotations

import asyncio
import logging
import socket

import asyncssh
import pytest

from nim_tui.server.ip_addresses import proxy_networks
from nim_tui.server.logs import LogLines
from nim_tui.server.settings.sections import Limits
from nim_tui.server.ssh import proxy as front_door
from nim_tui.server.ssh.proxy import SIGNATURE
from nim_tui.server.terminal.client import ConnectionRefused
from tests.nim_tui.server.ssh.serving import HOST, Served, connect, new_key, open_session, serving
from tests.nim_tui.server.ssh.test_proxy_header import WRONG, header
from tests.waiting import PATIENCE, until

HERE = proxy_networks(["127.0.0.0/8"])
ELSEWHERE = proxy_networks(["192.0.2.10"])


def called(served: Served, data: bytes = b"") -> socket.socket:
    """A connection that begins with these bytes."""
    peer = socket.create_connection((HOST, served.port), PATIENCE)
    peer.sendall(data)
    return peer


async def comes_through(
    served: Served, told: bytes, key: asyncssh.SSHKey | None = None
) -> asyncssh.SSHClientConnection:
    """Sign in through a proxy that tells this."""
    peer = called(served, told)
    peer.setblocking(False)
    return await connect(0, key or new_key(), sock=peer)


async def is_cut(peer: socket.socket) -> bool:
    """Whether a connection is closed, or cut off, with nothing said on it but SSH's greeting."""
    peer.settimeout(PATIENCE)
    try:
        while got := await asyncio.to_thread(peer.recv, 1000):
            assert got.startswith(b"SSH-2.0-nim_tui") or b"SSH-" not in got
    except ConnectionError:
        pass
    finally:
        peer.close()
    return True


@pytest.mark.parametrize("address", ["203.0.113.7", "2001:db8::7"])
async def test_a_session_comes_from_where_the_proxy_says(address: str) -> None:
    async with serving(proxies=HERE) as served:
        async with await comes_through(served, header(address)) as connection:
            visitor = await open_session(connection)
            await visitor.sees("welcome-here")
            (client,) = served.ssh_server.sessions
            assert client.address == address
            visitor.type("x")
            await visitor.sees("key-1-x.")
        await served.empty()


async def test_a_header_may_come_in_pieces() -> None:
    async with serving(proxies=HERE) as served:
        peer = called(served)
        for place in range(len(header())):
            peer.sendall(header()[place : place + 1])
            await asyncio.sleep(0.001)
        peer.setblocking(False)
        async with await connect(0, new_key(), sock=peer) as connection:
            await (await open_session(connection)).sees("welcome-here")


async def test_bounds_and_bans_see_the_address_behind_the_proxy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with serving(Limits(connections_an_address=1), proxies=HERE) as served:
        first = await comes_through(served, header("203.0.113.7"))
        with pytest.raises((asyncssh.Error, OSError)):
            await comes_through(served, header("203.0.113.7"))
        await served.refused("connections_an_address")
        second = await comes_through(served, header("203.0.113.8"))
        for connection in (first, second):
            connection.abort()
        asked: list[str] = []

        def turns_away(_key: str | None, address: str) -> ConnectionRefused | None:
            asked.append(address)
            return ConnectionRefused("banned", "not you") if address == "203.0.113.9" else None

        monkeypatch.setattr(served.house, "turns_away", turns_away)
        with pytest.raises(asyncssh.PermissionDenied):
            await comes_through(served, header("203.0.113.9"))
        assert set(asked) == {"203.0.113.9"}


async def test_a_proxy_that_asks_for_itself_is_itself() -> None:
    async with (
        serving(proxies=HERE) as served,
        await comes_through(served, SIGNATURE + b"\x20\x00\x00\x00") as connection,
    ):
        await (await open_session(connection)).sees("welcome-here")
        assert served.ssh_server.sessions[0].address == HOST


async def test_a_proxy_that_only_looks_whether_the_server_is_there_is_not_refused(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Else whatever reads the log would keep the proxy out, and all who come by it."""
    caplog.set_level(logging.WARNING, "nim_tui")
    async with serving(proxies=HERE) as served:
        called(served, SIGNATURE + b"\x20\x00\x00\x00").close()
        await until(lambda: served.figure("connections_total") == 1, "the look")
        await served.empty()
        assert not caplog.records
        called(served, header()).close()
        await until(lambda: served.figure("connections_total") == 2, "a stranger")
        await served.empty()
    told = [LogLines().format(record).split(" ", 2)[2] for record in caplog.records]
    assert told == ["refused from=203.0.113.7 reason=unfinished"]


@pytest.mark.parametrize("data", WRONG.values(), ids=WRONG)
async def test_a_proxy_without_a_right_header_is_refused(
    data: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING, "nim_tui")
    async with serving(proxies=HERE) as served:
        assert await is_cut(called(served, data))
        await served.refused("proxy_header")
        assert served.figure("connections_total") == 0
    told = [LogLines().format(record).split(" ", 2)[2] for record in caplog.records]
    assert told == [f"refused from={HOST} reason=proxy_header"]


@pytest.mark.parametrize("data", [b"", SIGNATURE, header()[:-1]], ids=["none", "signed", "cut"])
async def test_a_header_comes_in_time(data: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(front_door.ProxyReader.__init__, "__defaults__", (0.2,))
    async with serving(proxies=HERE) as served:
        assert await is_cut(called(served, data))
        await served.refused("proxy_header")


async def test_who_goes_before_telling_is_refused_once() -> None:
    async with serving(proxies=HERE) as served:
        called(served, SIGNATURE).close()
        await served.refused("proxy_header")


async def test_so_many_wait_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(front_door, "MOST_WAITING", 2)
    async with serving(proxies=HERE) as served:
        crowd = [called(served) for _ in range(5)]
        await served.refused("proxy_header", 3)
        for one in crowd:
            one.close()
        await served.refused("proxy_header", 5)


async def test_who_is_no_proxy_is_not_believed(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING, "nim_tui")
    async with serving(Limits(sign_in_seconds=2), proxies=ELSEWHERE) as served:
        assert await is_cut(called(served, header("203.0.113.7")))
        await until(lambda: served.figure("connections_open") == 0)
        async with await connect(served.port, new_key()) as connection:
            await (await open_session(connection)).sees("welcome-here")
            assert served.ssh_server.sessions[0].address == HOST
    (told,) = [LogLines().format(record).split(" ", 2)[2] for record in caplog.records]
    assert told.startswith(f"refused from={HOST} reason=")


@pytest.mark.slow
async def test_a_stop_does_not_wait_for_who_has_not_told() -> None:
    async with serving(proxies=HERE) as served:
        peer = called(served)
        await until(lambda: served.ssh_server._door is not None)
        await asyncio.wait_for(served.ssh_server.tell_all_and_stop("", 2), 4)
        assert await is_cut(peer)
