"""Every text can be read: 4.5 : 1 or more against what is behind it, in every theme."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from _pytest.mark import ParameterSet
from rich.segment import Segment
from textual.app import App
from textual.color import Color

from nim_tui.settings import THEMES
from tests.screens.conftest import SMALL, MakeApp, running
from tests.screens.looking import press
from tests.screens.tables import SEARCHED, table_after

LEAST = 4.5


def long(keys: str) -> ParameterSet:
    """What is looked at in the long run alone."""
    return pytest.param(keys, marks=pytest.mark.e2e)


def segments(app: App[None]) -> Iterator[Segment]:
    """What is on the screen."""
    for strip in app.screen._compositor.render_strips():
        yield from strip


def is_text(text: str) -> bool:
    """Whether a stretch says something: lines, surfaces and waves are decoration."""
    return any(character.isalnum() for character in text)


def contrast(one: Color, other: Color) -> float:
    """As WCAG 2 defines it."""

    def luminance(colour: Color) -> float:
        parts = (value / 255 for value in colour.rgb)
        red, green, blue = (
            part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    bright, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def unreadable(app: App[None], least: float = LEAST) -> dict[str, float]:
    """The texts with too little contrast, and how much they have."""
    found = {}
    for segment in segments(app):
        style = segment.style
        if (
            style is None
            or style.color is None
            or style.bgcolor is None
            or not is_text(segment.text)
        ):
            continue
        front, back = Color.from_rich_color(style.color), Color.from_rich_color(style.bgcolor)
        if style.reverse:
            front, back = back, front
        if (ratio := contrast(front, back)) < least:
            found[segment.text.strip()] = round(ratio, 2)
    return found


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("keys", ["b", "i", *map(long, ("", "question_mark", "equals_sign", "g"))])
async def test_a_table_can_be_read(
    make_app: MakeApp, first_bot: None, theme: str, keys: str
) -> None:
    async with running(make_app(table_after(SEARCHED), theme=theme), SMALL) as pilot:
        await press(pilot, *keys.split())
        assert unreadable(pilot.app) == {}


@pytest.mark.parametrize("theme", THEMES)
async def test_home_and_forms_can_be_read(make_app: MakeApp, theme: str) -> None:
    async with running(make_app(theme=theme), SMALL) as pilot:
        assert unreadable(pilot.app) == {}
        await press(pilot, "n")
        assert unreadable(pilot.app) == {}
        await press(pilot, "escape", "s")
        assert unreadable(pilot.app) == {}
