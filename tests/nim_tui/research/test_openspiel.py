"""The games as OpenSpiel has them: by its own checks, and fair to each player."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from random import Random
from typing import Any, Final

import numpy as np
import pyspiel
import pytest
from open_spiel.python.observation import make_observation

from nim_tui.research.spiel import game_of
from rules.contract import UnsuitableTable
from tests.nim_tui.research.walking import TABLES

each_table = pytest.mark.parametrize(("name", "players"), TABLES)

SHORTER: Final = {"round_limit": 12}
"""All is asked of all players after each action: for a whole game of five that takes long."""


def drawn(state: Any, pick: Random) -> int:
    """One of the actions or outcomes, all alike."""
    if state.is_chance_node():
        return int(pick.choice(state.chance_outcomes())[0])
    return int(pick.choice(state.legal_actions()))


def played(game: Any, seed: int, actions: int = 100_000) -> Any:
    """A game after so many actions at random, draws among them, or at its end."""
    state, pick = game.new_initial_state(), Random(seed)
    for _ in range(actions):
        if state.is_terminal():
            break
        state.apply_action(drawn(state, pick))
    return state


def waiting(game: Any, seed: int, actions: int) -> Any:
    """The same, at a choice of a player."""
    state, pick = played(game, seed, actions), Random(seed)
    while state.is_chance_node():
        state.apply_action(drawn(state, pick))
    return state


@each_table
def test_openspiel_s_own_random_simulations(name: str, players: int) -> None:
    game = game_of(name, players, SHORTER if name == "submarine" and players > 2 else None)
    pyspiel.random_sim_test(game, num_sims=1, serialize=players == 2, verbose=False)


@each_table
def test_a_game_tells_how_large_it_is(name: str, players: int) -> None:
    game = pyspiel.load_game(f"nim_{name}", {"players": players})
    state = waiting(game, 1, 60)
    assert game.num_players() == players
    assert len(state.legal_actions_mask()) == game.num_distinct_actions()
    assert len(state.observation_tensor(0)) == game.observation_tensor_size()
    assert game.max_utility() == 1
    assert game.min_utility() == -1 / (players - 1)


def test_parameters_are_players_and_options() -> None:
    game = pyspiel.load_game("nim_himalaya(players=4,events=true)")
    assert game.subject.seats == 4
    assert game.subject.options["events"] is True
    assert game.subject.options["open_screens"] is False
    short = game_of("bataille", options={"turn_limit": 3})
    assert played(short, 1).course.view(0).turn <= 4


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("nim_bataille(players=3)", UnsuitableTable),
        ("nim_bataille(turn_limit=0)", UnsuitableTable),
        ("nim_himalaya(events=3)", pyspiel.SpielError),
        ("nim_himalaya(board=x)", pyspiel.SpielError),
    ],
)
def test_impossible_games_are_refused(words: str, reason: type[Exception]) -> None:
    with pytest.raises(reason):
        pyspiel.load_game(words)


@each_table
def test_worlds_that_differ_in_what_a_player_cannot_know_look_alike_to_them(
    name: str, players: int
) -> None:
    game, pick = game_of(name, players), Random(7)
    told = make_observation(game)
    for actions in (40, 90):
        state = waiting(game, 7, actions)
        player = state.current_player()
        other = state.resample_from_infostate(player, pick.random)
        assert other.current_player() == player
        assert other.legal_actions() == state.legal_actions()
        assert other.legal_actions_mask() == state.legal_actions_mask()
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.observation_string(player) == state.observation_string(player)
        assert other.observation_tensor(player) == state.observation_tensor(player)
        told.set_from(state, player)
        before = told.tensor.copy()
        told.set_from(other, player)
        assert np.array_equal(told.tensor, before)


def test_imagined_games_need_no_draws_and_come_to_an_end() -> None:
    state = waiting(game_of("schwarm", 2), 3, 120)
    imagined, pick = (
        state.resample_from_infostate(state.current_player(), Random(1).random),
        Random(2),
    )
    while not imagined.is_terminal():
        assert not imagined.is_chance_node()
        imagined.apply_action(pick.choice(imagined.legal_actions()))
    assert sum(imagined.returns()) == pytest.approx(0)
    assert not state.is_terminal()


@each_table
def test_equal_seeds_give_equal_games(name: str, players: int) -> None:
    game = game_of(name, players)
    one, same, other = (played(game, seed, 200) for seed in (4, 4, 5))
    assert one.history() == same.history() != other.history()
    assert str(one) == str(same) != str(other)
    assert one.returns() == same.returns()


def test_a_clone_goes_its_own_way() -> None:
    state = waiting(game_of("submarine", 2), 2, 50)
    before = str(state), state.history()
    clone, pick = state.clone(), Random(1)
    for _ in range(20):
        clone.apply_action(drawn(clone, pick))
    assert (str(state), state.history()) == before
    assert str(clone) != before[0]


def test_actions_have_the_names_of_moves() -> None:
    state = waiting(game_of("himalaya", 3), 1, 60)
    player = state.current_player()
    names = [state.action_to_string(player, action) for action in state.legal_actions()]
    assert all(names)
    assert [state.string_to_action(player, name) for name in names] == state.legal_actions()


def written(state: Any) -> Any:
    """The same, written down and read again."""
    return pickle.loads(pickle.dumps(state))


@pytest.mark.parametrize("again", [copy.deepcopy, written])
@each_table
def test_a_state_is_written_down_in_the_middle_of_a_game(
    name: str, players: int, again: Callable[[Any], Any]
) -> None:
    state = waiting(game_of(name, players), 3, 60)
    imagined = state.resample_from_infostate(state.current_player(), Random(2).random)
    for one in (state, imagined):
        other, pick = again(one), Random(4)
        assert (str(other), other.history()) == (str(one), one.history())
        assert str(other.get_game()) == str(one.get_game())
        while not one.is_terminal() and len(one.history()) < 90:
            action = drawn(one, pick)
            one.apply_action(action)
            other.apply_action(action)
        assert str(other) == str(one)


@each_table
def test_a_game_is_written_down(name: str, players: int) -> None:
    game = game_of(name, players)
    again = written(game)
    assert str(again) == str(game)
    assert str(played(again, 3, 50)) == str(played(game, 3, 50))
