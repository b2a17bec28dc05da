"""Playouts: the faster moves are exactly those made one by one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import pytest

from rules.chance import Chance
from rules.contract import AnyGame
from rules.options import Choice, Flag, OptionValue
from rules.playouts import play_at_random, play_out
from tests.rules.games import GAMES

SEEDS = range(6)
BEGUN = 37
"""Moves played beforehand, more with each seed: set-up, and every stage of a game."""


def result_and_all(game: AnyGame, state: Any) -> tuple[Any, Any]:
    """Return the result and the state, without knowledge of cards, which playouts do not update."""
    if hasattr(state, "acts"):
        state.acts = []
    return game.result(state), state


def usual(game: AnyGame) -> dict[str, OptionValue]:
    """Return the options of games among bots."""
    return dict(game.automatic)


def every(game: AnyGame) -> dict[str, OptionValue]:
    """Return these options, all flags on, and the last value of each choice."""
    chosen: dict[str, OptionValue] = {}
    for option in game.options:
        if isinstance(option, Flag):
            chosen[option.name] = True
        elif isinstance(option, Choice):
            chosen[option.name] = option.values[-1]
    return usual(game) | chosen


@pytest.mark.parametrize("options", [usual, every])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_playout_ends_as_random_play_move_by_move(
    game: AnyGame, options: Callable[[AnyGame], Mapping[str, OptionValue]]
) -> None:
    for players in game.seats:
        for seed in SEEDS:
            chance, draws = Chance(seed), Random(seed)
            state = game.new(players, options(game), chance)
            play_at_random(game, state, chance, draws.random, BEGUN * seed)
            one, other = state.copy(), state.copy()
            play_at_random(game, one, Chance(seed), Random(-seed).random)
            play_out(game, other, Chance(seed), Random(-seed).random)
            assert result_and_all(game, other) == result_and_all(game, one)
            assert game.result(other) is not None


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_as_many_moves_are_made_as_asked_for(game: AnyGame) -> None:
    chance = Chance(1)
    state = game.new(game.seats[0], game.automatic, chance)
    assert play_at_random(game, state, chance, Random(1).random, 11) == 11
    assert play_at_random(game, state, chance, Random(1).random) > 0
    assert play_at_random(game, state, chance, Random(1).random) == 0
