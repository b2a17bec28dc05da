"""Texts of the main screens of Himalaya, byte for byte, without colour and in ASCII."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from nim_tui.testing.screens import Looker, press, running
from screens.himalaya.map_layout import atlas_of, cells_along
from tests.screens.conftest import MakeApp
from tests.screens.dumping import each_of, in_ascii, kept_without_color, written_on
from tests.screens.himalaya.sights import (
    map_of,
    map_text,
    screen_of,
    slot_words,
    village_text,
)
from tests.screens.himalaya.tables import (
    CAMPING,
    ENDED,
    FILLED,
    FOUR,
    FOUR_ENDED,
    PROGRAMMING,
    WEATHER,
)

TABLES = {
    "camping": (CAMPING, ""),
    "programming": (PROGRAMMING, "s i t r p"),
    "weather": (WEATHER, "r t"),
    "filling": (FILLED, ""),
    "tribes": (FOUR, "o"),
    "end": (ENDED, ""),
    "count": (FOUR_ENDED, "down enter enter enter"),
}
SCREENS = each_of(TABLES, in_french="programming tribes count")
SOME_SCREENS = each_of(TABLES, in_french="programming tribes count", days=5)
ROUTES = frozenset(" ▄▀").union(map(chr, range(0x2800, 0x2900)))
ROUTES_ASCII = " =:~#"
GLYPHS = pytest.mark.parametrize("glyphs", ["unicode", "ascii"])

pytestmark = pytest.mark.usefixtures("bots_wait")


@pytest.mark.slow
@pytest.mark.parametrize(("language", "screen"), [("en", "programming"), ("en", "weather")])
async def test_ascii(
    make_app: MakeApp, dump: SnapshotAssertion, screen: str, language: str
) -> None:
    """In colour, and with the map, which has other signs for its routes."""
    text = await written(make_app, screen, language=language, glyphs="ascii", no_color=False)
    assert text.isascii()
    assert text.replace("\n", "").isprintable()
    assert text == dump


@pytest.mark.slow
@SCREENS
@pytest.mark.usefixtures("no_color")
async def test_no_color(
    make_app: MakeApp, dump: SnapshotAssertion, screen: str, language: str
) -> None:
    assert await written(make_app, screen, language=language) == dump


@SOME_SCREENS
@pytest.mark.usefixtures("no_color")
async def test_ascii_is_the_same_in_other_signs(
    make_app: MakeApp, request: pytest.FixtureRequest, screen: str, language: str
) -> None:
    """But for the routes of the map, which are drawn in dots where there are any."""
    text = await written(make_app, screen, language=language, glyphs="ascii")
    plain = kept_without_color(request, language, screen)
    assert text.isascii()
    for row, plain_row in zip(text.splitlines(), plain.splitlines(), strict=True):
        for likeness, sign in zip(row.ljust(80), plain_row.ljust(80), strict=True):
            is_route = sign in ROUTES and likeness in ROUTES_ASCII
            assert is_route or likeness == in_ascii(sign), (row, plain_row)


async def written(
    make_app: MakeApp,
    screen: str,
    *,
    language: str,
    glyphs: str = "unicode",
    no_color: bool = True,
) -> str:
    """Return the text of a screen of 80 x 24, without colour if requested."""
    position, keys = TABLES[screen]
    app = make_app(position.table(), language=language, glyphs=glyphs)
    return await written_on(app, keys, no_color=no_color)


@GLYPHS
@pytest.mark.usefixtures("no_color")
async def test_signs_alone_tell_routes_levels_and_the_trace(make_app: MakeApp, glyphs: str) -> None:
    """Soil, ice, stone and the own way are drawn unlike; levels differ in their signs."""
    async with running(make_app(PROGRAMMING.table(), glyphs=glyphs)) as pilot:
        kinds = {route: drawn(pilot, route) for route in ((16, 18), (7, 9), (13, 15))}
        assert len({*kinds.values()}) == 3
        heads = [village_text(pilot, village)[0] for village in (1, 3, 5)]
        assert heads == (["⌂1", "Π3", "♜5"] if glyphs == "unicode" else ["h1", "t3", "m5"])
        before = drawn(pilot, (2, 7))
        await press(pilot, "s", "t")
        assert drawn(pilot, (2, 7)) != before
        assert [slot_words(pilot, slot)[0] for slot in (0, 1)] == ["soil", "trade"]


def drawn(pilot: Looker, route: tuple[int, int]) -> frozenset[str]:
    """Return the signs along a route, without other texts there."""
    board, rows = map_of(pilot), map_text(pilot).splitlines()
    atlas = atlas_of(screen_of(pilot).model.view.board, *board.size)
    signs = (rows[y][x] for x, y in cells_along(atlas.curves[route]) if y < len(rows))
    return frozenset(sign for sign in signs if not sign.isalnum() and sign != " ")


@GLYPHS
@pytest.mark.usefixtures("no_color")
async def test_signs_alone_tell_yeti_and_snow(make_app: MakeApp, glyphs: str) -> None:
    async with running(make_app(WEATHER.table(), glyphs=glyphs)) as pilot:
        assert " Y " in map_text(pilot)
        assert " S " in map_text(pilot)
