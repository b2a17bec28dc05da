"""Helpers to read a running screen, and to wait until it is at rest."""

from __future__ import annotations

from asyncio import Event, sleep
from collections.abc import Awaitable, Callable
from typing import Any, Final

from rich.segment import Segment
from textual._compositor import LayoutUpdate
from textual.app import App
from textual.events import Key
from textual.geometry import Offset
from textual.keys import _character_to_key
from textual.message_pump import MessagePump
from textual.pilot import Pilot

from screens.colours import SIDE_SIGNS
from screens.keymap import bindings_by_id
from screens.table.display import Curtain
from screens.table.hints import SIGN
from screens.table.log import log_lines
from screens.table.move_entry import MoveLine
from screens.table.results import ResultsDialog
from screens.table.screen import AnyGameScreen, GameScreen
from screens.widgets.board import Board
from screens.widgets.lines import Line
from screens.widgets.menu import Item, Menu
from screens.widgets.text_line import TextLine
from tests.screens.bots import MAY_ANSWER

OPEN: Final = bindings_by_id([Curtain])["curtain.open"].key.split(",")[0]
"""The key that opens the hand-over screen."""

TURNS: Final = 50
"""Rounds of the event loop that suffice for all work without threads."""

Looker = Pilot[Any]
Doing = Callable[[Looker], Awaitable[None]]


def lines(app: App[Any]) -> list[list[Segment]]:
    """Return the terminal's lines as drawn now, boxes over screens included.

    This leaves everything still to be sent to the terminal in place.
    """
    compositor = app.screen._compositor
    unsent = set(compositor._dirty_regions)
    update = compositor.render_update(full=True, screen_stack=app._background_screens)
    compositor._dirty_regions |= unsent
    assert isinstance(update, LayoutUpdate)
    return [
        [segment for strip in row for segment in strip if segment.text] for row in update.strips
    ]


def text_of(app: App[Any]) -> str:
    """Return the text of the terminal, line by line; hard spaces as plain ones."""
    rows = ("".join(segment.text for segment in line).rstrip() for line in lines(app))
    return ("\n".join(rows) + "\n").replace("\u00a0", " ")


def colours_of(app: App[Any]) -> set[str]:
    """Return the names of the colours on the terminal, without its default ones."""
    styles = [segment.style for line in lines(app) for segment in line]
    found = {c for style in styles if style is not None for c in (style.color, style.bgcolor)}
    return {colour.name for colour in found if colour is not None and not colour.is_default}


async def hide_bars(pilot: Looker) -> None:
    """Hide headlines and key bars from now on; their lines stay empty."""
    for screen in pilot.app.screen_stack:
        for bar in screen.query("#headline, KeyBar"):
            bar.visible = False
    await settle(pilot)


def is_busy(app: App[Any]) -> bool:
    """Whether messages wait or anything is running, except a bot kept from answering."""
    held = set() if MAY_ANSWER.is_set() else {"bots", "hint", "review"}
    if any(not w.is_finished and w.group not in held for w in app.workers):
        return True
    return not all(map(_is_at_rest, (app, *app.screen.walk_children(with_self=True))))


def _is_at_rest(node: MessagePump) -> bool:
    """Whether a widget or app has handled all messages and waits for the next.

    `Pilot.pause` asks by a message to each widget and its answer: most of all messages.
    """
    come: Event = node._message_queue.ready_event
    return node._task is None or (bool(vars(come)["_waiters"]) and not come.is_set())


async def settle(pilot: Looker) -> None:
    """Wait until nothing runs, no message waits and nothing is left to draw."""
    await _until_drawn(pilot)
    await pilot.pause(0)
    await _until_drawn(pilot)


async def _until_drawn(pilot: Looker) -> None:
    app = pilot.app
    for _ in range(500):
        await _until_at_rest(app)
        app.screen._on_timer_update()
        await sleep(0)
        if not is_busy(app):
            return
    raise AssertionError("the screen does not come to rest")


async def _until_at_rest(app: App[Any]) -> None:
    """Wait for the event loop without the clock, then for threads by the clock."""
    for turn in range(2000):
        if not is_busy(app):
            return
        await sleep(0 if turn < TURNS else 0.01)
    raise AssertionError("something goes on and on")


class HandClock:
    """A clock that stands until it is set."""

    def __init__(self) -> None:
        self.now = 100.0
        """The time, in seconds."""

    def __call__(self) -> float:
        """Return the time."""
        return self.now


async def until(pilot: Looker, is_so: Callable[[], bool]) -> None:
    """Wait, at most some ten seconds, for a condition."""
    for _ in range(1000):
        if is_so():
            await settle(pilot)
            return
        await pilot.pause(0.01)
    raise AssertionError(f"this did not come:\n{text_of(pilot.app)}")


async def press(pilot: Looker, *keys: str) -> None:
    """Press keys, or type characters, each once the screen is at rest after the last.

    Several times faster than `pilot.press`, which waits by the clock.
    """
    for key in keys:
        _held_by_its_screen(pilot.app)
        is_character = len(key) == 1
        name = _character_to_key(key) if is_character else key
        pilot.app.post_message(Key(name, key if is_character else None))
        await settle(pilot)


def _held_by_its_screen(app: App[Any]) -> None:
    """Check that the focused widget of ours is among those its screen names in HOLDS."""
    focused = app.focused
    if focused is not None and bindings_by_id([type(focused)]):
        assert isinstance(focused, getattr(app.screen, "HOLDS", ())), (app.screen, focused)


def typing(text: str) -> Doing:
    """Return an action: type a text, letter by letter."""

    async def type_it(pilot: Looker) -> None:
        await press(pilot, *text)

    return type_it


def saying(words: str) -> Doing:
    """Return an action: type moves on the move line and play them."""
    return lambda pilot: say(pilot, words)


async def say(pilot: Looker, words: str) -> None:
    """Type moves on the move line; the text is set at once, for speed."""
    await press(pilot, "colon")
    table_screen(pilot).query_one(MoveLine).value = words
    await press(pilot, "enter")


def table_screen(pilot: Looker) -> AnyGameScreen:
    """Return the screen of the table, anywhere in the stack."""
    return next(s for s in reversed(pilot.app.screen_stack) if isinstance(s, GameScreen))


def log_shown(pilot: Looker) -> list[Line]:
    """Return the whole log, as far as shown."""
    screen = table_screen(pilot)
    return log_lines(screen.model.log, screen.ui)


def prompt(pilot: Looker) -> str:
    """Return the prompt of the table."""
    screen = table_screen(pilot)
    said, _place = screen.query_one("#prompt", TextLine).texts
    is_asked = screen.model.is_my_turn and not screen.model.is_replay
    return said.lstrip("".join(SIDE_SIGNS)).strip() if is_asked else said


def is_advised(pilot: Looker) -> bool:
    """Whether a hint is on the screen of the table."""
    return f" {SIGN} " in text_of(pilot.app)


def menu_items(pilot: Looker) -> list[Item]:
    """Return the items of the menu on top, if there is one."""
    return [item for menu in pilot.app.screen.query(Menu) for item in menu.items]


def menu_words(pilot: Looker) -> list[str]:
    """Return the ids of the items of the menu on top, if there is one."""
    return [item.id for menu in pilot.app.screen.query(Menu) for item in menu.items]


async def go_to(pilot: Looker, item: str) -> None:
    """Move the mark of the menu on top down to an item."""
    menu = pilot.app.screen.query_one(Menu)
    ids = [known.id for known in menu.items]
    await press(pilot, *["down"] * ((ids.index(item) - menu.position) % len(ids)))


def is_over(pilot: Looker) -> bool:
    """Whether the result page is shown."""
    return isinstance(pilot.app.screen, ResultsDialog)


async def play_a_word(pilot: Looker) -> None:
    """Choose a highlighted place of the board, or the first menu line by its key or Enter."""
    focused = pilot.app.focused
    if isinstance(focused, Board) and focused.lit:
        await press(pilot, "n", "enter")
        return
    item = pilot.app.screen.query_one(Menu).items[0]
    await press(pilot, item.key or "enter")


def where(board: Board, spot: str) -> Offset:
    """The cell of the terminal in the middle of a spot."""
    region = board.regions(spot)[0]
    return board.content_region.offset + region.offset + Offset(region.width // 2, 0)
