"""The profile: ratings, and the SSH keys of the account."""

from __future__ import annotations

import pytest

from nim_tui.server.accounts.keys import new_code, redeem
from nim_tui.server.accounts.store import account_with_key
from nim_tui.testing.screens import Looker, do, press, running, settle, text_of, typing
from screens.lobby.pages import KeysPage, ProfilePage
from screens.lobby.screen import LobbyScreen
from tests.screens.lobby.scenes import rated_games
from tests.screens.lobby.server import Server, print_of


def second_key(server: Server, name: str) -> str:
    """Add a key to somebody's account; return its fingerprint."""
    account = server.account(name).id
    added = print_of(f"{name} on the road")
    server.later(86_400)
    redeem(server.database, name, new_code(server.database, account), added)
    return added


async def shows(pilot: Looker, *keys: str) -> str:
    """Return the text of the screen after these keys, once it is looked up."""
    await press(pilot, *keys)
    await pilot.app.workers.wait_for_complete()
    await settle(pilot)
    return text_of(pilot.app)


@pytest.mark.slow
async def test_ratings_are_told_with_what_they_are_worth(server: Server) -> None:
    rated_games(server)
    async with running(server.visitor("Ana")) as pilot:
        text = await shows(pilot, "p")
        assert isinstance(pilot.app.screen, ProfilePage)
        assert "Bataille" in text
        assert "?" in text
        assert "2 games" in text
        await press(pilot, "q")
        assert isinstance(pilot.app.screen, LobbyScreen)


async def test_who_is_not_rated_is_told_how_to_be(server: Server) -> None:
    async with running(server.visitor("Ana")) as pilot:
        assert "No ratings yet: finish a rated game with another person." in await shows(pilot, "p")


@pytest.mark.slow
async def test_a_key_is_named_and_another_one_removed(server: Server) -> None:
    app = server.visitor("Ana")
    added = second_key(server, "Ana")
    async with running(app) as pilot:
        text = await shows(pilot, "p", "c")
        assert isinstance(pilot.app.screen, KeysPage)
        assert text.count("without a name") == 2
        await do(pilot, "down enter", typing("laptop"), "enter")
        assert "laptop" in await shows(pilot)
        await press(pilot, "x")
        assert "Press again" in text_of(pilot.app)
        assert account_with_key(server.database, added) is not None
        assert "Key removed; its other sessions were closed." in await shows(pilot, "x")
        assert account_with_key(server.database, added) is None


async def test_a_key_in_use_here_and_the_last_one_stay(server: Server) -> None:
    app = server.visitor("Ana")
    async with running(app) as pilot:
        await shows(pilot, "p", "c")
        assert "you signed in with this key: use another key to remove it" in await shows(
            pilot, "x", "x"
        )
        assert account_with_key(server.database, print_of("Ana")) is not None


@pytest.mark.slow
async def test_another_mark_between_removes_no_key(server: Server) -> None:
    app = server.visitor("Ana")
    added = second_key(server, "Ana")
    async with running(app) as pilot:
        await shows(pilot, "p", "c", "down", "x", "up", "down", "x")
        assert account_with_key(server.database, added) is not None


@pytest.mark.slow
async def test_what_a_removed_key_has_open_is_ended(server: Server) -> None:
    app = server.visitor("Ana")
    road = server.stranger(second_key(server, "Ana"))
    async with running(app) as pilot:
        await shows(pilot, "p", "c", "down", "x", "x")
        assert server.doorman.sent_away == [road._client.number]
