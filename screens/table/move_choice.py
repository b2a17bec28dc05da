"""Choosing a move word by word: what was chosen so far and what may come next."""

from __future__ import annotations

from collections.abc import Sequence

from rules.contract import Move
from screens.table.move_words import MOST_WHOLE, Words, WordTree


class Choosing:
    """One choice of a move among the legal ones. Words that leave no choice choose themselves.

    With so many moves left, or fewer, their whole ends are offered at once.
    """

    def __init__(self, moves: Sequence[Move], most_whole: int = MOST_WHOLE) -> None:
        self.tree = WordTree(moves)
        self._most_whole = most_whole
        self._go_to(())

    def _go_to(self, words: Words) -> None:
        self.before: Words = self.tree.descend(words)
        """The words chosen so far."""
        self.choices: list[Words] = self.tree.choices(self.before, self._most_whole)
        """What may be chosen next: whole ends of moves while they are few, else single words."""

    def is_among(self, moves: Sequence[Move]) -> bool:
        """Whether these are the moves being chosen among."""
        return self.tree.has_just(moves)

    @property
    def can_go_back(self) -> bool:
        """Whether a word was chosen that can be taken back."""
        return self.before != self.tree.descend(())

    def take(self, choice: Words) -> Move | None:
        """Take one of the choices: the move, if it is whole now and nothing is left to choose."""
        words = (*self.before, *choice)
        move = self.tree.move(words)
        if move is None or self._is_only_begun(choice):
            self.enter(choice)
            return None
        return move

    def _is_only_begun(self, choice: Words) -> bool:
        """Whether more words may follow a choice, and none of the other choices says so."""
        if not choice or not self.tree.next_words((*self.before, *choice)):
            return False
        return not any(o != choice and o[: len(choice)] == choice for o in self.choices)

    def enter(self, words: Words) -> None:
        """Go on by these words, to choose among the moves that begin so."""
        self._go_to((*self.before, *words))

    def go_back(self) -> None:
        """Take back the last word, and with it those that left no choice."""
        before = self.before
        while before:
            before = before[:-1]
            if len(self.tree.next_words(before)) > 1:
                break
        self._go_to(before)
