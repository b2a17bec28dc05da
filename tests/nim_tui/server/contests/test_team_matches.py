"""Team matches: who meets whom, who sits where, and how teams are ranked."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from nim_tui.server.contests.contest import Entrant, PlayedBoard, Tournament
from nim_tui.server.contests.formats import TEAMS, doubled_points, fits, next_round, usual_rounds
from nim_tui.server.contests.team_matches import (
    line_up,
    match_standings,
    matches_of,
    teams_by_strength,
)

BOARDS = 3


def event(teams: int, members: int = BOARDS, rounds: int = 0) -> Tournament:
    """Teams A, B, … whose members have every n-th starting rank."""
    count = teams * members
    entrants = [Entrant(number, "ABCDEFGHIJKL"[number % teams]) for number in range(count)]
    rounds = rounds or usual_rounds(TEAMS, teams, 2)
    return Tournament(TEAMS, 2, rounds, entrants, boards=BOARDS)


def played(one: Tournament, *winners: str) -> Tournament:
    """The tournament after its next round, in which the `winners` win all boards, others draw."""
    games = []
    for board in next_round(one):
        won = [seat for seat, who in enumerate(board) if one.entrants[who].team in winners]
        ranking = [[won[0]], [1 - won[0]]] if won else [[0, 1]]
        games.append(PlayedBoard(one.made + 1, board, ranking if len(board) > 1 else ()))
    return replace(one, games=[*one.games, *games], made=one.made + 1)


def test_teams_meet_board_by_board_in_order_of_starting_rank() -> None:
    one = event(4)
    assert teams_by_strength(one) == ["A", "B", "C", "D"]
    boards = next_round(one)
    assert boards == [(0, 2), (6, 4), (8, 10), (3, 1), (5, 7), (11, 9)]
    assert {frozenset(one.entrants[who].team for who in board) for board in boards[:3]} == {
        frozenset("AC")
    }


@pytest.mark.parametrize("teams", [4, 5, 7, 8, 12])
def test_no_two_teams_meet_twice_and_none_rests_twice(teams: int) -> None:
    one, met, rests = event(teams), Counter[frozenset[int]](), Counter[int]()
    while next_round(one):
        one = played(one, "A", "D", "G")
        for match in matches_of(one, one.made):
            if len(match.teams) == 1:
                rests[match.teams[0]] += 1
            met[frozenset(match.teams)] += 1
    assert one.made == one.rounds
    assert max(met.values()) == 1
    assert not rests or max(rests.values()) == 1
    seats = Counter[tuple[str, int]]()
    for number in range(1, one.made + 1):
        for match in matches_of(one, number):
            for seat, team in enumerate(match.teams if len(match.teams) > 1 else ()):
                seats[teams_by_strength(one)[team], seat] += 1
    surplus = [seats[team, 0] - seats[team, 1] for team in teams_by_strength(one)]
    assert max(map(abs, surplus)) <= 2


def test_match_points_come_first_then_board_points_then_the_match_between() -> None:
    one = played(event(4), "A", "B")
    order = match_standings(one)
    assert [(each.team, each.place, each.match_points, each.points) for each in order] == [
        ("A", 1, 2, 6), ("B", 1, 2, 6), ("C", 3, 0, 0), ("D", 3, 0, 0),
    ]  # fmt: skip
    one = played(one, "B")
    assert match_standings(one)[0].team == "B"
    assert match_standings(one)[0].match_points == 4
    assert list(match_standings(one)[0].cells) == ["3", "3"]
    assert doubled_points(one)[1] == 4


def test_reserves_move_up_and_a_board_without_an_opponent_is_won() -> None:
    one = event(2, members=4, rounds=2)
    gone = [replace(each, is_out=each.number in (0, 2, 4)) for each in one.entrants]
    assert line_up(one, "A") == [0, 2, 4]
    short = replace(one, entrants=gone)
    assert line_up(short, "A") == [6]
    boards = next_round(short)
    assert [len(board) for board in boards] == [2, 1, 1]
    after = played(short, "A")
    order = match_standings(after)
    assert [(each.team, each.match_points, each.points) for each in order] == [
        ("B", 2, 4), ("A", 0, 2),
    ]  # fmt: skip


def test_a_team_without_a_match_has_a_match_won_with_half_of_its_boards() -> None:
    one = played(event(3))
    order = {each.team: each for each in match_standings(one)}
    assert (order["C"].match_points, order["C"].points) == (2, BOARDS)
    assert list(order["C"].cells) == ["+"]
    assert order["C"].matches == 0
    assert sum(doubled_points(one)) == 3 * BOARDS


def test_a_match_counts_once_all_its_games_are_over() -> None:
    one = event(2, rounds=1)
    games = [PlayedBoard(1, board, [[0], [1]]) for board in next_round(one)]
    games[-1] = replace(games[-1], ranking=(), is_over=False)
    (match,) = matches_of(replace(one, games=games, made=1), 1)
    assert match.match_points == (0, 0)
    assert sum(match.points) == 2 * (BOARDS - 1)


def test_team_matches_are_for_games_of_two() -> None:
    assert fits(TEAMS, 12, 2)
    assert not fits(TEAMS, 12, 3)
