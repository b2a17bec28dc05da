"""Bots that are known for something: legal, the same again, and not all alike."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from nim_tui.bots.bot import Bot, bot_chance
from nim_tui.bots.levels import STYLE_OF, STYLES, Style, style_of
from nim_tui.bots.playout import Barred, Playout
from nim_tui.bots.search import SearchBot
from nim_tui.registry import HARD, MEDIUM, all_games
from rules.advice import Advice
from rules.chance import Chance
from rules.contract import AnyGame, Move
from tests.nim_tui.bots.bots import first_slow


def answers(name: str, bots: Sequence[Bot], seed: int, moves: int) -> Iterator[tuple[str, ...]]:
    """What bots say to the positions of a game that the first of them plays."""
    game, chance = all_games()[name].game, Chance(seed)
    state = game.new(game.seats[0], game.automatic, chance)
    for number in range(moves):
        if not (waiting := state.waiting()):
            return
        seat = waiting[0]
        view, legal = game.view(state, seat), game.legal(state, seat)
        said = [bot.choose(game, view, legal, bot_chance(seed, seat, number)).move for bot in bots]
        assert set(said) <= set(legal)
        yield tuple(move.word for move in said)
        game.play(state, seat, said[0], chance)


@pytest.mark.parametrize("name", first_slow(*all_games()))
def test_each_plays_in_a_way_of_its_own(name: str) -> None:
    """In Der Schwarm the cautious one plays as one without a style does."""
    entry = all_games()[name]
    bots = [entry.bot(MEDIUM), *(entry.bot(MEDIUM, style=style) for style in STYLES)]
    said = [*zip(*answers(name, bots, seed=1, moves=120))]
    assert len(set(said)) >= len(STYLES)


def test_a_name_stands_for_a_style() -> None:
    assert set(STYLE_OF.values()) == set(STYLES)
    assert style_of("Nemo 2") == style_of("Nemo") == "cautious"
    assert style_of("Ana") is None
    assert style_of("Nemor") is None


class Judged:
    """A judge to whom all moves of Bataille are worth what is said of the first ones."""

    budget = 1
    explainer = None
    cost = 1
    doubt = 0.0

    def __init__(self, worth: Sequence[float]) -> None:
        self.worth = worth

    @property
    def instead(self) -> Bot:
        """Not asked."""
        raise AssertionError

    def chances(self, _state: Any) -> tuple[float, ...]:
        """Not asked."""
        raise AssertionError

    def worlds(self, _game: AnyGame, view: Any, legal: Sequence[Move], _chance: Chance) -> Judged:
        """Itself."""
        self.seat, self.legal = view.seat, legal[: len(self.worth)]
        return self

    def candidates(self) -> list[Advice]:
        """As many moves as are worth something."""
        return [Advice(move, "", {}) for move in self.legal]

    def simulate(self, advice: Advice, _world: int, _barred: Barred | None = None) -> Playout:
        """What the move is worth."""
        own = self.worth[self.legal.index(advice.move)]
        return Playout((own, 1 - own) if self.seat == 0 else (1 - own, own))


class Likes:
    """Likes one of the moves."""

    def __init__(self, number: int) -> None:
        self.number = number

    def choose(self, _game: AnyGame, _view: Any, legal: Sequence[Move], _chance: Chance) -> Advice:
        """That one."""
        return Advice(legal[self.number], "")


@pytest.mark.parametrize(("liked", "chosen"), [(0, 0), (1, 1), (2, 0), (9, 0)])
def test_taste_decides_between_moves_that_are_nearly_alike(liked: int, chosen: int) -> None:
    """0.6 and 0.595 are, 0.5 is not."""
    game = all_games()["bataille"].game
    state = game.new(2, game.automatic, Chance(1))
    seat = state.waiting()[0]
    view, legal = game.view(state, seat), game.legal(state, seat)
    bot = SearchBot(Judged((0.6, 0.595, 0.5)), Likes(liked))
    assert bot.choose(game, view, legal, Chance(1)).move == legal[chosen]


@pytest.mark.parametrize("style", STYLES)
def test_hard_bots_have_styles_too(style: Style) -> None:
    for entry in all_games().values():
        if HARD in entry.bots:
            assert type(entry.bot(HARD, style=style)) is type(entry.bot(HARD))
