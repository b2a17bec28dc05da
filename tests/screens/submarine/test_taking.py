"""Taking tokens: by one payment or several, among many moves and few."""

from __future__ import annotations

import pytest

from nim_tui.testing.screens import press, running
from screens.widgets.menu import Menu
from tests.every import by_day
from tests.screens.conftest import MakeApp
from tests.screens.looking import menu_words, prompt
from tests.screens.submarine.sights import (
    board_rows,
    choose,
    last_move,
    lit,
    screen_of,
    spot_of,
    take_from_menu,
)
from tests.screens.submarine.tables import ACTING, FEW_LEFT, FIVE, NO_JOKER, THREE_JOKERS

WAYS = ["", "with Kp", "with Py", "with Sy"]
"""The payments for a token of THREE_JOKERS: by card, or by a joker."""


@pytest.mark.parametrize("token", ["Lp", "Pp"])
async def test_enter_on_a_token_takes_it_where_there_is_one_way_to_pay(
    make_app: MakeApp, token: str
) -> None:
    table = NO_JOKER.table()
    async with running(make_app(table)) as pilot:
        spot = spot_of(pilot, token)
        assert spot in lit(pilot)
        await choose(pilot, spot)
        assert last_move(table) == f"take {spot[2]} {token}"
        assert token[0] in board_rows(pilot)["You"].split()[0]


@pytest.mark.slow
@pytest.mark.parametrize("token", ["Sb", "Ap"])
async def test_a_joker_is_not_laid_down_by_one_slip_of_the_cursor(
    make_app: MakeApp, token: str
) -> None:
    """There is one way to pay, by a joker: it is offered in the menu before it is played."""
    table = FIVE.table()
    played = table.moves_played
    async with running(make_app(table)) as pilot:
        spot = spot_of(pilot, token)
        await choose(pilot, spot)
        assert table.moves_played == played
        assert "with Sp" in prompt(pilot)
        assert screen_of(pilot).query_one(Menu).has_focus
        await press(pilot, *["backspace"] * 3)
        assert screen_of(pilot).picker.chosen == ()
        await choose(pilot, spot)
        await press(pilot, "enter")
        assert last_move(table) == f"take {spot[2]} {token} with Sp"


@pytest.mark.slow
async def test_enter_on_a_token_offers_its_ways_to_pay(make_app: MakeApp) -> None:
    table = THREE_JOKERS.table()
    played = table.moves_played
    async with running(make_app(table)) as pilot:
        await choose(pilot, spot_of(pilot, "Hp"))
        assert table.moves_played == played
        assert "several moves here: pick one in the list" in prompt(pilot)
        assert screen_of(pilot).picker.chosen == ("take", "3", "Hp")
        assert menu_words(pilot) == WAYS
        assert screen_of(pilot).query_one(Menu).has_focus


@pytest.mark.slow
@pytest.mark.parametrize("way", by_day(WAYS, 2), ids=["card", "key", "pearl", "shell"])
@pytest.mark.parametrize("by", ["cursor", "list"])
async def test_each_way_to_pay_can_be_chosen_among_many_moves(
    make_app: MakeApp, way: str, by: str
) -> None:
    table = THREE_JOKERS.table()
    async with running(make_app(table)) as pilot:
        if by == "cursor":
            await choose(pilot, spot_of(pilot, "Hp"))
            await take_from_menu(pilot, way)
        else:
            await press(pilot, "t")
            await take_from_menu(pilot, "Hp")
            await take_from_menu(pilot, way)
        assert last_move(table) == f"take 3 Hp {way}".strip()


@pytest.mark.nightly
@pytest.mark.parametrize("way", WAYS, ids=["card", "key", "pearl", "shell"])
async def test_each_way_to_pay_can_be_chosen_among_few_moves(make_app: MakeApp, way: str) -> None:
    """`take 3 Hp` is a whole move and the start of others; all stand in one menu."""
    table = FEW_LEFT.table()
    async with running(make_app(table)) as pilot:
        words = f"take 3 Hp {way}".strip()
        assert {words, "done"} < set(menu_words(pilot))
        await take_from_menu(pilot, words)
        assert last_move(table) == words


async def test_backspace_goes_back_from_the_ways_to_pay(make_app: MakeApp) -> None:
    table = THREE_JOKERS.table()
    async with running(make_app(table)) as pilot:
        first = menu_words(pilot)
        await press(pilot, "t")
        second = menu_words(pilot)
        await take_from_menu(pilot, "Lg")
        assert menu_words(pilot) == WAYS
        await press(pilot, "backspace")
        assert menu_words(pilot) == second
        await press(pilot, "backspace")
        assert menu_words(pilot) == first
        assert screen_of(pilot).picker.chosen == ()


async def test_backspace_goes_back_among_few_moves(make_app: MakeApp) -> None:
    async with running(make_app(FEW_LEFT.table())) as pilot:
        first = menu_words(pilot)
        await choose(pilot, spot_of(pilot, "Hp"))
        assert menu_words(pilot) == WAYS
        await press(pilot, "backspace", "backspace")
        assert menu_words(pilot) == first


@pytest.mark.parametrize(
    ("token", "why"),
    [
        ("Kg", "you have no green card to pay with"),
        ("Bg", "none of your bathyscaphes in 1.4 can act now"),
        ("Ry", "no legal move here"),
    ],
)
async def test_a_token_out_of_reach_says_why(make_app: MakeApp, token: str, why: str) -> None:
    table = NO_JOKER.table()
    played = table.moves_played
    async with running(make_app(table)) as pilot:
        await choose(pilot, spot_of(pilot, token))
        assert why in prompt(pilot)
        assert table.moves_played == played


async def test_a_joker_put_down_cannot_be_taken_back(make_app: MakeApp) -> None:
    table = ACTING.then("take 2 Sy with Cb").table()
    async with running(make_app(table)) as pilot:
        await choose(pilot, spot_of(pilot, "Cb"))
        assert "Cb was put down this turn" in prompt(pilot)
