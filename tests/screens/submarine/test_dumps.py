"""Texts of the main screens of Submarine, byte for byte: in ASCII, and without colour."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from tests.screens.conftest import MakeApp, running
from tests.screens.dumping import written_on
from tests.screens.looking import press, prompt, settle
from tests.screens.submarine.sights import drawn, row_with, rows, sea_of, spot_of
from tests.screens.submarine.tables import (
    ACTING,
    ALL_TYPES,
    EXCHANGING,
    FIVE,
    NAMES,
    OWING_AMONG_FIVE,
    OWING_TWO,
    THREE_JOKERS,
)

TABLES = {
    "acting": (ACTING, ""),
    "diving": (ACTING, "d 3 left"),
    "taking": (THREE_JOKERS, "t c"),
    "five": (FIVE, ""),
    "giving": (OWING_TWO, ""),
    "exchanging": (EXCHANGING, ""),
    "end": (ALL_TYPES, ""),
    "chart": (ALL_TYPES, "down enter"),
}
SCREENS = pytest.mark.parametrize("screen", TABLES)
LANGUAGES = pytest.mark.parametrize("language", ["en", "fr"])
GLYPHS = pytest.mark.parametrize("glyphs", ["unicode", "ascii"])


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
async def test_signs_alone_tell_who_may_do_what(make_app: MakeApp, glyphs: str) -> None:
    """The cursor, places that can be chosen, sides and who may still act differ in letters."""
    async with running(make_app(ACTING.table(), glyphs=glyphs)) as pilot:
        cursor, lit, other = (drawn(pilot, cell) for cell in ("3.2", "3.3", "1.1"))
        assert (cursor[0], cursor[-1]) == ("[", "]")
        assert lit[0] == lit[-1] not in "[ "
        assert other[0] == other[-1] == " "
        of_ana, of_ben = (row_with(pilot, f" {name} ") for name in ("You", "Ben"))
        turn, ana, rest, ben = of_ana[0], of_ana[1], of_ben[0], of_ben[1]
        assert len({turn, rest, " "}) == 2, "whose turn it is"
        assert len({ana, ben, " "}) == 3
        assert cursor[1:-1].split() == [f"{ana}2!"]
        assert lit[1:-1].split() == [f"{ana}!", ben]
        assert drawn(pilot, "1.3").split() == [ana], "there his boat is not"
        assert drawn(pilot, "5.3").split() == [f"{ben}2"]
        column, boat = rows(pilot)[2][28:39], rows(pilot)[3][28:39]
        assert set(column) - set("3 ") == {"═" if glyphs == "unicode" else "-"}
        assert boat.split() == [ana]


@GLYPHS
@pytest.mark.usefixtures("no_color")
async def test_signs_alone_tell_colours_and_what_is_due(make_app: MakeApp, glyphs: str) -> None:
    """Tokens and cards bear the letter of their colour; beside each level stands what is due."""
    async with running(make_app(ACTING.table(), glyphs=glyphs)) as pilot:
        assert drawn(pilot, "4.3/0").strip() == "Mr"
        assert drawn(pilot, "4.3/1").strip() == "Nr"
        due = [row[1:4].strip() for row in rows(pilot)[5:12:2]]
        assert due == ["+0", "+0", "+1", "+2"]
        hand = row_with(pilot, "Your hand").partition(":")[2]
        assert hand.split()[:6] == ["r", "red", "y", "yellow", "p", "purple"]
        ana, ben = row_with(pilot, "You  "), row_with(pilot, "Ben ")
        assert "ryp+7" in ana
        assert "???+5" in ben
        assert "Cb" in ana.split()


@GLYPHS
@pytest.mark.usefixtures("no_color")
async def test_five_signs_for_five_players(make_app: MakeApp, glyphs: str) -> None:
    async with running(make_app(FIVE.table(), glyphs=glyphs)) as pilot:
        signs = [row_with(pilot, f" {name} ")[1] for name in ("You", *NAMES[1:])]
        assert len(set(signs)) == 5
        for seat, types in enumerate((2, 2, 2, 2, 1)):
            assert f"{signs[seat]} {types}" in rows(pilot)[0]
        assert drawn(pilot, "4.1").split() == [signs[2], f"{signs[4]}2"]
        assert f"level 1: {signs[1]}1 {signs[4]}1" in row_with(pilot, "t take")


@GLYPHS
@pytest.mark.usefixtures("no_color")
async def test_words_tell_to_whom_a_card_is_due(make_app: MakeApp, glyphs: str) -> None:
    async with running(make_app(OWING_AMONG_FIVE.table(), glyphs=glyphs)) as pilot:
        assert "Dan" in prompt(pilot)
        await press(pilot, "enter")
        assert "Eve" in prompt(pilot)


@pytest.mark.usefixtures("no_color")
async def test_the_frame_names_the_token_under_the_cursor_and_its_cost(make_app: MakeApp) -> None:
    async with running(make_app(ACTING.table())) as pilot:
        for token, name, cost in (("Sy", "yellow shell", "1 yellow"), ("Mp", "purple mask", "▼1")):
            sea_of(pilot).put_cursor(spot_of(pilot, token))
            await settle(pilot)
            title = rows(pilot)[1]
            assert f"{token}, {name}" in title
            assert cost in title
