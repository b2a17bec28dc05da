"""Typing and choosing moves word by word, from the legal moves of the moment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.contract import Move
from screens.table.vocabulary import PLAIN, Vocabulary, folded

Words = tuple[str, ...]

MOST_WHOLE: Final = 9
"""With so few moves left to tell apart, the rest of each is offered as one phrase."""


def words_of(move: Move) -> Words:
    """The words that a move is made of: nobody else cuts them."""
    return tuple(move.word.split())


class MovePhrases:
    """The legal moves as phrases: which words may follow which."""

    def __init__(self, moves: Sequence[Move]) -> None:
        self._by_words: dict[Words, Move] = {words_of(move): move for move in moves}

    def __len__(self) -> int:
        return len(self._by_words)

    def has_just(self, moves: Sequence[Move]) -> bool:
        """Whether they are these moves and no others."""
        return {words_of(move) for move in moves} == self._by_words.keys()

    def move(self, words: Words) -> Move | None:
        """The move these words make up, if they make up a whole one."""
        return self._by_words.get(words)

    def beginning(self, before: Words) -> list[Move]:
        """The moves that begin with these words, or are them."""
        depth = len(before)
        return [move for words, move in self._by_words.items() if words[:depth] == before]

    def next_words(self, before: Words) -> list[str]:
        """The words that may follow, in the order of the moves."""
        depth = len(before)
        found = (words[depth] for words in self._by_words if self._goes_on(words, before))
        return list(dict.fromkeys(found))

    def _goes_on(self, words: Words, before: Words) -> bool:
        return len(words) > len(before) and words[: len(before)] == before

    def choices(self, before: Words, most_whole: int = MOST_WHOLE) -> list[Words]:
        """What may be chosen next: whole ends of moves while they are few, else single words.

        No words at all, where `before` is a move itself and others begin with it.
        """
        here = [()] if before in self._by_words else []
        ends = [words[len(before) :] for words in self._by_words if self._goes_on(words, before)]
        if len(ends) <= most_whole:
            return [*here, *ends]
        return [*here, *((word,) for word in self.next_words(before))]

    def descend(self, before: Words) -> Words:
        """`before`, and every word after it that leaves no choice, short of a whole move."""
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
        """The typed text completed by a word in the reader's language, if one fits.

        Words of another language stay as they were typed.
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
        """The words that were typed, or None if no move begins so."""
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
    """A word as it is spelt, if it was typed in the reader's language; else as it was typed."""
    shown = vocabulary.shown(word)
    return shown if folded(shown) == folded(typed) else typed


def shared_start(choices: Sequence[Words]) -> Words:
    """The words that all of some choices begin with."""
    first, last = min(choices), max(choices)
    same = (a == b for a, b in zip(first, last))
    return first[: next((n for n, is_same in enumerate(same) if not is_same), len(first))]
