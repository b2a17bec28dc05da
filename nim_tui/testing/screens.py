"""Driving and reading the screen of any Textual app, once it is at rest.

Private names of Textual are used: a version of it that changes them makes these tests fail.
"""

from __future__ import annotations

from asyncio import Event, sleep
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

from rich.segment import Segment
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode
from syrupy.location import PyTestLocation
from textual._compositor import LayoutUpdate
from textual.app import App
from textual.events import Key
from textual.keys import _character_to_key
from textual.message_pump import MessagePump
from textual.pilot import Pilot

SMALL: Final = (80, 24)
LARGE: Final = (120, 40)
UNAWAITED: Final[set[str]] = set()
"""Groups of workers that no test waits for, such as one that answers when it is told to."""
BEFORE_A_KEY: Final[list[Callable[[App[Any]], None]]] = []
"""Checks of an app before each key, of your own."""
_TURNS: Final = 50
"""Rounds of the event loop that suffice for all work without threads."""

Looker = Pilot[Any]
Doing = Callable[[Looker], Awaitable[None]]
"""An action on a running app."""


class Dump(SingleFileSnapshotExtension):
    """A text file per test, all in one folder beside it."""

    _file_extension = "txt"
    _write_mode = WriteMode.TEXT

    @classmethod
    def dirname(cls, *, test_location: PyTestLocation) -> str:
        """Return the folder of all dumps."""
        return str(Path(test_location.filepath).parent / "dumps")


@asynccontextmanager
async def running(app: App[Any], size: tuple[int, int] = SMALL) -> AsyncIterator[Looker]:
    """Run the app on a terminal of this size, and wait until it is at rest."""
    async with app.run_test(size=size, notifications=True) as pilot:
        await settle(pilot)
        yield pilot


async def do(pilot: Looker, *doing: str | Doing) -> None:
    """Press keys, parted by blanks, and run actions; let the app come to rest after each."""
    await settle(pilot)
    for deed in doing:
        if isinstance(deed, str):
            await press(pilot, *deed.split())
        else:
            await deed(pilot)
    await settle(pilot)


async def press(pilot: Looker, *keys: str) -> None:
    """Press keys, or type characters, each once the screen is at rest after the last.

    Several times faster than `pilot.press`, which waits by the clock.
    """
    for key in keys:
        for check in BEFORE_A_KEY:
            check(pilot.app)
        is_character = len(key) == 1
        name = _character_to_key(key) if is_character else key
        pilot.app.post_message(Key(name, key if is_character else None))
        await settle(pilot)


def typing(text: str) -> Doing:
    """Return an action: type a text, letter by letter."""
    return lambda pilot: press(pilot, *text)


async def settle(pilot: Looker) -> None:
    """Wait until nothing runs, no message waits and nothing is left to draw."""
    await _until_drawn(pilot)
    await pilot.pause(0)
    await _until_drawn(pilot)


async def until(pilot: Looker, is_so: Callable[[], bool]) -> None:
    """Wait, at most some forty seconds, for a condition."""
    for _ in range(4000):
        if is_so():
            await settle(pilot)
            return
        await pilot.pause(0.01)
    raise AssertionError(f"this did not come:\n{text_of(pilot.app)}")


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
        await sleep(0 if turn < _TURNS else 0.01)
    raise AssertionError("something goes on and on")


def is_busy(app: App[Any]) -> bool:
    """Whether messages wait, a new size of the terminal too, or any awaited worker runs."""
    if app._resize_event is not None:  # passed on a moment later
        return True
    if any(not one.is_finished and one.group not in UNAWAITED for one in app.workers):
        return True
    return not all(map(_is_at_rest, (app, *app.screen.walk_children(with_self=True))))


def _is_at_rest(node: MessagePump) -> bool:
    """Whether a widget or app has handled all messages and waits for the next.

    `Pilot.pause` asks by a message to each widget and its answer: most of all messages.
    """
    come: Event = node._message_queue.ready_event
    return node._task is None or (bool(vars(come)["_waiters"]) and not come.is_set())


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
