"""Words of moves and their letters."""

from __future__ import annotations

from typing import Final

from rules.submarine.board import COLOUR_OF, COLOURS, SHELLS, TOKEN_NAMED, TOKEN_NAMES, TYPE_OF
from screens.table.move_words import Letters, Words
from screens.table.vocabulary import Vocabulary, read_vocabulary
from screens.text import N_, _, is_spoken

_NAMES: Final = (
    (
        N_("red amphora"),
        N_("yellow amphora"),
        N_("green amphora"),
        N_("blue amphora"),
        N_("purple amphora"),
    ),
    (N_("red bell"), N_("yellow bell"), N_("green bell"), N_("blue bell"), N_("purple bell")),
    (N_("red crown"), N_("yellow crown"), N_("green crown"), N_("blue crown"), N_("purple crown")),
    (
        N_("red dagger"),
        N_("yellow dagger"),
        N_("green dagger"),
        N_("blue dagger"),
        N_("purple dagger"),
    ),
    (
        N_("red goblet"),
        N_("yellow goblet"),
        N_("green goblet"),
        N_("blue goblet"),
        N_("purple goblet"),
    ),
    (
        N_("red helmet"),
        N_("yellow helmet"),
        N_("green helmet"),
        N_("blue helmet"),
        N_("purple helmet"),
    ),
    (N_("red key"), N_("yellow key"), N_("green key"), N_("blue key"), N_("purple key")),
    (N_("red lamp"), N_("yellow lamp"), N_("green lamp"), N_("blue lamp"), N_("purple lamp")),
    (N_("red mask"), N_("yellow mask"), N_("green mask"), N_("blue mask"), N_("purple mask")),
    (
        N_("red necklace"),
        N_("yellow necklace"),
        N_("green necklace"),
        N_("blue necklace"),
        N_("purple necklace"),
    ),
    (N_("red pearl"), N_("yellow pearl"), N_("green pearl"), N_("blue pearl"), N_("purple pearl")),
    (N_("red ring"), N_("yellow ring"), N_("green ring"), N_("blue ring"), N_("purple ring")),
    (N_("red shell"), N_("yellow shell"), N_("green shell"), N_("blue shell"), N_("purple shell")),
)
"""The names of tokens by type and colour, shells last."""


def spoken_name(token: int) -> str:
    """Return a token in words."""
    return _(_NAMES[-1 if token in SHELLS else TYPE_OF[token]][COLOUR_OF[token]])


class _Words(Vocabulary):
    """The words of moves; sentences of text mode have the names of tokens."""

    def named(self, words: str) -> str:
        """Return a token in words, in text mode; else words as they are spelt."""
        if is_spoken() and words in TOKEN_NAMED:
            return spoken_name(TOKEN_NAMED[words])
        return super().named(words)


WORDS: Final = read_vocabulary(__package__, TOKEN_NAMES, _Words)


def _digit(words: Words) -> str:
    """Return the digit: of columns and levels their number, of colours the board's order."""
    match words:
        case ("place" | "boat" | "dive" | "take", number) if number.isdigit():
            return number
        case ("give" | "swap", colour):
            return str(COLOURS.index(colour) + 1)
    return ""


LETTERS: Final = Letters(
    WORDS,
    _digit,
    (
        ("1 - 6", N_("columns and levels")),
        ("1 - 5", N_("the colours of cards: red, yellow, green, blue, purple")),
    ),
)
"""The key letters; cells and tokens are chosen by the cursor."""
