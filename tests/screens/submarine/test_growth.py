"""How the types grew: the course that the chart of Submarine draws, from the log alone."""

from __future__ import annotations

import pytest

from screens.submarine.growth import types_by_turn
from tests.screens.submarine.tables import (
    ACTING,
    ALL_TYPES,
    FIVE,
    LAST_TREASURE,
    NO_CARDS,
    PLACED,
    Position,
)

POSITIONS = [PLACED, ACTING, FIVE, ALL_TYPES, LAST_TREASURE, NO_CARDS]


@pytest.mark.parametrize("position", POSITIONS, ids=range(len(POSITIONS)))
def test_each_line_ends_at_the_types_held_now(position: Position) -> None:
    table = position.table()
    for looker in (None, 0, 1):
        course = types_by_turn(table.log(looker), position.players)
        players = table.view(looker).players
        assert [values[-1] for values in course.values] == [player.types for player in players]


@pytest.mark.parametrize("position", POSITIONS, ids=range(len(POSITIONS)))
def test_lines_begin_at_nothing_are_equally_long_and_never_fall(position: Position) -> None:
    table = position.table()
    course = types_by_turn(table.log(0), position.players)
    assert len({len(values) for values in course.values}) == 1
    assert len(course.values[0]) <= table.view(0).turn + 1
    for values in course.values:
        assert values[0] == 0
        assert list(values) == sorted(values)


def test_a_line_rises_in_the_turn_of_its_player() -> None:
    """Ana begins: turns 1, 3, 5 ... are hers."""
    course = types_by_turn(ALL_TYPES.table().log(None), 2)
    for seat, values in enumerate(course.values):
        rises = [turn for turn in range(1, len(values)) if values[turn] > values[turn - 1]]
        assert rises
        assert all(turn % 2 == 1 - seat for turn in rises)


def test_the_course_of_a_game_without_turns_has_one_point_a_player() -> None:
    assert types_by_turn((), 3).values == ((0,), (0,), (0,))
