"""Words of moves and their key letters.

No key is a letter of a program, so that each keeps one meaning.
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
    """Cubes count from the cheapest, regions by the alphabet, delegations are their number."""
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
        ("1 - 5", N_("cubes: salt, barley, tea, jade, gold")),
        ("1 - 9", N_("regions by their letters, A to I; how many delegations")),
    ),
)
"""Villages are chosen by the cursor."""
