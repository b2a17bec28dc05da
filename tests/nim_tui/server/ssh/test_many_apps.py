"""Each trap of Textual's is still there, and each fix still holds it shut.

When a test of a trap fails, Textual has mended it: the fix can go.
"""

from __future__ import annotations

import asyncio
import gc
import sys
import weakref
from collections.abc import Callable, Iterator

import pytest
from rich.color import ColorSystem
from rich.style import Style
from textual import on
from textual._context import active_app
from textual._styles_cache import StylesCache
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.color import Color
from textual.css.stylesheet import Stylesheet
from textual.events import Idle, Key, Mount
from textual.filter import Monochrome, NoColor
from textual.message import Message
from textual.message_pump import MessagePump
from textual.widget import Widget
from textual.widgets import Input, Static

from nim_tui.server.ssh import Counters, Limits
from nim_tui.server.ssh.session import ChannelWire
from nim_tui.server.terminal.context import GcScheduler
from nim_tui.server.terminal.output import ClientOutput
from nim_tui.terminal.meaning import ForgetfulParser
from screens.textual_patches import many_apps
from screens.textual_patches.many_apps import (
    KEEPS_LINES,
    LOOKS_FOR_HANDLERS,
    ServedApp,
    keep_collections_short,
    keep_handlers,
    keep_no_lines,
    keep_sign_ins_going,
)
from screens.textual_patches.style_sheets import PARSES
from tests.nim_tui.server.ssh.serving import connect, new_key, serving, visiting
from tests.nim_tui.server.ssh.tiny import HELLO
from tests.waiting import until

# All of them


@pytest.mark.slow
@pytest.mark.usefixtures("no_collections")
async def test_a_server_prepares_its_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(many_apps, "keep_collections_short", keep_collections_short)
    monkeypatch.setattr(StylesCache, "get_inner_outer", KEEPS_LINES)
    monkeypatch.setattr(Stylesheet, "_parse_rules", PARSES)
    monkeypatch.setattr(MessagePump, "_get_dispatch_methods", LOOKS_FOR_HANDLERS)
    gc.set_threshold(700, 10, 10)
    async with serving():
        assert gc.get_threshold() == (700, 10, 1_000_000)
        assert isinstance(vars(StylesCache)["get_inner_outer"], classmethod)
        assert Stylesheet._parse_rules is not PARSES
        assert MessagePump._get_dispatch_methods is not LOOKS_FOR_HANDLERS
        loop = asyncio.get_running_loop()
        factory = loop.get_task_factory()
        assert (factory is not None) == (sys.version_info >= (3, 12))
        loop.set_task_factory(None)
        assert loop.get_task_factory() is (factory if factory else None)


# Eager tasks and sign-ins


async def test_signing_in_works_while_somebody_plays() -> None:
    async with serving() as served, visiting(served) as visitor:
        for _ in range(2):
            connection = await asyncio.wait_for(connect(served.port, new_key()), 10)
            connection.abort()
        visitor.type("x")
        await visitor.sees("key-1-x.")


async def test_tasks_are_eager_inside_apps_only() -> None:
    loop = asyncio.get_running_loop()
    keep_sign_ins_going(loop)
    keep_sign_ins_going(loop)
    steps: list[str] = []
    tasks: set[asyncio.Task[None]] = set()

    async def step(name: str) -> None:
        steps.append(name)

    class Asking(App[None]):
        def on_mount(self) -> None:
            self.exit()
            tasks.add(asyncio.get_running_loop().create_task(step("inside")))
            steps.append("mounted")

    outside = loop.create_task(step("outside"))
    steps.append("made")
    await outside
    await Asking().run_async(headless=True)
    again = loop.create_task(step("outside again"))
    steps.append("make that move again")
    await again
    inside = ["inside", "mounted"] if sys.version_info >= (3, 12) else ["mounted", "inside"]
    assert steps == ["made", "outside", *inside, "make that move again", "outside again"]


async def test_trap_textual_sets_eager_tasks_for_the_whole_loop() -> None:
    loop = asyncio.get_running_loop()

    class Brief(App[None]):
        def on_mount(self) -> None:
            self.exit()

    await Brief().run_async(headless=True)
    assert loop.get_task_factory() is getattr(asyncio, "eager_task_factory", None)
    loop.set_task_factory(None)


class NotedChannel:
    """A channel that notes in whose context it is written to."""

    _deferred_packets = ()

    def __init__(self) -> None:
        self.apps: list[object] = []

    def write(self, data: bytes) -> None:
        self.apps.append(active_app.get(None))

    def get_connection(self) -> NotedChannel:
        return self

    def get_write_buffer_size(self) -> int:
        return 0

    def is_closing(self) -> bool:
        return False

    _transport = None


async def test_what_asyncssh_starts_while_an_app_writes_is_not_the_apps() -> None:
    """Else its tasks would be eager, and its timers keep the app."""
    channel = NotedChannel()
    output = ClientOutput(ChannelWire(channel), Limits(), Counters())  # type: ignore[arg-type]
    called = asyncio.Event()

    def call() -> None:
        channel.write(b"")
        called.set()

    token = active_app.set(ServedApp())
    output.send(b"x")
    output.later(0, call)
    output.soon(call)
    active_app.reset(token)
    await called.wait()
    await until(lambda: len(channel.apps) == 3)
    assert channel.apps == [None] * 3


# What is sent


async def test_what_a_terminal_shows_is_not_sent_again() -> None:
    async with serving() as served, visiting(served) as visitor:
        app = served.house.app
        app.sends_whole_words = False
        for _time in range(2):
            visitor.forget()
            app.paint_anew()
            await visitor.sees(HELLO)
        visitor.forget()
        app.call_later(app.refresh)
        visitor.type("x")
        await visitor.sees("key-1-x.")
        assert HELLO not in visitor.screen.text


# Collections


@pytest.fixture
def no_collections() -> Iterator[None]:
    """Collections are afterwards as they were."""
    threshold = gc.get_threshold()
    yield
    gc.set_threshold(*threshold)


@pytest.mark.slow
@pytest.mark.usefixtures("no_collections")
def test_the_oldest_generation_is_left_to_the_janitor() -> None:
    keep_collections_short()
    assert gc.get_threshold()[2] >= 1_000_000
    assert gc.get_freeze_count() > 10_000


@pytest.mark.slow
@pytest.mark.usefixtures("no_collections")
async def test_trap_an_ended_app_is_left_to_the_collector() -> None:
    keep_collections_short()

    async def play() -> weakref.ref[ServedApp]:
        app = ServedApp()
        async with app.run_test():
            return weakref.ref(app)

    gone = await asyncio.create_task(play())
    assert gone() is not None
    GcScheduler().collect()
    assert gone() is None


# The parser


def still_there(parser_class: type[XTermParser]) -> bool:
    """Whether a parser that is used no more is kept by something."""
    gc.freeze()  # what other tests left is not looked through
    parser = parser_class()
    gone = weakref.ref(parser)
    assert [str(key) for key in parser.feed("x\x1b[13;5u")]
    del parser
    gc.collect()
    gc.unfreeze()
    return gone() is not None


def test_trap_a_parser_is_kept_by_its_cache() -> None:
    assert still_there(XTermParser)


def test_our_parser_is_forgotten_and_parses_the_same() -> None:
    assert not still_there(ForgetfulParser)
    typed = "aé\x1b[A\x1b[13;5u\x1b[1;2P\x1bx\r"
    theirs, ours = XTermParser(), ForgetfulParser()
    assert [repr(key) for key in ours.feed(typed)] == [repr(key) for key in theirs.feed(typed)]


# Handlers


class _Pressed(Message):
    pass


class _PressedHard(_Pressed):
    pass


class _Heard(Static):
    @on(_Pressed)
    @on(_PressedHard)
    def hear(self) -> None:
        """Hear all."""

    def on_key(self, event: Key) -> None:
        """Hear keys, and let nothing else hear them."""
        event.prevent_default()


class _HeardBelow(_Heard):
    def on_key(self, event: Key) -> None:
        event.prevent_default(event.key == "b")

    @on(_PressedHard)
    def hear_hard(self) -> None:
        """Hear one."""


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("on_key", Key("a", "a")),
        ("on_key", Key("b", "b")),
        ("on_pressed", _Pressed()),
        ("on_pressed_hard", _PressedHard()),
        ("on_idle", Idle()),
        ("on_mount", Mount()),
    ],
)
def test_handlers_are_those_that_textual_finds(
    name: str, message: Message, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(MessagePump, "_get_dispatch_methods", LOOKS_FOR_HANDLERS)

    def called(widget: Widget) -> list[object]:
        message._no_default_action = False
        found = list[object]()
        for cls, method in widget._get_dispatch_methods(name, message):
            found.append((cls, getattr(method, "__func__", method)))
            if name == "on_key" and cls.__module__ == __name__:
                method(message)
        return found

    for widget in (Static(), _Heard(), _HeardBelow(), Input()):
        theirs = called(widget)
        keep_handlers()
        for _time in range(2):
            assert called(widget) == theirs
        monkeypatch.setattr(MessagePump, "_get_dispatch_methods", LOOKS_FOR_HANDLERS)


# Lines drawn


def kept_by(method: Callable[[StylesCache, Color, Color], object]) -> bool:
    """Whether what a widget drew is kept once its border was coloured."""
    gc.freeze()
    drawn = StylesCache()
    gone = weakref.ref(drawn)
    colours = (Color(7, 8, 9), Color(9, 8, 7))
    assert method(drawn, *colours) == KEEPS_LINES(StylesCache(), *colours)
    del drawn
    gc.collect()
    gc.unfreeze()
    return gone() is not None


def test_trap_lines_are_kept_by_the_cache_of_colours() -> None:
    assert kept_by(KEEPS_LINES)


def test_lines_are_forgotten() -> None:
    keep_no_lines()
    assert not kept_by(lambda drawn, *colours: drawn.get_inner_outer(*colours))


# Colours


def test_trap_styles_keep_the_colours_of_their_first_client() -> None:
    style = Style(color="rgb(1,2,3)")
    few = style.render("x", color_system=ColorSystem.STANDARD)
    assert style.render("x", color_system=ColorSystem.TRUECOLOR) == few


@pytest.mark.parametrize("name", ["NO_COLOR", "TERM", "COLORTERM", "COLUMNS"])
def test_colours_are_not_those_of_the_server(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, "7")
    app = ServedApp()
    assert app.console.color_system == "truecolor"
    assert not app.no_color
    assert not [known for known in app._filters if isinstance(known, Monochrome | NoColor)]


def test_trap_textual_takes_the_colours_of_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert App[None]().no_color


# Other people's apps


@pytest.mark.slow
async def test_trap_a_widget_answers_with_the_app_that_asks() -> None:
    """Nothing can be done about it: only `post_message` to another session's app."""
    ana, ben = ServedApp(), ServedApp()
    async with ana.run_test(), ben.run_test():
        of_ana = Static()
        token = active_app.set(ana)
        await ana.mount(of_ana)
        active_app.reset(token)
        token = active_app.set(ben)
        assert of_ana.app is ben
        active_app.reset(token)
