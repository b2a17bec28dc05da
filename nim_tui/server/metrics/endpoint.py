"""A tiny HTTP server that answers GET /metrics and GET /healthz, to this machine alone.

Whoever asks for anything else, asks slowly, or asks for much, is answered with a status or dropped.
"""

from __future__ import annotations

import asyncio
import logging
import os
import re
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Final

from nim_tui.server.admin.private_socket import private_socket
from nim_tui.server.admin.socket import SocketClients
from nim_tui.server.metrics.exposition import CONTENT_TYPE
from rules.messages import N_, Refusal, why

MOST_REQUEST: Final = 8 * 1024
"""Bytes of a request with its headers."""

MOST_PEERS: Final = 8
"""Peers at once; one more is dropped."""

PEER_SECONDS: Final = 5.0
"""For a request to come whole, and for its answer to be taken."""

FRESH: Final = 1.0
"""Seconds for which an answer is given again: figures are counted in the database."""

_WORDS: Final = "text/plain; charset=utf-8"
_REQUEST: Final = re.compile(rb"([A-Z]{1,16}) (/[!-~]{0,200}) HTTP/1\.[01]")

logger = logging.getLogger(__name__)


class NoMetrics(Refusal):
    """The figures cannot be told there; the message says why."""


class MetricsEndpoint:
    """Where the figures are told, while it is open."""

    def __init__(
        self,
        place: tuple[str, int] | Path,
        text: Callable[[], Awaitable[str]],
        trouble: Callable[[], Awaitable[str]],
    ) -> None:
        """`text` makes the figures; `trouble` is a word for what is wrong, empty if nothing is."""
        self._place = place
        self._text = text
        self._trouble = trouble
        self._server: asyncio.Server | None = None
        self._peers = SocketClients(MOST_PEERS, self._talk)
        self._one_at_a_time = asyncio.Lock()
        self._told = ""
        self._told_at = -FRESH

    @property
    def port(self) -> int:
        """The port it listens on. Only for an address."""
        assert self._server is not None
        return int(self._server.sockets[0].getsockname()[1])

    @property
    def where(self) -> str:
        """Where it listens."""
        if isinstance(self._place, Path):
            return str(self._place)
        return f"{self._place[0]} port {self.port}"

    async def open(self) -> None:
        """Listen. Raises NoMetrics, NotASocket."""
        place = self._place
        try:
            if isinstance(place, Path):
                self._server = await asyncio.start_unix_server(
                    self._peers.called, sock=private_socket(place), limit=MOST_REQUEST
                )
            else:
                self._server = await asyncio.start_server(
                    self._peers.called, *place, limit=MOST_REQUEST
                )
        except OSError as error:
            where = str(place) if isinstance(place, Path) else f"{place[0]} port {place[1]}"
            told = os.strerror(error.errno) if error.errno else why(error)
            raise NoMetrics(
                N_("cannot tell figures on {place}: {why}"), place=where, why=told
            ) from error

    async def close(self) -> None:
        """Listen no longer; peers are dropped."""
        if self._server is not None:
            if isinstance(self._place, Path):
                with suppress(OSError):
                    self._place.unlink()
            self._server.close()
        await self._peers.drop()

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One request, one answer."""
        try:
            async with asyncio.timeout(PEER_SECONDS):
                asked = await _head(reader)
            writer.write(await self._answer(asked))
            async with asyncio.timeout(PEER_SECONDS):
                await writer.drain()
                writer.close()
                await writer.wait_closed()
        except (OSError, EOFError):  # too slow, or gone
            pass
        finally:
            writer.transport.abort()

    async def _answer(self, head: bytes | None) -> bytes:
        if head is None:
            return _response("431 Request Header Fields Too Large")
        request = _REQUEST.fullmatch(head.partition(b"\r\n")[0])
        if request is None:
            return _response("400 Bad Request")
        path = request[2].partition(b"?")[0]
        if path not in (b"/metrics", b"/healthz"):
            return _response("404 Not Found")
        if request[1] != b"GET":
            return _response("405 Method Not Allowed", header="Allow: GET\r\n")
        if path == b"/healthz":
            return _health(await self._trouble())
        try:
            return _response("200 OK", CONTENT_TYPE, await self._fresh())
        except Exception:
            logger.exception("figures were not told")
            return _response("500 Internal Server Error")

    async def _fresh(self) -> str:
        """The figures, counted for all who ask within a second."""
        async with self._one_at_a_time:
            if monotonic() - self._told_at >= FRESH:
                self._told = await self._text()
                self._told_at = monotonic()
            return self._told


async def _head(reader: asyncio.StreamReader) -> bytes | None:
    """A request with its headers; None if it is too long. Raises OSError, EOFError."""
    try:
        return await reader.readuntil(b"\r\n\r\n")
    except asyncio.LimitOverrunError:
        return None


def _health(trouble: str) -> bytes:
    status = "503 Service Unavailable" if trouble else "200 OK"
    return _response(status, body=f"{trouble or 'ok'}\n")


def _response(status: str, kind: str = _WORDS, body: str = "", header: str = "") -> bytes:
    data = (body or f"{status}\n").encode()
    head = (
        f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {len(data)}\r\n"
        f"{header}Cache-Control: no-store\r\nConnection: close\r\n\r\n"
    )
    return head.encode("ascii") + data
