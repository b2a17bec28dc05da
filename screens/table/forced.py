"""Moves that are no choice: they are made by themselves, where nobody learns anything from that."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from textual.timer import Timer

from rules.contract import Move
from screens.base import api
from screens.text import _

if TYPE_CHECKING:
    from screens.table.screen import GameScreen


class ForcedMoves:
    """Makes the one legal move of whoever looks after a beat, and says so to them alone."""

    def __init__(self, screen: GameScreen[Any]) -> None:
        self.screen = screen
        self._timer: Timer | None = None
        self.told = ""
        """What was made and is still to be told: until the next move of one's own."""

    def only_move(self) -> Move | None:
        """The move that is no choice, where making it at once shows nobody what is hidden.

        Either everybody can tell that there is no choice, or there is nobody to learn it: all
        other seats were bots from the start.
        """
        model = self.screen.model
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
        return self.screen.guide is None and api(self.screen.app).plays_forced()

    @property
    def _is_alone(self) -> bool:
        seat = self.screen.model.seat
        others = (bot for number, bot in enumerate(seat.bots) if number != seat.number)
        return all(others) and not api(self.screen.app).table.may_be_watched()

    @property
    def _hides_choice(self) -> bool:
        seat = self.screen.model.seat
        return seat.game.hides_choice(seat.view())

    def consider(self) -> None:
        """Make the move that is no choice in a beat; say which one was made."""
        if self.told:
            self.screen.lines.tell(self.told)
        if self._timer is not None or self.only_move() is None:
            return
        if beat := api(self.screen.app).beat():
            self._timer = self.screen.set_timer(beat, self._play)
        else:
            self.screen.call_later(self._play)

    def stop(self) -> None:
        """Make nothing, and tell no longer what was made."""
        self.told = ""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _play(self) -> None:
        self._timer = None
        move = self.only_move()
        if move is None or self.screen.line.is_open:
            return
        if self.screen.making.play(move):
            words = self.screen.ui.vocabulary.shown(move.word)
            self.told = _("no choice: {move}").format(move=words)

    def undo(self) -> None:
        """Take back the last move that was a choice. Raises IllegalMove, OSError."""
        undoer = self.screen.model.undoer()
        undoer.undo(lambda: self.only_move() is not None)
