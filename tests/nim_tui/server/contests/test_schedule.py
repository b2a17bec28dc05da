"""Schedules: everybody meets everybody, equally often as far as can be, on every seat in turn."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from nim_tui.registry import all_games
from nim_tui.server.contests.contest import PAIR
from nim_tui.server.contests.formats import Rounds, has_schedule, schedule

PLAYERS = range(2, 9)
KINDS = [(n, k) for n in PLAYERS for k in range(2, 6) if has_schedule(n, k)]


def boards(rounds: Rounds) -> list[tuple[int, ...]]:
    return [board for one in rounds for board in one]


@pytest.mark.parametrize(("players", "seats"), KINDS)
def test_nobody_sits_at_two_tables_of_a_round(players: int, seats: int) -> None:
    for one in schedule(players, seats):
        sitting = [who for board in one for who in board]
        assert len(sitting) == len(set(sitting))
        assert set(sitting) <= set(range(players))
        assert {len(board) for board in one} == {seats}
        assert len(one) == players // seats, "as many tables as there can be at once"


@pytest.mark.parametrize(("players", "seats"), KINDS)
def test_everybody_plays_equally_often_and_sits_on_every_seat(players: int, seats: int) -> None:
    every = boards(schedule(players, seats))
    games = Counter(who for board in every for who in board)
    assert len(games) == players
    assert len(set(games.values())) == 1
    for who in range(players):
        on = [sum(board[seat] == who for board in every) for seat in range(seats)]
        assert max(on) - min(on) <= 1, (who, on)


@pytest.mark.parametrize(("players", "seats"), KINDS)
def test_everybody_meets_everybody(players: int, seats: int) -> None:
    every = boards(schedule(players, seats))
    met = Counter(frozenset(pair) for board in every for pair in combinations(board, 2))
    times = [met[frozenset(pair)] for pair in combinations(range(players), 2)]
    assert min(times) >= 1
    assert max(times) - min(times) <= (0 if seats == PAIR else 2)
    if seats == PAIR:
        assert set(times) == {1}
        assert len(schedule(players, seats)) == players - 1 + players % 2


@pytest.mark.parametrize("players", PLAYERS)
def test_of_two_who_begins_changes_from_round_to_round(players: int) -> None:
    """Nobody has the same seat three times in a row."""
    for who in range(players):
        on = [board.index(who) for board in boards(schedule(players, PAIR)) if who in board]
        assert all(len(set(on[start : start + 3])) == 2 for start in range(len(on) - 2)), on


def test_every_game_on_offer_has_schedules_for_all_its_numbers_of_seats() -> None:
    for entry in all_games().values():
        for seats in entry.game.seats:
            assert [n for n in PLAYERS if has_schedule(n, seats)] == [
                n for n in PLAYERS if n >= max(seats, 2 if seats == PAIR else 4)
            ]


@pytest.mark.parametrize(("players", "seats"), [(1, 2), (9, 3), (4, 5), (8, 6), (5, 1)])
def test_what_has_no_schedule_is_refused(players: int, seats: int) -> None:
    assert not has_schedule(players, seats)
    with pytest.raises(ValueError, match="no schedule"):
        schedule(players, seats)
