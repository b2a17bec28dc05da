"""What to press for the words of moves in menus: fixed for each word in a game and language."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from screens.table.move_phrases import Words
from screens.table.vocabulary import PLAIN, Vocabulary
from screens.text import _


def no_digit(words: Words) -> str:
    """Nothing is a number here."""
    return ""


@dataclass(frozen=True, slots=True)
class Letters:
    """The table of a game. A letter stands for one word of it, whatever is asked.

    Places (cells, squares, villages, tokens that lie on a board) have none: they are chosen by
    the cursor. A word that has none is chosen by arrows and Enter.
    """

    vocabulary: Vocabulary
    """The words of the game, and the letter of each."""
    digit: Callable[[Words], str] = no_digit
    """The digit of the last of some words, where it is a number, a direction or one of a few
    things of a kind; else nothing."""
    digits: Sequence[tuple[str, str]] = ()
    """The digits and what they stand for, marked for translation."""

    def key(self, words: Words) -> str:
        """The digit or letter of the last of these words, the first words of a move; or ""."""
        if not words:
            return ""
        return self.digit(words) or self.vocabulary.letters.get(words[-1], "")

    def keys(
        self, before: Words, choices: Sequence[Words], taken: Collection[str]
    ) -> Sequence[str]:
        """The key of each choice of a menu, or "" for those it cannot tell apart.

        A choice of several words goes by its last; where that has no key, by its first, if no
        other choice begins so. What is `taken` by something else on the screen is no key.
        """
        found = [self._key(before, choice, choices) for choice in choices]
        return [key if key not in taken and found.count(key) == 1 else "" for key in found]

    def _key(self, before: Words, choice: Words, choices: Sequence[Words]) -> str:
        own = self.key((*before, *choice))
        if own or len(choice) < len(("first", "last")):
            return own
        alike = [other for other in choices if other[:1] == choice[:1]]
        return self.key((*before, choice[0])) if len(alike) == 1 else ""

    def explained(self) -> Sequence[tuple[str, str]]:
        """Each letter and its word, each group of digits and its meaning, for the help."""
        own = self.vocabulary
        letters = [(letter, own.shown(word)) for word, letter in own.letters.items()]
        return [*letters, *((digits, _(meaning)) for digits, meaning in self.digits)]


NO_LETTERS = Letters(PLAIN)
"""For a game without a table."""
