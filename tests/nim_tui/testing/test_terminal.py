"""An emulated terminal shows an app in its own number of colours, whatever ran before it."""

from __future__ import annotations

import pytest
from textual.app import App, ComposeResult
from textual.color import Color
from textual.widgets import Label

from nim_tui.testing.looks import emptiness, flaws, unreadable
from nim_tui.testing.screens import running
from nim_tui.testing.terminal import ALL_COLOURS, looks_of, on_terminal

ROSE = Color.parse("#c77f9a")
SIZE = (20, 3)


class Words(App[None]):
    """A line of rose words on a dark ground."""

    CSS = "Screen { background: #101820; } Label { color: #c77f9a; background: #101820; }"
    words = "a rose"

    def compose(self) -> ComposeResult:
        """Compose the line."""
        yield Label(self.words)


class Pale(Words):
    """Words that cannot be read."""

    CSS = Words.CSS.replace("#c77f9a", "#202830")


class TooLong(Words):
    """Words that do not fit."""

    words = "a rose is a rose is a rose"


async def front(count: int) -> Color:
    """Return the colour of the first word."""
    async with on_terminal(Words(), SIZE, count) as terminal:
        assert terminal.text().startswith("a rose\n")
        return terminal.rows()[0][0].front


async def test_each_terminal_has_its_own_colours() -> None:
    shown = [await front(count) for count in (16, ALL_COLOURS, 256, 16)]
    assert shown[1] == ROSE
    assert len({*shown}) == 3
    assert shown[0] == shown[3]


@pytest.mark.parametrize("count", [16, 256, ALL_COLOURS])
async def test_words_without_contrast_are_found_on_any_terminal(count: int) -> None:
    async with on_terminal(Pale(), SIZE, count) as terminal:
        assert "a rose" in terminal.unreadable()
        assert "a rose" in unreadable(terminal.pilot.app)


async def test_words_that_do_not_fit_are_a_flaw() -> None:
    async with running(TooLong(), SIZE) as pilot:
        assert len(flaws(pilot.app)) == 1


async def test_all_looks_are_gathered() -> None:
    looks = await looks_of(Words, sizes=[SIZE, (30, 4)])
    assert looks.flaws == {}
    assert [*looks.texts] == ["20x3", "30x4", "20x3 ascii"]
    assert looks.dump.startswith("--- 20x3\na rose\n")
    assert looks.empty["20x3"] == pytest.approx(100 * 55 / 60)
    bad = await looks_of(Pale, sizes=[SIZE])
    assert {*bad.flaws} >= {"20x3 contrast", "16 colours contrast", "256 colours contrast"}


async def test_a_blank_screen_is_empty() -> None:
    async with running(Words(), (6, 1)) as pilot:
        assert emptiness(pilot.app) == pytest.approx(100 / 6)
