"""Pictures of ladders."""

from __future__ import annotations

import pytest

from nim_tui.testing.screens import LARGE, SMALL
from tests.screens.conftest import Look
from tests.screens.lobby.ladders import a_ladder
from tests.screens.lobby.scenes import setting
from tests.screens.lobby.server import Server
from tests.screens.lobby.test_look_profile import found

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("language", ["en"])
class TestLadderPictures:
    """The ranks of a ladder."""

    def test_a_ladder(self, server: Server, look: Look, language: str) -> None:
        app = server.visitor("Ana", language=language)
        look(app, setting(server, a_ladder), "d", found, "up", size=SMALL)

    def test_a_ladder_large(self, server: Server, look: Look, language: str) -> None:
        app = server.visitor("Ana", language=language)
        look(app, setting(server, a_ladder), "d", found, "up", size=LARGE, bars=True)

    def test_which_clock(self, server: Server, look: Look, language: str) -> None:
        app = server.visitor("Eva", language=language)
        look(app, setting(server, a_ladder), "d", found, "enter")
