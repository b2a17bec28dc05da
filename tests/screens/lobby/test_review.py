"""Reviews of finished games, opened from the lobby of a server."""

from __future__ import annotations

from pathlib import Path

import pytest

from nim_tui.review.service import ReviewService
from nim_tui.server.play.reviews import Replays, ReviewStore
from nim_tui.server.sessions.person import SessionAccount
from nim_tui.testing.screens import press, running, settle, text_of, until
from screens.lobby.screen import LobbyScreen
from screens.review.screen import ReviewScreen
from screens.table.results import ResultsDialog
from screens.table.screen import GameScreen
from tests.nim_tui.review.reviewing import SHALLOW
from tests.nim_tui.review.test_service import Steady
from tests.screens.lobby.scenes import shown, visitor
from tests.screens.lobby.server import Server
from tests.screens.looking import menu_words
from tests.screens.tables import SEARCHED, TO_THE_END, WON


@pytest.fixture
def shelf(server: Server, tmp_path: Path) -> ReviewStore:
    """Let the server compute reviews; return its store."""
    server.lobby.reviews = ReviewStore(
        ReviewService(Steady(), 2, depth=SHALLOW), tmp_path / "reviews", most=9
    )
    return server.lobby.reviews


@pytest.mark.slow
async def test_a_game_that_is_over_is_reviewed_looked_at_and_left(
    server: Server, shelf: ReviewStore
) -> None:
    async with running(server.visitor("Ana")) as pilot:
        app = visitor(pilot)
        server.play(server.table("bataille", "Ana", "Ben"), WON)
        await shown(pilot)
        await press(pilot, "f", "f", "f")
        assert "e Review" in text_of(app)
        await press(pilot, "e")
        await until(pilot, lambda: "accuracy" in text_of(app))
        assert isinstance(app.screen, ReviewScreen)
        assert "Play from here" in text_of(app)
        assert len([*shelf.folder.glob("*.json")]) == 1
        await press(pilot, "enter")
        assert isinstance(app.screen, GameScreen)
        assert app.screen.model.is_replay
        await press(pilot, "q")
        assert isinstance(app.screen, ReviewScreen)
        await press(pilot, "escape")
        assert isinstance(app.screen, LobbyScreen)


@pytest.mark.slow
async def test_trying_again_leads_to_a_table_of_ones_own(
    server: Server, shelf: ReviewStore
) -> None:
    async with running(server.visitor("Zora")) as pilot:
        app = visitor(pilot)
        table = server.table("bataille", "Ana", "Ben")
        server.play(table, WON)
        await shown(pilot)
        await press(pilot, "f", "f", "f", "e")
        await until(pilot, lambda: "accuracy" in text_of(app))
        await press(pilot, "v", "y")
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        assert isinstance(app.screen, GameScreen)
        model = app.screen.model
        assert (model.is_replay, model.seat.number) == (False, 1)
        assert model.seat.bots == ("medium", None)
        assert app.table.id not in (None, table)
        await press(pilot, "q")
        await until(pilot, lambda: isinstance(app.screen, ReviewScreen))
        assert app.table.id is None
        await press(pilot, "escape")
        assert isinstance(app.screen, LobbyScreen)
        await app.table.sit_down(server.table("bataille", "Ana", "Ben"))
        await settle(pilot)
        await press(pilot, "q")
        assert isinstance(app.screen, LobbyScreen), "no other table leads there"


@pytest.mark.nightly
async def test_what_cannot_be_tried_again_is_told_on_the_review(
    server: Server, shelf: ReviewStore
) -> None:
    async with running(server.visitor("Ana")) as pilot:
        server.play(server.table("bataille", "Ana", "Ben"), WON)
        await shown(pilot)
        await press(pilot, "f", "f", "f", "e")
        await until(pilot, lambda: "accuracy" in text_of(pilot.app))
        await press(pilot, *["right"] * 60, "y")
        await until(pilot, lambda: "the game is over at this position" in text_of(pilot.app))
        assert isinstance(pilot.app.screen, ReviewScreen)


async def test_a_game_that_goes_on_offers_none(server: Server, shelf: ReviewStore) -> None:
    async with running(server.visitor("Ana")) as pilot:
        server.play(server.table("bataille", "Ana", "Ben"), SEARCHED)
        await shown(pilot)
        assert "e Review" not in text_of(pilot.app)
        await press(pilot, "e")
        assert isinstance(pilot.app.screen, LobbyScreen)


@pytest.mark.slow
async def test_a_game_closed_in_the_middle_is_shown_to_nobody(server: Server) -> None:
    async with running(server.visitor("Ana")) as pilot:
        table = server.table("bataille", "Ana", "Ben")
        server.play(table, SEARCHED)
        server.close_table(table)
        await shown(pilot)
        await press(pilot, "f", "f", "f", "enter")
        await until(
            pilot,
            lambda: (
                "▌ this game was closed before its end:\n" in text_of(pilot.app)
                and "▌ hidden information stays hidden\n" in text_of(pilot.app)
            ),
        )
        assert isinstance(pilot.app.screen, LobbyScreen)


async def test_a_game_that_goes_on_is_replayed_for_nobody_whoever_asks(server: Server) -> None:
    async with running(server.visitor("Ana")) as pilot:
        table = server.table("bataille", "Ana", "Ben")
        server.play(table, SEARCHED)
        await shown(pilot)
        at = visitor(pilot).table
        Replays(
            visitor(pilot), server.lobby, SessionAccount(server.account("Ana"), ""), lambda: at.id
        ).open(table)
        await until(
            pilot,
            lambda: "only a finished game can be replayed" in text_of(pilot.app).lower(),
        )
        assert isinstance(pilot.app.screen, LobbyScreen)


@pytest.mark.nightly
async def test_at_the_end_of_a_game_it_is_offered_to_who_sits_there(
    server: Server, shelf: ReviewStore
) -> None:
    async with running(server.visitor("Ana")) as pilot:
        app = visitor(pilot)
        table = server.table("bataille", "Ana", "Ben")
        server.play(table, SEARCHED)
        await app.table.sit_down(table)
        await settle(pilot)
        assert not app.table.can_review()
        server.play(table, TO_THE_END)
        await settle(pilot)
        assert isinstance(app.screen, ResultsDialog)
        assert "review" in menu_words(pilot)
        await press(pilot, "e")
        await until(pilot, lambda: "accuracy" in text_of(app))
        await press(pilot, "escape")
        assert isinstance(app.screen, ResultsDialog)
        assert app.who.at == table


@pytest.mark.slow
async def test_a_server_without_reviews_says_so(server: Server) -> None:
    async with running(server.visitor("Ana")) as pilot:
        server.play(server.table("bataille", "Ana", "Ben"), WON)
        await shown(pilot)
        await press(pilot, "f", "f", "f", "e")
        await until(pilot, lambda: "reviews are off on this server" in text_of(pilot.app))
