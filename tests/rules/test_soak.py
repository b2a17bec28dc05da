"""Long runs, left to `make soak`: many whole games, sampled at every move."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import pytest

from nim_tui.catalog import CATALOG
from nim_tui.simulate import games_between
from rules.chance import Chance
from rules.game import Move
from tests.rules.games import SETTINGS, Setting
from tests.rules.walks import Walk, random_game

pytestmark = pytest.mark.soak


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_twenty_thousand_games_end(setting: Setting) -> None:
    for seed in range(20_000):
        assert random_game(setting, seed).result() is not None


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_every_position_can_be_imagined_from_every_seat(setting: Setting) -> None:
    for seed in range(200):
        walk = Walk(setting.new(Chance(seed)), seed)
        while walk.state.waiting():
            for seat in (None, *range(setting.seats)):
                view = walk.state.view(seat)
                imagined = setting.game.sample(view, Chance(seed))
                assert imagined.view(seat) == view
                assert seat is None or words(imagined.legal(seat)) == words(walk.state.legal(seat))
            walk.go(1)


def words(moves: Sequence[Move]) -> list[str]:
    return [move.word for move in moves]


@pytest.mark.parametrize(
    ("name", "levels"),
    [
        (offer.name, levels)
        for offer in CATALOG.values()
        for levels in product(offer.bots, repeat=offer.game.seats[0])
    ],
)
def test_programs_play_a_thousand_games(name: str, levels: tuple[str, ...]) -> None:
    offer = CATALOG[name]
    bots = [offer.bot(level) for level in levels]
    outcomes = list(games_between(offer.game, {}, bots, seed=1, games=1_000))
    assert len(outcomes) == 1_000
