"""The games that wait for a player: their list, and one key from each to the next."""

from __future__ import annotations

import pytest

from nim_tui.testing.screens import do, running, text_of
from screens.lobby.pages import TurnsPage
from tests.screens.lobby.scenes import QUARTER, THREE_DAYS, visitor
from tests.screens.lobby.server import Server

pytestmark = pytest.mark.slow


async def test_one_key_goes_round_the_games_with_the_least_time_first(server: Server) -> None:
    server.table("bataille", "Ana", "bot:easy", title="no clock")
    slow = server.table("bataille", "Ana", "Ben", title="slow", clock=THREE_DAYS)
    quick = server.table("bataille", "Ana", "Ben", title="quick", clock=QUARTER)
    async with running(server.visitor("Ana")) as pilot:
        await do(pilot, "M")
        assert isinstance(pilot.app.screen, TurnsPage)
        listed = text_of(pilot.app)
        assert listed.index("quick") < listed.index("slow") < listed.index("no clock")
        await do(pilot, "enter")
        assert visitor(pilot).table.id == quick
        await do(pilot, ";")
        assert visitor(pilot).table.id == slow
        await do(pilot, ";", ";")
        assert visitor(pilot).table.id == quick


async def test_a_vacation_is_taken_and_told_at_the_table(server: Server) -> None:
    table = server.table("bataille", "Ana", "Ben", clock=THREE_DAYS)
    async with running(server.visitor("Ana")) as pilot:
        await do(pilot, "p", "v", "enter", "5", "enter")
        assert "You are on vacation until" in text_of(pilot.app)
        before = server.held(table).time.left(0)
        server.later(86_400)
        assert server.held(table).time.left(0) == before
    async with running(server.visitor("Ben")) as pilot:
        await do(pilot, ";", '"')
        assert "on vacation until" in text_of(pilot.app)
