"""Long runs, left to `make soak`: many whole games, sampled at every move."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import pytest

from nim_tui.arena.matches import games_between
from nim_tui.registry import all_games
from nim_tui.testing.walks import Setting, Walk, random_games, some
from rules.chance import Chance
from rules.contract import Move
from tests.depth import soaked
from tests.rules.games import SETTINGS

pytestmark = pytest.mark.nightly


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_twenty_thousand_games_end(setting: Setting) -> None:
    """So many, or as many as are played in two million moves."""
    for _, state in random_games([setting], games=soaked(20_000), moves=soaked(2_000_000)):
        assert setting.game.result(state) is not None


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_every_position_can_be_imagined_from_every_seat(setting: Setting) -> None:
    """Two hundred games, or as many as are played in fifteen thousand moves."""
    moves = soaked(15_000)
    for seed in range(200):
        walk = Walk(setting.game, setting.new(Chance(seed)), seed)
        while walk.state.waiting():
            for seat in (None, *range(setting.seats)):
                view = setting.game.view(walk.state, seat)
                imagined = setting.game.sample(view, Chance(seed))
                assert setting.game.view(imagined, seat) == view
                assert seat is None or words(setting.game.legal(imagined, seat)) == words(
                    setting.game.legal(walk.state, seat)
                )
            walk.go(1)
        moves -= len(walk.record)
        if moves <= 0:
            break


def words(moves: Sequence[Move]) -> list[str]:
    return [move.word for move in some(moves)]


@pytest.mark.parametrize(
    ("name", "levels"),
    [
        (entry.name, levels)
        for entry in all_games().values()
        for levels in product(entry.bots, repeat=entry.game.seats[0])
    ],
)
def test_programs_play_a_thousand_games(name: str, levels: tuple[str, ...]) -> None:
    """So many, or as many as are played in fifty thousand moves."""
    entry = all_games()[name]
    bots = [entry.bot(level) for level in levels]
    moves = soaked(50_000)
    for played, outcome in enumerate(
        games_between(entry.game, {}, bots, seed=1, games=soaked(1_000)), start=1
    ):
        assert outcome.result.ranking
        assert outcome.seed == played
        moves -= outcome.moves
        if moves <= 0:
            break
