"""Pictures of the profile and of the SSH keys."""

from __future__ import annotations

import pytest

from nim_tui.testing.screens import LARGE, SMALL, Looker, settle
from tests.screens.conftest import Look
from tests.screens.lobby.scenes import (
    a_long_course,
    leaver_at_a_table,
    setting,
)
from tests.screens.lobby.server import Server
from tests.screens.lobby.test_profile import second_key


async def found(pilot: Looker) -> None:
    """Wait until the look-up is shown."""
    await pilot.app.workers.wait_for_complete()
    await settle(pilot)


@pytest.mark.parametrize("language", ["en"])
class TestProfilePictures:
    """The profile of a user."""

    @pytest.mark.slow
    def test_ratings(self, server: Server, look: Look, language: str) -> None:
        look(
            server.visitor("Ana", language=language),
            setting(server, a_long_course),
            "p",
            found,
            size=SMALL,
        )

    @pytest.mark.slow
    def test_ratings_large(self, server: Server, look: Look, language: str) -> None:
        look(
            server.visitor("Ana", language=language),
            setting(server, a_long_course),
            "p",
            found,
            size=LARGE,
            bars=True,
        )

    def test_ssh_keys(self, server: Server, look: Look, language: str) -> None:
        app = server.visitor("Ana", language=language)
        second_key(server, "Ana")
        look(app, "p", found, "c", found, "down", "x")

    @pytest.mark.slow
    def test_who_often_leaves(self, server: Server, look: Look, language: str) -> None:
        app = server.visitor("Ana", language=language)
        look(app, setting(server, leaver_at_a_table), "down", "up", found)

    @pytest.mark.slow
    def test_which_terms(self, server: Server, look: Look, language: str) -> None:
        look(server.visitor("Ana", language=language), "n", "enter", "up")
