"""What a sheet beside the boards can tell: pages with a title, lines, and maybe several parts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from rules.contract import AnyGame, Event
from screens.colours import SIDES, Look, Spans
from screens.table.aid import aid_lines
from screens.table.game_ui import GameUi
from screens.table.log_panel import log_line
from screens.table.rules_text import RulesText
from screens.text import _
from screens.widgets.lines import Line
from screens.widgets.sheet import Content

_SOFT = Look("soft")


class SidePage(Protocol):
    """A page of the sheet."""

    @property
    def name(self) -> str:
        """By which it is told from others; asked for again, it is closed."""

    @property
    def title(self) -> str:
        """What stands above it."""

    @property
    def content(self) -> Content:
        """What it says now."""

    @property
    def from_end(self) -> bool:
        """Whether its end is shown first."""

    @property
    def first_line(self) -> int | None:
        """The line to begin at, as it is laid out now; None where that is no matter."""

    @property
    def has_parts(self) -> bool:
        """Whether it can be turned."""

    def renew(self) -> bool:
        """The table may be another than before; whether there may be something else to say."""

    def turn(self, step: int) -> None:
        """Go on to the next part, or the one before."""

    def closed(self) -> None:
        """Nothing of it is to be seen any more."""


class LinesPage:
    """Lines that are asked for anew whenever the table changes."""

    has_parts = False
    first_line: int | None = None

    def __init__(
        self, name: str, title: str, lines: Callable[[], Sequence[Spans]], *, from_end: bool = False
    ) -> None:
        self.name, self.title, self.from_end = name, title, from_end
        self._lines = lines
        self.content: Content = lines()

    def renew(self) -> bool:
        """Ask again."""
        self.content = self._lines()
        return True

    def turn(self, step: int) -> None:
        """There are no parts."""

    def closed(self) -> None:
        """Nothing else was shown."""


def log_page(log: Callable[[], Sequence[Event]], ui: GameUi[Any]) -> LinesPage:
    """The whole log, numbered, its end first."""
    return LinesPage("log", _("Log"), lambda: _log_lines(log(), ui), from_end=True)


def _log_lines(events: Sequence[Event], ui: GameUi[Any]) -> list[Spans]:
    told = [(event, text) for event in events if (text := ui.sentence(event))]
    lines: list[Spans] = [
        [(f"{number:>3} ", _SOFT), *log_line(event, text, ui)]
        for number, (event, text) in enumerate(told, start=1)
    ]
    return lines or [[(_("Nothing has happened yet."), _SOFT)]]


def spans_of(lines: Sequence[Line]) -> list[Spans]:
    """Lines drawn by component classes, as looks."""
    return [[(text, _look(drawn))] for text, drawn in lines]


def _look(drawn: str) -> Look:
    side = drawn.removeprefix("lines--").removesuffix("-strong")
    return Look(side if side in SIDES else "ink", style="bold" if drawn.endswith("-strong") else "")


class RulesSide:
    """The rules of a game, opened at a chapter."""

    name = "rules"
    title = ""
    content: Content = ()
    from_end = False
    first_line: int | None = None
    has_parts = True

    def __init__(self, game: AnyGame, chapter: str, style: Callable[[Look], Style]) -> None:
        """`style` gives the style of a look in the theme of now."""
        self.reading = RulesText(game, chapter, style)

    def renew(self) -> bool:
        """Rules stay as they are."""
        return False

    def turn(self, step: int) -> None:
        """To the next or previous part."""
        self.reading.go_to(self.reading.part + step)

    def closed(self) -> None:
        """Nothing else was shown."""


class AidSide:
    """The player aid of a game."""

    name = "aid"
    from_end = False
    first_line: int | None = None
    has_parts = False

    def __init__(self, game: AnyGame, style: Callable[[Look], Style]) -> None:
        """`style` gives the style of a look in the theme of now."""
        self.title = _("Player aid")
        self._game = game
        self._style = style

    @property
    def content(self) -> Content:
        """Broken to the columns there are."""
        return self._lay_out

    def renew(self) -> bool:
        """It stays as it is."""
        return False

    def turn(self, step: int) -> None:
        """There are no parts."""

    def closed(self) -> None:
        """Nothing else was shown."""

    def _lay_out(self, width: int) -> list[Strip]:
        return [
            Strip([Segment(text, self._style(look)) for text, look in line])
            for line in aid_lines(self._game, width)
        ]
