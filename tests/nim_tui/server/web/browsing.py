"""A server on the loopback, and what browsers do to it: over real websockets, without a page."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import aiohttp

from nim_tui.server.settings.addresses import WebConfig
from nim_tui.server.settings.sections import Limits
from nim_tui.server.terminal.context import ServerContext
from nim_tui.server.web import PageParts, WebServer, listen_web
from tests.nim_tui.server.ssh.serving import CONTROLS, HOST, Served, serving, shown
from tests.nim_tui.server.ssh.tiny import HELLO
from tests.waiting import until

KEY = "k" * 43
"""A key that a browser may hold."""
COOKIE = "nim_tui"


@dataclass
class Door:
    """A door for browsers."""

    web_server: WebServer
    context: ServerContext

    @property
    def origin(self) -> str:
        return f"http://{HOST}:{self.web_server.port}"

    def figure(self, name: str) -> int:
        return self.context.counters.figures[name]

    async def empty(self) -> None:
        """Wait until everybody is gone."""
        await until(lambda: not self.figure("sessions_open"), "the end of sessions")


@asynccontextmanager
async def opened(
    context: ServerContext, parts: PageParts | None = None, **settings: Any
) -> AsyncIterator[Door]:
    """Open a door for browsers beside that of ssh."""
    web_server = await listen_web(context, WebConfig(web=0, **settings), parts)
    try:
        yield Door(web_server, context)
    finally:
        await web_server.close()


@asynccontextmanager
async def both(
    limits: Limits | None = None, *, guests: bool = True, **settings: Any
) -> AsyncIterator[tuple[Served, Door]]:
    """A tiny house with both doors."""
    async with (
        serving(limits, guests=guests) as served,
        opened(served.ssh_server.context, **settings) as door,
    ):
        yield served, door


class Tab:
    """A page that is open."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.got = b""
        self.told: list[str] = []
        self.code: int | None = None
        self._hearing = asyncio.create_task(self._hear())

    async def _hear(self) -> None:
        async for message in self.socket:
            if message.type is aiohttp.WSMsgType.BINARY:
                self.got += message.data
            elif message.type is aiohttp.WSMsgType.TEXT:
                self.told.append(message.data)
        self.code = self.socket.close_code

    @property
    def text(self) -> str:
        """What came, without controls."""
        return CONTROLS.sub("", self.got.decode("utf-8", "replace"))

    @property
    def facts(self) -> dict[str, str]:
        """What the page itself was told, the latest of each."""
        told = [json.loads(text) for text in self.told if text.startswith("{")]
        return {name: value for facts in told for name, value in facts.items()}

    def is_cut(self) -> None:
        """Lose the line, without a word to the server."""
        response = self.socket._response
        assert response.connection is not None
        assert response.connection.transport is not None
        response.connection.transport.abort()

    async def type(self, keys: str | bytes) -> None:
        await self.socket.send_bytes(keys.encode() if isinstance(keys, str) else keys)

    async def sees(self, text: str) -> None:
        """Wait until a text has come."""
        await until(lambda: text in self.text or text in shown(self.got), repr(text))

    async def is_sent_away(self) -> None:
        """Wait until the session is over."""
        await until(self._hearing.done, "the end")

    def freeze(self) -> None:
        """Read nothing any more, and so answer nothing that is asked."""
        self._hearing.cancel()

    def forget(self) -> None:
        self.got = b""


@asynccontextmanager
async def tab(
    door: Door,
    *,
    key: str | None = None,
    asked: str = "size=80x24",
    origin: str | None = "",
    headers: Mapping[str, str] | None = None,
    sees: str = HELLO,
    compress: int = 0,
) -> AsyncIterator[Tab]:
    """Open a page and its session; empty `sees` waits for nothing.

    `compress`: the bits of the window that it offers, 0 to compress nothing.
    """
    sent = dict(headers or {})
    if origin is not None:
        sent["Origin"] = origin or door.origin
    if key is not None:
        sent["Cookie"] = f"{COOKIE}={key}"
    async with (
        aiohttp.ClientSession() as client,
        client.ws_connect(f"{door.origin}/ws?{asked}", headers=sent, compress=compress) as socket,
    ):
        opened = Tab(socket)
        if sees:
            await opened.sees(sees)
        yield opened


async def asks(
    door: Door, path: str, *, method: str = "GET", **headers: str
) -> tuple[int, Mapping[str, str], str]:
    """One request: its status, headers and text. Names of headers have _ for -."""
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    async with (
        aiohttp.ClientSession() as client,
        client.request(method, door.origin + path, headers=sent, allow_redirects=False) as answer,
    ):
        return answer.status, answer.headers, await answer.text("utf-8", "replace")
