"""A game as SVG, frames or asciicast."""

from __future__ import annotations

import io
import json
import os
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from rich.color import Color, ColorSystem
from rich.console import Console
from rich.segment import Segment, Segments
from rich.style import Style
from rich.terminal_theme import TerminalTheme
from textual.app import App
from textual.pilot import Pilot

from nim_tui.app.app import NimApp
from nim_tui.export.finished_game import FinishedGame
from nim_tui.settings import Settings, save_settings
from nim_tui.tables.record import Line
from nim_tui.tables.store import Store
from screens.table.screen import AnyGameScreen, GameScreen
from screens.widgets.board import Board
from screens.widgets.key_bar import KeyBar

Drawn = Sequence[Sequence[Segment]]
"""The lines of a terminal, each in segments of one style."""

_NO_OTHERS: Final = [(0, 0, 0)] * 8
"""The numbered colours, which no theme of ours uses."""
_MOST_PAUSES: Final = 200


@dataclass(frozen=True, slots=True)
class Sitting:
    """The viewer of a picture, and their terminal."""

    seat: int | None = None
    """The seat whose view is drawn; None: nothing is hidden."""
    columns: int = 120
    rows: int = 40
    theme: str = "sea"
    language: str = "en"


def theme_of(drawn: Drawn) -> TerminalTheme:
    """Return the theme of the two most frequent colours, for cells without colours."""
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
    """Draw pictures in colour, even where the environment sets NO_COLOR."""
    asked = os.environ.pop("NO_COLOR", None)
    try:
        yield
    finally:
        if asked is not None:
            os.environ["NO_COLOR"] = asked


async def frames(
    game: FinishedGame, sitting: Sitting, positions: Sequence[int]
) -> AsyncIterator[Drawn]:
    """Yield the screen after each number of moves."""
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


def _opening(game: FinishedGame, sitting: Sitting) -> Callable[[NimApp], None]:
    lines: list[Line] = [*game.moves, game.over]
    return lambda app: app.table.open_replay(game.header, lines, seat=sitting.seat or 0)


def _screen(app: App[None]) -> AnyGameScreen:
    screen = app.screen
    assert isinstance(screen, GameScreen)
    return screen


def _put_cursors_away(screen: AnyGameScreen) -> None:
    """Hide all cursors."""
    for board in screen.query(Board):
        board.can_focus = False
    screen.set_focus(None)


async def _at_rest(pilot: Pilot[None]) -> Drawn:
    """Return the drawn screen once it no longer changes."""
    before = None
    for _pause in range(_MOST_PAUSES):
        await pilot.pause()
        now = [[*strip] for strip in pilot.app.screen._compositor.render_strips()]
        if now == before:
            break
        before = now
    return now


_FORMAT: Final = """\
<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{
    font-family: "DejaVu Sans Mono", "Cascadia Mono", Menlo, Consolas, monospace;
    font-size: {char_height}px;
    line-height: {line_height}px;
    font-variant-east-asian: full-width;
}}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" />
</clipPath>
{lines}
</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""
"""Rich's SVG format without the fonts it would fetch."""


def picture(drawn: Drawn, title: str) -> str:
    """Return a drawn screen as an SVG picture of a window with a title."""
    columns = max(sum(segment.cell_length for segment in line) for line in drawn)
    console = Console(
        width=columns,
        height=len(drawn),
        file=io.StringIO(),
        force_terminal=True,
        color_system="truecolor",
        record=True,
        legacy_windows=False,
        safe_box=False,
    )
    for line in (*drawn, ()):  # an extra row, as the last would be cut
        console.print(Segments([*line, Segment.line()]), end="")
    theme = theme_of(drawn)
    return console.export_svg(title=title, theme=theme, code_format=_FORMAT, unique_id="nim")


class Cast:
    """The screen after each move as an asciicast: only changed lines."""

    def __init__(self, title: str, columns: int, rows: int, pace: float) -> None:
        """`pace`: seconds between two moves."""
        self._header = {"version": 2, "width": columns, "height": rows, "title": title}
        self._pace = pace
        self._count = 0
        self._before: list[str] = []

    def header(self) -> str:
        """Return the first line."""
        return json.dumps(self._header, ensure_ascii=False) + "\n"

    def line(self, drawn: Drawn) -> str:
        """Return the line that shows the next move."""
        now = [_painted(line) for line in drawn]
        begin = "\x1b[?25l\x1b[2J" if not self._before else ""
        text = begin + "".join(self._changed(now))
        at, self._before = self._count * self._pace, now
        self._count += 1
        return json.dumps([round(at, 3), "o", text], ensure_ascii=False) + "\n"

    def _changed(self, now: list[str]) -> Iterator[str]:
        for row, line in enumerate(now):
            if row >= len(self._before) or self._before[row] != line:
                yield f"\x1b[{row + 1};1H{line}"


def _painted(line: Sequence[Segment]) -> str:
    """Return a line with the codes of its colours."""
    pieces = Segment.simplify(line)
    return "".join(
        segment.style.render(segment.text, color_system=ColorSystem.TRUECOLOR)
        if segment.style is not None
        else segment.text
        for segment in pieces
    )
