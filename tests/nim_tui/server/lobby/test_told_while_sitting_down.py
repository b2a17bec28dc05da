"""Who sits down is told things before their screen is made, and after it is gone."""

from __future__ import annotations

import asyncio
from itertools import count

import pytest

from nim_tui.server.app.app import VisitorApp
from tests.every import by_day
from tests.nim_tui.server.lobby.steady import Guest, Play, Steady
from tests.screens.himalaya.tables import NAMES

pytestmark = pytest.mark.slow

TURNS = 50
"""Turns of the loop until time goes on."""


async def told_at_every_turn(guest: Guest) -> None:
    """Have somebody’s table tell who is there, again and again."""
    app = guest.runner._app
    assert isinstance(app, VisitorApp)
    for turn in count(1):
        with app._context():
            app.table.show_around()
        await asyncio.sleep(0.05 if turn % TURNS == 0 else 0)


@pytest.mark.parametrize("game", by_day(["submarine", "himalaya", "bataille", "schwarm"], 2))
def test_who_is_there_is_told_while_the_screen_is_made(play: Play, game: str) -> None:
    async def scene(server: Steady) -> None:
        people = NAMES[: 3 if game == "himalaya" else 2]
        guests = [await server.enters(name) for name in people]
        await server.table(game, *people)
        telling = asyncio.create_task(told_at_every_turn(guests[0]))
        await guests[0].sits_down()
        await guests[0].type("q")
        await asyncio.sleep(1)
        telling.cancel()
        ended = await asyncio.gather(telling, return_exceptions=True)
        assert isinstance(ended[0], asyncio.CancelledError), ended
        assert not server.counters.figures["apps_failed"]

    play(scene)
