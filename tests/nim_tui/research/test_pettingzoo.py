"""The games as PettingZoo has them: by its own checks, and fair to each agent."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from multiprocessing import get_context
from random import Random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from nim_tui.research import pettingzoo_env
from nim_tui.research.encoding import fill
from nim_tui.research.environment import NoSuchAction
from rules.contract import UnsuitableTable
from tests.nim_tui.research.walking import TABLES

each_table = pytest.mark.parametrize(("name", "players"), TABLES)
# All games tell which actions may be taken, so observations are dictionaries; who need not choose
# now may take none.
expected = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array",
    "ignore:Action mask numpy array is all zeros",
    "ignore:Observation space for each agent probably should be",
)


def begun(name: str, players: int | None = None, seed: int = 1) -> Any:
    """An environment in which a game begins."""
    env = pettingzoo_env(name, players)
    env.reset(seed)
    return env


def play(env: Any, seed: int, actions: int = 100_000) -> list[int]:
    """Play on at random, for so many actions or to the end; what was played."""
    pick, chosen = Random(seed), list[int]()
    while len(chosen) < actions and not any(env.terminations.values()):
        mask = env.observe(env.agent_selection)["action_mask"]
        chosen.append(int(pick.choice(np.flatnonzero(mask))))
        env.step(chosen[-1])
    return chosen


@expected
@each_table
def test_pettingzoo_s_own_test_of_the_interface(
    name: str, players: int, capsys: pytest.CaptureFixture[str]
) -> None:
    api_test(pettingzoo_env(name, players))
    assert "Passed API test" in capsys.readouterr().out


@each_table
def test_pettingzoo_s_own_test_of_seeds(name: str, players: int) -> None:
    seed_test(lambda: pettingzoo_env(name, players))


@each_table
def test_a_game_ends_for_all_at_once_and_is_worth_nothing_in_sum(name: str, players: int) -> None:
    env = begun(name, players)
    play(env, 2)
    assert env.terminations == dict.fromkeys(env.possible_agents, True)
    worth = dict(env.rewards)
    assert sum(worth.values()) == pytest.approx(0)
    for agent in env.agent_iter():
        seen, reward, is_over, _cut, _info = env.last()
        assert is_over
        assert reward == worth[agent]
        assert not seen["action_mask"].any()
        env.step(None)
    assert env.agents == []


def test_games_that_follow_are_others_and_the_same_for_the_same_seed() -> None:
    env = pettingzoo_env("submarine")
    games = []
    for seed in (3, None, 3, None):
        env.reset(seed)
        games.append(env.observe("player_0")["observation"].tolist())
    assert games[0] == games[2]
    assert games[1] == games[3]
    assert games[0] != games[1]


@pytest.mark.parametrize(
    ("name", "first", "other"),
    [
        ("bataille", (0, 40, 80, 110), (3, 50, 90, 120)),
        ("himalaya", (0, 1, 2, 3, 4, 0), (4, 3, 2, 1, 0, 0)),
    ],
)
def test_what_one_agent_chose_in_secret_shows_to_no_other(
    name: str, first: tuple[int, ...], other: tuple[int, ...]
) -> None:
    """Two games that differ in the submarines, or the program, of one agent alone."""
    worlds = [begun(name), begun(name)]
    for env, chosen in zip(worlds, (first, other)):
        play(env, 1, 3 if name == "himalaya" else 0)
        author = env.agent_selection
        for action in chosen:
            assert env.agent_selection == author
            env.step(action)
    one, two = worlds
    assert one.agent_selection == two.agent_selection != author
    for agent in one.agents:
        seen, dreamt = one.observe(agent), two.observe(agent)
        assert np.array_equal(seen["action_mask"], dreamt["action_mask"])
        assert np.array_equal(seen["observation"], dreamt["observation"]) == (agent != author)


def test_only_who_must_choose_is_offered_anything() -> None:
    env = begun("schwarm", 3)
    play(env, 4, 30)
    for agent in env.agents:
        assert env.observe(agent)["action_mask"].any() == (agent == env.agent_selection)


def test_what_the_mask_does_not_allow_loses() -> None:
    env = begun("bataille")
    loser = env.agent_selection
    mask = env.observe(loser)["action_mask"]
    env.step(int(np.flatnonzero(mask == 0)[0]))
    assert all(env.terminations.values())
    assert env.rewards == {agent: -1.0 if agent == loser else 0.0 for agent in env.agents}


def test_impossible_tables_are_refused() -> None:
    with pytest.raises(UnsuitableTable):
        pettingzoo_env("himalaya", 2)


def written(env: Any) -> Any:
    """The same, written down and read again."""
    return pickle.loads(pickle.dumps(env))


def seen_by_all(env: Any) -> list[list[float]]:
    """What each agent may know."""
    return [env.observe(agent)["observation"].tolist() for agent in env.possible_agents]


@pytest.mark.parametrize("again", [copy.deepcopy, written])
@each_table
def test_to_look_ahead_in_a_copy_changes_nothing_of_the_game(
    name: str, players: int, again: Callable[[Any], Any]
) -> None:
    """And the copy has the same luck."""
    env, undisturbed = begun(name, players), begun(name, players)
    for one in (env, undisturbed):
        play(one, 3, 40)
    ahead = again(env)
    play(ahead, 4, 60)
    play(env, 4, 60)
    play(undisturbed, 4, 60)
    assert seen_by_all(env) == seen_by_all(undisturbed) == seen_by_all(ahead)
    for one in (env, undisturbed):
        one.reset()
    assert seen_by_all(env) == seen_by_all(undisturbed)


def observed(env: Any) -> list[list[float]]:
    """What a process of its own is sent, plays on, and sends back."""
    play(env, 5, 30)
    return seen_by_all(env)


def test_an_environment_goes_to_another_process_in_the_middle_of_a_game() -> None:
    env = begun("submarine")
    play(env, 3, 25)
    with get_context("spawn").Pool(1) as workers:
        there = workers.apply(observed, (env,))
    assert there == observed(env)


@each_table
def test_an_observation_is_the_vector_of_the_view_after_each_action(
    name: str, players: int
) -> None:
    env, pick = begun(name, players), Random(3)
    for seed in range(2):
        env.reset(seed)
        for _step in range(150):
            course = env.unwrapped._running
            if course.is_over:
                break
            for seat, agent in enumerate(env.possible_agents):
                wanted = np.zeros(env.unwrapped._subject.observation_size, np.float32)
                fill(wanted, course.observation(seat))
                assert np.array_equal(env.observe(agent)["observation"], wanted)
            env.step(pick.choice(course.actions))


def test_an_observation_stays_as_it_was() -> None:
    env = begun("bataille")
    first = env.observe("player_0")["observation"]
    kept = first.copy()
    play(env, 1, 20)
    assert np.array_equal(first, kept)


@pytest.mark.parametrize("wrong", [-1, 10**6])
def test_an_action_outside_the_space_is_refused(wrong: int) -> None:
    env = begun("bataille")
    with pytest.raises(NoSuchAction):
        env.step(wrong)
    assert not any(env.terminations.values())


def test_a_mask_samples_each_of_its_actions_alike() -> None:
    env = begun("bataille")
    space = env.action_space("player_0")
    space.seed(1)
    mask = np.zeros(space.n, np.int8)
    mask[[3, 5, 8]] = 1
    drawn = [int(space.sample(mask)) for _draw in range(3000)]
    assert set(drawn) == {3, 5, 8}
    assert all(900 < drawn.count(action) < 1100 for action in (3, 5, 8))
    assert space.sample(np.zeros(space.n, np.int8)) == 0
    with pytest.raises(ValueError, match="int8"):
        space.sample(np.ones(space.n, bool))
