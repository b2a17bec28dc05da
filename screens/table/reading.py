"""What one reads at a table: beside the boards where there is room, else on a page of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from screens.help import HelpDialog
from screens.table.aid import AidPage
from screens.table.rules_page import RulesPage
from screens.table.side_pages import AidSide, RulesSide, log_page
from screens.table.terms_dialog import terms_dialog

if TYPE_CHECKING:
    from screens.table.screen import GameScreen


class Reading:
    """Opens log, rules, the game on one page, and help."""

    def __init__(self, screen: GameScreen[Any]) -> None:
        self.screen = screen

    def open_log(self) -> None:
        """The whole log."""
        self.screen.side.toggle(log_page(lambda: self.screen.model.log, self.screen.ui))

    def open_rules(self) -> None:
        """The rules at the part that matters now."""
        model = self.screen.model
        game, chapter = model.seat.game, self.screen.ui.chapter(model.view)
        if self.screen.side.has_room:
            self.screen.side.toggle(RulesSide(game, chapter, self.screen.sheet.style_of))
        else:
            self.screen.app.push_screen(RulesPage(game, chapter))

    def open_aid(self) -> None:
        """The game on one page."""
        game = self.screen.model.seat.game
        if self.screen.side.has_room:
            self.screen.side.toggle(AidSide(game, self.screen.sheet.style_of))
        else:
            self.screen.app.push_screen(AidPage(game))

    def open_terms(self) -> None:
        """What was agreed, and what proves how the game was dealt."""
        seat = self.screen.model.seat
        self.screen.app.push_screen(terms_dialog(seat.game, seat.view(), seat.deal))

    def open_help(self) -> None:
        """Keys and signs."""
        ui = self.screen.ui
        bots = self.screen.model.people.who_is_who()
        self.screen.app.push_screen(
            HelpDialog(self.screen, ui.legend(), ui.letters.explained(), bots)
        )
