"""The easy level: weaker than the medium one, better than any move will do."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from nim_tui.arena.matches import games_between
from nim_tui.bots.bot import Bot
from nim_tui.bots.levels import EasyBot, RandomBot, Slips
from nim_tui.registry import EASY, MEDIUM, all_games, game_named
from rules.advice import Advice
from rules.bataille import BATAILLE
from rules.bataille.board import COLUMN_OF_CELLS
from rules.bataille.deduction import answer_requirements
from rules.bataille.moves import CHARGE, THE_MOVED, Kind, Move
from rules.bataille.view import BatailleView
from rules.chance import Chance
from rules.submarine.moves import ACT
from tests.nim_tui.bots.bots import first_slow, played_by
from tests.rules.bataille.positions import position

SEATS = {name: entry.game.seats[0] for name, entry in all_games().items()}


def share(name: str, other: str, games: int) -> float:
    """The share of first places of an easy bot among others, seats moved on game by game."""
    entry, seats, won = game_named(name), SEATS[name], 0.0
    for number in range(games):
        own = number % seats
        bots: list[Bot] = [entry.bot(EASY if seat == own else other) for seat in range(seats)]
        (outcome,) = games_between(entry.game, {}, bots, 5000 + number, 1)
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
    bot = EasyBot(_Sure(), Slips(overlooks=30))  # type: ignore[arg-type]
    sure = sum(bot.choose(BATAILLE, view, legal, Chance(n)).reason == "sure" for n in range(500))
    assert 300 < sure < 400


def test_it_overlooks_moves_and_takes_the_best_of_those_it_sees() -> None:
    state = BATAILLE.new(2, {}, Chance(1))
    view, legal = BATAILLE.view(state, 0), BATAILLE.legal(state, 0)
    bot = EasyBot(_Sure(), Slips(overlooks=100, sees=2))  # type: ignore[arg-type]
    words = [move.word for move in legal]
    chosen = [
        words.index(bot.choose(BATAILLE, view, legal, Chance(n)).move.word) for n in range(300)
    ]
    assert len(set(chosen)) > 50
    assert sum(chosen) / len(chosen) > len(legal) / 2


IDLE = {"bataille": {"stay", "hold"}, "schwarm": {"done"}, "submarine": {"done"}}
"""Moves that do nothing."""


@pytest.mark.parametrize("name", first_slow(*IDLE))
def test_where_it_overlooks_moves_it_still_acts(name: str) -> None:
    """Of a game the decisions where something else can be done: it does so in every one."""
    game, chance = game_named(name).game, Chance(3)
    slips = replace(game_named(name).slips or Slips(), overlooks=100, sees=1)
    bot = EasyBot(game_named(name).bot(MEDIUM), slips)
    state = game.new(game.seats[0], game.automatic, chance)
    acted = 0
    for number in range(80):
        if not (waiting := state.waiting()):
            break
        view, legal = game.view(state, waiting[0]), game.legal(state, waiting[0])
        move = bot.choose(game, view, legal, Chance(number)).move
        if name != "submarine" or view.phase == ACT:
            is_idle = move.word in IDLE[name]
            assert not is_idle or {each.word for each in legal} <= IDLE[name]
            acted += not is_idle
        game.play(state, waiting[0], move, chance)
    assert acted > 20


def test_it_fires_and_sails_where_it_can() -> None:
    """In Bataille it never holds back, whether it overlooks moves or not."""
    entry = game_named("bataille")
    state = position(red={"A": 14})
    view, legal = BATAILLE.view(state, 0), BATAILLE.legal(state, 0)
    for number in range(40):
        move = entry.bot(EASY).choose(BATAILLE, view, legal, Chance(number)).move
        assert move.word not in IDLE["bataille"]


@pytest.mark.parametrize("seed", range(4))
def test_it_never_searches_where_nobody_can_be(seed: int) -> None:
    """No charge falls where the answers rule out a submarine, as long as there is another way."""
    entry, chance = game_named("bataille"), Chance(seed)
    state, easy = BATAILLE.new(2, {**BATAILLE.automatic}, chance), entry.bot(EASY)
    medium, charges = entry.bot(MEDIUM), 0
    for number in range(400):
        if not (waiting := state.waiting()):
            break
        seat = waiting[0]
        view, legal = BATAILLE.view(state, seat), BATAILLE.legal(state, seat)
        move: Any = (medium if seat else easy).choose(BATAILLE, view, legal, Chance(number)).move
        if seat == 0 and view.phase == CHARGE:
            barred = answer_requirements(view, 1)[0]
            useful = {each for each in legal if each.kind == Kind.DROP} & {
                each for each in legal if _cell(view, each) not in barred
            }
            assert move in useful or not useful
            charges += move in useful
        BATAILLE.play(state, seat, move, chance)
    assert charges > 2


def _cell(view: BatailleView, move: Move) -> int:
    """The cell of a charge; 0 for another move."""
    if move.kind != Kind.DROP:
        return 0
    ship = view.moved if move.ship == THE_MOVED else move.ship
    return COLUMN_OF_CELLS[view.fleets[view.mover].places[ship]][move.level]


def test_random_play_is_no_easy_bot() -> None:
    entry = game_named("bataille")
    assert isinstance(played_by(entry, "random"), RandomBot)
    assert isinstance(played_by(entry, "easy"), EasyBot)
