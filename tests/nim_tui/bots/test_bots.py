"""Bots that play: legal, reproducible, and blind to what their seat may not know."""

from __future__ import annotations

from collections import Counter

import pytest

from nim_tui.arena.matches import MatchResult, games_between
from nim_tui.bots.bot import Bot, bot_chance
from nim_tui.bots.levels import RandomBot
from nim_tui.games.bataille.bot import MediumBot
from nim_tui.games.bataille.quick_bots import TurtleBot
from rules.bataille import BATAILLE
from rules.bataille.moves import Move
from rules.chance import Chance
from rules.contract import AnyGame
from rules.options import OptionValue
from tests.depth import few_of
from tests.nim_tui.bots.bots import first_slow
from tests.rules.tiny import TINY

OPTIONS: list[dict[str, OptionValue]] = [
    {}, {"blast": True}, {"lanes": "diagonals"}, {"lanes": "all", "blast": True}
]  # fmt: skip


def play(
    game: AnyGame,
    bots: list[Bot],
    seed: int,
    options: dict[str, OptionValue],
    most: int = 10_000,
) -> list[str]:
    """A game between bots, or so many of its moves; the words played.

    Every move must be legal, with a reason.
    """
    chance, words = Chance(seed), list[str]()
    state = game.new(2, {**game.automatic, **options}, chance)
    while state.waiting() and len(words) < most:
        seat = state.waiting()[-1]
        legal = game.legal(state, seat)
        advice = bots[seat].choose(
            game, game.view(state, seat), legal, bot_chance(seed, seat, len(words))
        )
        assert advice.move in legal
        assert advice.reason.format(**advice.facts)
        game.play(state, seat, advice.move, chance)
        words.append(advice.move.word)
    return words


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_bots_play_legal_moves_and_say_why(options: dict[str, OptionValue]) -> None:
    for seed in few_of(range(5), 2):
        assert play(BATAILLE, [MediumBot(), RandomBot()], seed, options)
        assert play(BATAILLE, [RandomBot(), MediumBot()], seed, options)


def test_the_random_bot_plays_any_game() -> None:
    for seed in range(20):
        assert play(TINY, [RandomBot(), RandomBot()], seed, {})


@pytest.mark.parametrize("kind", first_slow(MediumBot, RandomBot, TurtleBot))
def test_decisions_are_reproducible(kind: type[Bot]) -> None:
    games = [play(BATAILLE, [kind(), kind()], seed, {}) for seed in (1, 1, 2)]
    assert games[0] == games[1]
    assert games[0] != games[2]


def test_the_chance_of_a_bot_depends_on_seed_seat_and_move() -> None:
    def draws(seed: int, seat: int, moves: int) -> list[int]:
        chance = bot_chance(seed, seat, moves)
        return [chance.below(1000) for _ in range(5)]

    table = Chance(7)
    seen = [draws(7, 0, 3), draws(8, 0, 3), draws(7, 1, 3), draws(7, 0, 4)]
    seen.append([table.below(1000) for _ in range(5)])
    assert draws(7, 0, 3) == seen[0]
    assert len({tuple(numbers) for numbers in seen}) == len(seen)


@pytest.mark.slow
def test_the_medium_bot_does_not_know_the_enemy_camp() -> None:
    """Its advice is the same in the truth and in another state that its view fits as well."""
    differed, seeds = 0, few_of(range(6), 2)
    for seed in seeds:
        chance = Chance(seed)
        state = BATAILLE.new(2, BATAILLE.automatic, chance)
        moves = 0
        while state.waiting():
            seat = state.waiting()[0]
            view, legal = BATAILLE.view(state, seat), BATAILLE.legal(state, seat)
            other = BATAILLE.sample(view, Chance(seed + moves))
            differed += BATAILLE.view(other, 1 - seat) != BATAILLE.view(state, 1 - seat)
            advice = MediumBot().choose(BATAILLE, view, legal, bot_chance(seed, seat, moves))
            elsewhere = MediumBot().choose(
                BATAILLE,
                BATAILLE.view(other, seat),
                BATAILLE.legal(other, seat),
                bot_chance(seed, seat, moves),
            )
            assert advice == elsewhere
            BATAILLE.play(state, seat, BATAILLE.parse(advice.move.word), chance)
            moves += 1
    assert differed > 16 * len(seeds)


def test_the_medium_bot_changes_neither_view_nor_moves() -> None:
    state = BATAILLE.new(2, {}, Chance(1))
    view, legal = BATAILLE.view(state, 0), BATAILLE.legal(state, 0)
    words = [move.word for move in legal]
    MediumBot().choose(BATAILLE, view, legal, Chance(1))
    assert view == BATAILLE.view(state, 0)
    assert [move.word for move in legal] == words


def outcomes(bots: list[Bot], games: int) -> list[MatchResult]:
    return list(games_between(BATAILLE, {}, bots, 1, games))


def won_by_medium(other: type[Bot], games: int) -> int:
    """How many of so many games the medium bot wins, half of them from each seat."""
    first = outcomes([MediumBot(), other()], games // 2)
    second = outcomes([other(), MediumBot()], games // 2)
    return sum(outcome.result.winners == (0,) for outcome in first) + sum(
        outcome.result.winners == (1,) for outcome in second
    )


@pytest.mark.parametrize(
    ("other", "games", "least"),
    [
        pytest.param(RandomBot, 20, 19, marks=pytest.mark.slow),
        pytest.param(TurtleBot, 20, 14, marks=pytest.mark.slow),
        pytest.param(RandomBot, 200, 190, marks=pytest.mark.nightly),
        pytest.param(TurtleBot, 200, 140, marks=pytest.mark.nightly),
    ],
)
def test_the_medium_bot_beats(other: type[Bot], games: int, least: int) -> None:
    assert won_by_medium(other, games) >= least


@pytest.mark.parametrize("games", first_slow(16, 100))
def test_medium_bots_end_their_games_by_the_search(games: int) -> None:
    """T: torpedoes are generally not recommended: they are not what decides."""
    played = outcomes([MediumBot(), MediumBot()], games)
    reasons = Counter(outcome.result.reason for outcome in played)
    assert reasons["submarines"] >= 0.75 * games
    assert reasons["turn_limit"] <= 0.1 * games
    assert {outcome.result.winners for outcome in played} == {(0,), (1,)}


@pytest.mark.slow
def test_camps_differ_from_game_to_game() -> None:
    bots: list[Bot] = [MediumBot(), MediumBot()]
    first = {tuple(play(BATAILLE, bots, seed, {}, most=4)) for seed in range(8)}
    assert len(first) == 8


def test_moves_are_those_of_the_rules() -> None:
    state = BATAILLE.new(2, {}, Chance(1))
    advice = MediumBot().choose(
        BATAILLE, BATAILLE.view(state, 0), BATAILLE.legal(state, 0), Chance(1)
    )
    assert isinstance(advice.move, Move)
    assert BATAILLE.parse(advice.move.word) is advice.move
