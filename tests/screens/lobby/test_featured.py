"""The featured game: one that everybody can watch, never one's own, and only what is public."""

from __future__ import annotations

from nim_tui.server.lobby.featured import featured
from nim_tui.server.storage.off_loop import at_once
from nim_tui.server.storage.schema import PRIVATE
from nim_tui.testing.screens import running
from screens.lobby.screen import LobbyScreen
from screens.table.screen import GameScreen
from tests.screens.lobby.scenes import QUARTER
from tests.screens.lobby.server import Server
from tests.screens.lobby.test_profile import shows


def chosen(server: Server, name: str | None) -> str | None:
    """The title of the game that somebody is shown."""
    own = None if name is None else server.account(name).id
    at_once(server.lobby.table_list.catch_up())
    found = featured(server.lobby.table_list.public_running(), server.lobby.ratings, own)
    return None if found is None else found.title


async def test_live_games_between_people_come_first_and_private_ones_never(server: Server) -> None:
    assert chosen(server, None) is None
    server.table("bataille", "Ana", "bot:easy", title="Alone")
    assert chosen(server, None) == "Alone"
    server.table("bataille", "Ben", "Cleo", title="Slow")
    assert chosen(server, None) == "Slow"
    server.table("bataille", "Dan", "Eva", title="Quick", clock=QUARTER)
    server.table("bataille", "Finn", "Zoé", title="Hidden", clock=QUARTER, visibility=PRIVATE)
    assert [chosen(server, name) for name in ("Ana", "Dan", "Finn")] == ["Quick", "Slow", "Quick"]


async def test_a_key_leads_to_it_as_a_spectator(server: Server) -> None:
    server.arrive("Ben", "Cleo")
    async with running(server.visitor("Ana")) as pilot:
        assert "no game that everyone can watch is being played" in await shows(pilot, "asterisk")
        table = server.table("bataille", "Ben", "Cleo")
        await shows(pilot, "asterisk")
        assert isinstance(pilot.app.screen, GameScreen)
        assert server.lobby.held.plays_at(table, server.account("Ana").id) is False
        await shows(pilot, "q")
        assert isinstance(pilot.app.screen, LobbyScreen)
