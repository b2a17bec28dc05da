"""What nobody at the table can know yet: whether a mine, or the answer to a charge, is in doubt.

It rests on what everybody was told, never on the camps themselves, so that neither the word nor
the time it takes tells more than the rules do. Each thing told is taken by itself: what follows
only from several of them together stays in doubt here, as search plays too many moves to ask.
"""

from __future__ import annotations

from typing import Final

from rules.bataille.board import CELLS, NEAR, NUMBERS, SQUARES, number_of, water_column
from rules.bataille.events import HIT, MISS
from rules.bataille.state import BatailleState


def _bits(places: frozenset[int]) -> int:
    return sum(1 << place for place in places)


_AREA: Final = tuple((0, *(_bits(near[cell] | {cell}) for cell in CELLS)) for near in NEAR)
"""_AREA[blast][cell]: bits of a cell and of where a charge in it nearly misses."""
_COLUMN: Final = (0, *(_bits(frozenset(water_column(number))) for number in NUMBERS))
"""Bits of the cells under a number."""


def mine_is_in_doubt(state: BatailleState, seat: int, number: int) -> bool:
    """Whether the enemy mine may still lie under a number and may lie elsewhere.

    It lies nowhere any more once it has exploded; else under no number where a ship of `seat`
    ended a move before, nor above where a submarine was sunk.
    """
    if state.mine_spent[1 - seat]:
        return False
    without = state.tested[seat]
    for cell in state.lost[1 - seat]:
        without |= 1 << number_of(cell)
    return not without >> number & 1 and without.bit_count() < SQUARES - 1


def answer_is_in_doubt(state: BatailleState, seat: int, cell: int) -> bool:
    """Whether a charge of `seat` in a cell could be answered in more than one way.

    Not where the same charge had a count for an answer before, nor where nothing can lie in it or
    near it: by misses, by submarines sunk, and by where the mine exploded.
    """
    enemy = 1 - seat
    area = _AREA[state.blast]
    empty = _COLUMN[state.mines[enemy]] if state.mine_spent[enemy] else 0
    for before, answer in state.answers[seat]:
        if before == cell and answer != HIT:
            return False
        empty |= area[before] if answer == MISS else 1 << before
    return area[cell] & ~empty != 0
