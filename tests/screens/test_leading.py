"""The first line of the home screen, and the card of each game."""

from __future__ import annotations

import pytest

from nim_tui.registry import all_games
from nim_tui.tables.store import Store
from nim_tui.testing.screens import LARGE, SMALL, Looker, press, running, text_of
from screens.home.new_table import GameCard
from screens.widgets.menu import Menu
from tests.every import by_day
from tests.screens.conftest import MakeApp
from tests.screens.looking import menu_words, table_screen
from tests.screens.tables import FIRST_TURNS, SEARCHED, WON, keep


def marked(pilot: Looker) -> str:
    menu = pilot.app.screen.query_one(Menu)
    return menu.items[menu.position].id


async def test_who_is_new_begins_a_first_game_against_an_easy_bot(make_app: MakeApp) -> None:
    async with running(make_app()) as pilot:
        assert marked(pilot) == "first"
        await press(pilot, "enter", "enter")
        screen = table_screen(pilot)
        assert screen.game_title == "Bataille sous les mers"
        assert screen.model.seat.bots == (None, "easy")


async def test_a_first_game_is_one_of_the_game_on_the_shelf(make_app: MakeApp) -> None:
    async with running(make_app()) as pilot:
        await press(pilot, "right", "right", "f", "enter")
        assert table_screen(pilot).model.seat.bots == (None, "easy", "easy")


async def test_the_game_one_left_leads_and_enter_goes_on_with_it(
    make_app: MakeApp, store: Store
) -> None:
    keep(store, WON)
    keep(store, SEARCHED)
    async with running(make_app()) as pilot:
        assert menu_words(pilot)[0] == marked(pilot)
        assert "Enter: continue · with Ben (random) · turn 7" in text_of(pilot.app)
        await press(pilot, "enter")
        assert table_screen(pilot).model.may_move


async def test_what_is_over_leads_nothing(make_app: MakeApp, store: Store) -> None:
    keep(store, WON)
    async with running(make_app()) as pilot:
        assert (marked(pilot), menu_words(pilot)[0]) == ("new", "new")
        await press(pilot, "down")
        assert "replay it move by move" in text_of(pilot.app)


async def test_three_games_lead_and_the_others_follow(make_app: MakeApp, store: Store) -> None:
    for _number in range(5):
        keep(store, FIRST_TURNS)
    async with running(make_app()) as pilot:
        assert menu_words(pilot).index("new") == 3


@pytest.mark.slow
async def test_a_game_that_was_left_is_marked_at_home(make_app: MakeApp) -> None:
    async with running(make_app()) as pilot:
        await press(pilot, "n", "enter", "q")
        assert marked(pilot).startswith("kept ")


async def test_the_mark_stays_where_settings_were_opened(make_app: MakeApp, store: Store) -> None:
    keep(store, SEARCHED)
    async with running(make_app()) as pilot:
        await press(pilot, "down", "down", "s", "escape")
        assert marked(pilot) == "learn"


@pytest.mark.slow
@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["small", "large"])
@pytest.mark.parametrize("language", by_day(["fr", "en"], 1))
@pytest.mark.parametrize("position", range(len(all_games())))
async def test_the_card_in_the_form_is_whole(
    make_app: MakeApp, size: tuple[int, int], language: str, position: int
) -> None:
    async with running(make_app(language=language), size) as pilot:
        await press(pilot, *["right"] * position, "n")
        card = pilot.app.screen.query_one(GameCard)
        assert card.region.bottom <= size[1] - 1
        assert "…" not in text_of(pilot.app)
