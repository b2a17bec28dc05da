"""The course of a game from its log: the numbers, the turning point, further facts."""

from __future__ import annotations

import pytest

from nim_tui.tables.table import Table
from nim_tui.testing.screens import LARGE, press, running, until
from nim_tui.testing.screens import text_of as shown
from rules.contract import Event
from screens.bataille.boards import course as of_bataille
from screens.colours import text_of
from screens.himalaya.boards import course as of_himalaya
from screens.schwarm.boards import course as of_schwarm
from screens.submarine.screen import course as of_submarine
from screens.table.score_history import ScoreHistory, course_of
from tests.rules.tiny import Bid, Kept, Opened
from tests.screens.conftest import MakeApp
from tests.screens.himalaya.tables import ENDED as HIMALAYA_ENDED
from tests.screens.looking import prompt, table_screen
from tests.screens.schwarm.tables import ENDED as SCHWARM_ENDED
from tests.screens.submarine.tables import ALL_TYPES
from tests.screens.tables import WON, table_after


def by_bids(numbers: list[int], event: Event) -> None:
    if isinstance(event, Opened):
        numbers[event.seat] += event.token


LOG = (Bid(0, 3), Bid(1), Opened(0, 3), Opened(1, 5), Kept(1), Bid(0, 9), Opened(0, 9))


def test_a_step_is_what_one_player_does_before_another() -> None:
    course = course_of(("", "turns"), LOG, (0, 0), by_bids)
    assert course.series.values == ((0, 0, 0, 3, 3, 12), (0, 0, 0, 0, 5, 5))
    assert [len(course.events(step, LOG)) for step in range(course.length + 1)] == [
        0,
        1,
        1,
        1,
        2,
        2,
    ]


def test_the_turning_point_is_where_the_winner_gained_most() -> None:
    course = course_of(("", "turns"), LOG, (0, 0), by_bids)
    assert course.turning_point((0,)) == 5
    assert course.turning_point((1,)) == 4
    assert course.turning_point(()) is None
    assert course.turning_point((0, 1)) is None


def last_numbers(course: ScoreHistory) -> list[int]:
    return [values[-1] for values in course.series.values]


def test_what_bataille_counts_is_what_is_left() -> None:
    table = table_after(WON)
    course = of_bataille(table.log(None), 6)
    assert last_numbers(course) == [6, 3]
    assert course.length == table.view(0).turn


@pytest.mark.parametrize(
    ("table", "figure"),
    [(ALL_TYPES.table(), "types"), (SCHWARM_ENDED.table(), "points")],
    ids=["submarine", "schwarm"],
)
def test_the_course_ends_with_the_figures_of_the_result(table: Table, figure: str) -> None:
    result, of = table.result, {"types": of_submarine, "points": of_schwarm}[figure]
    assert result is not None
    course = of(table.log(None), len(table.seats))
    assert tuple(last_numbers(course)) == result.figures[figure]


def test_the_yaks_of_himalaya_are_those_of_the_view() -> None:
    table = HIMALAYA_ENDED.table()
    course = of_himalaya(table.log(None), 3)
    view = table.view(0)
    assert last_numbers(course) == [view.yaks(seat) for seat in range(3)]
    assert course.length == 12
    assert all(" made, " in text_of(line) for line in course.aside[1])


@pytest.mark.slow
async def test_a_game_is_replayed_from_any_turn_of_its_course(make_app: MakeApp) -> None:
    table = table_after(WON)
    async with running(make_app(table), LARGE) as pilot:
        assert "Turn 7, move 26" in shown(pilot.app)
        await press(pilot, "left", "left")
        assert "Turn 5, move 20" in shown(pilot.app)
        await press(pilot, "down", "enter")
        await until(pilot, lambda: "Replay, turn 5, before move 20" in prompt(pilot))
        assert table_screen(pilot).model.view.turn == 5
