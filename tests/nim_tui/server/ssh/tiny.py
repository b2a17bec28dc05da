"""A small app and a small house, to be visited by the tests."""

from __future__ import annotations

import asyncio
import weakref
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any, ClassVar

from rich.console import RenderableType
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Static

from nim_tui.plain.conversation import Writer
from nim_tui.server.ssh import ClientInfo, ConnectionRefused, ServedApp, ServedLines
from nim_tui.server.terminal.looks import Looks, LooksChanged
from nim_tui.terminal.input import LeftOut
from rules.messages import Refusal

HELLO = "welcome-here"
ORANGE = (255, 128, 64)


FAILING = {"crash", "crash_in_worker", "flood", "hang"}


class TinyApp(ServedApp):
    """Shows what it hears as one word, without a blank in it."""

    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    CSS = "Screen { background: rgb(10,20,30); } #hello { color: rgb(255,128,64); }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q", "quit"),
        Binding("c", "crash"),
        Binding("w", "crash_in_worker"),
        Binding("b", "bell"),
        Binding("t", "title"),
        Binding("u", "url"),
        Binding("s", "save_all"),
        Binding("f", "flood"),
        Binding("h", "hang"),
    ]

    def __init__(self, visit: ClientInfo, *, is_steady: bool = False) -> None:
        super().__init__()
        self.sends_whole_words = True
        """Whether all is sent at each paint, so that tests can read words in what is sent."""
        self.visit = visit
        self.is_steady = is_steady
        self.keys = 0
        self.sizes: list[tuple[int, int]] = []
        self.clicks = 0
        self.frames = 0
        self.looks: list[Looks] = []

    def compose(self) -> ComposeResult:
        yield Static(HELLO, id="hello")
        yield Static("", id="told")
        yield Static("", id="wall")

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        if self.sends_whole_words:
            self.forget_shown()
        super()._display(screen, renderable)

    def tell(self, word: str) -> None:
        self.query_one("#told", Static).update(word)

    @on(LooksChanged)
    def note_looks(self, message: LooksChanged) -> None:
        self.looks.append(message.looks)

    def on_key(self, event: events.Key) -> None:
        self.keys += 1
        self.tell(f"key-{self.keys}-{event.character if event.is_printable else event.key}.")

    def on_paste(self, event: events.Paste) -> None:
        self.tell(f"paste-{len(event.text)}.")

    def on_left_out(self, message: LeftOut) -> None:
        self.tell(f"left-out-{message.longest}.")

    def on_click(self) -> None:
        self.clicks += 1
        self.tell(f"click-{self.clicks}.")

    def on_resize(self, event: events.Resize) -> None:
        self.sizes.append((event.size.width, event.size.height))
        self.tell(f"size-{event.size.width}x{event.size.height}.")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return not (self.is_steady and action in FAILING)

    def action_crash(self) -> None:
        raise ZeroDivisionError("on purpose")

    def action_crash_in_worker(self) -> None:
        async def crash() -> None:
            raise LookupError("on purpose")

        self.run_worker(crash())

    async def action_title(self) -> None:
        self.set_window_title("my \x1b]0;evil\x07 turn")

    def action_url(self) -> None:
        self.open_url("https://example.org")

    def action_save_all(self) -> None:
        self.save_screenshot()
        self.deliver_screenshot()

    def action_flood(self) -> None:
        self.set_interval(0.005, self.paint_a_wall)

    async def action_hang(self) -> None:
        await asyncio.Event().wait()

    def paint_a_wall(self) -> None:
        """Another wall, all of it new."""
        self.frames += 1
        row = " ".join(f"{self.frames * 7919 + column:07}" for column in range(9))
        self.query_one("#wall", Static).update("\n".join([row] * 20))


class TinyLines:
    """Says back what it hears."""

    def __init__(self, visit: ClientInfo) -> None:
        self.visit = visit
        self.is_over = False
        self.heard: list[str] = []
        self.news: list[str] = []
        self.is_closed = False

    async def begin(self, writer: Writer, wake: Callable[[], None]) -> None:
        self._writer, self.wake = writer, wake
        writer.say(HELLO)

    async def answer(self, line: str) -> None:
        self.heard.append(line)
        if line == "crash":
            raise ZeroDivisionError("on purpose")
        if line == "hang":
            await asyncio.Event().wait()
        if line == "much":
            for _line in range(2000):
                self._writer.say("x" * 100)
        self.is_over = line == "quit"
        self._writer.say(f"heard {line}")

    async def tell(self) -> None:
        for text in self.news:
            self._writer.say(text)
        self.news.clear()

    async def close(self) -> None:
        self.is_closed = True


class TinyHandler:
    """A house that notes what it is told."""

    def __init__(self) -> None:
        self.banned: set[str | None] = set()
        self.keys: dict[str, str] = {}
        """The keys that open accounts, by name."""
        self.apps: list[weakref.ref[TinyApp]] = []
        self.talks: list[TinyLines] = []
        self.visits: list[ClientInfo] = []
        self.gone: list[ClientInfo] = []
        self.errors: list[BaseException] = []
        self.cannot_start = False
        self.is_steady = False
        """Whether no key makes an app fail, flood or hang."""
        self.are_lines_wanted = False
        self.knows_wishes = asyncio.Event()
        """Whether it is known at once who wants lines."""
        self.knows_wishes.set()
        self.asked = 0
        """How often that was asked."""
        self.most_starting = 0
        """Others that were starting when one more was asked for."""

    @property
    def app(self) -> TinyApp:
        """The newest app."""
        app = self.apps[-1]()
        assert app is not None
        return app

    async def turns_away(self, fingerprint: str | None, address: str) -> ConnectionRefused | None:
        return ConnectionRefused("banned", "not you") if fingerprint in self.banned else None

    async def meant(self, user: str, fingerprint: str) -> str:
        return user if self.keys.get(user, fingerprint) != fingerprint else ""

    async def app_for(self, visit: ClientInfo) -> ServedApp:
        self.visits.append(visit)
        if self.cannot_start:
            raise RuntimeError("no app today")
        starting = [app for known in self.apps if (app := known()) and not app.painted.is_set()]
        self.most_starting = max(self.most_starting, len(starting))
        app = TinyApp(visit, is_steady=self.is_steady)
        self.apps.append(weakref.ref(app))
        return app

    async def wants_lines(self, visit: ClientInfo) -> bool:
        self.asked += 1
        await self.knows_wishes.wait()
        return self.are_lines_wanted

    async def lines_for(self, visit: ClientInfo) -> ServedLines:
        self.visits.append(visit)
        self.talks.append(TinyLines(visit))
        return self.talks[-1]

    async def answer(self, visit: ClientInfo, words: Sequence[str]) -> AsyncIterator[bytes]:
        self.visits.append(visit)
        if words[1] == "none":
            raise Refusal("there is no record {name}", name=words[1])
        if words[1] == "broken":
            raise OSError("disk")
        for _piece in range(100 if words[1] == "long" else 1):
            yield b"line of " + words[1].encode() + b"\n"
            if words[1] == "long":
                yield b"x" * 10_000

    def left(self, visit: ClientInfo) -> None:
        self.gone.append(visit)

    def failed(self, visit: ClientInfo, error: BaseException) -> None:
        self.errors.append(error)
