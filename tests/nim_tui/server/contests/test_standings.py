"""How a tournament stands: points by place, and what decides between equal ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nim_tui.server.contests.contest import (
    Entrant,
    GameResult,
    PlayedBoard,
    Tournament,
    against,
    game_points,
    points_of,
)
from nim_tui.server.contests.formats import ARENA, KNOCK_OUT, ROUND_ROBIN, SWISS, schedule
from nim_tui.server.contests.standings import Standing, standings, team_standings

KINDS = st.sampled_from([(4, 2), (5, 2), (6, 2), (7, 2), (8, 2), (5, 3), (6, 4), (8, 4), (7, 5)])


def won(*games: str) -> list[GameResult]:
    """Games of two as `0>1` and `2=3`."""
    found = []
    for game in games:
        first, second = int(game[0]), int(game[2])
        ranking = ((0,), (1,)) if game[1] == ">" else ((0, 1),)
        found.append(GameResult((first, second), ranking))
    return found


def held(
    players: int, games: Sequence[GameResult], form: str = ROUND_ROBIN, a_round: int = 99
) -> Tournament:
    """A tournament with these games, so many a round; of one player alone is a bye."""
    boards = [
        PlayedBoard(1 + at // a_round, game.board, game.ranking) for at, game in enumerate(games)
    ]
    seats = max((len(game.board) for game in games), default=2)
    return Tournament(form, seats, 3, [Entrant(n) for n in range(players)], boards)


def ordered(players: int, games: Sequence[GameResult]) -> list[Standing]:
    return standings(held(players, games))


def table(players: int, games: Sequence[GameResult]) -> list[tuple[int, int]]:
    """Everybody with their place, the best first."""
    return [(one.player, one.place) for one in ordered(players, games)]


@st.composite
def tournaments(draw: st.DrawFn) -> tuple[int, list[GameResult]]:
    """A tournament some of whose games are over, in any way."""
    players, seats = draw(KINDS)
    games = []
    for board in [board for one in schedule(players, seats) for board in one]:
        if draw(st.integers(0, 4)) == 0:
            continue
        places = draw(st.lists(st.integers(0, seats - 1), min_size=seats, max_size=seats))
        groups = [tuple(s for s in range(seats) if places[s] == p) for p in range(seats)]
        games.append(GameResult(board, tuple(group for group in groups if group)))
    return players, games


def test_points_go_by_place_and_are_shared() -> None:
    assert game_points([[0], [1]]) == {0: 2, 1: 0}
    assert game_points([[0, 1]]) == {0: 1, 1: 1}
    assert game_points([[2], [0], [3], [1]]) == {2: 6, 0: 4, 3: 2, 1: 0}
    assert game_points([[2], [0, 3], [1]]) == {2: 6, 0: 3, 3: 3, 1: 0}
    assert game_points([[0, 1, 2], [3]]) == {0: 4, 1: 4, 2: 4, 3: 0}
    assert game_points([]) == {}


def test_direct_comparison_decides_first() -> None:
    games = won("0>2", "0>3", "1>0", "1>2", "3>1", "2=3")
    assert table(4, games) == [(1, 1), (0, 2), (3, 3), (2, 4)]


def test_then_sonneborn_berger_and_then_a_place_is_shared() -> None:
    games = won("0=1", "0>2", "3>0", "2>1", "1>3", "2>3")
    assert table(4, games) == [(2, 1), (0, 2), (1, 3), (3, 4)], "0 beat the stronger one"
    assert [(one.points, *one.figures) for one in ordered(4, games)[1:3]] == [
        (3, 0.5, 2.75), (3, 0.5, 1.75),
    ]  # fmt: skip
    ring = won("0>1", "1>2", "2>0", "3=0", "3=1", "3=2")
    assert table(4, ring) == [(0, 1), (1, 1), (2, 1), (3, 1)]


def test_a_game_without_a_result_counts_for_nobody() -> None:
    assert [one.games for one in ordered(4, [GameResult((0, 1), ())])] == [0, 0, 0, 0]


def test_at_tables_of_more_everybody_is_compared_with_everybody() -> None:
    game = GameResult((4, 2, 0), ((1,), (0, 2)))
    assert points_of(game) == {2: 4, 4: 1, 0: 1}
    assert [against(game, 2, 4), against(game, 4, 2), against(game, 4, 0)] == [2, 0, 1]
    assert against(game, 2, 3) == 0, "who was not there"


@pytest.mark.slow
@given(tournaments())
def test_everybody_has_a_place_and_points_are_what_games_gave(
    tournament: tuple[int, list[GameResult]],
) -> None:
    players, games = tournament
    found = ordered(players, games)
    assert sorted(one.player for one in found) == list(range(players))
    assert sum(one.points for one in found) == sum(
        len(game.board) * (len(game.board) - 1) for game in games
    )
    for one in found:
        assert one.points == sum(points_of(game).get(one.player, 0) for game in games)
        assert one.place == 1 + sum(other.place < one.place for other in found)


@pytest.mark.slow
@given(tournaments())
def test_who_stands_higher_has_more_of_what_was_told_beforehand(
    tournament: tuple[int, list[GameResult]],
) -> None:
    found = ordered(*tournament)
    for above, below in pairwise(found):
        keys = [(one.points, one.figures) for one in (above, below)]
        assert keys[0] >= keys[1]
        assert (above.place == below.place) == (keys[0] == keys[1])


@pytest.mark.slow
@given(tournaments())
def test_standings_do_not_depend_on_the_order_of_games(
    tournament: tuple[int, list[GameResult]],
) -> None:
    players, games = tournament
    assert ordered(players, games[::-1]) == ordered(players, games)


@pytest.mark.slow
@given(tournaments())
def test_a_pair_shares_what_their_games_are_worth(
    tournament: tuple[int, list[GameResult]],
) -> None:
    players, games = tournament
    for game in games:
        for one in range(players):
            for other in range(one):
                both = against(game, one, other) + against(game, other, one)
                assert both == (2 if {one, other} <= {*game.board} else 0)


# The tie-breaks of other formats


def bye(player: int) -> GameResult:
    return GameResult((player,), ())


def test_buchholz_and_its_cut_count_a_bye_as_an_opponent_like_oneself() -> None:
    games = [
        *won("0>1", "2>3"), bye(4), *won("0>2", "4>1"), bye(3), *won("0=4", "1>3"), bye(2),
    ]  # fmt: skip
    found = standings(held(5, games, SWISS, 3))
    assert [(one.player, one.points / 2, one.figures) for one in found] == [
        (4, 2.5, (5, 6, 0.5, 2.25, 1)), (0, 2.5, (4.5, 5.5, 0.5, 4.25, 2)),
        (2, 2, (4.5, 5.5, 0, 1, 1)), (1, 1, (5, 6, 1, 1, 1)), (3, 1, (3, 4, 0, 0, 0)),
    ]  # fmt: skip


def test_a_round_that_goes_on_does_not_count_as_one_without_a_game() -> None:
    one = held(3, [*won("0>1"), bye(2)], SWISS, 2)
    going_on = PlayedBoard(2, (2, 0), (), is_over=False)
    after = replace(one, games=[*one.games, going_on, PlayedBoard(2, (1,))])
    assert [each.figures[1] for each in standings(after)] == [1, 1, 1]


def test_a_knock_out_goes_by_the_round_of_the_defeat() -> None:
    games = won("0>3", "2>1", "2>0")
    found = standings(held(4, games, KNOCK_OUT, 2))
    assert [(one.player, one.place) for one in found] == [(2, 1), (0, 2), (1, 3), (3, 3)]


def test_in_an_arena_a_third_win_in_a_row_counts_twice() -> None:
    found = standings(held(2, won("0>1", "0>1", "0>1", "0=1", "0>1"), ARENA, 1))
    assert [one.points / 2 for one in found] == [6, 0.5]
    assert found[0].figures == (4,)


def test_a_team_has_the_points_of_its_members() -> None:
    one = held(4, won("0>1", "2>3", "0=2"))
    teams = ["Reds", "Reds", "Blues", "Blues"]
    one = Tournament(
        one.format, 2, 0, [Entrant(n, team) for n, team in enumerate(teams)],
        [*one.games, PlayedBoard(1, (1, 3), ((0,), (1,)))],
    )  # fmt: skip
    found = team_standings(one, standings(one))
    assert [(each.team, each.place, each.points / 2) for each in found] == [
        ("Reds", 1, 2.5), ("Blues", 2, 1.5),
    ]  # fmt: skip
