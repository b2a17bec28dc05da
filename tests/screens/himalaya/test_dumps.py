"""Texts of the main screens of Himalaya, byte for byte: in ASCII, and without colour."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from tests.screens.conftest import MakeApp, running
from tests.screens.dumping import written_on
from tests.screens.himalaya.sights import map_text, slot_words, village_text
from tests.screens.himalaya.tables import (
    CAMPING,
    ENDED,
    FILLED,
    FOUR,
    FOUR_ENDED,
    PROGRAMMING,
    WEATHER,
)
from tests.screens.looking import press

TABLES = {
    "camping": (CAMPING, ""),
    "programming": (PROGRAMMING, "s i t r p"),
    "weather": (WEATHER, "r t"),
    "filling": (FILLED, ""),
    "tribes": (FOUR, "o"),
    "end": (ENDED, ""),
    "count": (FOUR_ENDED, "down enter enter enter"),
}
SCREENS = pytest.mark.parametrize("screen", TABLES)
LANGUAGES = pytest.mark.parametrize("language", ["en", "fr"])
GLYPHS = pytest.mark.parametrize("glyphs", ["unicode", "ascii"])

pytestmark = pytest.mark.usefixtures("bots_wait")


@SCREENS
@LANGUAGES
async def test_ascii(
    make_app: MakeApp, dump: SnapshotAssertion, screen: str, language: str
) -> None:
    text = await written(make_app, screen, language=language, glyphs="ascii")
    assert text.isascii()
    assert text.replace("\n", "").isprintable()
    assert text == dump


@SCREENS
@LANGUAGES
@pytest.mark.usefixtures("no_color")
async def test_no_color(
    make_app: MakeApp, dump: SnapshotAssertion, screen: str, language: str
) -> None:
    assert await written(make_app, screen, language=language, no_color=True) == dump


async def written(
    make_app: MakeApp,
    screen: str,
    *,
    language: str,
    glyphs: str = "unicode",
    no_color: bool = False,
) -> str:
    """What is written on a screen of 80 x 24; without colour if so asked."""
    position, keys = TABLES[screen]
    app = make_app(position.table(), language=language, glyphs=glyphs)
    return await written_on(app, keys, no_color=no_color)


@GLYPHS
@pytest.mark.usefixtures("no_color")
async def test_signs_alone_tell_routes_levels_and_the_trace(make_app: MakeApp, glyphs: str) -> None:
    """Soil, ice, stone and the trace are four signs; levels differ in their brackets."""
    async with running(make_app(PROGRAMMING.table(), glyphs=glyphs)) as pilot:
        rows = map_text(pilot).splitlines()
        stone, ice, soil = rows[0][10], rows[0][24], rows[2][33]
        assert village_text(pilot, 1)[0] == "(1)"
        assert village_text(pilot, 3)[0] == "[3]"
        assert village_text(pilot, 5)[0] == "{5}"
        await press(pilot, "s", "t")
        trace = map_text(pilot).splitlines()[2][33]
        assert len({stone, ice, soil, trace, " "}) == 5
        assert slot_words(pilot)[:2] == ["s", "t!"]


@GLYPHS
@pytest.mark.usefixtures("no_color")
async def test_signs_alone_tell_yeti_and_snow(make_app: MakeApp, glyphs: str) -> None:
    async with running(make_app(WEATHER.table(), glyphs=glyphs)) as pilot:
        assert "YYY" in map_text(pilot)
        assert "***" in map_text(pilot)
