"""Pictures of people, and of the chat at a table as a spectator sees it."""

from __future__ import annotations

import pytest

from nim_tui.testing.screens import LARGE, Looker, typing
from tests.screens.conftest import Look
from tests.screens.lobby.scenes import busy_evening, setting, shown, sitting_at
from tests.screens.lobby.server import Server
from tests.screens.lobby.test_look_profile import found


def watched_game(server: Server) -> str:
    """Return Ana against Ben, with chat of players and of spectators."""
    table = server.table("bataille", "Ana", "Ben")
    server.arrive("Ana", "Ben", "Dan", at=table)
    server.say("Ben", "good luck!", table)
    server.say("Dan", "I say that Ben has his fleet in the north", table)
    server.say("Ana", "the same to you", table)
    return table


@pytest.mark.parametrize("language", ["en"])
class TestMannersPictures:
    """Other people."""

    @pytest.mark.slow
    def test_people(self, server: Server, look: Look, language: str) -> None:
        app = server.visitor("Ana", language=language)

        async def block(_pilot: Looker) -> None:
            own, other = server.account("Ana").id, server.account("Ben").id
            await server.lobby.talking.block(own, other)

        look(app, setting(server, busy_evening), block, "w", found, "down")

    @pytest.mark.slow
    def test_people_large(self, server: Server, look: Look, language: str) -> None:
        app = server.visitor("Ana", language=language)
        look(app, setting(server, busy_evening), "w", found, "down", size=LARGE, bars=True)

    @pytest.mark.slow
    def test_what_can_be_done_about_somebody(
        self, server: Server, look: Look, language: str
    ) -> None:
        app = server.visitor("Ana", language=language)
        look(app, setting(server, busy_evening), "w", found, "down enter down down down down")

    @pytest.mark.slow
    def test_what_is_reported(self, server: Server, look: Look, language: str) -> None:
        app = server.visitor("Ana", language=language)
        look(
            app, setting(server, busy_evening), "w", found, "down enter",
            "down down down down down enter", typing("rude"),
        )  # fmt: skip

    @pytest.mark.slow
    def test_talk_of_a_spectator(self, server: Server, look: Look, language: str) -> None:
        async def again(pilot: Looker) -> None:
            pilot.app.clear_notifications()
            await shown(pilot)

        app = server.visitor("Eva", language=language)
        look(app, sitting_at(server, watched_game), again, "apostrophe")
