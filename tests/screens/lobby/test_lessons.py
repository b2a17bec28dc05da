"""Lessons on a server: in one session alone, neither in the lobby nor in the database."""

from __future__ import annotations

import pytest

from nim_tui.registry import EASY
from nim_tui.server.tables.listing import TableQuery, TableRow, list_tables
from nim_tui.testing.screens import do, press, running, settle, text_of
from screens.lobby.screen import LobbyScreen
from screens.table.screen import GameScreen
from tests.screens.lessons import lesson_on, skip, type_step
from tests.screens.lobby.scenes import visitor
from tests.screens.lobby.server import Server, print_of
from tests.screens.looking import go_to, menu_words, table_screen


def tables(server: Server) -> list[TableRow]:
    """Return the tables that Ana may see."""
    return list_tables(server.database, TableQuery(viewer=server.account("Ana").id, by_age=True))


@pytest.mark.nightly
async def test_a_lesson_is_for_one_session_alone(server: Server) -> None:
    async with running(server.visitor("Ana")) as ana, running(server.visitor("Ben")) as ben:
        await settle(ben)
        before = text_of(ben.app)
        await do(ana, "a enter 1")
        await type_step(ana)
        assert lesson_on(ana).done == 1
        assert visitor(ana).who.at is None
        assert tables(server) == []
        await settle(ben)
        assert text_of(ben.app) == before
        await press(ana, "q")
        assert isinstance(ana.app.screen, LobbyScreen)


@pytest.mark.slow
async def test_how_far_one_came_is_kept_with_the_account(server: Server) -> None:
    async with running(server.visitor("Ana")) as pilot:
        await do(pilot, "a enter 1")
        await skip(pilot, 3)
    async with running(server.stranger(print_of("Ana"))) as pilot:
        await do(pilot, "a enter 1")
        assert lesson_on(pilot).done == 3


@pytest.mark.nightly
async def test_after_it_a_first_game_begins_at_a_table_of_the_lobby(server: Server) -> None:
    async with running(server.visitor("Ana")) as pilot:
        await do(pilot, "a enter 1")
        await skip(pilot, 7)
        await press(pilot, "enter")
        assert "leave" in menu_words(pilot)
        await go_to(pilot, "game")
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, GameScreen)
        assert table_screen(pilot).guide is None
        (table,) = tables(server)
        assert [seat.bot for seat in table.seats] == [None, EASY]
        assert visitor(pilot).who.at == table.id


async def test_the_hint_of_a_step_is_given_on_a_server_too(server: Server) -> None:
    async with running(server.visitor("Ana")) as pilot:
        await do(pilot, "a enter 1", "i")
        assert "✦ B 29" in text_of(pilot.app)


@pytest.mark.slow
async def test_the_form_offers_a_lesson_at_a_first_game(server: Server) -> None:
    async with running(server.visitor("Ana", games=[])) as pilot:
        await do(pilot, "n enter")
        await go_to(pilot, "learn")
        await press(pilot, "enter")
        assert lesson_on(pilot).game == "bataille"
        await press(pilot, "q", "n", "enter")
        assert "learn" not in menu_words(pilot)
