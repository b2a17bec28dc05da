"""The legal moves in words, those alike told together: "B: 3, 7 to 12 or port"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from nim_tui.plain.text import either, in_ranges
from rules.contract import Move
from screens.table.move_phrases import MovePhrases, Words
from screens.table.vocabulary import Vocabulary
from screens.text import labelled, ngettext

_FEW: Final = 40
"""So many ways to begin are told at most."""
_MOST_LISTED: Final = 300
_LONG: Final = 400
"""Of so many moves, or in so many characters, all are told; of more only how they begin."""


def grouped(moves: Sequence[Move], before: Words, vocabulary: Vocabulary) -> list[str]:
    """What may follow the words `before`: those to begin with, a colon, those to end with."""
    phrases = MovePhrases(moves)
    before = phrases.descend(before)
    if len(phrases.beginning(before)) <= _MOST_LISTED:
        told = _told(phrases, before, vocabulary.shown(before), vocabulary)
        if sum(map(len, told)) <= _LONG:
            return told
    begun = phrases.next_words(before)[:_FEW]
    return [_begun(phrases, before, word, vocabulary) for word in begun]


def _told(phrases: MovePhrases, before: Words, head: str, vocabulary: Vocabulary) -> list[str]:
    """A line of the words that end a move, and lines for each that goes on; `head` is before."""
    told = [head] if phrases.move(before) and before else []
    last, onward = [], []
    for words in _alike(phrases, before):
        goes_on = phrases.next_words((*before, words[0]))
        if goes_on:
            onward.append(words)
        else:
            last += words
    if last:
        ends = either(in_ranges(vocabulary.shown(word) for word in last))
        told.append(labelled(head, ends) if head else ends)
    for words in onward:
        heads = either(in_ranges(vocabulary.shown(word) for word in words))
        longer = f"{head} {heads}".strip()
        told += _told(phrases, (*before, words[0]), longer, vocabulary)
    return told


def _begun(phrases: MovePhrases, before: Words, word: str, vocabulary: Vocabulary) -> str:
    words = (*before, word)
    shown = vocabulary.shown(words)
    if phrases.move(words) and not phrases.next_words(words):
        return shown
    count = len(phrases.beginning(words))
    return labelled(shown, ngettext("{count} choice", "{count} choices", count))


def _alike(phrases: MovePhrases, before: Words) -> list[list[str]]:
    """The next words, those together after which the same may follow."""
    groups: dict[frozenset[Words], list[str]] = {}
    depth = len(before) + 1
    for word in phrases.next_words(before):
        begun = phrases.beginning((*before, word))
        ends = frozenset(tuple(move.word.split()[depth:]) for move in begun)
        groups.setdefault(ends, []).append(word)
    return list(groups.values())
