"""The letters of the words of moves in the menus of Submarine."""

from __future__ import annotations

from typing import Final

from rules.submarine.board import COLOURS
from screens.submarine.words import WORDS
from screens.table.letters import Letters
from screens.table.move_phrases import Words
from screens.text import N_


def _digit(words: Words) -> str:
    """Columns and levels are their own digits; colours count in the order of the boards."""
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
"""Cells and tokens are chosen by the cursor."""
