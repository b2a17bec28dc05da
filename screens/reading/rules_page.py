"""Pages with the rules of a game, and with its player aid."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import ClassVar, Final

from rich.cells import cell_len
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widget import Widget

from rules.contract import AnyGame, package_of
from screens.base import BaseScreen, Shape, shape_of
from screens.colours import BAR_SOFT, SIDE_SIGNS, SIDES, Look, Spans
from screens.reading.reading_sheet import ReadingSheet, RulesText, SeekLine
from screens.text import N_, _, current_look
from screens.widgets.key_bar import KeyBar
from screens.widgets.panel import Panel
from screens.widgets.raster import broken
from screens.widgets.text_line import TextLine, page_title

_LABEL: Final = 13
_WIDEST: Final = 110
_ROOMY: Final = 60
"""The columns below which labels take only the columns they need."""


def aid_rows(game: AnyGame) -> list[tuple[str, str]]:
    """Return the rows of a game's player aid: a word or sign, and its explanation.

    Both are empty for a gap.
    """
    folder = files(package_of(game))
    pages = (folder.joinpath(f"aid.{language}.md") for language in (current_look().language, "en"))
    text = next((page.read_text("utf-8") for page in pages if page.is_file()), "")
    rows = (line.partition("|") for line in text.splitlines()[2:])
    return [(label.strip(), told.strip()) for label, _bar, told in rows]


def aid_lines(game: AnyGame, width: int) -> list[Spans]:
    """Return the player aid broken to a width, with words and signs in different looks."""
    lines: list[Spans] = []
    ink, rows_of_aid = "gold", aid_rows(game)
    longest = max((cell_len(label) for label, _told in rows_of_aid), default=0)
    room = _LABEL if width >= _ROOMY else min(longest, _LABEL)
    for label, told in rows_of_aid:
        if not (label or told):
            ink = "key"
        rows = broken(told, width - room - 2)
        for number, row in enumerate(rows):
            head = "" if number else label
            lines.append([(f" {head:{room}} ", Look(ink, style="bold")), *_coloured(row)])
    return lines


def _coloured(text: str) -> Spans:
    """Return a text with players' signs in their colours, as on the boards."""
    parts = re.split(f"([{''.join(SIDE_SIGNS)}])", text)
    return [
        (part, Look(SIDES[SIDE_SIGNS.index(part)], style="bold") if part in SIDE_SIGNS else Look())
        for part in parts
        if part
    ]


class AidPage(BaseScreen):
    """The player aid on one page without scrolling."""

    DEFAULT_CSS = """
    AidPage Panel { width: 1fr; height: 1fr; margin-top: 1; }
    """
    LISTED_AS: ClassVar[str] = "screens.table.aid"
    BINDING_GROUP_TITLE = N_("Player aid")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,exclamation_mark,f1", "app.pop_screen", N_("Back"), id="aid.back")
    ]

    def __init__(self, game: AnyGame) -> None:
        super().__init__()
        self._game = game

    def compose(self) -> ComposeResult:
        """Compose title and lines."""
        yield TextLine("bar", id="headline")
        yield Panel(is_framed=False)
        yield KeyBar()

    def on_mount(self) -> None:
        """Show the game's title."""
        title = page_title(_("Player aid"), self._game.title)
        self.query_one("#headline", TextLine).show(title)

    def on_resize(self) -> None:
        """Break the lines to the new size."""
        width = min(self.app.size.width, _WIDEST)
        self.query_one(Panel).show("", aid_lines(self._game, width))


class RulesPage(BaseScreen):
    """The rules as a page to scroll, with the keys of its sheet."""

    DEFAULT_CSS = """
    RulesPage { layers: default above; }
    RulesPage ReadingSheet {
        width: 1fr; max-width: 90; height: 1fr; margin-top: 1; padding: 0 3;
    }
    """
    HOLDS: ClassVar[tuple[type[Widget], ...]] = (ReadingSheet, SeekLine)
    LISTED_AS: ClassVar[str] = "screens.table.rules"
    BINDING_GROUP_TITLE = N_("Rules")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,r", "app.pop_screen", N_("Back"), id="rules.back"),
    ]

    def __init__(self, game: AnyGame, chapter: str = "") -> None:
        super().__init__()
        self._game = game
        self._chapter = chapter
        self._sheet = ReadingSheet()

    def compose(self) -> ComposeResult:
        """Compose headline, rules and search field."""
        yield TextLine("bar", id="headline")
        yield self._sheet
        yield SeekLine()
        yield KeyBar()

    def on_mount(self) -> None:
        """Open the rules at the requested part."""
        sheet = self._sheet  # a session that ends now has no widgets to be found
        sheet.read(RulesText(self._game, self._chapter, sheet.style_of), is_framed=False)
        sheet.focus()

    @on(ReadingSheet.Turned)
    def say_where(self, message: ReadingSheet.Turned) -> None:
        """Show the current part, the number of parts, and the share already read."""
        message.stop()
        sheet = self._sheet
        where = "" if sheet.reading is None else sheet.reading.where
        about = [(f"{where}   {sheet.read_percent} % ", BAR_SOFT)]
        title = self._game.title if shape_of(self.app.size) is Shape.WIDE else ""
        self.query_one("#headline", TextLine).show(page_title(_("Rules"), title), about)

    @on(ReadingSheet.AidWanted)
    def show_aid(self, message: ReadingSheet.AidWanted) -> None:
        """Open the player aid."""
        message.stop()
        self.app.push_screen(AidPage(self._game))
