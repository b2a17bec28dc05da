"""The choice of a move word by word: phrases, a picker, key letters, and alternatives."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Final

from rules.advice import Weighed
from rules.contract import Move
from screens.table.vocabulary import PLAIN, Vocabulary, folded
from screens.text import _

Words = tuple[str, ...]

MOST_WHOLE: Final = 9
"""With at most this many moves left, the rest of each is offered as one phrase."""
ALTERNATIVES: Final = 2
"""The number of alternative moves shown with a hint."""


def words_of(move: Move) -> Words:
    """Return the words of a move; no other code splits moves."""
    return tuple(move.word.split())


class MovePhrases:
    """The legal moves as phrases: the words that may follow others."""

    def __init__(self, moves: Sequence[Move]) -> None:
        self._by_words: dict[Words, Move] = {words_of(move): move for move in moves}

    def __len__(self) -> int:
        return len(self._by_words)

    def has_just(self, moves: Sequence[Move]) -> bool:
        """Whether these are exactly the moves of the phrases."""
        return {words_of(move) for move in moves} == self._by_words.keys()

    def move(self, words: Words) -> Move | None:
        """Return the move of exactly these words, or None."""
        return self._by_words.get(words)

    def beginning(self, before: Words) -> list[Move]:
        """Return the moves that begin with these words, or equal them."""
        depth = len(before)
        return [move for words, move in self._by_words.items() if words[:depth] == before]

    def next_words(self, before: Words) -> list[str]:
        """Return the words that may follow, in the order of the moves."""
        depth = len(before)
        found = (words[depth] for words in self._by_words if self._goes_on(words, before))
        return list(dict.fromkeys(found))

    def _goes_on(self, words: Words, before: Words) -> bool:
        return len(words) > len(before) and words[: len(before)] == before

    def choices(self, before: Words, most_whole: int = MOST_WHOLE) -> list[Words]:
        """Return the next choices: whole ends of moves if they are few, else single words.

        If `before` is a move itself and others begin with it, the empty choice stands for it.
        """
        here = [()] if before in self._by_words else []
        ends = [words[len(before) :] for words in self._by_words if self._goes_on(words, before)]
        if len(ends) <= most_whole:
            return [*here, *ends]
        return [*here, *((word,) for word in self.next_words(before))]

    def descend(self, before: Words) -> Words:
        """Return `before` and the words after it without an alternative, short of a whole move."""
        while before not in self._by_words:
            following = self.next_words(before)
            if len(following) != 1:
                return before
            longer = (*before, following[0])
            if longer in self._by_words:
                return before
            before = longer
        return before

    def complete(self, text: str, vocabulary: Vocabulary = PLAIN) -> str | None:
        """Complete a typed text by a word in the reader's language, if one fits.

        Words of another language stay as typed.
        """
        typed = text.split()
        started = typed.pop() if typed and not text.endswith(" ") else ""
        before = self._meant(typed, vocabulary)
        if before is None:
            return None
        spelt = [_spelt(word, each, vocabulary) for word, each in zip(before, typed)]
        for word in self.next_words(before):
            shown = vocabulary.shown_after(typed, word)
            if folded(shown).startswith(folded(started)) and shown != started:
                return " ".join((*spelt, shown))
        return None

    def _meant(self, typed: Sequence[str], vocabulary: Vocabulary) -> Words | None:
        """Return the canonical words typed, or None if no move begins with them."""
        before: Words = ()
        for wanted in vocabulary.canonical(" ".join(typed)).split():
            fitting = [
                word for word in self.next_words(before) if word.casefold() == wanted.casefold()
            ]
            if not fitting:
                return None
            before = (*before, fitting[0])
        return before


def _spelt(word: str, typed: str, vocabulary: Vocabulary) -> str:
    """Return a word in the reader's spelling if it was typed in their language, else as typed."""
    shown = vocabulary.shown(word)
    return shown if folded(shown) == folded(typed) else typed


def shared_start(choices: Sequence[Words]) -> Words:
    """Return the common first words of some choices."""
    first, last = min(choices), max(choices)
    same = (a == b for a, b in zip(first, last))
    return first[: next((n for n, is_same in enumerate(same) if not is_same), len(first))]


class MovePicker:
    """A choice among the legal moves, word by word.

    Words without an alternative are chosen automatically. At most `most_whole` moves are offered
    as whole ends at once.
    """

    def __init__(self, moves: Sequence[Move] = (), most_whole: int = MOST_WHOLE) -> None:
        self.begin(moves, most_whole)

    def begin(self, moves: Sequence[Move], most_whole: int = MOST_WHOLE) -> None:
        """Begin a choice among these moves."""
        self.phrases = MovePhrases(moves)
        self._most_whole = most_whole
        self._go_to(())

    def _go_to(self, words: Words) -> None:
        self.chosen: Words = self.phrases.descend(words)
        """The words chosen so far."""
        self.choices: list[Words] = self.phrases.choices(self.chosen, self._most_whole)
        """The next choices: whole ends of moves if they are few, else single words."""

    def is_among(self, moves: Sequence[Move]) -> bool:
        """Whether the choice is among exactly these moves."""
        return self.phrases.has_just(moves)

    @property
    def can_go_back(self) -> bool:
        """Whether the last chosen word can be undone."""
        return self.chosen != self.phrases.descend(())

    def take(self, choice: Words) -> Move | None:
        """Take one of the choices; return the move once it is complete."""
        words = (*self.chosen, *choice)
        move = self.phrases.move(words)
        if move is None or self._is_only_begun(choice):
            self.enter(choice)
            return None
        return move

    def _is_only_begun(self, choice: Words) -> bool:
        """Check whether more words may follow a choice, without another choice that shows it."""
        if not choice or not self.phrases.next_words((*self.chosen, *choice)):
            return False
        return not any(o != choice and o[: len(choice)] == choice for o in self.choices)

    def enter(self, words: Words) -> None:
        """Go on to the moves that begin with these words."""
        self._go_to((*self.chosen, *words))

    def restart(self, words: Words) -> None:
        """Choose among the moves that begin with these words, in place of those chosen so far."""
        self._go_to(words)

    def go_back(self) -> None:
        """Undo the last word, and words before it that had no alternative."""
        chosen = self.chosen
        while chosen:
            chosen = chosen[:-1]
            if len(self.phrases.next_words(chosen)) > 1:
                break
        self._go_to(chosen)


def no_digit(words: Words) -> str:
    """Return "", as no word has a digit."""
    return ""


@dataclass(frozen=True, slots=True)
class Letters:
    """The key letters of a game, one per word in all questions.

    Places (cells, squares, villages, tokens on a board) have no letter: they are chosen by the
    cursor. A word without a letter is chosen by arrows and Enter.
    """

    vocabulary: Vocabulary
    """The words of the game, and their letters."""
    digit: Callable[[Words], str] = no_digit
    """The digit of the last word if it is a number, a direction or one of a few things; else ""."""
    digits: Sequence[tuple[str, str]] = ()
    """The digits and their meanings, marked for translation."""

    def key(self, words: Words) -> str:
        """Return the digit or letter of the last of these first words of a move, or ""."""
        if not words:
            return ""
        return self.digit(words) or self.vocabulary.letters.get(words[-1], "")

    def keys(
        self, before: Words, choices: Sequence[Words], taken: Collection[str]
    ) -> Sequence[str]:
        """Return the key of each choice of a menu, or "" if keys would be ambiguous.

        A choice of several words has the key of its last word; if there is none, that of its
        first, unless another choice begins with it. Keys `taken` by the screen are left out.
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
        """Return each letter with its word, each group of digits with its meaning, for the help."""
        own = self.vocabulary
        letters = [(letter, own.shown(word)) for word, letter in own.letters.items()]
        return [*letters, *((digits, _(meaning)) for digits, meaning in self.digits)]


NO_LETTERS = Letters(PLAIN)
"""The letters of a game without any."""


def rate(weighed: Weighed, seat: int) -> int:
    """Return the win chance of a seat after an evaluated move, in per cent."""
    return round(100 * weighed.chances[seat])


def alternatives(found: Sequence[Weighed], seat: int) -> list[Weighed]:
    """Return the next best moves, without equally good ones for the same reason."""
    told = {_told(found[0], seat)} if found[0].chances else set()
    others = []
    for each in found[1:]:
        if each.chances and _told(each, seat) not in told:
            told.add(_told(each, seat))
            others.append(each)
    return others[:ALTERNATIVES]


def are_alike(found: Sequence[Weighed], seat: int) -> bool:
    """Check that other moves were evaluated, and that none of them adds anything."""
    return any(each.chances for each in found[1:]) and not alternatives(found, seat)


def _told(weighed: Weighed, seat: int) -> tuple[int, str]:
    return rate(weighed, seat), weighed.advice.reason
