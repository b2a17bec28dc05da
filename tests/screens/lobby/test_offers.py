"""Offers at a table of the server, on a line of their own that covers nothing needed."""

from __future__ import annotations

import pytest

from nim_tui.registry import all_games
from nim_tui.testing.screens import press, running, settle, text_of
from screens.himalaya.slots import Slots
from screens.table.agreement import Notice
from screens.widgets.key_bar import KeyBar
from screens.widgets.menu import Menu
from tests.every import by_day
from tests.screens.lobby.scenes import visitor
from tests.screens.lobby.server import Server
from tests.screens.looking import prompt, table_screen

pytestmark = pytest.mark.slow

OFFERED = "Ben offers a draw (too early for a result)   = Accept   - Decline"


@pytest.mark.parametrize("game", by_day(all_games(), 2))
async def test_at_80_x_24_the_question_and_its_choices_stay(server: Server, game: str) -> None:
    rules = all_games()[game].game
    names = ["Ben", "Ana", "Cleo", "Dan"][: max(rules.seats[0], 2)]
    async with running(server.visitor("Ana")) as pilot:
        table = server.table(game, *names)
        server.arrive("Ben", at=table)
        held = server.held(table).table
        while 1 not in held.waiting or (game == "himalaya" and held.view(None).phase != 2):
            server.play(table, held.legal(held.waiting[0])[0].word)
        await visitor(pilot).table.sit_down(table)
        await settle(pilot)
        asked, before = prompt(pilot), len(text_of(pilot.app).splitlines())
        server.agree(table, "Ben")
        await settle(pilot)
        assert OFFERED in text_of(pilot.app)
        assert (prompt(pilot), len(text_of(pilot.app).splitlines())) == (asked, before)
        await press(pilot, "colon")
        screen = table_screen(pilot)
        bottom = screen.query_one(KeyBar).region.y
        choices = screen.query_one(Slots) if game == "himalaya" else screen.query_one(Menu)
        assert bottom == 23
        for widget in (screen.query_one(Notice), screen.line, choices):
            assert 0 < widget.region.bottom <= bottom, widget
            assert widget.region.height >= 1, widget
        await press(pilot, "escape", "minus")
        assert OFFERED not in text_of(pilot.app)
        assert prompt(pilot) == asked
