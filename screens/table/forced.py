"""Moves that are no choice: they are made by themselves, where nobody learns anything from that."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from textual.app import App
from textual.timer import Timer

from rules.contract import Move
from screens.base import api
from screens.table.guide import Guide
from screens.table.model import TableModel
from screens.table.move_input import MoveLine
from screens.table.ui import AnyUi
from screens.text import _


class ForcedFrame(Protocol):
    """What is needed of the screen around it."""

    @property
    def model(self) -> TableModel[Any]:
        """The table."""

    @property
    def ui(self) -> AnyUi:
        """The game."""

    @property
    def line(self) -> MoveLine:
        """The line for typing."""

    @property
    def app(self) -> App[Any]:
        """The app."""

    @property
    def guide(self) -> Guide | None:
        """What a lesson or a puzzle says, if it is one."""

    def set_timer(self, delay: float, callback: Callable[[], None]) -> Timer:
        """Call something later."""

    def call_later(self, callback: Callable[[], None]) -> bool:
        """Call something once what is to be shown now was shown."""

    def play(self, move: Move) -> bool:
        """Make a move; if it is refused, say why and answer False."""

    def tell(self, text: str) -> None:
        """Show a remark in place of the prompt until the next choice."""


class ForcedMoves:
    """Makes the one legal move of whoever looks after a beat, and says so to them alone."""

    def __init__(self, frame: ForcedFrame) -> None:
        self._frame = frame
        self._timer: Timer | None = None
        self.told = ""
        """What was made and is still to be told: until the next move of one's own."""

    def only_move(self) -> Move | None:
        """The move that is no choice, where making it at once shows nobody what is hidden.

        Either everybody can tell that there is no choice, or there is nobody to learn it: all
        other seats were bots from the start.
        """
        model = self._frame.model
        if not (model.may_move and self._is_wanted):
            return None
        legal = model.legal()
        if len(legal) != 1 or not (self._is_alone or not self._hides_choice):
            return None
        move: Move = legal[0]
        return move

    @property
    def _is_wanted(self) -> bool:
        """Whether the one who looks has it set; in lessons and puzzles nobody has."""
        return self._frame.guide is None and api(self._frame.app).plays_forced()

    @property
    def _is_alone(self) -> bool:
        seat = self._frame.model.seat
        others = (bot for number, bot in enumerate(seat.bots) if number != seat.number)
        return all(others) and not api(self._frame.app).table.may_be_watched()

    @property
    def _hides_choice(self) -> bool:
        seat = self._frame.model.seat
        return seat.game.hides_choice(seat.view())

    def consider(self) -> None:
        """Make the move that is no choice in a beat; say which one was made."""
        if self.told:
            self._frame.tell(self.told)
        if self._timer is not None or self.only_move() is None:
            return
        if beat := api(self._frame.app).beat():
            self._timer = self._frame.set_timer(beat, self._play)
        else:
            self._frame.call_later(self._play)

    def stop(self) -> None:
        """Make nothing, and tell no longer what was made."""
        self.told = ""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _play(self) -> None:
        self._timer = None
        move = self.only_move()
        if move is None or self._frame.line.is_open:
            return
        if self._frame.play(move):
            words = self._frame.ui.vocabulary.shown(move.word)
            self.told = _("no choice: {move}").format(move=words)

    def undo(self) -> None:
        """Take back the last move that was a choice. Raises IllegalMove, OSError."""
        undoer = self._frame.model.undoer()
        undoer.undo(lambda: self.only_move() is not None)
