"""Pictures of the form for a table on a server: who may come, title, clock, seen by."""

from __future__ import annotations

import pytest

from tests.screens.conftest import LARGE, Look
from tests.screens.lobby.server import Server
from tests.screens.looking import Doing, Looker, go_to, press, typing


def form(game: str, more_players: int = 0) -> Doing:
    """A deed: open the form of a game, for more than its fewest players."""

    async def open_it(pilot: Looker) -> None:
        await press(pilot, "n")
        await go_to(pilot, game)
        await press(pilot, "enter")
        if more_players:
            await go_to(pilot, "players")
            await press(pilot, *["right"] * more_players)

    return open_it


def line(name: str) -> Doing:
    """A deed: go to a line of the form."""

    async def go(pilot: Looker) -> None:
        await go_to(pilot, name)

    return go


Deeds = list[str | Doing]

CLOCK, TITLE, SEEN_BY = line("option clock"), line("option title"), line("option seen by")


class TestTheForm:
    """Every game with as many players as it takes."""

    def test_bataille(self, server: Server, look: Look) -> None:
        look(server.visitor("Ana"), form("bataille"))

    @pytest.mark.parametrize("game", ["submarine", "himalaya", "schwarm"])
    def test_most_players(self, server: Server, look: Look, game: str) -> None:
        more = {"submarine": 3, "himalaya": 1, "schwarm": 2}[game]
        look(server.visitor("Ana"), form(game, more), SEEN_BY)

    @pytest.mark.parametrize("game", ["submarine", "himalaya", "schwarm"])
    def test_most_players_in_french(self, server: Server, look: Look, game: str) -> None:
        more = {"submarine": 3, "himalaya": 1, "schwarm": 2}[game]
        look(server.visitor("Ana", language="fr"), form(game, more), CLOCK, "right")

    def test_large(self, server: Server, look: Look) -> None:
        look(server.visitor("Ana"), form("himalaya", 1), CLOCK, size=LARGE)

    def test_a_clock_and_only_who_is_invited(self, server: Server, look: Look) -> None:
        look(server.visitor("Ana"), form("bataille"), CLOCK, "left", SEEN_BY, "right")

    def test_typing_a_title(self, server: Server, look: Look) -> None:
        title = typing("Thursdays at eight, whoever is here then")
        look(server.visitor("Ana"), form("himalaya", 1), TITLE, "enter", title)

    def test_a_title_and_an_invitation(self, server: Server, look: Look) -> None:
        title: Deeds = [TITLE, "enter", typing("Thursdays at eight, whoever is here then"), "enter"]
        name: Deeds = ["enter", "home shift+end delete", typing("Maximiliane-Rose"), "enter"]
        look(server.visitor("Ana"), form("himalaya", 1), *title, line("seat 1"), *name)

    def test_a_table_that_is_refused(self, server: Server, look: Look) -> None:
        """The owner sits on two seats."""
        look(
            server.visitor("Ana"), form("bataille"), line("seat 1"), "right", line("start"), "enter"
        )

    def test_a_table_that_is_refused_in_french(self, server: Server, look: Look) -> None:
        app = server.visitor("Ana", language="fr")
        look(app, form("bataille"), line("seat 1"), "right", line("start"), "enter")
