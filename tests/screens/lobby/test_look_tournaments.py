"""Pictures of tournaments."""

from __future__ import annotations

import pytest

from nim_tui.testing.screens import LARGE, SMALL
from tests.screens.conftest import Look
from tests.screens.lobby.scenes import setting
from tests.screens.lobby.server import Server
from tests.screens.lobby.test_look_profile import found
from tests.screens.lobby.tournaments import an_evening, eight, four_at_a_table, several


@pytest.mark.parametrize("language", ["en"])
class TestTournamentPictures:
    """Lists, pages, and the form."""

    @pytest.mark.slow
    def test_the_list(self, server: Server, look: Look, language: str) -> None:
        app = server.visitor("Ana", language=language)
        look(app, setting(server, several), "o", found, size=SMALL)

    @pytest.mark.slow
    def test_the_list_large(self, server: Server, look: Look, language: str) -> None:
        app = server.visitor("Ana", language=language)
        look(app, setting(server, several), "o", found, "down down", size=LARGE, bars=True)

    @pytest.mark.slow
    def test_an_evening(self, server: Server, look: Look, language: str) -> None:
        app = server.visitor("Ana", language=language)
        look(app, setting(server, an_evening), "o", found, "enter", found)

    @pytest.mark.slow
    def test_eight_by_correspondence(self, server: Server, look: Look, language: str) -> None:
        app = server.visitor("Ana", language=language)
        look(app, setting(server, eight), "o", found, "enter", found)

    @pytest.mark.slow
    def test_four_at_a_table_large(self, server: Server, look: Look, language: str) -> None:
        app = server.visitor("Ana", language=language)
        look(app, setting(server, four_at_a_table), "o", found, "enter", found, size=LARGE)

    @pytest.mark.slow
    def test_the_form(self, server: Server, look: Look, language: str) -> None:
        look(server.visitor("Ana", language=language), "o", found, "n", "down down left", found)
