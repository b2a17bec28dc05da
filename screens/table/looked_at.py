"""What the cursor was moved to: what it is and does, why not to choose it, where the choice is."""

from __future__ import annotations

from typing import Any, Final, Protocol

from rich.cells import cell_len
from textual.app import App
from textual.widget import Widget

from rules.messages import Refusal
from screens.colours import Look, Spans, text_of
from screens.table.model import TableModel
from screens.table.move_phrases import Words
from screens.table.move_picker import MovePicker
from screens.table.ui import AnyUi
from screens.text import N_, _, say_refusal
from screens.widgets.board import Board
from screens.widgets.menu import Menu

_NEXT: Final = "cursor.next"
_TOLD: Final = Look("ink")
_WHY_NOT: Final = Look("gold")
_KEY: Final = Look("key", style="bold")
_SOFT: Final = Look("soft")
_ON_BOARD, _ELSEWHERE, _ON_MENU = N_("next choice"), N_("to the choice"), N_("to the menu")
_GAP: Final = "   "


class LookingFrame(Protocol):
    """What is needed of the screen around it."""

    model: TableModel[Any]
    picker: MovePicker

    @property
    def app(self) -> App[Any]:
        """The app."""

    def key_called(self, name: str) -> str:
        """What the key that does something is called, by the id of its binding."""

    @property
    def focused(self) -> Widget | None:
        """What has the focus."""


class LookedAt:
    """Explains what the cursor was last moved to, until something else is asked."""

    def __init__(self, frame: LookingFrame, ui: AnyUi) -> None:
        self._frame = frame
        self._ui = ui
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
        view = self._frame.model.view
        if self._choice is not None:
            if self._choice not in self._frame.picker.choices:
                return ()  # it was marked before something else was asked
            text = self._ui.explain_choice(view, self._frame.picker.chosen, self._choice)
            return [(f" {text}", _TOLD)] if text else ()
        if self._spot is None or not self._spot[0].has_focus:
            return ()
        what, why = self._ui.explain(view, *self._spot), self._why_not(*self._spot)
        spans = [(f" {what}", _TOLD)] if what else []
        if why and cell_len(text_of(spans) + _GAP + why) > room:
            return [(f" {why}", _WHY_NOT)]
        return [*spans, ((_GAP if what else " ") + why, _WHY_NOT)] if why else spans

    def _why_not(self, board: Board, spot: str) -> str:
        """Why the move that a spot means may not be made now, as the rules say it when it is."""
        seat, chosen = self._frame.model.seat, self._frame.picker.chosen
        if not self._frame.picker.choices or spot in board.lit:
            return ""
        words = self._ui.words_at(board, spot, chosen)
        try:
            move = seat.game.parse(" ".join(words)) if words else None
        except Refusal:
            move = None
        refusal = None if move is None else seat.why_not(move)
        return "" if refusal is None else say_refusal(refusal, self._ui.vocabulary.shown)

    def way(self) -> Spans:
        """The key that leads to a choice, and where; nothing where the cursor is on one."""
        board = self._frame.focused
        if not (self._frame.picker.choices and isinstance(board, Board)):
            return ()
        if board.cursor in board.lit:
            return ()
        lit = [other for other in self._ui.boards() if other.lit]
        where = _ON_BOARD if board in lit else _ELSEWHERE if lit else _ON_MENU
        self._key = self._key or self._frame.key_called(_NEXT)
        return [(f"{self._key} ", _KEY), (_(where) + " ", _SOFT)]


def lead_to_choice(ui: AnyUi, menu: Menu) -> None:
    """Put the keyboard where the choice is: on the next lit place of a board, else on the menu."""
    board = next((board for board in ui.boards() if board.lit), None)
    if board is not None:
        if board.cursor not in board.lit:
            board.action_next_lit()
        board.focus()
    elif menu.items:
        menu.focus()
