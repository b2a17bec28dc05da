"""The line about the spot under the cursor: effect, rule against it, way to a choice."""

from __future__ import annotations

import pytest

from nim_tui.testing.screens import LARGE, SMALL, Looker, press, running
from screens.bataille.signs import NEAR
from screens.table.game_ui import GameUi
from screens.widgets.board import Board
from screens.widgets.menu import Menu
from screens.widgets.text_line import TextLine
from tests.every import by_day
from tests.screens.conftest import MakeApp
from tests.screens.looking import say, table_screen
from tests.screens.tables import LAID, SEARCHED, table_after
from tests.screens.test_look_main import TABLES

pytestmark = pytest.mark.usefixtures("bots_wait")


def told(pilot: Looker) -> tuple[str, str]:
    """Return the text of the line of signs, and the key at its right."""
    return table_screen(pilot).query_one("#signs", TextLine).texts


async def put(pilot: Looker, board: Board, spot: str) -> None:
    """Move the cursor to a spot as a person does."""
    board.focus()
    board.put_cursor(spot, by_hand=True)
    await press(pilot, "f12")


async def test_the_signs_stand_there_until_one_looks_around(make_app: MakeApp) -> None:
    async with running(make_app(table_after(SEARCHED)), LARGE) as pilot:
        assert f"{NEAR} near miss" in told(pilot)[0]
        await press(pilot, "left")
        assert f"{NEAR} near miss" not in told(pilot)[0]
        await press(pilot, "a")
        assert f"{NEAR} near miss" in told(pilot)[0]


async def test_nothing_moves_on_a_low_screen_when_one_looks_around(make_app: MakeApp) -> None:
    async with running(make_app(table_after(SEARCHED)), SMALL) as pilot:
        screen = table_screen(pilot)
        parts = [screen.query_one(f"#{name}") for name in ("signs", "remarks", "prompt", "menu")]
        before, shown = [part.region for part in parts], told(pilot)
        await press(pilot, "left")
        assert told(pilot) != shown
        assert [part.region for part in parts] == before


@pytest.mark.slow
async def test_why_a_place_cannot_be_chosen_is_told_as_the_rules_refuse_it(
    make_app: MakeApp,
) -> None:
    async with running(make_app(table_after(SEARCHED)), LARGE) as pilot:
        await press(pilot, "a")
        screen = table_screen(pilot)
        surface = screen.ui.boards()[0]
        far = next(s for s in reversed(surface.spots) if s.isdigit() and s not in surface.lit)
        await put(pilot, surface, far)
        reason, way = told(pilot)
        await press(pilot, "enter")
        refusal = screen.query_one("#prompt", TextLine).texts[0].split("  ")[-1].strip()
        assert refusal
        assert refusal in reason
        assert way == "n next choice"


@pytest.mark.slow
async def test_looking_plays_nothing_and_draws_no_chance(make_app: MakeApp) -> None:
    table = table_after(SEARCHED)
    async with running(make_app(table)) as pilot:
        drawn, moves = table._course._chance.drawn, table.moves_played
        await press(pilot, "a", *["right"] * 5, "down", "tab", "left", "n")
        assert (table._course._chance.drawn, table.moves_played) == (drawn, moves)


async def test_the_key_for_the_next_choice_leads_from_another_board_to_it(
    make_app: MakeApp,
) -> None:
    async with running(make_app(table_after(SEARCHED))) as pilot:
        boards = table_screen(pilot).ui.boards()
        await press(pilot, "tab")
        assert pilot.app.focused is boards[1]
        assert told(pilot)[1] == "n to the choice"
        await press(pilot, "n")
        assert pilot.app.focused is boards[0]
        assert boards[0].cursor in boards[0].lit
        assert told(pilot)[1] == ""


async def test_the_key_for_the_next_choice_leads_to_the_menu_where_no_place_is_lit(
    make_app: MakeApp,
) -> None:
    app = make_app(lambda app: app.table.open(TABLES["himalaya-order"]()))
    async with running(app, LARGE) as pilot:
        table_screen(pilot).ui.boards()[0].focus()
        await press(pilot, "right")
        assert told(pilot)[1] == "n to the menu"
        await press(pilot, "n")
        assert isinstance(pilot.app.focused, Menu)


async def test_while_another_moves_nothing_is_said_to_be_refused(make_app: MakeApp) -> None:
    async with running(make_app(table_after(f"{SEARCHED}; A 13; drop 100; hold"))) as pilot:
        assert not table_screen(pilot).model.is_my_turn
        await press(pilot, "tab", "left")
        assert told(pilot)[1] == ""


@pytest.mark.slow
async def test_what_a_choice_of_the_menu_does_is_told(make_app: MakeApp) -> None:
    async with running(make_app(table_after(SEARCHED))) as pilot:
        table_screen(pilot).menu.focus()
        await press(pilot, "up")
        assert told(pilot)[0] == "stay: stay; a ship at sea may drop a charge"


@pytest.mark.parametrize("name", by_day(TABLES, 2))
async def test_the_news_that_stay_while_one_looks_around_are_those_of_now(
    make_app: MakeApp, name: str
) -> None:
    async with running(make_app(TABLES[name]()), LARGE) as pilot:
        screen = table_screen(pilot)

        async def stay(*keys: str) -> None:
            for key in keys:
                await press(pilot, key)
                before = told(pilot), screen.remarks.lines
                screen.lines.show_signs()
                assert (told(pilot), screen.remarks.lines) == before, key

        await stay("left", "up")
        await pilot.resize_terminal(*SMALL)
        await stay("right", "down", "tab", "left")
        await say(pilot, screen.model.legal()[0].word)
        await stay("escape", "left", "right")


@pytest.mark.slow
async def test_a_camp_that_is_laid_is_no_way_to_the_enemy_s(make_app: MakeApp) -> None:
    """What is told of the enemy's camp is what the signs on it say."""
    async with running(make_app(table_after(LAID))) as pilot:
        enemy = table_screen(pilot).ui.boards()[1]
        found = set()
        for spot in enemy.spots[1:]:
            await put(pilot, enemy, spot)
            found.add(told(pilot)[0])
        assert found == {"a submarine may be here: a charge at this depth would tell"}


@pytest.mark.slow
@pytest.mark.parametrize("language", by_day(["fr", "en"], 1))
@pytest.mark.parametrize("name", TABLES)
async def test_every_place_and_word_is_explained_in_a_line(
    make_app: MakeApp, name: str, language: str
) -> None:
    app = make_app(lambda app: app.table.open(TABLES[name]()), language=language)
    async with running(app, LARGE) as pilot:
        ui, view = table_screen(pilot).ui, table_screen(pilot).model.view
        places = [(board, spot) for board in ui.boards() for spot in board.spots]
        texts = [ui.explain(view, board, spot) for board, spot in places]
        assert texts
        assert [text for text in texts if not 0 < len(text) < 100] == []
        assert isinstance(ui, GameUi)
        assert ui.meanings
