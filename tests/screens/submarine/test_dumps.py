"""Texts of the main screens of Submarine, byte for byte, without colour and in ASCII."""

from __future__ import annotations

import re

import pytest
from syrupy.assertion import SnapshotAssertion

from nim_tui.testing.screens import press, running, settle, text_of
from tests.screens.conftest import MakeApp
from tests.screens.dumping import each_of, in_ascii, kept_without_color, written_on
from tests.screens.looking import prompt
from tests.screens.submarine.sights import drawn, player_row, row_with, rows, sea_of, spot_of
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
SCREENS = each_of(TABLES, in_french="acting giving end")
SOME_SCREENS = each_of(TABLES, in_french="acting giving end", days=5)
GLYPHS = pytest.mark.parametrize("glyphs", ["unicode", "ascii"])


@pytest.mark.slow
@SCREENS
@pytest.mark.usefixtures("no_color")
async def test_no_color(
    make_app: MakeApp, dump: SnapshotAssertion, screen: str, language: str
) -> None:
    assert await written(make_app, screen, language=language) == dump


@pytest.mark.slow
@SOME_SCREENS
@pytest.mark.usefixtures("no_color")
async def test_ascii_is_the_same_in_other_signs(
    make_app: MakeApp, request: pytest.FixtureRequest, screen: str, language: str
) -> None:
    text = await written(make_app, screen, language=language, glyphs="ascii")
    assert text == in_ascii(kept_without_color(request, language, screen))


async def written(make_app: MakeApp, screen: str, *, language: str, glyphs: str = "unicode") -> str:
    """Return the text of a screen of 80 x 24 without colour."""
    position, keys = TABLES[screen]
    app = make_app(position.table(), language=language, glyphs=glyphs)
    return await written_on(app, keys, no_color=True)


@GLYPHS
@pytest.mark.usefixtures("no_color")
async def test_signs_alone_tell_who_may_do_what(make_app: MakeApp, glyphs: str) -> None:
    """The cursor, places that can be chosen, sides and who may still act differ in letters."""
    acts, moved = (("«", "»"), ("›", "‹")) if glyphs == "unicode" else (("<", ">"), (">", "<"))
    async with running(make_app(ACTING.table(), glyphs=glyphs)) as pilot:
        cursor, lit, other = (drawn(pilot, cell) for cell in ("3.2", "3.3", "1.1"))
        assert (cursor[0], cursor[-1]) == ("[", "]")
        assert lit[0] == lit[-1] not in "[ "
        assert other[0] == other[-1] == " "
        of_ana, of_ben = (player_row(pilot, name) for name in ("You", "Ben"))
        turn, ana, rest, ben = of_ana[0], of_ana[2], of_ben[0], of_ben[2]
        assert len({turn, rest, " "}) == 2, "whose turn it is"
        assert len({ana, ben, " "}) == 3
        assert cursor[1:-1].split() == [f"{ana}2".join(acts)]
        assert lit[1:-1].split() == [ana.join(acts), f"({ben})", f"+{ben}"]
        assert drawn(pilot, "1.3").split() == [f"({ana})"], "there his boat is not"
        assert drawn(pilot, "5.3").split() == [f"{ben}2".join(moved)]
        assert drawn(pilot, "3").split()[0] == "=3="
        assert drawn(pilot, "3").split()[1][1] == ana


@GLYPHS
@pytest.mark.usefixtures("no_color")
async def test_signs_alone_tell_colours_and_what_is_due(make_app: MakeApp, glyphs: str) -> None:
    """Tokens and cards bear the letter of their colour; beside each level stands what is due."""
    async with running(make_app(ACTING.table(), glyphs=glyphs)) as pilot:
        assert drawn(pilot, "4.3/0").strip() == "Mr"
        assert drawn(pilot, "4.3/1").strip() == "Nr"
        ana, ben = player_row(pilot, "You"), player_row(pilot, "Ben")
        due = ["".join(drawn(pilot, f"3.{level}").partition("+")[1:]) for level in range(1, 5)]
        assert [signs.strip(" ·].") for signs in due] == ["", "", f"+{ben[2]}", f"+{ben[2] * 2}"]
        assert re.search(r"red +yellow +purple", text_of(pilot.app))
        assert "ryp+7" in ana
        assert "???+5" in ben
        assert "Cb" in ana.split()


@pytest.mark.slow
@GLYPHS
@pytest.mark.usefixtures("no_color")
async def test_five_signs_for_five_players(make_app: MakeApp, glyphs: str) -> None:
    async with running(make_app(FIVE.table(), glyphs=glyphs)) as pilot:
        signs = [player_row(pilot, name)[2] for name in ("You", *NAMES[1:])]
        assert len(set(signs)) == 5
        for seat, types in enumerate((2, 2, 2, 2, 1)):
            assert f"{signs[seat]}  {types}/12" in rows(pilot)[0]
        assert drawn(pilot, "4.1").split() == [f"({signs[2]})", f"({signs[4]}2)"]
        assert f"level 1 +{signs[1]}{signs[4]}: Sb" in row_with(pilot, "t take")


@pytest.mark.slow
@GLYPHS
@pytest.mark.usefixtures("no_color")
async def test_words_tell_to_whom_a_card_is_due(make_app: MakeApp, glyphs: str) -> None:
    async with running(make_app(OWING_AMONG_FIVE.table(), glyphs=glyphs)) as pilot:
        assert "Dan" in prompt(pilot)
        await press(pilot, "enter")
        assert "Eve" in prompt(pilot)


@pytest.mark.slow
@pytest.mark.usefixtures("no_color")
async def test_the_token_under_the_cursor_is_named_and_its_cost(make_app: MakeApp) -> None:
    async with running(make_app(ACTING.table())) as pilot:
        for token, name, cost in (("Sy", "yellow shell", "pile"), ("Mp", "purple mask", "pile −1")):
            sea_of(pilot).put_cursor(spot_of(pilot, token))
            await settle(pilot)
            assert row_with(pilot, "Your turn").endswith(name)
            assert row_with(pilot, "pile").endswith(cost)
            assert "pays" in text_of(pilot.app)
