"""Texts of the main screens, byte for byte, without colour and in ASCII."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from nim_tui.tables.store import Store
from nim_tui.testing.screens import press, running, text_of
from screens.bataille.screen import BatailleScreen
from screens.widgets.board import Board
from tests.screens.conftest import MakeApp
from tests.screens.dumping import each_of, in_ascii, kept_without_color, written_on
from tests.screens.looking import table_screen
from tests.screens.tables import SEARCHED, WON, keep, table_after

TABLES = {
    "setup": ("sub 14.200; sub 22.100", ""),
    "move": (SEARCHED, ""),
    "where-to": (SEARCHED, "enter"),
    "charge": (f"{SEARCHED}; stay", ""),
    "torpedo": (f"{SEARCHED}; B 29; drop 100", ""),
    "lanes": (SEARCHED, "t"),
    "marks": (SEARCHED, "m m right m m right m m m"),
    "results": (WON, ""),
    "both-camps-open": (WON, "enter"),
    "log": (SEARCHED, "g"),
    "help": (SEARCHED, "question_mark"),
}
ELSEWHERE = {"home": "", "new-table": "n", "settings": "s", "replay": "p enter end { v v"}

SCREENS = each_of(
    [*TABLES, *ELSEWHERE], in_french="move results help home new-table settings replay"
)
SOME_SCREENS = each_of(
    [*TABLES, *ELSEWHERE], in_french="move results help home new-table settings replay", days=5
)


@pytest.mark.slow
@pytest.mark.parametrize(("language", "screen"), [("en", "settings")])
async def test_ascii(
    make_app: MakeApp, store: Store, dump: SnapshotAssertion, screen: str, language: str
) -> None:
    """In colour, and where it is said that the signs are ASCII."""
    text = await written(make_app, store, screen, language=language, glyphs="ascii", no_color=False)
    assert text.isascii()
    assert text.replace("\n", "").isprintable()
    assert text == dump


@pytest.mark.slow
@SCREENS
@pytest.mark.usefixtures("no_color")
async def test_no_color(
    make_app: MakeApp, store: Store, dump: SnapshotAssertion, screen: str, language: str
) -> None:
    assert await written(make_app, store, screen, language=language) == dump


@pytest.mark.slow
@SOME_SCREENS
@pytest.mark.usefixtures("no_color")
async def test_ascii_is_the_same_in_other_signs(
    make_app: MakeApp, store: Store, request: pytest.FixtureRequest, screen: str, language: str
) -> None:
    text = await written(make_app, store, screen, language=language, glyphs="ascii")
    plain = in_ascii(kept_without_color(request, language, screen))
    pairs = zip(text.splitlines(), plain.splitlines(), strict=True)
    unlike = [row for row, plain_row in pairs if row != plain_row]
    assert len(unlike) == (screen == "settings"), "there they say which signs there are"


async def written(
    make_app: MakeApp,
    store: Store,
    screen: str,
    *,
    language: str,
    glyphs: str = "unicode",
    no_color: bool = True,
) -> str:
    """Return the text of a screen of 80 x 24, without colour if requested."""
    words, keys = TABLES.get(screen, ("", ELSEWHERE.get(screen, "")))
    if screen == "replay":
        keep(store, WON)
    table = table_after(words) if screen in TABLES else None
    app = make_app(table, language=language, glyphs=glyphs)
    return await written_on(app, keys, no_color=no_color)


@pytest.mark.parametrize("glyphs", ["unicode", "ascii"])
@pytest.mark.usefixtures("no_color")
async def test_signs_alone_tell_what_colour_tells(make_app: MakeApp, glyphs: str) -> None:
    """Sides, lit places, the cursor, what is known and own marks differ in their letters."""
    table = table_after(SEARCHED)
    table.mark(0, "31.300", "?")
    async with running(make_app(table, glyphs=glyphs)) as pilot:
        screen = table_screen(pilot)
        assert isinstance(screen, BatailleScreen)

        def drawn(board: str, spot: str) -> str:
            widget = screen.query_one(f"#{board}", Board)
            region = widget.regions(spot)[0].translate(widget.content_region.offset)
            return text_of(pilot.app).splitlines()[region.y].ljust(80)[region.x : region.right]

        ship, other_ship, enemy = (drawn("surface", spot) for spot in ("15", "30", "20"))
        assert ship[0] == "[", "the cursor"
        assert other_ship[0] in "·.", "can be chosen"
        assert enemy[0] == "<", "cannot be chosen"
        assert other_ship[1] != enemy[1], "the side"
        signs = {drawn("enemy", spot)[-1] for spot in ("2.100", "15.100", "17.100")}
        assert len(signs) == 3, "nothing known, suspected, cleared"
        assert drawn("enemy", "31.300")[0] == "?", "an own mark"
        mine = "M" if glyphs == "ascii" else "¤"
        assert [drawn("own", spot)[-1] for spot in ("22.100", "9.100")] == ["S", mine]
        await press(pilot, "tab")
        assert drawn("surface", "15")[0] == other_ship[0], "the cursor is elsewhere"
        assert drawn("enemy", screen.ui.enemy.cursor)[0] == ("›" if glyphs == "unicode" else ">")
