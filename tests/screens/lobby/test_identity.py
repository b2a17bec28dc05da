"""The banner, the name and the texts of a server on the screen."""

from __future__ import annotations

import pytest

from nim_tui.server.admin.offline import from_books
from nim_tui.server.admin.protocol import ListAudit
from nim_tui.server.identity import ServerIdentity
from nim_tui.server.settings.identity import IdentityConfig
from nim_tui.server.storage.off_loop import at_once
from nim_tui.testing.screens import do, running, text_of, typing
from screens.lobby.pages import AboutPage
from screens.lobby.screen import LobbyScreen
from tests.screens.lobby.server import KEEPER, Server

CLUB = IdentityConfig(
    server_name="Club of the Tide", welcome="Tuesdays at eight.",
    house_rules="Be kind.\nResign lost games.", motd="Bring tea.", contact="club@example.org",
)  # fmt: skip


@pytest.fixture(autouse=True)
def club(server: Server) -> None:
    server.lobby.identity = ServerIdentity(server.database, CLUB, "Everything is\nlogged.")


async def test_the_banner_comes_first_and_then_the_lobby(server: Server) -> None:
    async with running(server.visitor("Ana")) as pilot:
        assert "Everything is" in text_of(pilot.app)
        assert not server.lobby.shown.people(), "nobody has come in yet"
        await do(pilot, "enter")
        assert isinstance(pilot.app.screen, LobbyScreen)
        first, second = text_of(pilot.app).splitlines()[:2]
        assert first.startswith(" Club of the Tide   Ana")
        assert second.strip() == "Bring tea."
        await do(pilot, "A")
        assert isinstance(pilot.app.screen, AboutPage)
        assert "Resign lost games." in text_of(pilot.app)
        await do(pilot, "m")
        assert "remove it" not in text_of(pilot.app), "for admins only"


async def test_a_newcomer_reads_the_welcome(server: Server) -> None:
    async with running(server.stranger("new")) as pilot:
        await do(pilot, "enter")
        assert "Tuesdays at eight." in text_of(pilot.app)


async def test_an_admin_sets_the_message_of_the_day(server: Server) -> None:
    async with running(server.visitor(KEEPER)) as pilot:
        await do(pilot, "enter", "A", "m", "ctrl+u", typing("Bring cake."), "enter")
        assert "Message of the day set." in text_of(pilot.app)
        await do(pilot, "escape")
        assert text_of(pilot.app).splitlines()[1].strip() == "Bring cake."
    (entry,) = at_once(server.database.ask(from_books, ListAudit()))["audit"]
    assert (entry["by"], entry["order"], entry["why"]) == (KEEPER, "motd", "Bring cake.")
