"""Exact counts of the work at a table: bytes, paints, layouts, bindings, style sheets, drawings.

The server runs in this process on a loop that never waits, so every run gives the same figures.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any, Final
from unittest.mock import patch

import pytest
from textual.app import App
from textual.screen import Screen

from nim_tui.app.base_app import BaseApp
from nim_tui.registry import load_all
from nim_tui.tables.table import Table
from screens.himalaya.slots import Slots
from screens.table.display import TableDisplay
from screens.table.screen import GameScreen
from screens.textual_patches import style_sheets
from screens.textual_patches.style_sheets import share_parsed_styles
from screens.widgets.board import Board
from tests.nim_tui.server.lobby.steady import Guest, Steady, played

SEATS: Final = {"bataille": 2, "submarine": 4, "himalaya": 4, "schwarm": 4}
"""The people at a table of each game."""
NAMES: Final = ("Ana", "Ben", "Cleo", "Dora")
BEFORE: Final = 8
"""Moves played before those counted."""
MOVES: Final = 24
ARROWS: Final = ("\x1b[C", "\x1b[D")
ESCAPE: Final = "\x1b[27u"
DRAWN: Final = "drawings of "
STEP: Final = 1.0
"""Seconds of the loop after which everything is painted."""


@dataclass
class Work:
    """The work of the apps of this process, by app and kind."""

    done: Counter[tuple[App[Any], str]] = field(default_factory=Counter)
    parsed: int = 0

    def of(self, guest: Guest) -> Counter[str]:
        """Return the work of a session by kind."""
        app = guest.runner._app
        return Counter({kind: n for (whose, kind), n in self.done.items() if whose is app})

    def forget(self) -> None:
        """Count from here on."""
        self.done.clear()


@contextmanager
def watched() -> Iterator[Work]:
    """Count the work of every app."""
    load_all()
    work = Work()
    display, layout, parse = App._display, Screen._refresh_layout, style_sheets.PARSES
    show = TableDisplay.show_now
    bindings: Any = vars(Screen)["active_bindings"].fget

    def count_paint(app: App[Any], screen: Screen[Any], update: Any) -> None:
        work.done[app, "paints"] += update is not None and not app._batch_count
        display(app, screen, update)

    def count_layout(screen: Screen[Any], *more: Any, **named: Any) -> None:
        work.done[screen.app, "layouts"] += 1
        layout(screen, *more, **named)

    def count_bindings(screen: Screen[Any]) -> Any:
        work.done[screen.app, "bindings"] += 1
        return bindings(screen)

    def count_shown(display: TableDisplay) -> None:
        work.done[display.screen.app, "states"] += 1
        show(display)

    def count_parsed(*what: Any, **named: Any) -> Any:
        work.parsed += 1
        return parse(*what, **named)

    with ExitStack() as stack:
        for holder, name, counted in (
            (App, "_display", count_paint),
            (Screen, "_refresh_layout", count_layout),
            (Screen, "active_bindings", property(count_bindings)),
            (TableDisplay, "show_now", count_shown),
            (style_sheets, "PARSES", count_parsed),
            *((cls, "draw", _counted(cls.draw, work)) for cls in _drawing(Board)),
        ):
            stack.enter_context(patch.object(holder, name, counted))
        yield work


def _drawing(cls: type[Board]) -> Iterator[type[Board]]:
    """Yield the classes of boards that draw a picture of their own."""
    for each in cls.__subclasses__():
        if "draw" in vars(each):
            yield each
        yield from _drawing(each)


def _counted(draw: Any, work: Work) -> Any:
    def count(board: Board) -> Any:
        work.done[board.app, f"{DRAWN}{board.id}"] += 1
        return draw(board)

    return count


@dataclass
class Counts:
    """The counts of one table."""

    game: str
    changes: int = 0
    bytes_of_moves: int = 0
    """Bytes sent to the players."""
    keys: Counter[int] = field(default_factory=Counter)
    """Moves of a cursor, by their bytes."""
    watched: Counter[str] = field(default_factory=Counter)
    """The work of a spectator, by kind."""
    parsed: int = 0
    """Style sheets parsed for sessions after the first."""

    def a_state(self, kind: str) -> float:
        """Return the work of a spectator for each state of the table that was shown."""
        return self.watched[kind] / self.watched["states"]

    @property
    def drawings(self) -> float:
        """Drawings of a board for each state shown to a spectator, of the one drawn most often."""
        boards = [kind for kind in self.watched if kind.startswith(DRAWN)]
        return max((self.a_state(board) for board in boards), default=0)

    @property
    def a_move(self) -> float:
        """Bytes of a move, for all at the table."""
        return self.bytes_of_moves / self.changes

    @property
    def a_key(self) -> float:
        """Bytes of a cursor move, on the mean."""
        return fmean(self.keys.elements())


def _screen(guest: Guest) -> Screen[Any]:
    app = guest.runner._app
    assert app is not None
    return app.screen


@dataclass
class _Sitting:
    """A table, its people, and the counts so far."""

    guests: Sequence[Guest]
    watcher: Guest
    table: Table
    work: Work
    counts: Counts
    draw: Random = field(default_factory=lambda: Random(7))

    @property
    def mover(self) -> Guest | None:
        """The first person who has to move; None at the end."""
        waiting = self.table.waiting
        return self.guests[waiting[0]] if waiting else None

    async def move(self) -> None:
        """Have somebody type a legal move."""
        mover = self.mover
        assert mover is not None
        move = self.draw.choice(self.table.legal(self.table.waiting[0]))
        await self._skip()
        await mover.type(":", move.word)
        await asyncio.sleep(STEP)
        self._spent()
        self.work.forget()
        await mover.type("\r")
        await asyncio.sleep(STEP)
        self.counts.changes += 1
        self._spent()
        self.counts.watched.update(self.work.of(self.watcher))

    async def _skip(self) -> None:
        """Have everybody skip what is played back."""
        for guest in (*self.guests, self.watcher):
            screen = _screen(guest)
            if not isinstance(screen, GameScreen) or screen.model.is_following:
                await guest.type(ESCAPE if isinstance(screen, GameScreen) else "\r")
        await asyncio.sleep(STEP)

    def _spent(self) -> None:
        """Add up the bytes sent to the players."""
        self.counts.bytes_of_moves += sum(len(guest.takes()) for guest in self.guests)

    async def press(self) -> None:
        """Move the cursor of whoever has to move there and back, if a board has one."""
        mover = self.mover or self.guests[0]
        await self._skip()
        self._spent()
        if not isinstance(_screen(mover).focused, Board | Slots):
            return
        for arrow in ARROWS:
            await mover.type(arrow)
            if sent := len(mover.takes()):
                self.counts.keys[sent] += 1


def counted(game: str) -> Counts:
    """Return the counts of some moves of a game and of moves of the cursor."""
    counts = Counts(game)

    async def scene(server: Steady) -> None:
        guests = [await server.enters(name) for name in NAMES[: SEATS[game]]]
        watcher = await server.enters("Eva")
        table = await server.table(game, *NAMES[: SEATS[game]])
        for number, guest in enumerate((*guests, watcher)):
            await guest.sits_down()
            work.parsed *= number > 0
        counts.parsed = work.parsed
        live = await server.lobby.opener.live(table)
        sitting = _Sitting(guests, watcher, live, work, Counts(game))
        for _move in range(BEFORE):
            await sitting.move()
        sitting.counts = counts
        for _move in range(MOVES):
            if sitting.mover is not None:
                await sitting.move()
                await sitting.press()

    with (
        tempfile.TemporaryDirectory() as folder,
        pytest.MonkeyPatch.context() as monkeypatch,
        watched() as work,
    ):
        monkeypatch.setattr(BaseApp, "frame_time", lambda self: 0.0)  # an animation is many paints
        share_parsed_styles()
        played(monkeypatch, Path(folder) / "data", scene, seed=7)
    return counts
