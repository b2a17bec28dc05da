"""The endpoint that tells figures: what it answers, and what strangers cannot do to it."""

from __future__ import annotations

import asyncio
import stat
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from nim_tui.server import metrics
from nim_tui.server.admin.private_socket import NotASocket
from nim_tui.server.metrics import MOST_PEERS, MetricsEndpoint, NoMetrics

TEXT = b"# HELP a b\n# TYPE a gauge\na 1\n"
HEALTH = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
GET = b"GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n"


@asynccontextmanager
async def telling(place: tuple[str, int] | Path, wrong: str = "") -> AsyncIterator[MetricsEndpoint]:
    async def text() -> bytes:
        return TEXT

    async def trouble() -> str:
        return wrong

    endpoint = MetricsEndpoint(place, text, trouble)
    await endpoint.open()
    try:
        yield endpoint
    finally:
        await endpoint.close()


async def asked(endpoint: MetricsEndpoint, request: bytes) -> bytes:
    """What comes back until the end."""
    reader, writer = await asyncio.open_connection("127.0.0.1", endpoint.port)
    writer.write(request)
    try:
        async with asyncio.timeout(20):
            return await reader.read()
    except ConnectionResetError:
        return b""
    finally:
        writer.close()


async def test_figures_are_told() -> None:
    async with telling(("127.0.0.1", 0)) as endpoint:
        head, _, body = (await asked(endpoint, GET)).partition(b"\r\n\r\n")
    assert body == TEXT
    status, *headers = head.decode().split("\r\n")
    assert status == "HTTP/1.1 200 OK"
    assert "Content-Type: text/plain; version=0.0.4; charset=utf-8" in headers
    assert f"Content-Length: {len(TEXT)}" in headers
    assert "Connection: close" in headers


@pytest.mark.parametrize(
    ("wrong", "status", "said"),
    [
        ("", "200 OK", b"ok\n"),
        ("late", "503 Service Unavailable", b"late\n"),
        ("database", "503 Service Unavailable", b"database\n"),
    ],
)
async def test_what_is_wrong_is_told_in_a_word(wrong: str, status: str, said: bytes) -> None:
    async with telling(("127.0.0.1", 0), wrong) as endpoint:
        head, _, body = (await asked(endpoint, HEALTH)).partition(b"\r\n\r\n")
    assert head.decode().startswith(f"HTTP/1.1 {status}\r\n")
    assert body == said


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (b"GET /metrics?x=1 HTTP/1.0\r\n\r\n", b"200"),
        (b"GET / HTTP/1.1\r\n\r\n", b"404"),
        (b"GET /metrics/../x HTTP/1.1\r\n\r\n", b"404"),
        (b"POST /metrics HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc", b"405"),
        (b"POST /healthz HTTP/1.1\r\n\r\n", b"405"),
        (b"HEAD /metrics HTTP/1.1\r\n\r\n", b"405"),
        (b"GET /metrics HTTP/2.0\r\n\r\n", b"400"),
        (b"GET /metrics\r\n\r\n", b"400"),
        (b"SSH-2.0-x\r\n\r\n", b"400"),
        (b"\x00\xff\r\n\r\n", b"400"),
        (b"GET /" + b"x" * 300 + b" HTTP/1.1\r\n\r\n", b"400"),
    ],
)
async def test_whatever_else_is_asked_gets_a_status(request_: bytes, status: bytes) -> None:
    async with telling(("127.0.0.1", 0)) as endpoint:
        answer = await asked(endpoint, request_)
    assert answer.startswith(b"HTTP/1.1 " + status + b" ")
    assert (TEXT in answer) == (status == b"200")


async def test_a_request_without_end_is_cut_off() -> None:
    async with telling(("127.0.0.1", 0)) as endpoint:
        answer = await asked(endpoint, b"GET /metrics HTTP/1.1\r\n" + b"x: y\r\n" * 10_000)
        assert answer == b"" or answer.startswith(b"HTTP/1.1 431 ")
        assert b"200 OK" in await asked(endpoint, GET)


async def test_who_is_silent_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metrics, "PEER_SECONDS", 0.05)
    async with telling(("127.0.0.1", 0)) as endpoint:
        assert await asked(endpoint, b"GET /metrics HTTP/1.1\r\n") == b""


async def test_only_so_many_are_heard_at_once() -> None:
    async with telling(("127.0.0.1", 0)) as endpoint:
        held = [
            await asyncio.open_connection("127.0.0.1", endpoint.port) for _ in range(MOST_PEERS)
        ]
        assert await asked(endpoint, GET) == b""
        for _reader, writer in held:
            writer.close()
        async with asyncio.timeout(20):
            while not await asked(endpoint, GET):
                await asyncio.sleep(0)


async def test_a_socket_of_the_file_system_is_the_owners_alone(tmp_path: Path) -> None:
    path = tmp_path / "metrics.sock"
    async with telling(path):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        reader, writer = await asyncio.open_unix_connection(path)
        writer.write(GET)
        assert (await reader.read()).endswith(TEXT)
        writer.close()
        assert [entry.name for entry in tmp_path.iterdir()] == [path.name]
    assert not path.exists()


async def test_what_cannot_be_had_is_told(tmp_path: Path) -> None:
    async with telling(("127.0.0.1", 0)) as taken:
        with pytest.raises(NoMetrics, match="cannot serve metrics on"):
            async with telling(("127.0.0.1", taken.port)):
                pass
    with pytest.raises(NoMetrics, match="No such file"):
        async with telling(tmp_path / "nowhere" / "x.sock"):
            pass
    (tmp_path / "letter").write_text("mine")
    with pytest.raises(NotASocket, match="is not a socket"):
        async with telling(tmp_path / "letter"):
            pass
    assert (tmp_path / "letter").read_text() == "mine"


async def test_figures_are_counted_once_for_all_who_ask_within_a_second() -> None:
    counted = 0

    async def text() -> bytes:
        nonlocal counted
        counted += 1
        await asyncio.sleep(0)
        return TEXT

    async def trouble() -> str:
        return ""

    endpoint = MetricsEndpoint(("127.0.0.1", 0), text, trouble)
    await endpoint.open()
    began = asyncio.get_running_loop().time()
    answers = await asyncio.gather(*(asked(endpoint, GET) for _ in range(4)))
    passed = asyncio.get_running_loop().time() - began
    await endpoint.close()
    assert all(TEXT in answer for answer in answers)
    assert counted <= 1 + passed
