"""Making moves at a table, by choices or typed; why one is not made is told."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Protocol

from rules.contract import Move, not_a_move
from rules.messages import Refusal
from screens.app_api import NotBest
from screens.table.forced import ForcedMoves
from screens.table.model import TableModel
from screens.table.move_input import MoveLine
from screens.table.ui import GameUi
from screens.text import _, say_refusal, why


class EndsTyping(Protocol):
    """What asks for a move."""

    def end_typing(self) -> None:
        """Close the line, and ask for a move again."""


class MakingFrame(Protocol):
    """What is needed of the screen."""

    @property
    def model(self) -> TableModel[Any]:
        """The table."""

    @property
    def line(self) -> MoveLine:
        """The line for typing."""

    def tell(self, text: str) -> None:
        """Show a remark in place of the prompt until the next choice."""

    @property
    def forced(self) -> ForcedMoves:
        """Moves that are no choice."""

    @property
    def asking(self) -> EndsTyping:
        """What asks for a move."""


class MoveMaking:
    """Makes moves for the one who looks."""

    def __init__(self, frame: MakingFrame, ui: GameUi[Any]) -> None:
        self._frame = frame
        self._ui = ui

    def play(self, move: Move) -> bool:
        """Make a move; if it is refused, say why and answer False."""
        self._frame.forced.stop()
        played = self.attempt(lambda: self._frame.model.seat.play(move))
        if played:
            self._ui.played(move)
        return played

    def play_words(self, words: str) -> bool:
        """Make the move that a text means; if it means none or is refused, say why."""
        try:
            game, vocabulary = self._frame.model.seat.game, self._ui.vocabulary
            vocabulary.refuse_doubt(words)
            return self.play(game.parse(vocabulary.canonical(words)))
        except Refusal as refusal:
            self._refuse(not_a_move(words) if "text" in refusal.facts else refusal)
            return False

    async def play_typed(self, texts: Sequence[str]) -> None:
        """Play what was typed, move by move; from one that is refused on, it stays to be mended."""
        frame = self._frame
        for number, text in enumerate(texts):
            if number and not await frame.model.seat.settled():
                break
            if not self.play_words(text):
                if frame.line.is_open:
                    frame.line.keep("; ".join(texts[number:]))
                return
        frame.asking.end_typing()

    def _refuse(self, refusal: Refusal) -> None:
        words = self._ui.vocabulary
        self._frame.tell(words.spelt(say_refusal(refusal, words.shown)))

    def attempt(self, act: Callable[[], None]) -> bool:
        """Do what the table may refuse, or the disk; then say why and answer False."""
        with self.telling_why():
            act()
            return True
        return False

    @contextmanager
    def telling_why(self) -> Iterator[None]:
        """Say why the table refuses what is done within, or the disk."""
        try:
            yield
        except NotBest:
            self._frame.asking.end_typing()
        except Refusal as refusal:
            self._refuse(refusal)
        except OSError as error:
            self._frame.tell(_("the move could not be saved: {why}").format(why=why(error)))
