"""Pictures of invite links: made by the host, and pasted."""

from __future__ import annotations

import pytest

from nim_tui.server.accounts import keys
from nim_tui.server.settings.addresses import PublicAddresses
from nim_tui.testing.screens import LARGE, typing
from tests.screens.conftest import Look
from tests.screens.lobby.scenes import setting
from tests.screens.lobby.server import Server
from tests.screens.lobby.test_invite_links import family


@pytest.fixture(autouse=True)
def known(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give the server addresses, and the same token each time."""
    server.lobby.invite_links.known_as = PublicAddresses(
        "https://games.example.org", "games.example.org:8022"
    )
    monkeypatch.setattr(keys, "CODE_SIGNS", "K")


@pytest.mark.parametrize("language", ["en"])
class TestSeatLinkPictures:
    """The box of the host, and the field of the invited."""

    def test_an_invitation(self, server: Server, look: Look, language: str) -> None:
        app = server.visitor("Ana", language=language)
        look(app, setting(server, family), "y enter")

    @pytest.mark.slow
    def test_an_invitation_large(self, server: Server, look: Look, language: str) -> None:
        app = server.visitor("Ana", language=language)
        look(app, setting(server, family), "y enter", size=LARGE, bars=True)

    @pytest.mark.slow
    def test_a_wrong_one(self, server: Server, look: Look, language: str) -> None:
        app = server.visitor("Ben", language=language)
        look(
            app, setting(server, family), "g", typing("https://games.example.org/i/KKKK"), "enter"
        )  # fmt: skip
