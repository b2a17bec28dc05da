"""Making moves at a table, by choices or typed; why one is not made is told."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from rules.contract import Move, not_a_move
from rules.messages import Refusal
from screens.app_api import NotBest
from screens.text import _, say_refusal, why

if TYPE_CHECKING:
    from screens.table.screen import GameScreen


class MoveMaking:
    """Makes moves for the one who looks."""

    def __init__(self, screen: GameScreen[Any]) -> None:
        self.screen = screen

    def play(self, move: Move) -> bool:
        """Make a move; if it is refused, say why and answer False."""
        self.screen.forced.stop()
        played = self.attempt(lambda: self.screen.model.seat.play(move))
        if played:
            self.screen.ui.played(move)
        return played

    def complete(self, text: str) -> str | None:
        """A text that was typed, completed by a word of the moves of now."""
        return self.screen.picker.phrases.complete(text, self.screen.ui.vocabulary)

    def play_words(self, words: str) -> bool:
        """Make the move that a text means; if it means none or is refused, say why."""
        try:
            game, vocabulary = self.screen.model.seat.game, self.screen.ui.vocabulary
            vocabulary.refuse_doubt(words)
            return self.play(game.parse(vocabulary.canonical(words)))
        except Refusal as refusal:
            self._refuse(not_a_move(words) if "text" in refusal.facts else refusal)
            return False

    async def play_typed(self, texts: Sequence[str]) -> None:
        """Play what was typed, move by move; from one that is refused on, it stays to be mended."""
        screen = self.screen
        for number, text in enumerate(texts):
            if number and not await screen.model.seat.settled():
                break
            if not self.play_words(text):
                if screen.line.is_open:
                    screen.line.keep("; ".join(texts[number:]))
                return
        screen.asking.end_typing()

    def _refuse(self, refusal: Refusal) -> None:
        words = self.screen.ui.vocabulary
        self.screen.lines.tell(words.spelt(say_refusal(refusal, words.shown)))

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
            self.screen.asking.end_typing()
        except Refusal as refusal:
            self._refuse(refusal)
        except OSError as error:
            self.screen.lines.tell(_("the move could not be saved: {why}").format(why=why(error)))
