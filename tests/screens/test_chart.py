"""The chart alone: what it draws of how numbers grew, whatever room there is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.app import App, ComposeResult

from nim_tui.themes import THEMES
from screens.player_styles import SIDE_SIGNS
from screens.widgets.chart import Chart, Series
from tests.rules.walks import SEQUENCES
from tests.screens.looking import settle, text_of

STEPS = st.integers(1, 60)
WIDTHS = st.integers(2, 120)


@st.composite
def growing(draw: st.DrawFn, players: int | None = None) -> Series:
    """A course of 1 to 5 players whose numbers never fall."""
    steps = draw(STEPS)
    count = players or draw(st.integers(1, 5))
    gains = st.lists(st.sampled_from([0, 0, 0, 1, 2]), min_size=steps, max_size=steps)
    values = []
    for _ in range(count):
        course = [0]
        for gain in draw(gains):
            course.append(course[-1] + gain)
        values.append(tuple(course))
    return Series("how it went", "turns", tuple(values))


def heights_of(chart: Chart, width: int) -> list[int]:
    """At which height the only line of a chart is, column by column."""
    rows = chart._draw(width)
    drawn = [{h for h, row in enumerate(rows) if row[x][0] not in " │"} for x in range(width)]
    assert all(len(heights) == 1 for heights in drawn)
    return [heights.pop() for heights in drawn]


@SEQUENCES
@given(growing(players=1), WIDTHS)
def test_a_line_begins_and_ends_where_the_numbers_do_and_never_falls(
    course: Series, width: int
) -> None:
    heights = heights_of(Chart(course), width)
    values = course.values[0]
    assert (heights[0], heights[-1]) == (values[0], values[-1])
    assert heights == sorted(heights)
    assert set(heights) <= set(values)


@SEQUENCES
@given(growing(players=1), WIDTHS)
def test_with_room_enough_every_number_is_drawn(course: Series, width: int) -> None:
    values = course.values[0]
    heights = heights_of(Chart(course), width + len(values) - 2)
    assert set(heights) == set(values)


@SEQUENCES
@given(growing(players=1), WIDTHS)
def test_each_rise_bears_the_sign_and_stands_on_a_line(course: Series, width: int) -> None:
    chart = Chart(course)
    rows, heights = chart._draw(width), heights_of(chart, width)
    for x in range(1, width):
        sign = rows[heights[x]][x][0]
        assert sign == (SIDE_SIGNS[0] if heights[x] > heights[x - 1] else "─")
        below = range(heights[x - 1], heights[x])
        assert all(rows[height][x][0] == "│" for height in below)


@SEQUENCES
@given(growing(), WIDTHS)
def test_every_seat_stands_at_the_right_at_its_last_number_alone(
    course: Series, width: int
) -> None:
    chart = Chart(course)
    rows = chart._draw(width)
    for height in range(len(rows)):
        ends = [seat for sign, seat in chart._ends(height) if sign != " "]
        assert ends == [seat for seat, own in enumerate(course.values) if own[-1] == height]
        assert len(chart._ends(height)) <= 6, "all five find room beside the chart"


@SEQUENCES
@given(growing(), WIDTHS)
def test_no_line_hides_the_sign_of_a_rise(course: Series, width: int) -> None:
    """Each sign belongs to a seat that has that number there."""
    drawn = Chart(course)._draw(width)
    for seat, values in enumerate(course.values):
        alone = Chart(Series("", "", (values,)))._draw(width)
        for height, row in enumerate(alone):
            for x, (sign, _seat) in enumerate(row):
                if sign == SIDE_SIGNS[0]:
                    there, whose = drawn[height][x]
                    assert there in SIDE_SIGNS
                    assert whose >= seat


class ChartApp(App[None]):
    """A chart and nothing else."""

    def __init__(self, course: Series) -> None:
        super().__init__()
        self._course = course
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = THEMES[0].name

    def compose(self) -> ComposeResult:
        """The chart."""
        yield Chart(self._course)


ZEROS = Series("", "turns", ((0,) * 9, (0,) * 9))
STAIRS = Series("", "turns", (tuple(range(13)), (0,) * 6 + (7,) * 7))


async def drawn_at(course: Series, width: int) -> list[str]:
    """What is written on a terminal so wide."""
    async with ChartApp(course).run_test(size=(width, 20)) as pilot:
        await settle(pilot)
        return text_of(pilot.app).splitlines()


@pytest.mark.parametrize("width", [30, 40, 80, 120])
async def test_the_rows_of_a_chart_as_wide_as_the_terminal(width: int) -> None:
    rows = await drawn_at(STAIRS, width)
    assert [row[:4] for row in rows[:13]] == [f"{height:>2} ┤" for height in range(12, -1, -1)]
    assert rows[0].endswith("▲")
    assert rows[5].endswith("▼")
    assert all(len(row) <= width for row in rows)
    assert rows[13].split() == ["0", "turns", "12"]
    assert len(rows[13]) == width - 8, "the last turn stands below the end of the lines"


async def test_a_game_in_which_nobody_found_anything() -> None:
    rows = await drawn_at(ZEROS, 40)
    assert rows[0] == " 1 ┤"
    assert rows[1] == " 0 ┤" + "─" * 28 + " ▲▼"
    assert rows[2].split() == ["0", "turns", "8"]


async def test_a_chart_keeps_its_lines_when_the_window_changes() -> None:
    wide = await drawn_at(STAIRS, 100)
    async with ChartApp(STAIRS).run_test(size=(30, 20)) as pilot:
        await settle(pilot)
        assert text_of(pilot.app).splitlines() != wide
        await pilot.resize_terminal(100, 20)
        await settle(pilot)
        assert text_of(pilot.app).splitlines() == wide
