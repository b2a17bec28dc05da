"""A player's own results: by game and opponents, and against one player."""

from __future__ import annotations

import pytest

from nim_tui.server.tables.results import PEOPLE, GameFilter, Tally, past_games
from nim_tui.testing.screens import do, running, text_of
from screens.lobby.pages import GamesPage, ResultsPage
from tests.screens.lobby.server import Server

pytestmark = pytest.mark.slow


def played(server: Server) -> None:
    """Let Ana win twice against Ben, lose once to Cleo, and once to an easy bot."""
    for other, loser in (("Ben", "Ben"), ("Ben", "Ben"), ("Cleo", "Ana"), ("bot:easy", "Ana")):
        table = server.table("bataille", "Ana", other)
        server.win(table, loser=loser)


async def test_results_lead_to_games_and_to_one_opponent(server: Server) -> None:
    played(server)
    async with running(server.visitor("Ana")) as pilot:
        await do(pilot, "p", "r")
        assert isinstance(pilot.app.screen, ResultsPage)
        lines = text_of(pilot.app).splitlines()
        assert any("people" in line and "2 won, 0 drawn, 1 lost" in line for line in lines)
        assert any("bots: easy" in line and "0 won, 0 drawn, 1 lost" in line for line in lines)
        await do(pilot, "enter")
        assert isinstance(pilot.app.screen, GamesPage)
        assert "Cleo" in text_of(pilot.app)
    ben = server.account("Ben").id
    games = past_games(server.database, server.account("Ana").id)
    both = [one for one in games if GameFilter(account=ben).admits(one)]
    assert Tally.of(both) == Tally(2, 0, 0)
    assert {one.opponents for one in both} == {PEOPLE}
