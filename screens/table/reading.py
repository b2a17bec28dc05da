"""What one reads at a table: beside the boards where there is room, else on a page of its own."""

from __future__ import annotations

from typing import Any, Protocol

from textual.app import App
from textual.screen import Screen

from screens.help import HelpDialog
from screens.table.aid import AidPage
from screens.table.model import TableModel
from screens.table.reading_sheet import ReadingSheet
from screens.table.rules_page import RulesPage
from screens.table.side import Side
from screens.table.side_pages import AidSide, RulesSide, log_page
from screens.table.terms_dialog import terms_dialog
from screens.table.ui import GameUi


class ReadingFrame(Protocol):
    """What is needed of the screen."""

    @property
    def app(self) -> App[Any]:
        """The app."""

    @property
    def model(self) -> TableModel[Any]:
        """The table."""

    @property
    def sheet(self) -> ReadingSheet:
        """The sheet beside the boards."""


class Reading:
    """Opens log, rules, the game on one page, and help."""

    def __init__(self, frame: ReadingFrame, ui: GameUi[Any], side: Side) -> None:
        self._frame = frame
        self._ui = ui
        self._side = side

    def open_log(self) -> None:
        """The whole log."""
        self._side.toggle(log_page(lambda: self._frame.model.log, self._ui))

    def open_rules(self) -> None:
        """The rules at the part that matters now."""
        model = self._frame.model
        game, chapter = model.seat.game, self._ui.chapter(model.view)
        if self._side.has_room:
            self._side.toggle(RulesSide(game, chapter, self._frame.sheet.style_of))
        else:
            self._frame.app.push_screen(RulesPage(game, chapter))

    def open_aid(self) -> None:
        """The game on one page."""
        game = self._frame.model.seat.game
        if self._side.has_room:
            self._side.toggle(AidSide(game, self._frame.sheet.style_of))
        else:
            self._frame.app.push_screen(AidPage(game))

    def open_terms(self) -> None:
        """What was agreed, and what proves how the game was dealt."""
        seat = self._frame.model.seat
        self._frame.app.push_screen(terms_dialog(seat.game, seat.view(), seat.deal))

    def open_help(self, screen: Screen[Any]) -> None:
        """Keys and signs of a screen."""
        explained = self._ui.letters.explained()
        bots = self._frame.model.people.who_is_who()
        self._frame.app.push_screen(HelpDialog(screen, self._ui.legend(), explained, bots))
