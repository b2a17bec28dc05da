"""Asks for a move: offers choices on boards and in the menu, and takes what is chosen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from screens.table.arrangement import Arrangement
from screens.table.ending import Ending
from screens.table.forced import ForcedMoves
from screens.table.guide import Guide
from screens.table.hint import Hints
from screens.table.looked_at import LookedAt
from screens.table.model import TableModel
from screens.table.move_input import MoveLine
from screens.table.move_offer import HAND_OVER, ONWARD, RESULTS, MoveOffer
from screens.table.move_picker import MovePicker
from screens.table.playback_control import PlaybackControl
from screens.table.side import Side
from screens.table.told_lines import ToldLines
from screens.table.ui import GameUi
from screens.widgets.board import Board
from screens.widgets.menu import Menu


class Asks(Protocol):
    """What is needed of the screen."""

    ui: GameUi[Any]
    model: TableModel[Any]
    guide: Guide | None
    picker: MovePicker
    offer: MoveOffer
    hints: Hints
    looked: LookedAt
    lines: ToldLines
    side: Side
    arrangement: Arrangement
    forced: ForcedMoves
    ending: Ending
    playback: PlaybackControl

    @property
    def line(self) -> MoveLine:
        """The line for typing."""

    def refresh_bindings(self) -> None:
        """Other keys do something now."""

    def hand_over(self) -> None:
        """Draw the curtain for the next person."""


class Asking:
    """Asks whoever looks for a move."""

    def __init__(self, frame: Asks) -> None:
        self._frame = frame

    # What is offered

    def ask_anew(self) -> None:
        """Offer the legal moves of now; words chosen already stay if nothing changed for them."""
        frame = self._frame
        frame.offer.begin()
        rests = frame.model.is_following or frame.model.seat.is_saving
        if not (frame.picker.choices or rests):  # else what is typed is wanted in a moment
            frame.line.close()
        self._offer(keep_note=frame.line.is_open)

    def show_offer(self) -> None:
        """Offer what may be chosen after the words chosen so far."""
        self._offer(keep_note=False)

    def _offer(self, *, keep_note: bool) -> None:
        frame = self._frame
        if not keep_note:
            frame.lines.forget()
        frame.ui.before_offer(frame.model.view)
        shown = frame.offer.light()
        frame.offer.mark(frame.hints.words_after(frame.picker.chosen))
        frame.lines.show_prompt()
        frame.lines.show_signs()
        frame.offer.fill_menu()
        if not frame.line.is_open:
            frame.offer.place_focus(shown)
            frame.offer.cursor_moved()
            frame.lines.show_prompt()
        frame.refresh_bindings()
        frame.ui.after_offer()

    # What is chosen

    def take_item(self, item: str) -> None:
        """A line of the menu was taken."""
        frame = self._frame
        others: dict[str, Callable[[], None]] = {
            HAND_OVER: frame.hand_over,
            RESULTS: frame.ending.show,
        }
        if frame.guide is not None:
            others[ONWARD] = frame.guide.go_onward
        if item in others:
            others[item]()
        else:
            frame.offer.take(tuple(item.split()))

    def take_spot(self, board: Board, spot: str) -> None:
        """A spot of a board was chosen; while steps are shown that only skips them."""
        if self._frame.model.is_following:
            self._frame.playback.skip()
        else:
            self._frame.offer.take_spot(board, spot)

    def word_back(self) -> None:
        """Take back the last word, and with it those that left no choice."""
        self._frame.picker.go_back()
        self.show_offer()

    # What is looked at

    def look_at_spot(self, message: Board.Moved) -> None:
        """The question comes back as soon as the cursor moves on; what it is on is told."""
        frame = self._frame
        frame.ui.looked_at(message.board, message.spot)
        if message.by_hand:
            frame.looked.look_at(message.board, message.spot)
        frame.side.place()
        frame.offer.cursor_moved()
        frame.lines.show_signs()
        if not frame.line.is_open:
            frame.lines.tell(frame.forced.told or frame.lines.told_in_prompt())

    def look_at_item(self, message: Menu.Marked) -> None:
        """Tell what the marked choice does."""
        frame = self._frame
        frame.looked.look_at_choice(tuple(message.item.id.split()))
        frame.lines.show_signs()
        frame.lines.tell(frame.lines.told_in_prompt())

    def look_at_board(self) -> None:
        """Tell what the cursor of the board that has the focus now is on."""
        frame = self._frame
        frame.lines.show_prompt()
        frame.offer.cursor_moved()
        frame.lines.show_signs()

    # What is typed

    def open_line(self) -> None:
        """Open the line for typing."""
        self._frame.line.open()
        self._frame.arrangement.fit_menu()
        self._frame.lines.tell("")

    def leave_line(self) -> None:
        """Back to the board."""
        self._frame.arrangement.fit_menu()
        self.show_offer()

    def end_typing(self) -> None:
        """Close the line, and ask for a move again."""
        self._frame.line.close()
        self._frame.arrangement.fit_menu()
        self.ask_anew()
