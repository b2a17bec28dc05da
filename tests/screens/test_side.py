"""The sheet beside the boards: they stay in play, and the next person sees nothing of it."""

from __future__ import annotations

import pytest

from nim_tui.testing.screens import LARGE, SMALL, Looker, press, running, settle, text_of, until
from nim_tui.testing.tables import OPEN
from screens.reading.rules_page import RulesPage
from screens.table.screen import GameScreen
from tests.screens.conftest import MakeApp
from tests.screens.looking import say, table_screen
from tests.screens.tables import LAID, PAIR, SEARCHED, table_after

SIZES = pytest.mark.parametrize("size", [SMALL, LARGE], ids=["small", "large"])


def open_page(pilot: Looker) -> str:
    page = table_screen(pilot).side.page
    return "" if page is None else page.name


@pytest.mark.slow
@pytest.mark.usefixtures("bots_wait")
@SIZES
async def test_the_same_key_or_escape_closes_it_and_nothing_is_left(
    make_app: MakeApp, size: tuple[int, int]
) -> None:
    async with running(make_app(table_after(SEARCHED)), size) as pilot:
        before = text_of(pilot.app)
        for close in ("g", "escape"):
            await press(pilot, "g")
            assert open_page(pilot) == "log"
            await press(pilot, close)
            assert text_of(pilot.app) == before


@pytest.mark.slow
@pytest.mark.usefixtures("bots_wait")
@SIZES
async def test_a_move_can_be_made_beside_the_log_which_follows_it(
    make_app: MakeApp, size: tuple[int, int]
) -> None:
    async with running(make_app(table_after(SEARCHED)), size) as pilot:
        await press(pilot, "g")
        assert "A moves to 13" not in table_screen(pilot).sheet.text
        await say(pilot, "A 13")
        assert open_page(pilot) == "log"
        assert "A moves to 13" in table_screen(pilot).sheet.text
        assert "A moves to 13" in text_of(pilot.app)


@pytest.mark.usefixtures("bots_wait")
async def test_it_scrolls_by_keys_that_the_board_does_not_hear(make_app: MakeApp) -> None:
    async with running(make_app(table_after(SEARCHED))) as pilot:
        await press(pilot, "g")
        end = text_of(pilot.app)
        await press(pilot, "pageup")
        assert text_of(pilot.app) != end
        await press(pilot, "pagedown")
        assert text_of(pilot.app) == end


@pytest.mark.slow
@pytest.mark.usefixtures("bots_wait")
async def test_over_the_boards_it_lies_where_the_cursor_is_not(make_app: MakeApp) -> None:
    async with running(make_app(table_after(SEARCHED))) as pilot:
        screen = table_screen(pilot)
        board = screen.ui.boards()[0]
        await press(pilot, "g")
        for keys in (["right"] * 6, ["left"] * 6, ["tab"]):
            await press(pilot, *keys)
            board = next((b for b in screen.ui.boards() if b.has_focus), board)
            cursor = board.regions(board.cursor)[0].translate(board.region.offset)
            assert not screen.sheet.region.overlaps(cursor)


@pytest.mark.slow
@pytest.mark.usefixtures("bots_wait")
async def test_beside_the_boards_it_covers_nothing(make_app: MakeApp) -> None:
    async with running(make_app(table_after(SEARCHED)), LARGE) as pilot:
        await press(pilot, "r")
        screen = table_screen(pilot)
        assert pilot.app.screen is screen
        for other in screen.query("#headline, #prompt, Board, Panel, Menu, KeyBar"):
            if other.display:
                assert not screen.sheet.region.overlaps(other.region), other
        before = screen.sheet.text, text_of(pilot.app)
        await press(pilot, "right_parenthesis")
        assert text_of(pilot.app) != before[1]


@pytest.mark.usefixtures("bots_wait")
async def test_rules_are_a_page_where_columns_are_few(make_app: MakeApp) -> None:
    async with running(make_app(table_after(SEARCHED))) as pilot:
        await press(pilot, "r")
        assert isinstance(pilot.app.screen, RulesPage)


@pytest.mark.slow
@pytest.mark.usefixtures("bots_wait")
async def test_it_stays_where_it_fits_when_the_window_changes(make_app: MakeApp) -> None:
    async with running(make_app(table_after(SEARCHED)), LARGE) as pilot:
        await press(pilot, "g")
        await pilot.resize_terminal(*SMALL)
        await settle(pilot)
        screen = table_screen(pilot)
        prompt = screen.text_line("prompt")
        await until(pilot, lambda: screen.sheet.region.bottom == prompt.region.y)
        small = text_of(pilot.app)
        await press(pilot, "g", "g")
        assert text_of(pilot.app) == small


@pytest.mark.slow
@SIZES
async def test_it_is_closed_behind_the_curtain(make_app: MakeApp, size: tuple[int, int]) -> None:
    """What was told to one is gone before the next looks."""
    async with running(make_app(table_after(LAID, seats=PAIR)), size) as pilot:
        await press(pilot, OPEN, "g")
        assert "14.200" in table_screen(pilot).sheet.text
        await say(pilot, "A 17; drop 200")
        await press(pilot, *["enter"] * 2)
        screen = table_screen(pilot)
        if pilot.app.screen is not screen:
            await press(pilot, OPEN)
        assert isinstance(pilot.app.screen, GameScreen)
        assert open_page(pilot) == ""
        assert "14.200" not in text_of(pilot.app)


async def to_the_sheet(pilot: Looker) -> None:
    """Focus the sheet beside the boards by Tab."""
    while pilot.app.focused is not table_screen(pilot).sheet:
        await press(pilot, "tab")


@pytest.mark.slow
@pytest.mark.usefixtures("bots_wait")
async def test_rules_beside_the_boards_are_read_by_the_keys_of_their_page(
    make_app: MakeApp,
) -> None:
    async with running(make_app(table_after(SEARCHED)), LARGE) as pilot:
        await press(pilot, "r")
        sheet, moves = table_screen(pilot).sheet, table_screen(pilot).model.seat.moves_played
        assert sheet.title.endswith("7 of 16: Moving")
        await to_the_sheet(pilot)
        await press(pilot, "g")
        assert sheet.title.endswith("2 of 16: Goal")
        await press(pilot, "c", *["down"] * 7, "enter")
        assert sheet.title.endswith("8 of 16: The mine")
        await press(pilot, "slash", *"spinner", "enter")
        assert "10 of 16: Torpedoes" in sheet.title
        await press(pilot, "escape", "b")
        assert "9 of 16" in sheet.title
        assert table_screen(pilot).model.seat.moves_played == moves
        await press(pilot, "a")
        assert open_page(pilot) == "aid"
        assert "sink three hidden" in sheet.text


@pytest.mark.slow
@pytest.mark.usefixtures("bots_wait")
async def test_boards_stay_in_play_beside_the_rules(make_app: MakeApp) -> None:
    async with running(make_app(table_after(SEARCHED)), LARGE) as pilot:
        await press(pilot, "r", "a")
        assert open_page(pilot) == "rules"
        assert table_screen(pilot).picker.chosen == ("A",)
