"""The bell: at the player's turn, or for others' moves, and never without a cause."""

from __future__ import annotations

import pytest

from nim_tui.app.app import NimApp
from nim_tui.tables.table import Table
from nim_tui.testing.screens import Looker, running
from tests.screens.conftest import MakeApp
from tests.screens.looking import say
from tests.screens.tables import BEN_CAMP, FIRST_TURNS, LAID, PAIR, table_after

pytestmark = pytest.mark.usefixtures("bots_wait")


class Rung:
    """A counter of an app's bells."""

    def __init__(self, app: NimApp, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count = 0
        monkeypatch.setattr(app, "bell", self._ring)

    def _ring(self) -> None:
        self.count += 1


async def others_play(pilot: Looker, table: Table, *moves: str) -> None:
    """Let the bot make its moves, one at a time."""
    for move in moves:
        table.play(1, table.game.parse(move))
        await pilot.pause()


@pytest.mark.parametrize(("sound", "rings"), [("off", 0), ("turn", 1), ("all", 3)])
async def test_what_rings(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch, sound: str, rings: int
) -> None:
    """Ben drops a charge, holds his fire, and with that it is Ana's turn."""
    table = table_after(f"{LAID}; A 17; drop 200")
    app = make_app(table, sound=sound)
    rung = Rung(app, monkeypatch)
    async with running(app) as pilot:
        assert rung.count == 0, "nothing rings at a table that is opened"
        await others_play(pilot, table, "B 14", "drop 300", "hold")
        assert rung.count == rings


@pytest.mark.slow
async def test_own_moves_and_those_of_the_same_keyboard_are_silent(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = make_app(table_after(FIRST_TURNS), sound="all")
    rung = Rung(alone, monkeypatch)
    async with running(alone) as pilot:
        await say(pilot, "A 15; drop 200")
        assert rung.count == 0
    both = make_app(table_after(seats=PAIR), sound="all")
    rung = Rung(both, monkeypatch)
    async with running(both) as pilot:
        both_play = "sub 14.200; sub 22.100; sub 33.300; mine 9"
        await pilot.press("space")
        await say(pilot, both_play)
        await pilot.press("enter", "space")
        await say(pilot, BEN_CAMP)
        assert rung.count == 0


async def test_what_a_seat_does_not_notice_rings_nothing(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ben lays his camp in secret while Ana lays hers."""
    table = table_after()
    app = make_app(table, sound="all")
    rung = Rung(app, monkeypatch)
    async with running(app) as pilot:
        await others_play(pilot, table, "sub 8.100", "sub 15.300")
        assert rung.count == 0
