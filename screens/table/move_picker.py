"""Choosing a move word by word: what was chosen so far and what may come next. No widget."""

from __future__ import annotations

from collections.abc import Sequence

from rules.contract import Move
from screens.table.move_phrases import MOST_WHOLE, MovePhrases, Words


class MovePicker:
    """The choice of one of the legal moves. Words that leave no choice choose themselves.

    With so many moves left as `most_whole`, or fewer, their whole ends are offered at once.
    """

    def __init__(self, moves: Sequence[Move] = (), most_whole: int = MOST_WHOLE) -> None:
        self.begin(moves, most_whole)

    def begin(self, moves: Sequence[Move], most_whole: int = MOST_WHOLE) -> None:
        """Choose among these moves from now on."""
        self.phrases = MovePhrases(moves)
        self._most_whole = most_whole
        self._go_to(())

    def _go_to(self, words: Words) -> None:
        self.chosen: Words = self.phrases.descend(words)
        """The words chosen so far."""
        self.choices: list[Words] = self.phrases.choices(self.chosen, self._most_whole)
        """What may be chosen next: whole ends of moves while they are few, else single words."""

    def is_among(self, moves: Sequence[Move]) -> bool:
        """Whether these are the moves being chosen among."""
        return self.phrases.has_just(moves)

    @property
    def can_go_back(self) -> bool:
        """Whether a word was chosen that can be taken back."""
        return self.chosen != self.phrases.descend(())

    def take(self, choice: Words) -> Move | None:
        """Take one of the choices: the move, if it is whole now and nothing is left to choose."""
        words = (*self.chosen, *choice)
        move = self.phrases.move(words)
        if move is None or self._is_only_begun(choice):
            self.enter(choice)
            return None
        return move

    def _is_only_begun(self, choice: Words) -> bool:
        """Whether more words may follow a choice, and none of the other choices says so."""
        if not choice or not self.phrases.next_words((*self.chosen, *choice)):
            return False
        return not any(o != choice and o[: len(choice)] == choice for o in self.choices)

    def enter(self, words: Words) -> None:
        """Go on by these words, to choose among the moves that begin so."""
        self._go_to((*self.chosen, *words))

    def go_back(self) -> None:
        """Take back the last word, and with it those that left no choice."""
        chosen = self.chosen
        while chosen:
            chosen = chosen[:-1]
            if len(self.phrases.next_words(chosen)) > 1:
                break
        self._go_to(chosen)
