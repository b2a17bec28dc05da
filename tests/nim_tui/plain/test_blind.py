"""Whole games by somebody who hears the lines and knows nothing else."""

from __future__ import annotations

import pytest

from rules.options import OptionValue
from tests.nim_tui.plain.blind import play_by_ear
from tests.nim_tui.plain.talking import Talk, talked

CASES: dict[str, tuple[list[str], dict[str, OptionValue]]] = {
    "bataille": (["Me", "bot:random"], {"turn_limit": 20}),
    "submarine": (["Me", "bot:random"], {"round_limit": 4}),
    "himalaya": (["Me", "bot:random", "bot:random"], {}),
    "schwarm": (["Me", "bot:random"], {}),
}


async def by_ear(game: str) -> list[str]:
    seats, options = CASES[game]
    talk = Talk(game, seats, 5, options)
    first = await talk.begin()
    return await play_by_ear(talk.say, first, 5)


@pytest.mark.parametrize("game", CASES)
def test_a_whole_game_is_played_by_what_the_lines_offer(game: str) -> None:
    told = talked("en", by_ear(game))
    assert told[-1].startswith("The game is over")
