"""Sign-up: choosing a name, and adding another key to an account."""

from __future__ import annotations

import re

import pytest

from nim_tui.server.accounts.keys import keys_of
from nim_tui.server.accounts.store import settings_of
from nim_tui.server.app.app import VisitorApp
from nim_tui.testing.screens import do, press, running, text_of, typing
from screens.home.new_table import NewTableScreen
from screens.keymap import bindings_by_id
from screens.lobby.screen import LobbyScreen
from screens.lobby.welcome import SignUpScreen
from tests.screens.lobby.scenes import visitor
from tests.screens.lobby.server import Server, print_of
from tests.screens.looking import go_to

NEW_KEY = "SHA256:a-key-that-nobody-knows-so-far-here-or-there"
CODE = re.compile(r"[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}")


async def test_a_name_brings_one_into_the_lobby(server: Server) -> None:
    server.arrive("Ben")
    async with running(server.stranger(NEW_KEY)) as pilot:
        assert server.lobby.shown.people() == ["Ben"], "nobody is connected before he has a name"
        await do(pilot, typing("Zoé"), "enter")
        assert "Take the name “Zoé”? Press Enter again." in text_of(pilot.app)
        assert server.lobby.shown.people() == ["Ben"]
        await do(pilot, "enter")
        assert "Lobby   Zoé" in text_of(pilot.app)
        assert server.lobby.shown.people() == ["Ben", "Zoé"]


async def test_a_refused_name_may_be_mended(server: Server) -> None:
    server.account("Ben")
    async with running(server.stranger(NEW_KEY)) as pilot:
        await do(pilot, typing("Ben"), "enter")
        assert "'Ben' is taken, or too similar to a taken name" in text_of(pilot.app)
        assert isinstance(pilot.app.screen, SignUpScreen)
        await do(pilot, typing("jamin"), "enter enter")
        assert visitor(pilot).who.name == "Benjamin"


async def test_nothing_is_done_before_there_is_a_name(server: Server) -> None:
    async with running(server.stranger(NEW_KEY)) as pilot:
        await do(pilot, "n ' \"")
        assert isinstance(pilot.app.screen, SignUpScreen)
        assert pilot.app.screen.query_one("Input").value == "n'\""  # type: ignore[attr-defined]


@pytest.mark.nightly
async def test_the_keys_of_the_lobby_can_be_changed(server: Server) -> None:
    async with running(server.visitor("Ana", language="fr")) as pilot:
        await press(pilot, "s", "up", "enter")
        await go_to(pilot, "lobby.new")
        assert "Salon : Nouvelle table" in text_of(pilot.app)
        await press(pilot, "enter", "f8", "escape", "escape")
        assert "f8 Nouvelle table" in text_of(pilot.app)
        await press(pilot, "f8")
        assert isinstance(pilot.app.screen, NewTableScreen)
    kept = settings_of(server.database, server.account("Ana").id)
    assert kept["keys"] == {"lobby.new": "f8"}


@pytest.mark.parametrize("key", ["escape", "q"])
async def test_leaving(server: Server, leaving: list[VisitorApp], key: str) -> None:
    """Esc where a name is asked for, q in the lobby."""
    app = server.stranger(NEW_KEY) if key == "escape" else server.visitor("Ana")
    async with running(app) as pilot:
        await press(pilot, key)
        assert leaving == [app]


@pytest.mark.slow
async def test_a_second_key_joins_the_account_by_name_and_code(server: Server) -> None:
    async with running(server.visitor("Ana", language="fr")) as pilot:
        code = await visitor(pilot).entrance.new_code()
    async with running(server.stranger(NEW_KEY)) as pilot:
        await do(pilot, typing(f"Ana {code}"), "enter")
        assert visitor(pilot).who.name == "Ana"
        assert visitor(pilot).who.account == server.account("Ana").id
    keys = {key for key, _added in keys_of(server.database, server.account("Ana").id)}
    assert keys == {print_of("Ana"), NEW_KEY}
    async with running(server.stranger(NEW_KEY)) as pilot:
        assert "Salon   Ana" in text_of(pilot.app), "the next visit knows the key"


@pytest.mark.nightly
@pytest.mark.parametrize("typed", ["Ben {}", "Ana 2345-6789-ABCD", "{}"])
async def test_a_code_is_for_its_account_alone(server: Server, typed: str) -> None:
    server.account("Ben")
    async with running(server.visitor("Ana")) as pilot:
        code = await visitor(pilot).entrance.new_code()
    async with running(server.stranger(NEW_KEY)) as pilot:
        await do(pilot, typing(typed.format(code)), "enter")
        assert "the name and link code do not match, or the code has expired" in text_of(pilot.app)
        assert isinstance(pilot.app.screen, SignUpScreen)


@pytest.mark.slow
async def test_a_code_is_good_once_and_for_ten_minutes(server: Server) -> None:
    async with running(server.visitor("Ana")) as pilot:
        first = await visitor(pilot).entrance.new_code()
    server.later(601)
    async with running(server.stranger(NEW_KEY)) as pilot:
        await do(pilot, typing(f"Ana {first}"), "enter")
        assert isinstance(pilot.app.screen, SignUpScreen)


async def test_the_lobby_shows_a_code(server: Server) -> None:
    async with running(server.visitor("Ana")) as pilot:
        await press(pilot, bindings_by_id([LobbyScreen])["lobby.code"].key)
        shown = " ".join(text_of(pilot.app).split())
        assert CODE.search(shown)
