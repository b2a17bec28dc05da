"""Formats of tournaments: who plays whom next, and when it is over."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest

from nim_tui.server.contests.contest import Entrant, PlayedBoard, Tournament
from nim_tui.server.contests.formats import (
    ARENA,
    KNOCK_OUT,
    SWISS,
    bye_points,
    doubled_points,
    fits,
    half_byes,
    may_end,
    met_times,
    next_round,
    table_sizes,
    usual_rounds,
)
from nim_tui.server.contests.standings import standings


def begun(form: str, players: int, seats: int = 2, sizes: range = range(2, 3)) -> Tournament:
    rounds = usual_rounds(form, players, seats)
    return Tournament(form, seats, rounds, [Entrant(n) for n in range(players)], sizes=sizes)


def played(one: Tournament) -> Tournament:
    """The tournament after its next round, in which the lower number wins."""
    boards = next_round(one)
    games = [
        PlayedBoard(
            one.made + 1, board,
            [[seat] for seat in sorted(range(len(board)), key=lambda seat: board[seat])]
            if len(board) > 1 else (),
        )
        for board in boards
    ]  # fmt: skip
    return replace(one, games=[*one.games, *games], made=one.made + 1)


def to_the_end(one: Tournament) -> Tournament:
    while next_round(one):
        one = played(one)
    return one


def without(one: Tournament, *gone: int) -> Tournament:
    """The tournament after these withdrew, and everybody else came back."""
    return replace(
        one, entrants=[replace(each, is_out=each.number in gone) for each in one.entrants]
    )


@pytest.mark.parametrize(
    ("form", "players", "seats", "is_fit"),
    [
        (SWISS, 2, 2, True), (SWISS, 256, 2, True), (SWISS, 257, 2, False), (SWISS, 4, 5, False),
        (KNOCK_OUT, 3, 4, False), (ARENA, 2, 2, True),
    ],
)  # fmt: skip
def test_formats_are_for_2_to_256(form: str, players: int, seats: int, is_fit: bool) -> None:
    assert fits(form, players, seats) is is_fit


@pytest.mark.parametrize("players", [2, 3, 7, 16])
def test_a_swiss_of_two_at_a_table_plays_its_rounds_without_repeating(players: int) -> None:
    one = to_the_end(begun(SWISS, players))
    assert one.made == one.rounds
    assert max(met_times(one.games).values()) == 1
    byes = Counter(game.board[0] for game in one.games if game.is_bye)
    assert sum(byes.values()) == players % 2 * one.rounds
    assert max(byes.values(), default=0) <= 1


@pytest.mark.parametrize(("players", "seats"), [(10, 3), (16, 4), (11, 4), (25, 5)])
def test_a_swiss_of_more_fills_tables_with_people_who_have_met_least(
    players: int, seats: int
) -> None:
    one = to_the_end(begun(SWISS, players, seats))
    assert all(len(game.board) in (1, seats) for game in one.games)
    byes = Counter(game.board[0] for game in one.games if game.is_bye)
    assert max(byes.values(), default=0) - min(byes[n] for n in range(players)) <= 1
    if players > seats**2:
        first = [game for game in one.games if game.round <= 2]
        assert max(met_times(first).values()) == 1
    assert sum(doubled_points(one)) == sum(
        bye_points(seats) if game.is_bye else seats * (seats - 1) for game in one.games
    )


@pytest.mark.parametrize(
    ("players", "seats", "sizes"),
    [
        (2, 2, range(2, 3)), (5, 2, range(2, 3)), (16, 2, range(2, 3)), (6, 4, range(3, 5)),
        (5, 4, range(3, 5)), (23, 4, range(3, 5)), (31, 5, range(2, 6)), (7, 3, range(2, 6)),
        (4, 3, range(3, 5)), (6, 3, range(3, 5)), (8, 3, range(3, 5)), (256, 3, range(3, 5)),
    ],
)  # fmt: skip
def test_a_knock_out_ends_with_the_best_who_lost_no_game(
    players: int, seats: int, sizes: range
) -> None:
    one = to_the_end(begun(KNOCK_OUT, players, seats, sizes))
    assert all(len(game.board) in (1, *sizes) for game in one.games)
    lost = {who for game in one.games for who in game.board if who != min(game.board)}
    assert lost == set(range(1, players))
    if seats == 2:
        assert one.made == (players - 1).bit_length()


@pytest.mark.parametrize("players", range(3, 33))
def test_the_last_two_of_a_game_for_three_share_the_first_place(players: int) -> None:
    one = begun(KNOCK_OUT, players, 3, range(3, 4))
    for _round in range(players):
        assert all(len(board) == 1 for board in next_round(one)) is (not next_round(one))
        one = played(one) if next_round(one) else one
    first = [each for each in standings(one) if each.place == 1]
    assert len(first) == 2 - players % 2


def test_a_knock_out_ends_when_too_few_for_a_table_are_left() -> None:
    one = played(begun(KNOCK_OUT, 9, 3, range(3, 5)))
    assert len(next_round(one)) == 1
    assert not next_round(without(one, 2))


def test_the_best_meets_the_lowest_and_byes_go_to_the_best() -> None:
    assert {frozenset(board) for board in next_round(begun(KNOCK_OUT, 6))} == {
        frozenset({2, 5}), frozenset({3, 4}), frozenset({0}), frozenset({1}),
    }  # fmt: skip
    assert table_sizes(9, 4, range(3, 5)) == [4, 3]


def test_who_withdraws_from_a_knock_out_unbeaten_does_not_win_it() -> None:
    one = played(begun(KNOCK_OUT, 7))
    assert (0,) in [game.board for game in one.games], "a bye"
    one = played(without(one, 0))
    assert {who for board in next_round(without(one)) for who in board} == {1, 2}, "too late"
    places = {each.player: each.place for each in standings(to_the_end(without(one)))}
    assert (places[1], places[2], places[0], places[3]) == (1, 2, 3, 3)


def test_who_is_left_alone_by_a_withdrawal_wins_a_knock_out() -> None:
    one = without(played(begun(KNOCK_OUT, 4)), 0)
    assert not next_round(one)
    assert [(each.player, each.place) for each in standings(one)][:2] == [(1, 1), (0, 2)]


def test_a_drawn_or_void_game_of_a_knock_out_is_passed_by_the_better_rank() -> None:
    one = begun(KNOCK_OUT, 4)
    games = [PlayedBoard(1, (3, 0), ((0, 1),)), PlayedBoard(1, (2, 1))]
    assert {*next_round(replace(one, games=games, made=1))[0]} == {0, 1}


def test_who_withdraws_is_paired_no_more() -> None:
    one = played(begun(SWISS, 6))
    entrants = [replace(each, is_out=each.number in (1, 4)) for each in one.entrants]
    after = next_round(replace(one, entrants=entrants))
    assert {who for board in after for who in board} == {0, 2, 3, 5}


# Arena


def test_an_arena_pairs_who_is_free_but_not_the_same_two_at_once() -> None:
    one = begun(ARENA, 5)
    first = next_round(one)
    assert [len(board) for board in first] == [2, 2]
    games = [PlayedBoard(1, first[0], ((0,), (1,))), PlayedBoard(1, first[1], (), is_over=False)]
    one = replace(one, games=games, made=1)
    (again,) = next_round(one)
    assert 4 in again
    gone = [replace(each, is_here=each.number != 4) for each in one.entrants]
    assert not next_round(replace(one, entrants=gone)), "the two wait for somebody else"
    over = [replace(game, is_over=True) for game in games]
    assert len(next_round(replace(one, entrants=gone, games=over))) == 2


def test_an_arena_is_over_when_time_is_up_and_its_games_are() -> None:
    one = begun(ARENA, 4)
    late = replace(one, is_time_up=True, games=[PlayedBoard(1, (0, 1), (), is_over=False)])
    assert not next_round(late)
    assert not may_end(late)
    assert may_end(replace(late, games=[PlayedBoard(1, (0, 1), ((0,), (1,)))]))
    assert not may_end(one)


def test_members_of_a_team_do_not_share_a_table_if_it_can_be_helped() -> None:
    one = begun(SWISS, 9, 3, range(3, 4))
    entrants = [replace(each, team="abc"[each.number // 3]) for each in one.entrants]
    for board in next_round(replace(one, entrants=entrants)):
        assert all(a // 3 != b // 3 for a, b in combinations(board, 2))


def test_who_asks_for_a_half_point_bye_is_not_paired() -> None:
    one = begun(SWISS, 6)
    asking = [replace(each, asks_bye=each.number == 2) for each in one.entrants]
    boards = next_round(replace(one, entrants=asking))
    assert half_byes(replace(one, entrants=asking)) == [2]
    assert boards[-1] == (2,)
    assert [len(board) for board in boards] == [2, 2, 1, 1]  # five are left: one has a whole bye
    games = [
        PlayedBoard(1, board, [[0], [1]] if len(board) > 1 else (), is_half=board == (2,))
        for board in boards
    ]
    after = replace(one, games=games, made=1)
    assert doubled_points(after)[2] == 1
    whole = next(board[0] for board in boards if len(board) == 1 and board != (2,))
    assert doubled_points(after)[whole] == 2
    gone = [replace(each, is_out=each.number == 0) for each in one.entrants]
    assert (whole,) not in next_round(replace(after, entrants=gone))
