"""The table's events are shown once, in every game."""

from __future__ import annotations

import pytest

from nim_tui.registry import all_games
from nim_tui.tables.record import SeatPlan
from nim_tui.tables.table import Table
from nim_tui.testing.screens import running, settle
from rules.chance import Chance
from tests.screens.conftest import MakeApp
from tests.screens.looking import table_screen

MOVES = 12
"""Enough moves to pass the set-up, and to reach the first playback."""


@pytest.mark.usefixtures("bots_wait")
@pytest.mark.parametrize("name", all_games())
async def test_a_change_is_shown_once(
    make_app: MakeApp, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry, chance = all_games()[name], Chance(5)
    seats = [SeatPlan("Ana"), *[SeatPlan("Ben", "random")] * (entry.game.seats[0] - 1)]
    table = Table(entry.game, {}, seats, 7)
    shown: list[object] = []
    async with running(make_app(table)) as pilot:
        ui = table_screen(pilot).ui
        really = ui.show

        def show(view: object) -> None:
            shown.append(view)
            really(view)

        monkeypatch.setattr(ui, "show", show)
        for _ in range(MOVES):
            before = len(shown)
            told = len(table_screen(pilot).model.seat.log())
            seat = table.waiting[0]
            table.play(seat, chance.pick(table.legal(seat)))
            await settle(pilot)
            assert len(shown) == before + 1 or len(table_screen(pilot).model.seat.log()) == told
        assert len(shown) > MOVES / 2
