"""The contract of rules/contract.py as tests of any game, over random play."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nim_tui.testing.walks import (
    SEQUENCES,
    THOROUGH,
    GameSuite,
    Setting,
    Walk,
    at,
    random_games,
    settings_of,
    some,
    vocabulary,
)  # fmt: skip
from rules.chance import Chance
from rules.contract import AnyGame, IllegalMove, NotAMove, State, UnsuitableTable

seeds = st.integers(0, 2**32)
depths = st.integers(0, 120)
NO_MOVES = ("", " ", "xyzzy", ";", "stay stay", "\x00", "é" * 500)


class ContractSuite(GameSuite):
    """The contract of games, over random play; a class of tests derives from it."""

    @SEQUENCES
    @given(seeds, depths)
    def test_a_copy_and_its_original_go_separate_ways(
        self, setting: Setting, seed: int, depth: int
    ) -> None:
        state = at(setting, seed, depth)
        before, copy = repr(state), state.copy()
        assert copy == state
        Walk(setting.game, copy, seed).go(12)
        assert repr(state) == before
        other, taken = state.copy(), repr(state.copy())
        Walk(setting.game, state, seed).go(12)
        assert repr(other) == taken
        assert repr(state) == repr(copy)

    @SEQUENCES
    @given(seeds, depths)
    def test_every_legal_move_has_a_word_that_reads_back(
        self, setting: Setting, seed: int, depth: int
    ) -> None:
        state = at(setting, seed, depth)
        for seat in state.waiting():
            moves = some(setting.game.legal(state, seat))
            words = [move.word for move in moves]
            assert len(set(words)) == len(words)
            for move, word in zip(moves, words):
                assert word == " ".join(word.split())
                assert ";" not in word
                for text in (word, word.upper(), word.lower(), f"  {word.replace(' ', '   ')} "):
                    assert setting.game.parse(text) == move

    @SEQUENCES
    @given(seeds)
    def test_played_step_by_step_a_move_does_the_same(self, setting: Setting, seed: int) -> None:
        walk = Walk(setting.game, setting.new(Chance(seed)), seed)
        for _move in range(60):
            if not walk.state.waiting():
                return
            seat, move = walk.choose()
            state = walk.state.copy()
            steps = list(setting.game.steps(state, seat, move, Chance(seed)))
            assert setting.game.play(walk.state, seat, move, Chance(seed)) == steps
            assert walk.state == state

    def test_what_is_no_move_is_refused_as_such(self, game: AnyGame) -> None:
        for text in NO_MOVES:
            with pytest.raises(NotAMove):
                print(repr(text), game.parse(text))

    @pytest.mark.slow
    @SEQUENCES
    @given(seeds, depths)
    def test_an_illegal_move_is_refused_and_changes_nothing(
        self, setting: Setting, seed: int, depth: int
    ) -> None:
        state = at(setting, seed, depth)
        looks = [*range(setting.seats), None]
        before, views = repr(state), [setting.game.view(state, look) for look in looks]
        pick, words = Random(seed), vocabulary(setting)
        for seat in range(setting.seats):
            legal = setting.game.legal(state, seat)
            for move in pick.sample(words, min(25, len(words))):
                if move not in legal:
                    with pytest.raises(IllegalMove) as refusal:
                        setting.game.play(state, seat, move, Chance(seed))
                    assert str(refusal.value)
        assert repr(state) == before
        assert [setting.game.view(state, look) for look in looks] == views

    @SEQUENCES
    @given(seeds, depths)
    def test_who_is_not_waited_for_has_no_move(
        self, setting: Setting, seed: int, depth: int
    ) -> None:
        state = at(setting, seed, depth)
        waiting = state.waiting()
        for look in (*range(setting.seats), None):
            assert setting.game.view(state, look).waiting == waiting
            assert setting.game.view(state, look).seat == look
        for seat in range(setting.seats):
            assert bool(setting.game.legal(state, seat)) == (seat in waiting)

    @SEQUENCES
    @given(seeds)
    def test_seed_and_words_replay_the_game(self, setting: Setting, seed: int) -> None:
        chance = Chance(seed)
        first = Walk(setting.game, setting.new(chance), seed, chance)
        first.go()
        again = Chance(seed)
        state = setting.new(again)
        events = [
            setting.game.play(state, seat, setting.game.parse(word), again)
            for seat, word in first.record
        ]
        assert repr(state) == repr(first.state)
        assert state == first.state
        assert events == first.events

    @SEQUENCES
    @given(seeds)
    def test_a_result_comes_at_the_end_only_and_ranks_every_seat_once(
        self, setting: Setting, seed: int
    ) -> None:
        walk = Walk(setting.game, setting.new(Chance(seed)), seed)
        while walk.state.waiting():
            assert setting.game.result(walk.state) is None
            walk.go(1)
        result = setting.game.result(walk.state)
        assert result is not None
        assert sorted(seat for group in result.ranking for seat in group) == list(
            range(setting.seats)
        )
        assert all(result.ranking)
        assert all(len(figures) == setting.seats for figures in result.figures.values())
        with pytest.raises(IllegalMove):
            setting.game.play(walk.state, 0, vocabulary(setting)[0], Chance(seed))

    def test_random_games_end(self, game: AnyGame) -> None:
        """A thousand of them, or as many as a second or two hold in a long run."""
        settings = [*settings_of(game)]
        played = list(random_games(settings, games=1_000, moves=100_000 if THOROUGH else 10_000))
        assert {setting for setting, _ in played} == {*settings}
        assert all(game.result(state) is not None for _, state in played)

    def test_the_order_of_legal_moves_is_fixed(self, setting: Setting) -> None:
        def menus(state: State) -> list[list[str]]:
            return [
                [move.word for move in some(setting.game.legal(state, seat))]
                for seat in range(setting.seats)
            ]

        for depth in range(0, 60, 7):
            state = at(setting, 11, depth)
            assert menus(state) == menus(state) == menus(state.copy())

    def test_other_numbers_of_seats_and_unknown_options_are_refused(self, game: AnyGame) -> None:
        for seats in (-1, 0, game.seats[0] - 1, game.seats[-1] + 1):
            with pytest.raises(UnsuitableTable):
                game.new(seats, {}, Chance(0))
        with pytest.raises(UnsuitableTable):
            game.new(game.seats[0], {"no such option": True}, Chance(0))
        for option in game.options:
            assert option.admits(option.default)
            with pytest.raises(UnsuitableTable):
                game.new(game.seats[0], {option.name: "neither this nor that"}, Chance(0))

    def test_options_left_out_take_their_defaults(self, game: AnyGame) -> None:
        seats = game.seats[0]
        defaults = {option.name: option.default for option in game.options}
        assert game.new(seats, {}, Chance(1)) == game.new(seats, defaults, Chance(1))
        assert {option.name for option in game.options} >= set(game.automatic)

    def test_what_old_tables_were_played_with_can_still_be_chosen(self, game: AnyGame) -> None:
        for values in game.former_options.values():
            game.new(game.seats[0], values, Chance(1))
