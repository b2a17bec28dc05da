"""Words of moves and their letters."""

from __future__ import annotations

from typing import Final

from rules.bataille.board import LEVELS
from screens.table.move_words import Letters, Words
from screens.table.vocabulary import read_vocabulary
from screens.text import N_

WORDS: Final = read_vocabulary(__package__)


_DIGITS: Final = {str(level): str(number) for number, level in enumerate(LEVELS, start=1)}


def _digit(words: Words) -> str:
    """Levels count from the top."""
    return _DIGITS.get(words[-1], "") if words[0] == "drop" else ""


LETTERS: Final = Letters(
    WORDS,
    _digit,
    (("1 2 3", N_("levels 100, 200, 300")),),
)
"""Squares and the cells of camps are chosen by the cursor, lanes from the list."""
