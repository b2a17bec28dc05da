"""Resigning at one keyboard: confirmed twice, a loss of the viewer, and never by a slip."""

from __future__ import annotations

import pytest

from nim_tui.tables.record import EndEntry, SeatPlan, read_record
from nim_tui.tables.store import Store
from nim_tui.tables.table import Table
from nim_tui.testing.screens import do, press, running, text_of
from rules.contract import Result
from rules.submarine import SUBMARINE
from screens.table.agreement import ResignDialog
from screens.table.screen import GameScreen
from tests.screens.conftest import Look, MakeApp
from tests.screens.looking import prompt
from tests.screens.tables import ALONE, MET, PAIR, SEARCHED, table_after


async def test_whoever_looks_gives_the_game_up_once_they_said_so_twice(
    make_app: MakeApp, store: Store
) -> None:
    table = table_after(SEARCHED, store=store)
    async with running(make_app(table)) as pilot:
        await do(pilot, "underscore", "down enter")
        assert isinstance(pilot.app.screen, ResignDialog)
        assert "Press Enter again to resign." in text_of(pilot.app)
        assert table.result is None
        await press(pilot, "enter")
        assert table.result == Result(((1,), (0,)), "resigned")
        assert "You resigned. Winner: Ben" in text_of(pilot.app)
        await do(pilot, "escape", "underscore")
        assert isinstance(pilot.app.screen, GameScreen), "it is over"
    (kept,) = store.kept()
    assert read_record(kept.path).over == EndEntry(((1,), (0,)), "resigned")


@pytest.mark.slow
@pytest.mark.parametrize(
    "keys", ["enter", "escape", "underscore", "down enter up enter", "down enter up down escape"]
)
async def test_nothing_is_given_up_by_a_slip(make_app: MakeApp, keys: str) -> None:
    table = table_after(SEARCHED)
    async with running(make_app(table)) as pilot:
        await do(pilot, "underscore", keys)
        assert isinstance(pilot.app.screen, GameScreen)
        assert table.result is None
        assert prompt(pilot).startswith("Your turn: ")


@pytest.mark.slow
async def test_of_two_at_one_keyboard_who_looks_loses(make_app: MakeApp) -> None:
    table = table_after(MET, seats=PAIR)
    async with running(make_app(table)) as pilot:
        await do(pilot, "space", "underscore", "down enter enter")
        assert table.result == Result(((0,), (1,)), "resigned")


@pytest.mark.slow
async def test_it_is_offered_only_where_nobody_else_would_play_on(make_app: MakeApp) -> None:
    bot, names = SeatPlan("Dan", "random"), ("Ana", "Ben", "Cleo")
    for seats, is_offered in (
        ((SeatPlan("Ana"), bot, bot), True),
        ([*map(SeatPlan, names)], False),
    ):
        async with running(make_app(Table(SUBMARINE, {}, seats, 7))) as pilot:
            if not isinstance(pilot.app.screen, GameScreen):
                await press(pilot, "space")
            await press(pilot, "underscore")
            assert isinstance(pilot.app.screen, ResignDialog) == is_offered


@pytest.mark.slow
def test_asked_once_more(make_app: MakeApp, look: Look) -> None:
    look(make_app(table_after(SEARCHED, seats=ALONE)), "underscore", "down", "enter")
