"""How the screen of a game looked after each move: the replay, drawn without a terminal."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from rich.terminal_theme import TerminalTheme
from textual.app import App
from textual.pilot import Pilot

from nim_tui.app import NimApp
from nim_tui.export.finished import Finished
from nim_tui.settings import Settings
from nim_tui.settings_file import save_settings
from nim_tui.tables.record import Line
from nim_tui.tables.store import Store
from screens.table.screen import AnyGameScreen, GameScreen
from screens.widgets.board import Board
from screens.widgets.key_bar import KeyBar

Drawn = Sequence[Sequence[Segment]]
"""The lines of a terminal, each in pieces of one style."""

_NO_OTHERS: Final = [(0, 0, 0)] * 8
"""Colours by number, which no theme of ours uses."""
_MOST_PAUSES: Final = 200


@dataclass(frozen=True, slots=True)
class Sitting:
    """Who looks, and on what terminal."""

    seat: int | None = None
    """Whose view is drawn; None: all open."""
    columns: int = 120
    rows: int = 40
    theme: str = "sea"
    language: str = "en"


def theme_of(drawn: Drawn) -> TerminalTheme:
    """The two colours most of it has, for what has none by itself."""
    letters: Counter[Color] = Counter()
    grounds: Counter[Color] = Counter()
    for segment in chain.from_iterable(drawn):
        style = segment.style or Style()
        letters[style.color or Color.default()] += len(segment.text.replace(" ", ""))
        grounds[style.bgcolor or Color.default()] += segment.cell_length
    ink, ground = (counts.most_common(1)[0][0] for counts in (letters, grounds))
    return TerminalTheme(ground.get_truecolor(foreground=False), ink.get_truecolor(), _NO_OTHERS)


@contextmanager
def _in_colour() -> Iterator[None]:
    """Pictures have colours, whatever the terminal of whoever makes them is to have."""
    asked = os.environ.pop("NO_COLOR", None)
    try:
        yield
    finally:
        if asked is not None:
            os.environ["NO_COLOR"] = asked


async def frames(
    game: Finished, sitting: Sitting, positions: Sequence[int]
) -> AsyncIterator[Drawn]:
    """The screen after so many moves each."""
    with TemporaryDirectory() as folder:
        file = Path(folder, "settings.json")
        known = [game.header.game]
        save_settings(file, Settings(theme=sitting.theme, pace="instant", games=known))
        with _in_colour():
            app = NimApp(Store(Path(folder)), file, _opening(game, sitting), sitting.language)
        app.animation_level = "none"
        async with app.run_test(size=(sitting.columns, sitting.rows)) as pilot:
            screen = _screen(app)
            screen.query_one(KeyBar).display = False
            _put_cursors_away(screen)
            while sitting.seat is None and not screen.model.is_all_open:
                screen.action_whose_view()
            for position in positions:
                assert screen.model.steps is not None
                screen.model.steps.go(position)
                yield await _at_rest(pilot)


def _opening(game: Finished, sitting: Sitting) -> Callable[[NimApp], None]:
    lines: list[Line] = [*game.moves, game.over]
    return lambda app: app.table.open_replay(game.header, lines, seat=sitting.seat or 0)


def _screen(app: App[None]) -> AnyGameScreen:
    screen = app.screen
    assert isinstance(screen, GameScreen)
    return screen


def _put_cursors_away(screen: AnyGameScreen) -> None:
    """Nobody points at anything in a picture."""
    for board in screen.query(Board):
        board.can_focus = False
    screen.set_focus(None)


async def _at_rest(pilot: Pilot[None]) -> Drawn:
    """What is drawn once it stays as it is."""
    before = None
    for _pause in range(_MOST_PAUSES):
        await pilot.pause()
        now = [[*strip] for strip in pilot.app.screen._compositor.render_strips()]
        if now == before:
            break
        before = now
    return now
