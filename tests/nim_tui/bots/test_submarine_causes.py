"""Why one move of Submarine is better than another: figures, events and sentences."""

from __future__ import annotations

from typing import Any

import pytest

from nim_tui.bots.bot import bot_chance
from nim_tui.bots.causes import worlds_to_explain
from nim_tui.bots.judging import nearest
from nim_tui.bots.search import Decision
from nim_tui.games.submarine.bot import MediumBot
from nim_tui.games.submarine.figures import WEIGHTS, features_of, named_figures
from nim_tui.games.submarine.judge import SubmarineJudge
from rules.chance import Chance
from rules.submarine import SUBMARINE
from rules.submarine.state import SubmarineState


def after(moves: int, seats: int, seed: int = 3) -> SubmarineState:
    """The state after so many moves of medium bots."""
    chance, bot = Chance(seed), MediumBot()
    state = SUBMARINE.new(seats, SUBMARINE.automatic, chance)
    for number in range(moves):
        seat = state.waiting()[0]
        view, legal = SUBMARINE.view(state, seat), SUBMARINE.legal(state, seat)
        move: Any = bot.choose(SUBMARINE, view, legal, bot_chance(seed, seat, number)).move
        SUBMARINE.play(state, seat, move, chance)
    return state


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_named_figures_add_up_to_the_weighed_features(seats: int) -> None:
    state = after(60, seats)
    weights = nearest(WEIGHTS, seats)
    for seat, features in enumerate(features_of(state)):
        weighed = sum(weight * value for weight, value in zip(weights, features))
        assert sum(named_figures(state, seat).values()) == pytest.approx(weighed)


@pytest.mark.parametrize("seats", [2, 4, 5])
def test_causes_are_sought_until_all_others_have_replied(seats: int) -> None:
    state = after(60, seats)
    seat = state.mover
    decision = Decision(SUBMARINE, SUBMARINE.view(state, seat), SUBMARINE.legal(state, seat))
    worlds = worlds_to_explain(SubmarineJudge(), decision, Chance(1))
    assert worlds is not None
    playout = worlds.simulate(worlds.candidates()[0], 0)
    assert playout.state.turn >= state.turn + seats
    assert {happening.seat for happening in playout.happenings} > {seat}
