"""Words of moves and their letters."""

from __future__ import annotations

from typing import Final

from rules.schwarm.cards import CAPACITIES
from screens.table.move_words import Letters, Words
from screens.table.vocabulary import read_vocabulary
from screens.text import N_

WORDS: Final = read_vocabulary(__package__)


_KEYPAD: Final = {
    **{"nw": "7", "n": "8", "ne": "9"},
    **{"w": "4", "e": "6"},
    **{"sw": "1", "s": "2", "se": "3"},
}
_NEW: Final = "0"


def _digit(words: Words) -> str:
    """Directions lie as on a keypad; stacks, turns, steps and pieces are their own numbers."""
    own = words[1:] if words[0] in ("blue", "joker") else words
    match own:
        case ("order", number):
            return number
        case ("order", _number, capacity):
            return str(CAPACITIES.index(capacity) + 1)
        case ("whale" | "wave", "new"):
            return _NEW
        case ("wave", _number, direction):
            return _KEYPAD[direction]
        case ("place", _stack, _cell, turns):
            return turns.removeprefix("r")
        case ("place" | "whale" | "wave" | "crab", *_words, number) if number.isdigit():
            return number
    return ""


LETTERS: Final = Letters(
    WORDS,
    _digit,
    (
        ("789 46 123", N_("eight directions, as they lie on a keypad")),
        ("1 - 9", N_("stacks of tiles, order cards, whales, waves, steps")),
        ("0", N_("a new whale or wave")),
        ("1 - 4", N_("capacities: fast, golden, protection, brilliant")),
    ),
)
"""Cells and cards of the row are chosen by the cursor. A blue card has its sign on the screen."""
