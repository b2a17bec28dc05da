"""Pictures of the form for a table on a server: players, title, clock, privacy."""

from __future__ import annotations

import pytest

from nim_tui.testing.screens import LARGE, Doing, Looker, press, typing
from tests.screens.conftest import Look
from tests.screens.lobby.server import Server
from tests.screens.looking import go_to


def form(game: str, more_players: int = 0) -> Doing:
    """Return an action: open the form of a game, with more than its fewest players."""

    async def open_it(pilot: Looker) -> None:
        await press(pilot, "n")
        await go_to(pilot, game)
        await press(pilot, "enter")
        if more_players:
            await go_to(pilot, "players")
            await press(pilot, *["right"] * more_players)

    return open_it


def line(name: str) -> Doing:
    """Return an action: go to a line of the form."""

    async def go(pilot: Looker) -> None:
        await go_to(pilot, name)

    return go


CLOCK, TITLE, SEEN_BY = line("option time control"), line("option title"), line("option visible to")


class TestTheForm:
    """Seats, privacy, and refusals."""

    def test_bataille(self, server: Server, look: Look) -> None:
        look(server.visitor("Ana"), form("bataille"))

    @pytest.mark.slow
    @pytest.mark.parametrize("game", ["himalaya"])
    def test_most_players(self, server: Server, look: Look, game: str) -> None:
        look(server.visitor("Ana"), form(game, 1), SEEN_BY)

    @pytest.mark.slow
    def test_large(self, server: Server, look: Look) -> None:
        look(server.visitor("Ana"), form("himalaya", 1), CLOCK, size=LARGE, bars=True)

    @pytest.mark.slow
    def test_typing_a_title(self, server: Server, look: Look) -> None:
        title = typing("Thursdays at eight, whoever is here then")
        look(server.visitor("Ana"), form("himalaya", 1), TITLE, "enter", title)

    @pytest.mark.slow
    def test_a_table_that_is_refused(self, server: Server, look: Look) -> None:
        """The owner sits on two seats."""
        look(
            server.visitor("Ana"), form("bataille"), line("seat 1"), "right", line("start"), "enter"
        )
