"""The chart alone: the lines of numbers at any size."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nim_tui.testing.walks import SEQUENCES
from screens.colours import SIDE_SIGNS, SIDES
from screens.widgets.chart import CROSS, Series, draw_chart
from screens.widgets.raster import Raster

WIDTHS = st.integers(16, 120)
HEIGHTS = st.integers(5, 40)
LEFT, RIGHT = 5, 6
"""The cells beside the lines: for the axis, and for the line ends."""


@st.composite
def courses(draw: st.DrawFn, players: int | None = None) -> Series:
    """Draw a course of 1 to 5 players whose numbers rise and fall."""
    steps = draw(st.integers(1, 60))
    count = players or draw(st.integers(1, 5))
    one = st.lists(st.integers(-20, 130), min_size=steps + 1, max_size=steps + 1)
    return Series("how it went", "turns", tuple(tuple(draw(one)) for _player in range(count)))


def drawn(course: Series, width: int, height: int, step: int = 0, *, plain: bool = False) -> Raster:
    return draw_chart(course, step, width, height, is_plain=plain)


@SEQUENCES
@given(courses(players=1), WIDTHS, HEIGHTS)
def test_a_line_has_no_gap(course: Series, width: int, height: int) -> None:
    raster = drawn(course, width, height)
    before: set[int] = set()
    for x in range(LEFT, width - RIGHT):
        here = {y for y in range(height - 2) if raster[x, y].sign in "▀▄"}
        assert here == set(range(min(here), max(here) + 1))
        assert not before or here & {y + n for y in before for n in (-1, 0, 1)}
        before = here


@SEQUENCES
@given(courses(players=1), WIDTHS, HEIGHTS)
def test_the_axis_names_the_highest_and_the_lowest(course: Series, width: int, height: int) -> None:
    """And with room for every step the line reaches them."""
    raster = drawn(course, max(width, course.last + 1 + LEFT + RIGHT), height)
    values = course.values[0]
    rows = ["".join(cell.sign for cell in row) for row in raster.rows[: height - 2]]
    assert rows[0].split()[0] == str(max(1, *values))
    assert rows[-1].split()[0] == str(min(0, *values))
    for row, number, end in ((0, max(values), max(1, *values)), (-1, min(values), min(0, *values))):
        assert number != end or set(rows[row][LEFT:-RIGHT]) & {"▀", "▄"}


@SEQUENCES
@given(courses(), WIDTHS, HEIGHTS, st.booleans())
def test_signs_at_the_end_have_the_colours_of_their_players(
    course: Series, width: int, height: int, plain: bool
) -> None:
    raster = drawn(course, width, height, plain=plain)
    ends = [cell for row in raster.rows for cell in row[-RIGHT:] if cell.sign in SIDE_SIGNS]
    assert ends
    assert all(cell.ink == SIDES[SIDE_SIGNS.index(cell.sign)] for cell in ends)


@SEQUENCES
@given(courses(), WIDTHS, HEIGHTS, st.integers(0, 60))
def test_the_marked_step_is_named_and_lit(
    course: Series, width: int, height: int, step: int
) -> None:
    step = min(step, course.last)
    raster = drawn(course, width, height, step)
    assert f" {step} " in "".join(cell.sign for cell in raster.rows[-2])
    lit = {x for row in raster.rows[:-2] for x, cell in enumerate(row) if "light" in cell.ground}
    assert len(lit) == 1


@SEQUENCES
@given(courses(), st.integers(1, 14), st.integers(1, 4))
def test_in_too_little_room_it_breaks_nothing(course: Series, width: int, height: int) -> None:
    raster = drawn(course, width, height)
    assert (raster.width, raster.height) == (width, height)


@pytest.mark.parametrize(
    ("ends", "told"),
    [
        ((100, 0, 0), {"▲ 100", "▼◆ 0"}),
        ((0, 100, 0), {"▼ 100", "▲◆ 0"}),
        ((0, 0, 0, 0, 0), {"▲▼◆■○ 0"}),
        ((27, 20, 100), {"◆ 100", "▲▼"}),
    ],
)
def test_who_ends_at_a_height_is_told_with_the_number_they_share(
    ends: tuple[int, ...], told: set[str]
) -> None:
    """Never with a part of it: a sign upon a digit once made 0 of 20."""
    raster = drawn(Series("", "moves", tuple((0, end) for end in ends), most=100), 80, 8)
    rows = ["".join(cell.sign for cell in row[-9:]) for row in raster.rows[:-2]]
    found = {row.lstrip("▀▄ ").strip() for row in rows}
    assert found - {""} == told


FLAT = Series("chance", "moves", ((20,) * 41, (80,) * 41), {0: (20,) * 10 + (80,) * 31}, 100)
"""A course whose first seat knew of higher chances than the true ones, up to 80."""


@pytest.mark.parametrize("plain", [False, True])
def test_a_second_line_is_crosses_also_over_the_line_of_another(plain: bool) -> None:
    raster = drawn(FLAT, 41 + LEFT + RIGHT + 1, 20, plain=plain)
    found = [
        (x, y) for y in range(18) for x in range(LEFT, 41 + LEFT) if raster[x, y].sign == CROSS
    ]
    (height,) = {y for _x, y in found}
    assert len(found) == 16
    assert all(raster[x, height].ink == SIDES[0] for x, _y in found)
    assert {raster[x + 1, height].sign for x, _y in found[:-1]} <= {"▀", "▄"}


def test_nothing_is_crossed_where_the_seat_knew_how_it_stood() -> None:
    """Also where the line of another lies upon its own."""
    same = Series("chance", "moves", ((50,) * 21, (50,) * 21), {0: (50,) * 21}, 100)
    raster = drawn(same, 60, 20)
    assert all(raster[x, y].sign != CROSS for y in range(20) for x in range(60))
