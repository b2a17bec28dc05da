"""Names of positions: the same on every page, by turn or round and the move that comes next."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from screens.positions import MoveIndex, Turn, position_name, replayed_name, turn_of
from tests.screens.schwarm.tables import ENDED
from tests.screens.tables import WON, table_after


@pytest.mark.parametrize(
    ("turn", "told", "replayed"),
    [
        (Turn("turn", 4), "turn 4, move 13", "turn 4, before move 13 of 20"),
        (Turn("round", 2), "round 2, move 13", "round 2, before move 13 of 20"),
        (Turn("turn", 0), "move 13", "before move 13 of 20"),
        (Turn(), "move 13", "before move 13 of 20"),
    ],
)
def test_a_position_has_the_name_of_the_move_that_comes_next(
    turn: Turn, told: str, replayed: str
) -> None:
    assert position_name(turn, 12, 20) == told
    assert replayed_name(turn, 12, 20) == replayed


def test_the_end_has_a_name_of_its_own() -> None:
    assert position_name(Turn("turn", 4), 20, 20) == "the end"
    assert replayed_name(Turn("turn", 4), 20, 20) == "after move 20 of 20"


def test_the_moves_of_a_table_are_dated_as_its_views_are() -> None:
    table = table_after(WON)
    index = table.move_index(0)
    again = table_after("")
    for position, play in enumerate(table.plays):
        assert index.turns[position] == turn_of(again.view(None))
        assert index.known[position] == len(again.log(0))
        again.play(play.seat, again.game.parse(play.move))
    assert index.turns[-1] == turn_of(table.view(None))
    assert index.last == table.view(0).turn


def test_a_game_of_rounds_is_found_by_its_moves() -> None:
    index = ENDED.table().move_index(0)
    assert index.last == index.length
    assert [index.found(number) for number in (0, 1, 5, 10**6)] == [0, 0, 4, index.length]


TURNS = st.lists(st.integers(0, 2), min_size=2, max_size=30).map(
    lambda more: [sum(more[: at + 1]) for at in range(len(more))]
)


@given(TURNS, st.integers(0, 70))
def test_a_turn_is_found_where_it_begins_or_else_the_next_one(
    turns: list[int], number: int
) -> None:
    index = MoveIndex([Turn("turn", each) for each in turns], [*range(len(turns))])
    found = index.found(number)
    assert all(turn < number for turn in turns[:found])
    assert turns[found] >= number or found == index.length


@given(st.lists(st.integers(0, 3), min_size=1, max_size=20), st.integers(0, 60))
def test_a_position_is_the_moves_known_whole(told: list[int], known: int) -> None:
    before = [sum(told[:at]) for at in range(len(told) + 1)]
    index = MoveIndex([Turn()] * len(before), before)
    position = index.position(known)
    assert before[position] <= known
    assert position == index.length or before[position + 1] > known
