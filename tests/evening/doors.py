"""The ways in: `ssh` by lines and at a screen, the page's own protocol, and Chromium itself.

A door is one visit. It types, and it has a view: the sentences of text mode, or a screen.
"""

from __future__ import annotations

import asyncio
import codecs
import json
from abc import ABC, abstractmethod
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

import aiohttp
import asyncssh
import pyte

from tests.e2e.chromium import ROWS
from tests.evening.transcript import Transcript
from tests.nim_tui.server.ssh.serving import HOST, connect

if TYPE_CHECKING:
    from playwright.async_api import Browser, BrowserContext, Page, ViewportSize

COMING: Final = 60.0
"""Seconds to come in, on a busy machine."""
LOOK: Final = 0.2
"""Seconds between two looks at what a page of Chromium shows."""
QUIET: Final = 2.5
"""Seconds of silence after which a page asks whether the server is there."""
SIZE: Final = (80, 24)
WELCOME: Final = "Welcome to "
"""The beginning of a visit in text mode."""
ROOM: Final[ViewportSize] = {"width": 740, "height": 480}
"""Pixels for hardly more than 80 x 24."""
GONE: Final = (OSError, asyncssh.Error, aiohttp.ClientError, EOFError, TimeoutError)
"""What a visit ends with whose server is killed, drained or slow."""


class View(ABC):
    """What has come through a door, for somebody who listens or looks."""

    def __init__(self, transcript: Transcript) -> None:
        self.transcript = transcript
        self.came = asyncio.Event()
        """Set with everything that comes."""

    @abstractmethod
    def begin(self) -> None:
        """Forget what came in a visit before."""

    @abstractmethod
    def feed(self, data: bytes) -> None:
        """Take what a server sent."""


class Heard(View):
    """The sentences of text mode."""

    def __init__(self, transcript: Transcript) -> None:
        super().__init__(transcript)
        self.lines: list[str] = []
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._begun = ""

    def feed(self, data: bytes) -> None:
        *lines, self._begun = (self._begun + self._decoder.decode(data)).split("\n")
        self.add([line.strip("\r ") for line in lines])

    def begin(self) -> None:
        self.lines.clear()
        self._begun = ""

    def add(self, lines: list[str]) -> None:
        """Take whole sentences."""
        self.lines += lines
        self.transcript.add(lines)
        self.came.set()


class Shown(View):
    """A screen; its transcript has each row once it has changed."""

    def __init__(self, transcript: Transcript) -> None:
        super().__init__(transcript)
        self._screen = pyte.Screen(*SIZE)
        self._stream = pyte.ByteStream(self._screen)
        self._before: set[str] = set()
        self.text = ""

    def begin(self) -> None:
        self._screen.reset()
        self.text = ""

    def feed(self, data: bytes) -> None:
        self._stream.feed(data)
        self.show(self._screen.display)

    def show(self, rows: list[str]) -> None:
        """Take what the whole screen shows."""
        self.text = "\n".join(rows)
        self.transcript.add(row for row in rows if row not in self._before)
        self._before = {*rows}
        self.came.set()


class Door(ABC):
    """A visit, by lines (`view` is Heard) or at a screen (Shown)."""

    def __init__(self, view: View, address: str) -> None:
        """`address` is that of the person on loopback."""
        self.view = view
        self._address = address
        self.is_over = False

    @property
    def is_lines(self) -> bool:
        """Whether it is text mode."""
        return isinstance(self.view, Heard)

    async def open(self, ssh: int, web: int) -> None:
        """Come to a server, at its ports. Raises one of GONE."""
        self.view.begin()
        self.is_over = False
        await self._open(ssh, web)

    @abstractmethod
    async def _open(self, ssh: int, web: int) -> None:
        """Connect to an open server."""

    async def type(self, text: str) -> None:
        """Send keys. Raises one of GONE."""
        if self.is_over:
            raise EOFError
        self.view.transcript.add([text.strip("\r\n:")], own=True)
        await self._send(text)

    @abstractmethod
    async def _send(self, text: str) -> None:
        """Send keys to an open server."""

    @abstractmethod
    async def close(self) -> None:
        """Go, without a word."""

    async def end(self) -> None:
        """Close the client, for good."""
        await self.close()

    async def waits(self, seconds: float) -> None:
        """Wait until something comes, or for so long. Raises EOFError at the end of the visit."""
        if self.is_over:
            raise EOFError
        self.view.came.clear()
        with suppress(TimeoutError):
            await asyncio.wait_for(self.view.came.wait(), seconds)


class SshDoor(Door):
    """`ssh HOST`, with a terminal or without."""

    def __init__(self, view: View, address: str, key: asyncssh.SSHKey) -> None:
        super().__init__(view, address)
        self._key = key
        self._connection: asyncssh.SSHClientConnection | None = None

    async def _open(self, ssh: int, web: int) -> None:
        async with asyncio.timeout(COMING):
            self._connection = await connect(ssh, self._key, local_addr=(self._address, 0))
            self._channel, _session = await self._connection.create_session(
                lambda: _Session(self, self._connection),
                request_pty=False if self.is_lines else "force",
                term_type=None if self.is_lines else "xterm-256color", term_size=SIZE,
                encoding=None, window=2_000_000,
            )  # fmt: skip

    async def _send(self, text: str) -> None:
        self._channel.write(text.encode())

    async def close(self) -> None:
        self.is_over = True
        if self._connection is not None:
            self._connection.abort()
            self._connection = None

    def ends(self, connection: object) -> None:
        """Note that a connection is lost, which may not be that of this visit."""
        if connection is self._connection:
            self.is_over = True
            self.view.came.set()


class _Session(asyncssh.SSHClientSession[bytes]):
    def __init__(self, door: SshDoor, connection: object) -> None:
        self._door, self._of = door, connection

    def data_received(self, data: bytes, datatype: int | None) -> None:
        self._door.view.feed(data)

    def connection_lost(self, exc: Exception | None) -> None:
        self._door.ends(self._of)


class BrowserDoor(Door):
    """A browser, which keeps its key and can look at text mode too."""

    @abstractmethod
    def by_lines(self, view: Heard) -> Door:
        """The same browser, with its key, at the page of text mode."""


class SocketDoor(BrowserDoor):
    """A browser's socket, as the page opens, asks and resumes it; the key is in a cookie."""

    def __init__(
        self, view: View, address: str, client: aiohttp.ClientSession | None = None
    ) -> None:
        super().__init__(view, address)
        self._client = client or aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(local_addr=(address, 0)),
            cookie_jar=aiohttp.CookieJar(unsafe=True),
        )
        self._session = ""
        self._tasks: list[asyncio.Task[None]] = []

    def by_lines(self, view: Heard) -> Door:
        return SocketDoor(view, self._address, self._client)

    async def _open(self, ssh: int, web: int) -> None:
        origin = f"http://{HOST}:{web}"
        headers = {"Origin": origin, "Referer": f"{origin}/plain"}
        async with asyncio.timeout(COMING):
            await self._keep(origin, headers)
            how = "plain=1" if self.is_lines else f"size={SIZE[0]}x{SIZE[1]}"
            again = f"&again={self._session}" if self._session else ""
            self._socket = await self._client.ws_connect(
                f"{origin}/ws?{how}{again}", headers=headers, max_msg_size=0
            )
        self._tasks = [asyncio.create_task(one()) for one in (self._hear, self._ask)]

    async def _keep(self, origin: str, headers: dict[str, str]) -> None:
        """Have the server give a key, the first time; it is the same at every node."""
        async with self._client.get(f"{origin}/known") as known:
            if await known.text() == "1":
                return
        async with self._client.post(f"{origin}/keep", headers=headers, allow_redirects=False):
            pass

    async def _hear(self) -> None:
        with suppress(*GONE):
            async for message in self._socket:
                if message.type is aiohttp.WSMsgType.BINARY:
                    self.view.feed(message.data)
                elif message.type is aiohttp.WSMsgType.TEXT and message.data != "[]":
                    self._session = json.loads(message.data).get("session", self._session)
        if self._socket.close_code == aiohttp.WSCloseCode.OK:
            self._session = ""
        self.is_over = True
        self.view.came.set()

    async def _ask(self) -> None:
        with suppress(*GONE):
            while not self.is_over:
                await asyncio.sleep(QUIET)
                await self._socket.send_str("[]")

    async def _send(self, text: str) -> None:
        await self._socket.send_bytes(text.encode())

    async def close(self) -> None:
        """Leave the socket, without a word; the browser keeps its key."""
        self.is_over = True
        for task in self._tasks:
            task.cancel()
        response = getattr(self, "_socket", None) and self._socket._response
        if response is not None and response.connection is not None:
            transport: Any = response.connection.transport
            if transport is not None:
                transport.abort()

    async def end(self) -> None:
        await self.close()
        await self._client.close()


class ChromiumDoor(BrowserDoor):
    """Chromium, at the page of text mode or that of the terminal."""

    def __init__(self, view: View, browser: Browser, of: ChromiumDoor | None = None) -> None:
        super().__init__(view, HOST)
        self._browser = browser
        self._of = of
        self._context: BrowserContext | None = None
        self._page: Page | None = None
        self._looking: asyncio.Task[None] | None = None
        self._told = 0

    def by_lines(self, view: Heard) -> Door:
        return ChromiumDoor(view, self._browser, self)

    async def _open(self, ssh: int, web: int) -> None:
        if self._page is None:
            self._page = await (await self._opened()).new_page()
        self._told = 0
        place = "plain" if self.is_lines else "lobby"
        try:
            await self._page.goto(f"http://{HOST}:{web}/{place}", timeout=COMING * 1000)
            keep = self._page.get_by_role("button", name="Choose a name")
            if self.is_lines and await keep.is_visible():
                await keep.click()
        except Exception as error:  # of playwright, whose kinds are known once it is there
            raise ConnectionError(str(error)) from error
        self._looking = asyncio.create_task(self._look())

    async def _opened(self) -> BrowserContext:
        if self._of is not None:
            return await self._of._opened()
        if self._context is None:
            self._context = await self._browser.new_context(locale="en-GB", viewport=ROOM)
        return self._context

    async def _look(self) -> None:
        assert self._page is not None
        said = "[...document.querySelectorAll('#log p.said')].map(one => one.textContent)"
        while True:
            await asyncio.sleep(LOOK)
            try:
                shown = await self._page.evaluate(said if self.is_lines else ROWS)
            except Exception:
                continue
            if isinstance(self.view, Heard) and len(shown) != self._told:
                new = shown[self._told :] if len(shown) > self._told else shown
                self._told = len(shown)
                self.view.add(new)
                self._ends_if_anew(self.view)
            elif isinstance(self.view, Shown) and (text := shown.replace("\xa0", " ")):
                self._show(self.view, text)

    def _ends_if_anew(self, view: Heard) -> None:
        """Take it as another visit once the page has come back by itself, to another session."""
        greeted = f", {view.transcript.name}."
        if sum(line.startswith(WELCOME) and greeted in line for line in view.lines) > 1:
            self.is_over = True

    @staticmethod
    def _show(view: Shown, text: str) -> None:
        if text != view.text:
            view.show(text.split("\n"))

    async def _send(self, text: str) -> None:
        assert self._page is not None
        keyboard = self._page.keyboard
        if self.is_lines:
            await self._page.fill("#typed", text.strip("\n"))
            await keyboard.press("Enter")
            return
        for part in text.splitlines(keepends=True):
            await keyboard.type(part.rstrip("\r"))
            if part.endswith("\r"):
                await keyboard.press("Enter")

    async def close(self) -> None:
        self.is_over = True
        if self._looking is not None:
            self._looking.cancel()
