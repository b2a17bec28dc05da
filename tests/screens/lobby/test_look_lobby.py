"""Pictures of the sign-up and of the lobby."""

from __future__ import annotations

import pytest

from nim_tui.testing.screens import LARGE, Looker, typing
from tests.screens.conftest import Look
from tests.screens.lobby.scenes import (
    an_invitation,
    busy_evening,
    many_tables,
    rated_games,
    setting,
    shown,
)
from tests.screens.lobby.server import KEEPER, Server
from tests.screens.lobby.test_look_profile import found

NEW_KEY = "SHA256:a-key-that-nobody-knows-so-far-here-or-there"


class TestNaming:
    """The first session."""

    def test_which_name(self, server: Server, look: Look) -> None:
        look(server.stranger(NEW_KEY))


class TestLobby:
    """The list of tables."""

    def test_nobody_else_and_no_table(self, server: Server, look: Look) -> None:
        look(server.visitor("Ana"))

    @pytest.mark.slow
    def test_a_busy_evening(self, server: Server, look: Look) -> None:
        look(server.visitor("Ana"), setting(server, busy_evening))

    @pytest.mark.slow
    def test_a_busy_evening_large(self, server: Server, look: Look) -> None:
        look(server.visitor("Ana"), setting(server, busy_evening), size=LARGE, bars=True)

    def test_an_invitation(self, server: Server, look: Look) -> None:
        async def invite(pilot: Looker) -> None:
            an_invitation(server)
            await shown(pilot)

        look(server.visitor("Ana"), invite, "down")

    @pytest.mark.slow
    def test_games_that_are_over(self, server: Server, look: Look) -> None:
        look(server.visitor("Ana"), setting(server, busy_evening), "f f f")

    @pytest.mark.slow
    def test_typing_talk(self, server: Server, look: Look) -> None:
        look(server.visitor("Ana"), setting(server, busy_evening), "t", typing("good evening"))

    @pytest.mark.slow
    def test_the_second_page(self, server: Server, look: Look) -> None:
        look(server.visitor("Ana"), setting(server, many_tables), "up enter")


class TestBoxesOverTheLobby:
    """The leaderboard, keys, sessions."""

    @pytest.mark.slow
    def test_ratings(self, server: Server, look: Look) -> None:
        look(server.visitor("Ana"), setting(server, rated_games), "b", found)

    def test_keys(self, server: Server, look: Look) -> None:
        look(server.visitor("Ana"), "question_mark")

    def test_visits(self, server: Server, look: Look) -> None:
        app = server.visitor(KEEPER)
        server.visits_of("Ben")
        server.visits_of("Maximiliane-Rose", at="dokivuna-107")
        look(app, "v down enter")

    @pytest.mark.slow
    def test_a_keeper_is_asked_twice(self, server: Server, look: Look) -> None:
        look(server.visitor(KEEPER), setting(server, busy_evening), "x")
