"""What the cursor was moved to: what it is and does, why not to choose it, where the choice is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rich.cells import cell_len

from rules.messages import Refusal
from screens.colours import Look, Spans, text_of
from screens.keymap import key_of
from screens.table.game_ui import GameUi
from screens.table.move_phrases import Words
from screens.text import N_, _, say_refusal
from screens.widgets.board import Board
from screens.widgets.menu import Menu

if TYPE_CHECKING:
    from screens.table.screen import GameScreen

_NEXT: Final = "cursor.next"
_TOLD: Final = Look("ink")
_WHY_NOT: Final = Look("gold")
_KEY: Final = Look("key", style="bold")
_SOFT: Final = Look("soft")
_ON_BOARD, _ELSEWHERE, _ON_MENU = N_("next choice"), N_("to the choice"), N_("to the menu")
_GAP: Final = "   "


class LookedAt:
    """Explains what the cursor was last moved to, until something else is asked."""

    def __init__(self, screen: GameScreen[Any]) -> None:
        self.screen = screen
        self._spot: tuple[Board, str] | None = None
        self._choice: Words | None = None
        self._key = ""
        """What the key that leads to a choice is called, once it was asked."""

    def look_at(self, board: Board, spot: str) -> None:
        """The cursor was moved to a spot."""
        self._spot, self._choice = (board, spot), None

    def look_at_choice(self, choice: Words) -> None:
        """A choice of the menu was marked."""
        self._spot, self._choice = None, choice

    def forget(self) -> None:
        """Something else is asked, somebody else looks, or keys were set."""
        self._spot = self._choice = None
        self._key = ""

    def told(self, room: int) -> Spans:
        """What it is, and why it cannot be chosen; the reason alone where both do not fit."""
        view = self.screen.model.view
        if self._choice is not None:
            if self._choice not in self.screen.picker.choices:
                return ()  # it was marked before something else was asked
            text = self.screen.ui.explain_choice(view, self.screen.picker.chosen, self._choice)
            return [(f" {text}", _TOLD)] if text else ()
        if self._spot is None or not self._spot[0].has_focus:
            return ()
        what, why = self.screen.ui.explain(view, *self._spot), self._why_not(*self._spot)
        spans = [(f" {what}", _TOLD)] if what else []
        if why and cell_len(text_of(spans) + _GAP + why) > room:
            return [(f" {why}", _WHY_NOT)]
        return [*spans, ((_GAP if what else " ") + why, _WHY_NOT)] if why else spans

    def _why_not(self, board: Board, spot: str) -> str:
        """Why the move that a spot means may not be made now, as the rules say it when it is."""
        seat, chosen = self.screen.model.seat, self.screen.picker.chosen
        if not self.screen.picker.choices or spot in board.lit:
            return ""
        words = self.screen.ui.words_at(board, spot, chosen)
        try:
            move = seat.game.parse(" ".join(words)) if words else None
        except Refusal:
            move = None
        refusal = None if move is None else seat.why_not(move)
        return "" if refusal is None else say_refusal(refusal, self.screen.ui.vocabulary.shown)

    def way(self) -> Spans:
        """The key that leads to a choice, and where; nothing where the cursor is on one."""
        board = self.screen.focused
        if not (self.screen.picker.choices and isinstance(board, Board)):
            return ()
        if board.cursor in board.lit:
            return ()
        lit = [other for other in self.screen.ui.boards() if other.lit]
        where = _ON_BOARD if board in lit else _ELSEWHERE if lit else _ON_MENU
        self._key = self._key or key_of(self.screen, _NEXT)
        return [(f"{self._key} ", _KEY), (_(where) + " ", _SOFT)]


def lead_to_choice(ui: GameUi[Any], menu: Menu) -> None:
    """Put the keyboard where the choice is: on the next lit place of a board, else on the menu."""
    board = next((board for board in ui.boards() if board.lit), None)
    if board is not None:
        if board.cursor not in board.lit:
            board.action_next_lit()
        board.focus()
    elif menu.items:
        menu.focus()
