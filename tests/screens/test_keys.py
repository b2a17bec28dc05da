"""Keys that a game takes: few of them where one move alone can be meant."""

from __future__ import annotations

import pytest

from tests.keys import PLAYERS, count, new_table

FEW = 0.03
"""The most idle keys."""


@pytest.mark.slow
@pytest.mark.parametrize("game", PLAYERS)
async def test_hardly_a_key_is_pressed_where_there_is_no_choice(game: str) -> None:
    tally = await count(new_table(game, 3), most_moves=12, seed=3)
    assert tally.moves.total() > 8
    assert tally.idle <= FEW * tally.keys, "\n".join(tally.told(game))


async def test_a_turn_of_bataille_takes_the_keys_that_its_words_need() -> None:
    """Letters, digits and the cursor, and never more than a few for a word."""
    tally = await count(new_table("bataille", 1), most_moves=8)
    assert tally.idle == 0
    assert tally.spent.total() == tally.keys
    assert tally.keys / tally.moves.total() < 6, "\n".join(tally.told("bataille"))
