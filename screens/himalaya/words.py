"""Words of moves and their key letters.

No key letter is a letter of a program, so each letter keeps one meaning.
"""

from __future__ import annotations

from string import ascii_uppercase
from typing import Final

from rules.himalaya.board import CUBES
from screens.table.move_words import Letters, Words
from screens.table.vocabulary import read_vocabulary
from screens.text import N_

WORDS: Final = read_vocabulary(__package__)


_REGIONS: Final = dict(zip(ascii_uppercase, "123456789"))


def _digit(words: Words) -> str:
    """Return the digit: of cubes from the cheapest, regions in order, delegations by number."""
    match words:
        case ("take", cube):
            return str(CUBES.index(cube) + 1)
        case ("envoy", region):
            return _REGIONS.get(region, "")
        case ("envoy", _region, count):
            return count
    return ""


LETTERS: Final = Letters(
    WORDS,
    _digit,
    (
        ("1 - 20", N_("villages by their numbers, in a program and on the map")),
        ("1 - 5", N_("cubes: salt, barley, tea, jade, gold")),
        ("1 - 9", N_("regions by their letters, A to I; how many delegations")),
    ),
)
"""The key letters; villages are chosen by the cursor."""
