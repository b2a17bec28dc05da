"""Every value of an option in the form has a sentence of its own."""

from __future__ import annotations

import pytest

from rules.contract import AnyGame
from rules.options import FromFile, Limit
from screens.game_intro import effect
from tests.rules.games import GAMES
from tests.rules.tiny import TINY


@pytest.mark.parametrize(
    "game", [game for game in GAMES if game is not TINY], ids=lambda game: game.name
)
def test_each_value_does_something_of_its_own(game: AnyGame) -> None:
    told = [
        effect(game.name, option.name, value)
        for option in game.options
        if not isinstance(option, FromFile)
        for value in option.values
        if not (isinstance(option, Limit) and value is not None)
    ]
    assert all(told)
    assert len(set(told)) == len(told)
