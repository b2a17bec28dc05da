"""Many tables stepped together: the same games as one by one, whatever the processes."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import numpy as np
import pytest

from nim_tui.research.encoding import fill
from nim_tui.research.environment import NoSuchAction
from nim_tui.research.subject import Subject
from nim_tui.research.vector import LostProcess, Tables, VectorEnv
from tests.nim_tui.research.walking import each_subject

GAME = "bataille"
SHORT = {"turn_limit": 2}


def some_actions(tables: Tables, draw: Any) -> Any:
    """Return a random legal action of each table."""
    return (draw.random(tables.masks.shape) * tables.masks).argmax(axis=1)


def walked(env: VectorEnv, steps: int, seed: int = 3) -> Iterator[Tables]:
    """Yield copies of what random play shows, from the reset on."""
    draw = np.random.default_rng(seed)
    tables = env.reset(seed)
    yield deepcopy(tables)
    for _step in range(steps):
        tables = env.step(some_actions(tables, draw))
        yield deepcopy(tables)


def is_same(one: Tables, other: Tables) -> bool:
    """Whether two steps show the same."""
    names = Tables.__slots__
    return all((getattr(one, name) == getattr(other, name)).all() for name in names)


@each_subject
def test_each_table_shows_the_seat_that_must_choose_its_view_and_its_actions(
    subject: Subject,
) -> None:
    env = VectorEnv(subject.game.name, 3, subject.seats, subject.options)
    for tables in walked(env, 30):
        assert tables.observations.shape == (3, subject.observation_size)
        assert tables.masks.shape == (3, subject.actions)
        assert tables.rewards.shape == (3, subject.seats)
        assert set(tables.seats.tolist()) <= set(range(subject.seats))
        assert (tables.masks.sum(axis=1) >= 1).all()
        assert tables.observations.min() >= 0
        assert tables.observations.max() <= 1


@each_subject
def test_what_is_written_by_its_changes_is_the_whole_observation(subject: Subject) -> None:
    short = SHORT if subject.game.name == GAME else {}
    env = VectorEnv(subject.game.name, 3, subject.seats, {**subject.options, **short})
    for tables in walked(env, 60):
        for place, table in enumerate(env._share._tables):
            assert table.seat is not None
            whole = np.zeros(subject.observation_size, np.float32)
            fill(whole, table.observation(table.seat))
            assert (tables.observations[place] == whole).all()


def test_observations_can_only_be_read() -> None:
    env = VectorEnv(GAME, 1)
    with pytest.raises(ValueError, match="read-only"):
        env.reset().observations[:] = 1


def test_where_a_game_ends_its_rewards_are_told_and_the_next_one_begins() -> None:
    env, ended = VectorEnv(GAME, 4, options=SHORT), 0
    for tables in walked(env, 120):
        ended += int(tables.ends.sum())
        assert not tables.rewards[~tables.ends].any()
        assert (tables.rewards.sum(axis=1) == 0).all()
        assert (tables.masks.sum(axis=1) >= 1).all()
    assert ended > 8


def test_tables_of_one_seed_differ_and_seeds_differ() -> None:
    first, second = (next(walked(VectorEnv("submarine", 2), 0, seed)) for seed in (1, 2))
    assert (first.observations[0] != first.observations[1]).any()
    assert (first.observations[0] != second.observations[0]).any()


@pytest.mark.slow
def test_games_are_the_same_in_one_process_and_in_two() -> None:
    alone = walked(VectorEnv(GAME, 5, options=SHORT), 60)
    with VectorEnv(GAME, 5, options=SHORT, processes=2) as env:
        assert all(is_same(*steps) for steps in zip(alone, walked(env, 60), strict=True))


def test_an_illegal_action_changes_nothing_and_names_its_table() -> None:
    env = VectorEnv(GAME, 3)
    tables = env.reset(1)
    before, actions = deepcopy(tables), some_actions(tables, np.random.default_rng(1))
    for wrong in (-1, env.subject.actions, int(tables.masks[1].argmin())):
        actions[1] = wrong
        with pytest.raises(NoSuchAction, match=f"^table 1 cannot take action {wrong} now$"):
            env.step(actions)
        assert is_same(env.tables, before)


def test_nothing_is_stepped_before_a_reset_or_without_an_action_a_table() -> None:
    env = VectorEnv(GAME, 2)
    with pytest.raises(NoSuchAction, match="reset comes first"):
        env.step([0, 0])
    env.reset()
    with pytest.raises(NoSuchAction, match="an action for each table"):
        env.step([0])


def test_observations_are_left_out_where_they_are_not_asked_for() -> None:
    env = VectorEnv(GAME, 2, observes=False)
    assert not any(tables.observations.any() for tables in walked(env, 5))


def test_a_vector_without_tables_is_refused() -> None:
    with pytest.raises(ValueError, match="a table or more"):
        VectorEnv(GAME, 0)


@pytest.mark.slow
def test_a_lost_process_is_told() -> None:
    with VectorEnv(GAME, 2, processes=1) as env:
        tables = env.reset()
        (worker,) = env._workers
        worker._process.kill()
        worker._process.join()
        with pytest.raises(LostProcess):
            env.step(tables.masks.argmax(axis=1))
