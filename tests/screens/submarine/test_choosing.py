"""Choices on the sea: placing, sailing and diving, and refusals of the rules."""

from __future__ import annotations

import pytest

from nim_tui.testing.screens import LARGE, SMALL, press, running, settle, text_of
from screens.base import TooSmall
from screens.submarine.screen import SubmarineScreen
from screens.widgets.board import Board
from screens.widgets.menu import Item, Menu
from tests.every import by_day
from tests.screens.conftest import MakeApp
from tests.screens.looking import menu_words, prompt
from tests.screens.submarine.sights import choose, drawn, last_move, lit, screen_of, sea_of, spot_of
from tests.screens.submarine.tables import (
    ACTING,
    FIVE,
    PLACING,
    SAILING,
)

OUT_OF_REACH = {
    "1": "a boat only moves right",
    "1.3/0": "a boat only moves right",
    "5.2": "you have no bathyscaphe in column 5",
    "2.4/2": "you have no bathyscaphe in column 2",
    "0": "no legal move here",
}


class TestPlacingAndSailing:
    """Any cell of a column stands for the column."""

    @pytest.mark.slow
    @pytest.mark.parametrize("spot", ["2", "2.1", "2.4/3"])
    async def test_enter_on_any_cell_places_in_its_column(
        self, make_app: MakeApp, bots_wait: None, spot: str
    ) -> None:
        table = PLACING.table()
        async with running(make_app(table)) as pilot:
            await choose(pilot, spot)
            assert last_move(table) == "place 2"
            assert "▲" in drawn(pilot, "2.1")

    @pytest.mark.slow
    @pytest.mark.parametrize("spot", ["3", "3.1/0", "3.2", "3.4/1"])
    async def test_enter_on_any_cell_sails_to_its_column(
        self, make_app: MakeApp, spot: str
    ) -> None:
        table = SAILING.table()
        async with running(make_app(table)) as pilot:
            await choose(pilot, spot)
            assert last_move(table) == "boat 3"
            assert "take a token, dive, or be done" in prompt(pilot)

    async def test_enter_on_the_right_leaves_the_sea(self, make_app: MakeApp) -> None:
        table = SAILING.table()
        async with running(make_app(table)) as pilot:
            await choose(pilot, "7")
            assert last_move(table) == "boat out"
            assert "swap a card? (it goes under your pile)" in prompt(pilot)

    async def test_a_column_out_of_reach_says_why(self, make_app: MakeApp) -> None:
        table = SAILING.table()
        played = table.moves_played
        async with running(make_app(table)) as pilot:
            for spot, why in OUT_OF_REACH.items():
                await choose(pilot, spot)
                assert why in prompt(pilot)
                assert table.moves_played == played
                await press(pilot, "down")
                assert "move your boat to a column, or out" in prompt(pilot), (
                    "the question comes back"
                )


class TestDiving:
    """A bathyscaphe is chosen first, then its destination."""

    @pytest.mark.slow
    async def test_diving_by_cursor(self, make_app: MakeApp) -> None:
        table = ACTING.table()
        async with running(make_app(table)) as pilot:
            await choose(pilot, "3.3")
            await press(pilot, "d")
            assert "move it where?" in prompt(pilot)
            assert {"3.2", "3.4", "1.2", "6.4"} <= lit(pilot)
            assert not {"3.3", "1.1", "6.1"} & lit(pilot)
            await choose(pilot, "5.4")
            assert last_move(table) == "dive 3 to 5.4"
            assert drawn(pilot, "5.4").strip() == "(▲)"
            assert drawn(pilot, "3.3").split() == ["(▼)", "+▼"]
            assert "take a token, dive, or be done" in prompt(pilot)

    async def test_a_token_of_a_cell_means_the_cell(self, make_app: MakeApp) -> None:
        table = ACTING.table()
        async with running(make_app(table)) as pilot:
            await choose(pilot, "3.3")
            await press(pilot, "d")
            await choose(pilot, spot_of(pilot, "Nr"))
            assert last_move(table) == "dive 3 to 4.3"

    async def test_its_own_cell_says_why_not(self, make_app: MakeApp) -> None:
        table = ACTING.table()
        played = table.moves_played
        async with running(make_app(table)) as pilot:
            await choose(pilot, "3.3")
            await press(pilot, "d")
            await choose(pilot, "3.3")
            assert "a bathyscaphe must move to another cell" in prompt(pilot)
            assert table.moves_played == played
            await press(pilot, "backspace", "backspace")
            assert screen_of(pilot).picker.chosen == ()


class TestBoth:
    """For a bathyscaphe that may dive and take, Enter asks which, and does neither."""

    @pytest.mark.slow
    async def test_enter_asks_which_in_the_menu(self, make_app: MakeApp) -> None:
        table = ACTING.table()
        played = table.moves_played
        async with running(make_app(table)) as pilot:
            await choose(pilot, "3.3")
            assert "dive or take at level" in prompt(pilot)
            assert menu_words(pilot) == ["take 3", "dive 3"]
            assert screen_of(pilot).menu.has_focus
            assert "level 3" in text_of(pilot.app)
            await press(pilot, "t")
            assert lit(pilot) == {spot_of(pilot, "Mp")}
            assert table.moves_played == played
            await press(pilot, "enter", *(["enter"] if table.moves_played == played else []))
            assert last_move(table).startswith("take 3 Mp")

    async def test_back_on_the_sea_all_choices_are_there(self, make_app: MakeApp) -> None:
        async with running(make_app(ACTING.table())) as pilot:
            before = menu_words(pilot)
            await choose(pilot, "3.3")
            sea_of(pilot).focus()
            await press(pilot, "down")
            assert menu_words(pilot) == before
            assert "take a token, dive" in prompt(pilot)


async def test_every_spot_can_be_reached_by_arrows(make_app: MakeApp) -> None:
    async with running(make_app(ACTING.table())) as pilot:
        assert reached(sea_of(pilot)) == set(sea_of(pilot).spots)


def reached(board: Board) -> set[str]:
    found, todo = {board.cursor}, [board.cursor]
    while todo:
        name = todo.pop()
        for step in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            other = board.beside(name, *step)
            if other not in found:
                found.add(other)
                todo.append(other)
    return found


@pytest.mark.slow
async def test_another_size_in_mid_turn_keeps_words_and_cursor(make_app: MakeApp) -> None:
    async with running(make_app(ACTING.table())) as pilot:
        screen = screen_of(pilot)
        await press(pilot, "d", "3", "n", "n", "left")
        cursor, targets, words = sea_of(pilot).cursor, lit(pilot), screen.picker.chosen
        small = text_of(pilot.app)
        for size in (LARGE, (60, 20), LARGE, SMALL):
            await pilot.resize_terminal(*size)
            await settle(pilot)
            assert isinstance(pilot.app.screen, TooSmall) == (size[0] < SMALL[0])
            assert len(text_of(pilot.app).splitlines()) == size[1]
            assert (sea_of(pilot).cursor, lit(pilot), screen.picker.chosen) == (
                cursor,
                targets,
                words,
            )
        assert text_of(pilot.app) == small
        assert isinstance(pilot.app.screen, SubmarineScreen)


@pytest.mark.slow
@pytest.mark.parametrize(("size", "other"), by_day([(LARGE, SMALL), (SMALL, LARGE)], 1))
async def test_a_window_that_changed_looks_like_one_opened_so(
    make_app: MakeApp, size: tuple[int, int], other: tuple[int, int]
) -> None:
    async with running(make_app(FIVE.table()), size) as pilot:
        opened_so = text_of(pilot.app)
    async with running(make_app(FIVE.table()), other) as pilot:
        await pilot.resize_terminal(*size)
        await settle(pilot)
        assert text_of(pilot.app) == opened_so


@pytest.mark.slow
async def test_a_line_marked_before_something_else_was_asked_is_told_no_more(
    make_app: MakeApp,
) -> None:
    async with running(make_app(SAILING.table())) as pilot:
        screen = screen_of(pilot)
        before = Item("take 3 Gr", "t", "take 3 Gr")
        screen.post_message(Menu.Marked(screen.menu, before))
        await settle(pilot)
        assert "move your boat to a column, or out" in prompt(pilot)
        assert "Gr" not in prompt(pilot)
