"""The easy level: weaker than the medium one, better than any move will do."""

from __future__ import annotations

import pytest

from nim_tui.arena.matches import games_between
from nim_tui.bots.bot import Bot
from nim_tui.bots.levels import EasyBot, RandomBot, Slips
from nim_tui.registry import EASY, MEDIUM, all_games, game_named
from rules.advice import Advice
from rules.bataille import BATAILLE
from rules.chance import Chance
from tests.nim_tui.bots.bots import first_slow, played_by
from tests.rules.bataille.positions import position

SEATS = {name: offer.game.seats[0] for name, offer in all_games().items()}


def share(name: str, other: str, games: int) -> float:
    """The share of first places of an easy bot among others, seats moved on game by game."""
    offer, seats, won = game_named(name), SEATS[name], 0.0
    for number in range(games):
        own = number % seats
        bots: list[Bot] = [offer.bot(EASY if seat == own else other) for seat in range(seats)]
        (outcome,) = games_between(offer.game, {}, bots, 5000 + number, 1)
        winners = outcome.result.winners
        won += (own in winners) / max(len(winners), 1)
    return won / games


@pytest.mark.timeout(600)
@pytest.mark.parametrize("name", first_slow(*all_games()))
def test_it_beats_random_play(name: str) -> None:
    even = 1 / SEATS[name]
    assert share(name, "random", 24) > 1.5 * even


@pytest.mark.nightly
@pytest.mark.timeout(600)
@pytest.mark.parametrize("name", first_slow(*all_games()))
def test_it_beats_no_medium_bot(name: str) -> None:
    """A little above 0.6 of an even share is still within what so few games can tell."""
    even = 1 / SEATS[name]
    assert share(name, MEDIUM, 24) < 0.9 * even


class _Sure:
    """Always takes the last move."""

    def choose(self, game: object, view: object, legal: list[object], chance: Chance) -> Advice:
        return Advice(legal[-1], "sure")  # type: ignore[arg-type]


def test_it_slips_as_often_as_it_should() -> None:
    state = BATAILLE.new(2, {}, Chance(1))
    view, legal = BATAILLE.view(state, 0), BATAILLE.legal(state, 0)
    bot = EasyBot(_Sure(), Slips(guessed=30))  # type: ignore[arg-type]
    sure = sum(bot.choose(BATAILLE, view, legal, Chance(n)).reason == "sure" for n in range(500))
    assert 300 < sure < 400


def test_it_lets_chances_to_act_go_by() -> None:
    state = position(red={"A": 14})
    view, legal = BATAILLE.view(state, 0), BATAILLE.legal(state, 0)
    bot = EasyBot(_Sure(), Slips(idle=100, letting_go=("stay",)))  # type: ignore[arg-type]
    assert bot.choose(BATAILLE, view, legal, Chance(1)).move.word == "stay"


def test_random_play_is_no_easy_bot() -> None:
    offer = game_named("bataille")
    assert isinstance(played_by(offer, "random"), RandomBot)
    assert isinstance(played_by(offer, "easy"), EasyBot)
