"""Games between bots: the same for the same seed, and counted rightly."""

from __future__ import annotations

import pytest

from nim_tui.arena import matches as simulate
from nim_tui.arena.matches import EndlessGame, MatchResult, MatchTally, games_between, play_out
from nim_tui.bots.bot import Bot
from nim_tui.bots.levels import RandomBot
from nim_tui.games.bataille.bot import MediumBot
from nim_tui.tables.seeds import MOST_SEED
from rules.bataille import BATAILLE
from rules.contract import Result, UnsuitableTable
from tests.nim_tui.conftest import table_of
from tests.rules.tiny import TINY

RANDOM: list[Bot] = [RandomBot(), RandomBot()]


def test_the_same_seed_gives_the_same_games() -> None:
    bots: list[Bot] = [MediumBot(), RandomBot()]
    games = [list(games_between(BATAILLE, {}, bots, seed, 5)) for seed in (3, 3, 4)]
    assert games[0] == games[1]
    assert games[0][1:] == games[2][:-1], "game i has the seed + i, whatever was played before"
    assert [game.seed for game in games[0]] == [3, 4, 5, 6, 7]


def test_a_game_is_the_one_a_table_would_play() -> None:
    from nim_tui.bots.bot import bot_chance

    outcome = play_out(BATAILLE, BATAILLE.automatic, RANDOM, 7)
    table = table_of(seed=7)
    while table.waiting:
        seat, moves = table.waiting[0], table.moves_played
        chance = bot_chance(7, seat, moves)
        advice = RandomBot().choose(BATAILLE, table.view(seat), table.legal(seat), chance)
        table.play(seat, advice.move)
    assert (outcome.moves, outcome.result) == (table.moves_played, table.result)


def test_games_among_bots_end_unless_options_say_otherwise(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert all(game.moves < 2000 for game in games_between(BATAILLE, {}, RANDOM, 1, 5))
    short = list(games_between(BATAILLE, {"turn_limit": 2}, RANDOM, 1, 5))
    assert {game.result.reason for game in short} == {"turn_limit"}
    monkeypatch.setattr(simulate, "MOST_MOVES", 10)
    with pytest.raises(EndlessGame, match="seed 1 did not end within 10 moves"):
        list(games_between(BATAILLE, {"turn_limit": None}, RANDOM, 1, 5))


def test_a_game_it_does_not_know_is_played_by_any_number() -> None:
    for seats in TINY.seats:
        bots: list[Bot] = [RandomBot()] * seats
        tally = MatchTally.of(seats)
        for outcome in games_between(TINY, {}, bots, 1, 20):
            assert sorted(seat for group in outcome.result.ranking for seat in group) == [
                *range(seats)
            ]
            tally.add(outcome)
        assert sum(tally.wins) + tally.draws == 20


def test_unsuitable_seats_and_options_are_refused() -> None:
    with pytest.raises(UnsuitableTable):
        list(games_between(BATAILLE, {}, [RandomBot()] * 3, 1, 1))
    with pytest.raises(UnsuitableTable):
        list(games_between(BATAILLE, {"wind": 1}, RANDOM, 1, 1))


def test_seeds_wrap_around_at_the_largest() -> None:
    assert [game.seed for game in games_between(TINY, {}, RANDOM, MOST_SEED, 2)] == [MOST_SEED, 0]


def test_a_tally_counts_wins_shared_places_lengths_and_reasons() -> None:
    tally = MatchTally.of(3)
    rankings: list[tuple[tuple[int, ...], ...]] = [
        ((0,), (1, 2)), ((2,), (0,), (1,)), ((0,), (1,), (2,)), ((0, 1), (2,)), ((0, 1, 2),)
    ]  # fmt: skip
    for moves, ranking in zip((10, 20, 30, 40, 100), rankings):
        tally.add(MatchResult(1, moves, Result(ranking, "ships" if moves < 40 else "rounds")))
    assert tally.moves == 200
    assert tally.facts() == {
        "games": 5,
        "wins": [2, 0, 1],
        "draws": 2,
        "lengths": {"min": 10, "median": 30, "mean": 40.0, "max": 100},
        "reasons": {"ships": 3, "rounds": 2},
    }
