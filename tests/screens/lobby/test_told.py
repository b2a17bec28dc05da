"""Toasts: a turn that begins, a game that ended, a vote."""

from __future__ import annotations

import pytest

from nim_tui.server.app.app import VisitorApp
from nim_tui.testing.screens import do, press, running, settle, text_of
from screens.lobby.pages import LeaderboardPage
from tests.screens.lobby.scenes import one_is_away, shown, visitor
from tests.screens.lobby.server import Server
from tests.screens.tables import ANA_CAMP, BEN_CAMP


class Terminal:
    """The output to a terminal besides its screen."""

    def __init__(self) -> None:
        self.bells = 0
        self.title = ""


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Return the terminal of the user."""
    terminal = Terminal()

    def bell(_app: VisitorApp) -> None:
        terminal.bells += 1

    def name_it(_app: VisitorApp, title: str) -> None:
        terminal.title = title

    monkeypatch.setattr(VisitorApp, "bell", bell)
    monkeypatch.setattr(VisitorApp, "set_window_title", name_it)
    return terminal


async def test_a_turn_that_comes_rings_and_names_the_window(
    server: Server, terminal: Terminal
) -> None:
    async with running(server.visitor("Ana")) as pilot:
        assert (terminal.bells, terminal.title) == (0, "nim_tui")
        table = server.table("bataille", "Ana", "Ben")
        await settle(pilot)
        assert (terminal.bells, terminal.title) == (1, "nim_tui: your turn")
        server.play(table, ANA_CAMP)
        await settle(pilot)
        assert (terminal.bells, terminal.title) == (1, "nim_tui")
        server.play(table, BEN_CAMP)
        await settle(pilot)
        assert (terminal.bells, terminal.title) == (2, "nim_tui: your turn")
        server.win(table, loser="Ben")
        await settle(pilot)
        assert terminal.title == "nim_tui"


async def test_the_window_goes_on_while_another_game_waits(
    server: Server, terminal: Terminal
) -> None:
    async with running(server.visitor("Ana")) as pilot:
        tables = [server.table("bataille", "Ana", "Ben") for _game in range(2)]
        server.play(tables[0], ANA_CAMP)
        await settle(pilot)
        assert terminal.title == "nim_tui: your turn"
        server.close_table(tables[1])
        await settle(pilot)
        assert terminal.title == "nim_tui"


@pytest.mark.slow
async def test_the_window_of_who_comes_back_tells_at_once(
    server: Server, terminal: Terminal
) -> None:
    async with running(server.visitor("Ben")) as pilot:
        server.table("bataille", "Ana", "Ben")
        await settle(pilot)
    terminal.bells = 0
    async with running(server.visitor("Ana", language="fr")):
        assert terminal.title.startswith("nim_tui")
        assert terminal.title != "nim_tui"
        assert "turn" not in terminal.title
        assert terminal.bells == 0


@pytest.mark.slow
async def test_a_game_that_ends_changes_the_ratings(server: Server) -> None:
    async with running(server.visitor("Ana")) as pilot:
        await press(pilot, "b")
        assert "Nobody is rated yet." in text_of(pilot.app)
        await press(pilot, "escape")
        server.win(server.table("submarine", "Ana", "Ben"), loser="Ben")
        await press(pilot, "b")
        assert isinstance(pilot.app.screen, LeaderboardPage)
        rows = [row.strip("│ ").split() for row in text_of(pilot.app).splitlines() if ". " in row]
        assert [(row[0], row[1], row[-2:]) for row in rows] == [
            ("1.", "Ana", ["1", "game"]),
            ("2.", "Ben", ["1", "game"]),
        ]
        assert float(rows[0][2].rstrip("?")) > float(rows[1][2].rstrip("?"))


@pytest.mark.slow
async def test_a_vote_and_what_comes_of_it_are_told_to_all(server: Server) -> None:
    async with running(server.visitor("Ana")) as pilot:
        table = one_is_away(server)
        (eva,) = server.arrive("Eva", at=table)
        await visitor(pilot).table.sit_down(table)
        await settle(pilot)
        await do(pilot, "quotation_mark down enter")
        assert eva.heard == ["Ana votes for a bot to play for Ben, who is away."]
        assert "votes for a bot: 1 of 2" in text_of(pilot.app)
        assert "Enter: let a bot play" not in text_of(pilot.app), "one has voted"
        await server.held(table).voting.vote(server.account("Maximiliane-Rose").id, 1)
        await shown(pilot)
        assert eva.heard[-1] == "A bot is now playing for Ben."
        assert "bot, medium as stand-in" in text_of(pilot.app)
