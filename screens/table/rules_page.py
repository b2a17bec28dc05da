"""The rules of a game on a page of their own, opened at the part that matters now."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widget import Widget

from rules.contract import AnyGame
from screens.base import BaseScreen
from screens.colours import BAR_SOFT
from screens.table.aid import AidPage
from screens.table.reading_sheet import ReadingSheet, SeekLine
from screens.table.rules_text import RulesText
from screens.text import N_, _
from screens.widgets.key_bar import KeyBar
from screens.widgets.text_line import TextLine, page_title


class RulesPage(BaseScreen):
    """Scrolls like a pager; the keys are those of the sheet that it holds."""

    DEFAULT_CSS = """
    RulesPage { layers: default above; }
    RulesPage ReadingSheet {
        width: 1fr; max-width: 90; height: 1fr; margin-top: 1; padding: 0 3;
    }
    """
    HOLDS: ClassVar[tuple[type[Widget], ...]] = (ReadingSheet, SeekLine)
    BINDING_GROUP_TITLE = N_("Rules")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,r", "app.pop_screen", N_("Back"), id="rules.back"),
    ]

    def __init__(self, game: AnyGame, chapter: str = "") -> None:
        super().__init__()
        self._game = game
        self._chapter = chapter

    def compose(self) -> ComposeResult:
        """Headline, the rules, a line for searching."""
        yield TextLine("bar", id="headline")
        yield ReadingSheet()
        yield SeekLine()
        yield KeyBar()

    def on_mount(self) -> None:
        """Open at the part asked for."""
        sheet = self.query_one(ReadingSheet)
        sheet.read(RulesText(self._game, self._chapter, sheet.style_of), is_framed=False)
        sheet.focus()

    @on(ReadingSheet.Turned)
    def say_where(self, message: ReadingSheet.Turned) -> None:
        """Say at which part of how many this is, and how much was read."""
        message.stop()
        sheet = self.query_one(ReadingSheet)
        where = "" if sheet.reading is None else sheet.reading.where
        about = [(f"{where}   {sheet.read_percent} % ", BAR_SOFT)]
        self.query_one("#headline", TextLine).show(page_title(_("Rules"), self._game.title), about)

    @on(ReadingSheet.AidWanted)
    def show_aid(self, message: ReadingSheet.AidWanted) -> None:
        """The game on one page."""
        message.stop()
        self.app.push_screen(AidPage(self._game))
