"""What a browser's page costs beside a bare one with xterm.js: bytes, time, and a key's echo."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any, Final

from rules.bataille import BATAILLE
from tests.bench.hello import HELLO
from tests.bench.pairs import Pairs, in_turns
from tests.bench.terminal import NotShown
from tests.e2e.chromium import Browsing, browsers
from tests.e2e.course import rounds
from tests.e2e.line import Line, Quality
from tests.e2e.needs import CHROMIUM
from tests.e2e.people import LOBBY, say_all
from tests.e2e.server_process import ServerProcess
from tests.nim_tui.server.lobby.records import table_ids
from tests.ports import HOST
from tests.screens.tables import WON

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, WebSocket

SEED: Final = 7
LOADS: Final = 5
"""Rounds of loading both pages."""
TURNS: Final = 6
"""Rounds of pressing keys in both pages."""
KEYS: Final = 10
"""Keys pressed in one page before it is the other's turn, and some before: a page wakes up."""
COUNTRY: Final = Quality(delay=0.2, rate=50_000)
"""The line of a phone in the country."""
ROOM: Final[Any] = {"width": 740, "height": 480}
"""Pixels for 80 x 24."""
BOARD: Final = "Your turn: hide submarine 1 of 3"
PATIENCE: Final = 60_000
"""Milliseconds for a page to show what is waited for."""
SHOWS: Final = """text => [...document.querySelectorAll(".xterm-rows > div")]
    .some(row => row.textContent.replaceAll("\\xa0", " ").includes(text))"""
ECHO: Final = """() => new Promise(done => {
  let pressed = 0;
  const press = () => { pressed = performance.now(); };
  addEventListener("keydown", press, { capture: true, once: true });
  new MutationObserver((_changes, observer) => {
    observer.disconnect();
    requestAnimationFrame(() => done(performance.now() - pressed));
  }).observe(document.querySelector(".xterm-rows"),
             { subtree: true, childList: true, characterData: true });
  window.listens = true;
})"""
"""From a key to the frame in which the rows of the terminal have changed, in ms."""
_PADDING: Final = re.compile(rb"\x1b\]7390;[^\x07]*\x07")


@dataclass
class Load:
    """What came until a page showed its first board."""

    seconds: float
    received: int
    requests: int


@dataclass
class PageAt:
    """A page behind a slow line, loaded anew each time by a browser that has kept nothing."""

    browser: Browser
    path: str
    shows: str
    line: Line
    state: Any = None
    """The cookies of the browser."""
    loads: list[Load] = field(default_factory=list)

    def load(self) -> float:
        """Load it; return the seconds until it shows its first board."""
        context = self.browser.new_context(viewport=ROOM, storage_state=self.state)
        page = context.new_page()
        requests: list[str] = []
        page.on("request", lambda one: requests.append(one.url))
        page.on("websocket", lambda one: requests.append(one.url))
        before = self.line.came
        page.goto(f"http://{HOST}:{self.line.port}{self.path}", wait_until="commit")
        page.wait_for_function(SHOWS, arg=self.shows, timeout=PATIENCE)
        seconds = page.evaluate("performance.now()") / 1000
        self.loads.append(Load(seconds, self.line.came - before, len(requests)))
        context.close()
        return float(seconds)


@contextmanager
def bare_page() -> Iterator[int]:
    """Serve the bare page; its port. Raises NotShown."""
    words = [sys.executable, "-m", "tests.bench.bare_page"]
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr is not None
            found = re.search(r"port (\d+)", process.stderr.readline())
            if found is None:
                raise NotShown("the bare page was not served")
            yield int(found[1])
        finally:
            process.kill()


@contextmanager
def chromium() -> Iterator[Browser]:
    """The browser of this machine. Raises NotShown."""
    if CHROMIUM is None:
        raise NotShown("no Chromium")
    with browsers() as browser:
        yield browser


@dataclass
class Seat:
    """A seat at a table of two guests, for a page that comes to it."""

    server: ServerProcess
    path: str
    state: Any
    others: list[Browsing]


@contextmanager
def seated(browser: Browser) -> Iterator[Seat]:
    """Have two guests begin a game; one of them leaves the page."""
    with tempfile.TemporaryDirectory() as folder:
        server = ServerProcess(Path(folder), SEED)
        server.start("--guests")
        ana, ben = Browsing(browser, "Ana"), Browsing(browser, "Ben")
        try:
            for one in (ana, ben):
                one.visit(server, shows=LOBBY)
            ana.sets_up()
            ben.joins()
            ana.sits_down(BOARD)
            (table,) = table_ids(server.data)
            state = ana.context.storage_state()
            ana.context.close()
            yield Seat(server, f"/t/{table}", state, [ben])
        finally:
            server.close()


@dataclass(frozen=True)
class Loads:
    """Both pages, loaded over a slow line."""

    seconds: Pairs
    ours: Load
    peer: Load


def first_board() -> Loads:
    """Load our page and the bare one in turns. Raises NotShown."""
    with (
        chromium() as browser,
        bare_page() as port,
        seated(browser) as seat,
        Line(seat.server.web_port, COUNTRY) as line,
        Line(port, COUNTRY) as other,
    ):
        ours = PageAt(browser, seat.path, BOARD, line, seat.state)
        peer = PageAt(browser, "/", HELLO, other)
        seconds = in_turns(ours.load, peer.load, LOADS)
        return Loads(seconds, ours.loads[-1], peer.loads[-1])


class Echo:
    """A page in which one key and another are pressed in turns."""

    def __init__(self, page: Page, *keys: str) -> None:
        self._page = page
        self._keys = keys
        self._pressed = 0

    def milliseconds(self) -> float:
        """Press keys; return how long half of them took to be seen, at most."""
        self._page.bring_to_front()  # one behind is painted less often
        waits = [self._press() for _key in range(2 * KEYS)]
        return median(waits[KEYS:])

    def _press(self) -> float:
        key = self._keys[self._pressed % len(self._keys)]
        self._pressed += 1
        self._page.evaluate(f"window.listens = false; window.echo = ({ECHO})(); 0")
        self._page.wait_for_function("() => window.listens")
        self._page.keyboard.press(key)
        return float(self._page.evaluate("window.echo"))


def echo() -> Pairs:
    """Milliseconds from a key to its frame, in ours and in the bare page. Raises NotShown."""
    with chromium() as browser, bare_page() as port, seated(browser) as seat:
        ours, peer = (
            browser.new_context(viewport=ROOM, storage_state=state).new_page()
            for state in (seat.state, None)
        )
        ours.goto(f"http://{HOST}:{seat.server.web_port}{seat.path}")
        peer.goto(f"http://{HOST}:{port}/")
        for page, text in ((ours, BOARD), (peer, HELLO)):
            page.wait_for_function(SHOWS, arg=text)
        board, bare = Echo(ours, "ArrowRight", "ArrowLeft"), Echo(peer, "x")
        return in_turns(board.milliseconds, bare.milliseconds, TURNS)


@dataclass(frozen=True)
class Game:
    """The bytes that one player was sent in a whole game."""

    carried: int
    inflated: int


def whole_game() -> Game:
    """Play a game of Bataille to its end. Raises NotShown."""
    with chromium() as browser, tempfile.TemporaryDirectory() as folder:
        server = ServerProcess(Path(folder), SEED)
        server.start()
        ana, ben = Browsing(browser, "Ana"), Browsing(browser, "Ben")
        try:
            ana.begins_with(ben, server, BOARD)
            (table,) = table_ids(server.data)
            with Line(server.web_port) as line:
                ana.page.goto(f"http://{HOST}:{line.port}/t/{table}")
                ana.wait_for(BOARD)
                ana.page.wait_for_function("() => document.fonts.check('bold 15px nim')")
                counted = _Counted(ana.page, line)
                ana.page.reload()  # what it is made of is kept, and not counted
                say_all((ana, ben), rounds(WON, BATAILLE, 2, SEED))
                ana.wait_for("The end", "You win")
                return Game(line.came - counted.begun_at, counted.inflated)
        finally:
            server.close()


class _Counted:
    """The bytes of a page's next session, inflated."""

    def __init__(self, page: Page, line: Line) -> None:
        self.inflated = 0
        self.begun_at = 0
        """The bytes that the line had carried when it began."""
        self._line = line
        page.on("websocket", self._begin)

    def _begin(self, socket: WebSocket) -> None:
        self.begun_at = self._line.came
        socket.on("framereceived", self._count)

    def _count(self, payload: str | bytes) -> None:
        data = payload.encode() if isinstance(payload, str) else payload
        self.inflated += len(_PADDING.sub(b"", data))
