"""The explanation of the place under the cursor, or of the marked choice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rich.cells import cell_len

from rules.messages import Refusal
from screens.colours import Look, Spans, text_of
from screens.keymap import key_of
from screens.table.move_words import Words
from screens.text import N_, _, say_refusal
from screens.widgets.board import Board

if TYPE_CHECKING:
    from screens.table.screen import GameScreen

_NEXT: Final = "cursor.next"
_EXPLAINED: Final = Look("ink")
_WHY_NOT: Final = Look("gold")
_KEY: Final = Look("key", style="bold")
_ASKING: Final = Look("gold", style="bold")
_SOFT: Final = Look("soft")
_ON_BOARD, _ELSEWHERE, _ON_MENU = N_("next choice"), N_("to the choice"), N_("to the menu")
_GAP: Final = "   "


class CursorInfo:
    """The explanation of the place under the cursor, until the next question."""

    def __init__(self, screen: GameScreen[Any]) -> None:
        self.screen = screen
        self._spot: tuple[Board, str] | None = None
        self._choice: Words | None = None
        self._key = ""
        """The name of the key that leads to a choice, once looked up."""

    def look_at(self, board: Board, spot: str) -> None:
        """Explain a place after the cursor has moved there."""
        self._spot, self._choice = (board, spot), None

    def look_at_choice(self, choice: Words) -> None:
        """Explain the marked choice of the menu."""
        self._spot, self._choice = None, choice

    def forget(self) -> None:
        """Forget the place and key after a change of question, viewer or keys."""
        self._spot = self._choice = None
        self._key = ""

    def told(self, room: int) -> Spans:
        """Return an explanation of the spot or choice, and the rule against it.

        The rule alone if both do not fit.
        """
        view = self.screen.model.view
        if self._choice is not None:
            chosen = self.screen.picker.chosen
            if self._choice in self.screen.offer.shortcuts:
                chosen = ()
            elif self._choice not in self.screen.picker.choices:
                return ()  # it was marked before another question
            text = self.screen.ui.explain_choice(view, chosen, self._choice)
            return [(f" {text}", _EXPLAINED)] if text else ()
        if self._spot is None or not self._spot[0].has_focus:
            return ()
        if self._spot[1] not in self._spot[0].spots:
            return ()  # the board has changed since the cursor was there
        what, why = self.screen.ui.explain(view, *self._spot), self._why_not(*self._spot)
        spans = [(f" {what}", _EXPLAINED)] if what else []
        if why and cell_len(text_of(spans) + _GAP + why) > room:
            return [(f" {why}", _WHY_NOT)]
        return [*spans, ((_GAP if what else " ") + why, _WHY_NOT)] if why else spans

    def again(self) -> Spans:
        """Return the words that another tap plays the place that was tapped; empty elsewhere."""
        board = self.screen.focused
        if not isinstance(board, Board) or board.tells_taps or board.tapped not in board.lit:
            return ()
        return [(" " + _("▸ press again"), _ASKING)]

    def _why_not(self, board: Board, spot: str) -> str:
        """Return the rule against the move of a place."""
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
        """Return the key that leads to a choice, and its place; empty if the cursor is on one."""
        board = self.screen.focused
        if not (self.screen.picker.choices and isinstance(board, Board)):
            return ()
        if board.cursor in board.lit:
            return ()
        lit = [other for other in self.screen.ui.boards() if other.lit]
        where = _ON_BOARD if board in lit else _ELSEWHERE if lit else _ON_MENU
        self._key = self._key or key_of(self.screen, _NEXT)
        return [(f"{self._key} ", _KEY), (_(where) + " ", _SOFT)]
