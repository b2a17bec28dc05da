"""Firefox and a WebKit, as Debian has them, each driven by its own protocol."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from glob import glob
from pathlib import Path
from typing import Any, Final

from aiohttp import ClientConnectionError, ClientSession, ClientTimeout, ClientWebSocketResponse

from tests.e2e.needs import FIREFOX
from tests.ports import HOST, free_port
from tests.waiting import PATIENCE, wait_until

ROWS: Final = (
    "[...document.querySelectorAll('.xterm-rows > div')].map(row => row.textContent).join('\\n')"
)
ENTER: Final = "\ue007"
"""The key as WebDriver names it."""
ROOM: Final = (1280, 800)
_DONE: Final = ("Down", "Up")
"""What is done with a key, or a button of the mouse."""
_MINI_BROWSERS: Final = "/usr/lib/*/webkit2gtk-4.*/MiniBrowser"
_PLAIN: Final = {"WEBKIT_DISABLE_COMPOSITING_MODE": "1", "LIBGL_ALWAYS_SOFTWARE": "1"}
"""What WebKit needs to know where there is no graphics card."""


class OtherBrowser(ABC):
    """A window of a browser, with a keyboard and a mouse."""

    errors: list[str]
    """What the page wrote to the console as an error, where the browser tells it."""

    @abstractmethod
    async def opens(self, address: str) -> None:
        """Load a page."""

    @abstractmethod
    async def tells(self, expression: str) -> Any:
        """Return the value of an expression in the page."""

    @abstractmethod
    async def clicks(self, selector: str) -> None:
        """Click in the middle of an element."""

    @abstractmethod
    async def presses(self, key: str) -> None:
        """Press a key."""

    async def screen(self) -> str:
        """What the terminal shows."""
        return str(await self.tells(ROWS)).replace("\xa0", " ")

    async def sees(self, is_so: Callable[[str], object], doing: str = "") -> str:
        """Wait until the terminal shows something; press a key again and again meanwhile."""
        end, shown = asyncio.get_running_loop().time() + PATIENCE, await self.screen()
        while not is_so(shown):
            assert asyncio.get_running_loop().time() < end, f"it is not there:\n{shown}"
            if doing:
                await self.presses(doing)
            await asyncio.sleep(0.5)  # a key that comes while something moves only ends that
            shown = await self.screen()
        return shown


class Firefox(OtherBrowser):
    """Firefox by WebDriver BiDi, which it speaks itself."""

    def __init__(self, socket: ClientWebSocketResponse) -> None:
        self.errors = []
        self._socket = socket
        self._count = 0
        self._context = ""

    async def _asks(self, method: str, **params: Any) -> Any:
        self._count += 1
        await self._socket.send_json({"id": self._count, "method": method, "params": params})
        while True:
            told = await asyncio.wait_for(self._socket.receive_json(), PATIENCE)
            if told.get("id") == self._count:
                assert told["type"] == "success", told
                return told["result"]
            if told.get("params", {}).get("level") == "error":
                self.errors.append(str(told["params"]["text"]))

    async def begins(self) -> None:
        """Open a session and its only window."""
        await self._asks("session.new", capabilities={"alwaysMatch": {}})
        await self._asks("session.subscribe", events=["log.entryAdded"])
        contexts = (await self._asks("browsingContext.getTree"))["contexts"]
        self._context = contexts[0]["context"]
        room = dict(zip(("width", "height"), ROOM, strict=True))
        await self._asks("browsingContext.setViewport", context=self._context, viewport=room)

    async def opens(self, address: str) -> None:
        """Load a page."""
        asked = {"context": self._context, "url": address, "wait": "complete"}
        await self._asks("browsingContext.navigate", **asked)

    async def tells(self, expression: str) -> Any:
        """Return the value of an expression in the page."""
        asked = {"expression": f"JSON.stringify({expression})", "awaitPromise": True}
        found = await self._asks("script.evaluate", target={"context": self._context}, **asked)
        return json.loads(found["result"]["value"])

    async def clicks(self, selector: str) -> None:
        """Click in the middle of an element."""
        box = await self.tells(f"document.querySelector({selector!r}).getBoundingClientRect()")
        x, y = (int(box[at] + box[size] / 2) for at, size in (("x", "width"), ("y", "height")))
        moves = [{"type": "pointerMove", "x": x, "y": y}]
        await self._acts("pointer", moves + [{"type": f"pointer{do}", "button": 0} for do in _DONE])

    async def presses(self, key: str) -> None:
        """Press a key."""
        await self._acts("key", [{"type": f"key{do}", "value": key} for do in _DONE])

    async def _acts(self, kind: str, actions: list[dict[str, Any]]) -> None:
        acting = [{"type": kind, "id": kind, "actions": actions}]
        await self._asks("input.performActions", context=self._context, actions=acting)


class WebKit(OtherBrowser):
    """WebKitGTK's MiniBrowser by WebDriver."""

    def __init__(self, asking: ClientSession, address: str) -> None:
        self.errors = []
        self._asking = asking
        self._address = address

    async def _asks(self, path: str, **body: Any) -> Any:
        async with self._asking.post(f"{self._address}{path}", data=json.dumps(body)) as answer:
            told = await answer.json(content_type=None)
            assert answer.status == 200, told
            return told["value"]

    async def begins(self) -> None:
        """Open a session and its only window."""
        options = {"binary": glob(_MINI_BROWSERS)[0], "args": ["--automation"]}
        asked = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        session = (await self._asks("/session", capabilities=asked))["sessionId"]
        self._address += f"/session/{session}"
        await self._asks("/window/rect", width=ROOM[0], height=ROOM[1])

    async def opens(self, address: str) -> None:
        """Load a page."""
        await self._asks("/url", url=address)

    async def tells(self, expression: str) -> Any:
        """Return the value of an expression in the page."""
        return await self._asks("/execute/sync", script=f"return {expression}", args=[])

    async def clicks(self, selector: str) -> None:
        """Click in the middle of an element."""
        found = await self._asks("/element", using="css selector", value=selector)
        (element,) = found.values()
        await self._asks(f"/element/{element}/click")

    async def presses(self, key: str) -> None:
        """Press a key."""
        acts = [{"type": f"key{do}", "value": key} for do in _DONE]
        await self._asks("/actions", actions=[{"type": "key", "id": "key", "actions": acts}])


@asynccontextmanager
async def firefox(folder: Path) -> AsyncIterator[Firefox]:
    """Firefox without a window, with a profile of its own."""
    port, profile = free_port(), folder / "profile"
    profile.mkdir()
    words = [str(FIREFOX), "--headless", "--no-remote", "--profile", str(profile)]
    with _running(folder, *words, f"--remote-debugging-port={port}") as told:
        wait_until(lambda: b"WebDriver BiDi listening" in told.read_bytes(), "Firefox")
        async with (
            ClientSession() as asking,
            asking.ws_connect(f"ws://{HOST}:{port}/session", max_msg_size=0) as socket,
        ):
            browser = Firefox(socket)
            await browser.begins()
            yield browser


@asynccontextmanager
async def webkit(folder: Path) -> AsyncIterator[WebKit]:
    """WebKit on a screen that nobody sees."""
    port, number = free_port(), folder / "display"
    screen = ["Xvfb", "-displayfd", "1", "-screen", "0", "1400x900x24", "-nolisten", "tcp"]
    with _running(folder, *screen, told=number):
        wait_until(lambda: number.read_text().strip(), "a screen")
        shown = {"DISPLAY": f":{number.read_text().strip()}", "HOME": str(folder), **_PLAIN}
        with _running(folder, "WebKitWebDriver", f"--port={port}", more=shown):
            async with ClientSession(timeout=ClientTimeout(PATIENCE)) as asking:
                await _is_there(asking, f"http://{HOST}:{port}")
                browser = WebKit(asking, f"http://{HOST}:{port}")
                await browser.begins()
                yield browser


async def _is_there(asking: ClientSession, address: str) -> None:
    """Wait until a driver answers."""
    end = asyncio.get_running_loop().time() + PATIENCE
    while True:
        try:
            async with asking.get(f"{address}/status") as answer:
                assert answer.status == 200
                return
        except ClientConnectionError:
            assert asyncio.get_running_loop().time() < end, "the driver does not come"
            await asyncio.sleep(0.1)


@contextmanager
def _running(
    folder: Path, *words: str, told: Path | None = None, more: Mapping[str, str] | None = None
) -> Iterator[Path]:
    """Run a program meanwhile; yield the file of what it says."""
    said = told or folder / f"{Path(words[0]).name}.txt"
    with said.open("wb") as into:
        process = subprocess.Popen(
            words, stdout=into, stderr=subprocess.DEVNULL if told else into,
            env={**os.environ, **(more or {})},
        )  # fmt: skip
        try:
            yield said
        finally:
            process.terminate()
            process.wait(PATIENCE)
