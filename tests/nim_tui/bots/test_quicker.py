"""What answers where a bot is late: a bot that looks less far, not any move."""

from __future__ import annotations

import pytest

from nim_tui.arena.matches import games_between
from nim_tui.bots.bot import Bot
from nim_tui.bots.levels import RandomBot, quicker_than
from nim_tui.registry import EASY, HARD, MEDIUM, all_games, game_named
from rules.bataille import BATAILLE
from rules.bataille.board import PORT, column_of
from rules.bataille.moves import Kind, Move
from rules.bataille.state import BatailleState
from rules.chance import Chance
from rules.contract import AnyGame
from tests.nim_tui.bots.bots import first_slow
from tests.rules.bataille.positions import position

LEVELS = (HARD, MEDIUM, EASY)


def share(game: AnyGame, bot: Bot, games: int) -> float:
    """The share of first places among bots that play blindly, seats moved on game by game."""
    seats, won = game.seats[0], 0.0
    for number in range(games):
        own = number % seats
        bots = [bot if seat == own else RandomBot() for seat in range(seats)]
        (outcome,) = games_between(game, {}, bots, 7000 + number, 1)
        winners = outcome.result.winners
        won += (own in winners) / max(len(winners), 1)
    return won / games


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", all_games())
def test_no_level_is_answered_for_by_any_move(name: str, level: str) -> None:
    assert not isinstance(quicker_than(game_named(name).bot(level)), RandomBot)


@pytest.mark.parametrize("name", first_slow("bataille", "submarine", "himalaya"))
def test_what_answers_for_medium_and_easy_plays_sensibly(name: str) -> None:
    entry = game_named(name)
    quicker = quicker_than(entry.bot(MEDIUM))
    assert type(quicker_than(entry.bot(EASY))) is type(quicker)
    assert share(entry.game, quicker, 24) > 0.7


def at_a_glance(state: BatailleState) -> set[Move]:
    """What red does in a position, whatever chance has to do with it."""
    view, legal = BATAILLE.view(state, 0), BATAILLE.legal(state, 0)
    bot: Bot = quicker_than(game_named("bataille").bot(MEDIUM))
    return {bot.choose(BATAILLE, view, legal, Chance(n)).move for n in range(20)}  # type: ignore[misc]


def test_at_a_glance_a_ship_with_charges_searches() -> None:
    moves = at_a_glance(position(red={"A": 14}))
    assert all(move.kind == Kind.SAIL and move.place != PORT for move in moves)


def test_at_a_glance_a_ship_without_charges_heads_for_port() -> None:
    """That of red lies in the east."""
    alone = position(red={"A": 14, "B": "sunk", "C": "sunk"}, red_charges=(0, 0, 0))
    moves = at_a_glance(alone)
    assert all(column_of(move.place) > column_of(14) for move in moves)
    near = position(red={"A": 18, "B": "sunk", "C": "sunk"}, red_charges=(0, 0, 0))
    assert {move.place for move in at_a_glance(near)} == {PORT}
