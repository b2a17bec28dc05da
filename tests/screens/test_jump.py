"""Going to a turn of a record."""

from __future__ import annotations

import pytest

from nim_tui.tables.store import Store
from nim_tui.tables.table import Table
from nim_tui.testing.screens import press, running, text_of
from screens.table.jump_dialog import JumpDialog
from tests.rules.tiny import TINY
from tests.screens.conftest import Look, MakeApp
from tests.screens.looking import prompt, table_screen
from tests.screens.tables import ALONE, SEARCHED, WON, keep

REPLAY = ("p", "enter")


class TestJumpPictures:
    """A turn by number, or along the chart."""

    @pytest.mark.slow
    def test_going_to_a_turn(self, make_app: MakeApp, look: Look, store: Store) -> None:
        keep(store, WON)
        look(make_app(), *REPLAY, "c 9")


@pytest.mark.slow
async def test_a_typed_turn_and_one_of_the_chart_are_gone_to(
    make_app: MakeApp, store: Store
) -> None:
    keep(store, WON)
    async with running(make_app()) as pilot:
        await press(pilot, *REPLAY, "c", "9", "enter")
        there = prompt(pilot)
        model = table_screen(pilot).model
        assert model.view.turn == 9
        await press(pilot, "c")
        assert "Turn  9  of 11" in text_of(pilot.app)
        await press(pilot, "left", "enter")
        assert model.view.turn == 8
        await press(pilot, "c", "right", "enter")
        assert prompt(pilot) == there
        await press(pilot, "c", "5", "escape")
        assert prompt(pilot) == there
        await press(pilot, "c", *"99999", "enter")
        assert model.is_at_end
        await press(pilot, "c", "0", "enter")
        assert "before move 1 of" in prompt(pilot)


@pytest.mark.slow
async def test_a_turn_of_an_unfinished_game_shows_no_secret(
    make_app: MakeApp, store: Store
) -> None:
    keep(store, SEARCHED)
    async with running(make_app()) as pilot:
        await press(pilot, *REPLAY, "c")
        for _step in range(8):
            assert isinstance(pilot.app.screen, JumpDialog)
            assert "14.200" not in text_of(pilot.app)
            await press(pilot, "right")


@pytest.mark.usefixtures("tiny")
async def test_where_nothing_is_counted_moves_are(make_app: MakeApp, store: Store) -> None:
    table = Table(TINY, {}, ALONE, 7)
    store.open_new(table)
    for _move in range(2):
        seat = table.waiting[0]
        table.play(seat, table.legal(seat)[0])
    table.close()
    async with running(make_app()) as pilot:
        await press(pilot, *REPLAY, "c", "1")
        assert "Move  1  of 2" in text_of(pilot.app)
        await press(pilot, "enter")
        assert "before move 1 of 2" in prompt(pilot)
