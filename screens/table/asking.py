"""Asks for a move: offers choices on boards and in the menu, and takes what is chosen."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from screens.table.move_offer import HAND_OVER, ONWARD, RESULTS
from screens.widgets.board import Board
from screens.widgets.menu import Menu

if TYPE_CHECKING:
    from screens.table.screen import GameScreen


class Asking:
    """Asks whoever looks for a move."""

    def __init__(self, screen: GameScreen[Any]) -> None:
        self.screen = screen

    # What is offered

    def ask_anew(self) -> None:
        """Offer the legal moves of now; words chosen already stay if nothing changed for them."""
        screen = self.screen
        screen.offer.begin()
        rests = screen.model.is_following or screen.model.seat.is_saving
        if not (screen.picker.choices or rests):  # else what is typed is wanted in a moment
            screen.line.close()
        self._offer(keep_note=screen.line.is_open)

    def show_offer(self) -> None:
        """Offer what may be chosen after the words chosen so far."""
        self._offer(keep_note=False)

    def _offer(self, *, keep_note: bool) -> None:
        screen = self.screen
        if not keep_note:
            screen.lines.forget()
        screen.ui.before_offer(screen.model.view)
        shown = screen.offer.light()
        screen.offer.mark(screen.hints.words_after(screen.picker.chosen))
        screen.lines.show_prompt()
        screen.lines.show_signs()
        screen.offer.fill_menu()
        if not screen.line.is_open:
            screen.offer.place_focus(shown)
            screen.offer.cursor_moved()
            screen.lines.show_prompt()
        screen.refresh_bindings()
        screen.ui.after_offer()

    # What is chosen

    def take_item(self, item: str) -> None:
        """A line of the menu was taken."""
        screen = self.screen
        others: dict[str, Callable[[], None]] = {
            HAND_OVER: screen.hand_over,
            RESULTS: screen.ending.show,
        }
        if screen.guide is not None:
            others[ONWARD] = screen.guide.go_onward
        if item in others:
            others[item]()
        else:
            screen.offer.take(tuple(item.split()))

    def take_spot(self, board: Board, spot: str) -> None:
        """A spot of a board was chosen; while steps are shown that only skips them."""
        if self.screen.model.is_following:
            self.screen.playback.skip()
        else:
            self.screen.offer.take_spot(board, spot)

    def word_back(self) -> None:
        """Take back the last word, and with it those that left no choice."""
        self.screen.picker.go_back()
        self.show_offer()

    # What is looked at

    def look_at_spot(self, message: Board.Moved) -> None:
        """The question comes back as soon as the cursor moves on; what it is on is told."""
        screen = self.screen
        screen.ui.looked_at(message.board, message.spot)
        if message.by_hand:
            screen.looked.look_at(message.board, message.spot)
        screen.side.place()
        screen.offer.cursor_moved()
        screen.lines.show_signs()
        if not screen.line.is_open:
            screen.lines.tell(screen.forced.told or screen.lines.told_in_prompt())

    def look_at_item(self, message: Menu.Marked) -> None:
        """Tell what the marked choice does."""
        screen = self.screen
        screen.looked.look_at_choice(tuple(message.item.id.split()))
        screen.lines.show_signs()
        screen.lines.tell(screen.lines.told_in_prompt())

    def look_at_board(self) -> None:
        """Tell what the cursor of the board that has the focus now is on."""
        screen = self.screen
        screen.lines.show_prompt()
        screen.offer.cursor_moved()
        screen.lines.show_signs()

    # What is typed

    def open_line(self) -> None:
        """Open the line for typing."""
        self.screen.line.open()
        self.screen.arrangement.fit_menu()
        self.screen.lines.tell("")

    def leave_line(self) -> None:
        """Back to the board."""
        self.screen.arrangement.fit_menu()
        self.show_offer()

    def end_typing(self) -> None:
        """Close the line, and ask for a move again."""
        self.screen.line.close()
        self.screen.arrangement.fit_menu()
        self.ask_anew()
