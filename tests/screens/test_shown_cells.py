"""A terminal is sent only cells that differ, and shows the same as after a full redraw."""

from __future__ import annotations

import io

import pyte
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual.geometry import Region, Size
from textual.strip import Strip

from screens.textual_patches.shown_cells import ShownCells
from tests.depth import examples

SIZE = Size(10, 2)
CONSOLE = Console(file=io.StringIO(), force_terminal=True, color_system="truecolor")
STYLES = [Style.parse(style) for style in ("", "red", "bold on blue")]
LINES = st.lists(
    st.tuples(st.sampled_from(["a", "b", " ", "語", "é", "e\u0301"]), st.sampled_from(STYLES)),
    min_size=SIZE.width,
    max_size=SIZE.width,
)
SCREENS = st.tuples(LINES, LINES)
SPANS = st.tuples(st.integers(0, SIZE.width - 1), st.integers(1, SIZE.width))


def strip(line: list[tuple[str, Style]]) -> Strip:
    """Return a line of the width of the screen; a wide sign that does not fit is a blank."""
    whole = Strip([Segment(text, style) for text, style in line])
    return whole.adjust_cell_length(SIZE.width)


def shown(screen: pyte.Screen) -> list[list[pyte.screens.Char]]:
    return [[screen.buffer[y][x] for x in range(SIZE.width)] for y in range(SIZE.height)]


@examples(25, 2000)
@given(st.lists(st.tuples(SCREENS, st.none() | SPANS, st.booleans()), max_size=6))
def test_a_terminal_shows_what_a_full_redraw_would(
    steps: list[tuple[list[list[tuple[str, Style]]], tuple[int, int] | None, bool]],
) -> None:
    """Whole screens, or spans of a line that cut wide signs; sometimes all is forgotten."""
    cells = ShownCells()
    terminal, whole = (pyte.Screen(*SIZE) for _each in range(2))
    for each in (terminal, whole):
        pyte.Stream(each).feed("\x1b[?7l")
    lines = [Strip.blank(SIZE.width)] * SIZE.height
    cells.update(full(lines), SIZE)
    for screen, span, is_forgotten in steps:
        new = [strip(line) for line in screen]
        update: LayoutUpdate | ChopsUpdate = full(new)
        if is_forgotten:
            cells.forget()
        elif span is not None:
            left, right = min(span), max(*span, min(span) + 1)
            update = ChopsUpdate([{0: new[0]}], [(0, left, right)], [[SIZE.width]])
            new = [over(lines[0], new[0], left, right), lines[1]]
        lines = new
        if (sent := cells.update(update, SIZE)) is not None:
            pyte.Stream(terminal).feed(sent.data)
        pyte.Stream(whole).feed(full(lines).render_segments(CONSOLE))
        assert shown(terminal) == shown(whole)
        assert cells.update(full(lines), SIZE) is None


def full(lines: list[Strip]) -> LayoutUpdate:
    """Return an update of the whole screen."""
    return LayoutUpdate([[line] for line in lines], Region(0, 0, *SIZE))


def over(old: Strip, new: Strip, left: int, right: int) -> Strip:
    """Return a line with a span of another laid over it."""
    parts = [old.crop(0, left), new.crop(left, right), old.crop(right, SIZE.width)]
    return Strip.join(parts)
