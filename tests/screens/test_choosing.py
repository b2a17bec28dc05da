"""Choosing on the boards and in the menu: cursor, keys, mouse, and windows that change size."""

from __future__ import annotations

import pytest
from textual.geometry import Offset

from nim_tui.testing.screens import LARGE, SMALL, Looker, press, running, settle, text_of
from screens.base import TooSmall
from screens.bataille.screen import BatailleScreen
from screens.widgets.menu import Menu
from tests.every import by_day
from tests.screens.conftest import MakeApp
from tests.screens.looking import menu_items, menu_words, prompt, table_screen, where
from tests.screens.tables import SEARCHED, table_after


def screen_of(pilot: Looker) -> BatailleScreen:
    screen = table_screen(pilot)
    assert isinstance(screen, BatailleScreen)
    return screen


async def test_tab_goes_round_the_boards_and_the_menu(make_app: MakeApp) -> None:
    async with running(make_app(table_after(SEARCHED))) as pilot:
        seen = []
        for _ in range(5):
            assert pilot.app.focused is not None
            seen.append(pilot.app.focused.id)
            await press(pilot, "tab")
        assert seen == ["surface", "enemy", "own", "menu", "surface"]
        await press(pilot, "shift+tab")
        assert pilot.app.focused is screen_of(pilot).ui.surface


@pytest.mark.slow
async def test_a_menu_key_works_from_every_board(make_app: MakeApp) -> None:
    for tabs in range(4):
        async with running(make_app(table_after(SEARCHED))) as pilot:
            await press(pilot, *["tab"] * tabs, "a")
            assert screen_of(pilot).picker.chosen == ("A",)


async def test_after_staying_one_enter_drops_a_charge_below_any_ship(make_app: MakeApp) -> None:
    table = table_after(f"{SEARCHED}; stay")
    async with running(make_app(table)) as pilot:
        assert menu_words(pilot) == ["drop", "hold"]
        enemy = screen_of(pilot).ui.enemy
        assert enemy.lit == {f"{number}.{level}00" for number in (15, 30) for level in (1, 2, 3)}
        enemy.put_cursor("30.200")
        await press(pilot, "enter")
        assert table.plays[-1].move == "drop B 200"


async def test_after_staying_letters_choose_ship_and_level(make_app: MakeApp) -> None:
    table = table_after(f"{SEARCHED}; stay")
    async with running(make_app(table)) as pilot:
        await press(pilot, "d", "b", "2")
        assert table.plays[-1].move == "drop B 200"


async def test_n_jumps_to_the_next_place_that_can_be_chosen(make_app: MakeApp) -> None:
    async with running(make_app(table_after(SEARCHED))) as pilot:
        surface = screen_of(pilot).ui.surface
        ships = []
        for _ in range(4):
            ships.append(surface.cursor)
            assert surface.cursor in surface.lit
            await press(pilot, "n")
        assert ships[0] == ships[3]
        assert set(ships) == {"15", "30", "port.0.3"}


async def test_arrows_and_letters_move_the_cursor_alike(make_app: MakeApp) -> None:
    async with running(make_app(table_after(SEARCHED))) as pilot:
        surface = screen_of(pilot).ui.surface
        for keys in (("left", "down", "right", "up"), ("h", "j", "l", "k")):
            seen = []
            for key in keys:
                await press(pilot, key)
                seen.append(surface.cursor)
            assert seen == ["14", "20", "21", "15"]


@pytest.mark.slow
async def test_the_cursor_stops_at_the_edges(make_app: MakeApp) -> None:
    async with running(make_app(table_after(SEARCHED))) as pilot:
        for key in ("up", "left", "down", "right"):
            await press(pilot, *[key] * 9)
        assert screen_of(pilot).ui.surface.cursor in screen_of(pilot).ui.surface.spots


async def test_every_spot_can_be_reached_by_arrows(make_app: MakeApp) -> None:
    async with running(make_app(table_after(SEARCHED))) as pilot:
        for board in screen_of(pilot).ui.boards():
            reached, todo = {board.cursor}, [board.cursor]
            while todo:
                name = todo.pop()
                for step in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                    other = board.beside(name, *step)
                    if other not in reached:
                        reached.add(other)
                        todo.append(other)
            assert reached == set(board.spots)


async def test_backspace_takes_a_word_back(make_app: MakeApp) -> None:
    async with running(make_app(table_after(SEARCHED))) as pilot:
        before = menu_words(pilot)
        await press(pilot, "b")
        assert "[B …]" in prompt(pilot)
        await press(pilot, "backspace")
        assert "…" not in prompt(pilot)
        assert menu_words(pilot) == before
        await press(pilot, "backspace")
        assert menu_words(pilot) == before, "there is no word to take back"


@pytest.mark.slow
async def test_the_mouse_chooses(make_app: MakeApp) -> None:
    table = table_after(SEARCHED)
    async with running(make_app(table)) as pilot:
        surface = screen_of(pilot).ui.surface
        await pilot.click(offset=where(surface, "30"))
        await settle(pilot)
        assert screen_of(pilot).picker.chosen == ("B",)
        await pilot.click(offset=where(surface, "29"))
        await settle(pilot)
        assert "depth charge" in prompt(pilot)
        menu = screen_of(pilot).query_one(Menu)
        await pilot.click(menu, offset=Offset(5, 0))
        await settle(pilot)
        assert "B drops at 29.100" in text_of(pilot.app)


@pytest.mark.slow
async def test_a_click_beside_changes_nothing(make_app: MakeApp) -> None:
    table = table_after(SEARCHED)
    played = table.moves_played
    async with running(make_app(table)) as pilot:
        for offset in (Offset(0, 0), Offset(60, 5), Offset(79, 23), Offset(0, 1), Offset(70, 18)):
            await pilot.click(offset=offset)
            await settle(pilot)
        await pilot.click(offset=where(screen_of(pilot).ui.surface, "3"))
        await settle(pilot)
        assert "no legal move here" in prompt(pilot)
        assert table.moves_played == played


@pytest.mark.slow
async def test_keys_that_mean_nothing_do_nothing(make_app: MakeApp) -> None:
    async with running(make_app(table_after(SEARCHED))) as pilot:
        before = text_of(pilot.app)
        unknown = "z x 9 f5 f12 ctrl+t ctrl+u insert delete pageup pagedown tilde comma full_stop"
        await press(pilot, *unknown.split(), "v", "é", "home", "end", "space", "escape")
        assert text_of(pilot.app) == before


@pytest.mark.slow
async def test_another_size_in_mid_choice_keeps_words_and_cursor(make_app: MakeApp) -> None:
    async with running(make_app(table_after(SEARCHED)), LARGE) as pilot:
        screen = screen_of(pilot)
        await press(pilot, "b", "n", "n", "left")
        cursor, lit, words = screen.ui.surface.cursor, screen.ui.surface.lit, menu_words(pilot)
        for size in (SMALL, (60, 20), (20, 5), SMALL, (60, 20), LARGE):
            await pilot.resize_terminal(*size)
            await settle(pilot)
            is_small = size[0] < SMALL[0]
            assert isinstance(pilot.app.screen, TooSmall) == is_small
            assert is_small == ("40 x 28" in text_of(pilot.app).replace("\n", " ") or size[0] < 40)
            assert len(text_of(pilot.app).splitlines()) == size[1]
            assert (screen.ui.surface.cursor, screen.ui.surface.lit) == (cursor, lit)
            assert screen.picker.chosen == ("B",)
        assert menu_words(pilot) == words
        assert screen.ui.surface.has_focus
        await press(pilot, "enter")
        assert "depth charge" in prompt(pilot)


@pytest.mark.slow
@pytest.mark.parametrize("size", by_day([((1, 1),), ((3, 2),), ((9, 3),)], 1))
async def test_a_tiny_window_comes_to_rest(make_app: MakeApp, size: tuple[int, int]) -> None:
    async with running(make_app(table_after(SEARCHED))) as pilot:
        await pilot.resize_terminal(*size)
        await settle(pilot)
        await pilot.resize_terminal(*SMALL)
        await settle(pilot)
        assert "move a ship" in prompt(pilot)


@pytest.mark.slow
@pytest.mark.parametrize(("size", "other"), by_day([(LARGE, SMALL), (SMALL, LARGE)], 1))
async def test_a_window_that_changed_looks_like_one_opened_so(
    make_app: MakeApp, size: tuple[int, int], other: tuple[int, int]
) -> None:
    async with running(make_app(table_after(SEARCHED)), size) as pilot:
        opened_so = text_of(pilot.app)
    async with running(make_app(table_after(SEARCHED)), other) as pilot:
        await pilot.resize_terminal(*size)
        await settle(pilot)
        assert text_of(pilot.app) == opened_so


@pytest.mark.slow
async def test_a_box_over_the_table_stands_the_small_window_too(make_app: MakeApp) -> None:
    async with running(make_app(table_after(SEARCHED))) as pilot:
        await press(pilot, "g")
        before = text_of(pilot.app)
        await pilot.resize_terminal(50, 10)
        await settle(pilot)
        assert isinstance(pilot.app.screen, TooSmall)
        await pilot.resize_terminal(*SMALL)
        await settle(pilot)
        assert text_of(pilot.app) == before
        await press(pilot, "escape")
        assert "move a ship" in prompt(pilot)


@pytest.mark.slow
async def test_enter_pressed_too_often_fires_no_torpedo(make_app: MakeApp, bots_wait: None) -> None:
    table = table_after(f"{SEARCHED}; B 29; drop 100")
    assert len(table.legal(0)) > 1
    async with running(make_app(table)) as pilot:
        await press(pilot, "enter")
        assert table.plays[-1].move == "hold"


async def test_a_charge_where_nothing_can_lie_is_offered_last_and_says_so(
    make_app: MakeApp,
) -> None:
    """It may still tell what lies beside it."""
    async with running(make_app(table_after(f"{SEARCHED}; A 18"))) as pilot:
        screen = screen_of(pilot)
        items = [(item.id, item.note) for item in menu_items(pilot)]
        assert items == [
            ("drop 100", "below a ship at sea"),
            ("drop 300", "below a ship at sea"),
            ("drop 200", "no submarine can be here"),
            ("hold", "no charge"),
        ]
        assert screen.ui.enemy.cursor == "18.300"


async def test_lanes_are_shown_through_a_cursor_that_is_seen(make_app: MakeApp) -> None:
    async with running(make_app(table_after(SEARCHED))) as pilot:
        await press(pilot, "tab")
        surface = screen_of(pilot).ui.surface
        surface.cursor = "port.1.1"
        assert not surface.has_focus
        await press(pilot, "t")
        assert surface.has_focus
        assert surface.cursor == "15"
        assert prompt(pilot).endswith("torpedo lanes here: R3 C3; fired: -")
