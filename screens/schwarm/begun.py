"""A move of which some words are chosen: what they say of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rules.schwarm.cards import CARDS
from rules.schwarm.cells import NONE
from rules.schwarm.moves import PARTS, Kind, Move, Part
from screens.table.move_phrases import Words, words_of


class Begun(NamedTuple):
    """The legal moves that begin with the words chosen, and what these words say."""

    moves: Sequence[Move]
    """What is said is the same in all of them."""
    kind: Kind | None = None
    """What they do; None as long as it is not said, or only which card is played."""
    said: tuple[Part, ...] = ()
    """Which other fields of theirs are said, in this order."""
    whole: Move | None = None
    """The move that these words are, if they are one."""


class Beginnings:
    """The legal moves of a moment by their first words."""

    def __init__(self, moves: Sequence[Move]) -> None:
        self._whole = {words_of(move): move for move in moves}
        self._by_words: dict[Words, list[Move]] = {}
        for words, move in self._whole.items():
            for count in range(len(words) + 1):
                self._by_words.setdefault(words[:count], []).append(move)

    def of(self, words: Words) -> Begun:
        """The moves that begin with these words."""
        moves = self._by_words.get(words, ())
        if not moves:
            return Begun(())
        whole = self._whole.get(words)
        card = moves[0].card
        told = len(words) - (card != NONE and CARDS[card].prefix != "")
        if told < 1:
            return Begun(moves, whole=whole)
        kind = moves[0].kind
        return Begun(moves, kind, PARTS[kind][: told - 1], whole)
