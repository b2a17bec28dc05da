"""The page about notifications: set, confirmed, tried, turned off, removed."""

from __future__ import annotations

import re
from types import SimpleNamespace

import pytest

from nim_tui.server.accounts.store import register
from nim_tui.server.notifications.page import ASKS_NOTICES
from nim_tui.server.notifications.subscriptions import (
    Subscription,
    feed_of,
    stop,
    subscriptions,
)
from nim_tui.server.storage.schema import NTFY
from nim_tui.testing.screens import running, text_of, typing, until
from screens.lobby.pages import NoticesPage, ProfilePage
from tests.nim_tui.server.notifications.doors import with_browsers, with_notices
from tests.nim_tui.server.notifications.pushed import ToyBrowser
from tests.screens.lobby.server import Server
from tests.screens.lobby.test_profile import shows

TOPIC = "https://ntfy.sh/turns-of-ana"


def own(server: Server, name: str = "Ana") -> dict[str, Subscription]:
    return {one.kind: one for one in subscriptions(server.database, server.account(name).id)}


async def test_where_none_are_sent_that_is_said(server: Server) -> None:
    async with running(server.visitor("Ana")) as pilot:
        assert "This server sends no notifications." in await shows(pilot, "p", "n")
        assert "This server sends no notifications." in await shows(
            pilot, "enter", "t", "o", "d", "x"
        )


@pytest.mark.slow
async def test_an_address_is_set_tried_turned_off_and_forgotten(server: Server) -> None:
    door = with_notices(server)
    async with running(server.visitor("Ana")) as pilot:
        text = await shows(pilot, "p", "n")
        assert isinstance(pilot.app.screen, NoticesPage)
        assert text.count("not set") == 6
        await shows(pilot, "down", "enter")
        await typing(TOPIC)(pilot)
        text = await shows(pilot, "enter")
        assert "● active" in text
        assert "Nothing sent yet." in text
        text = await shows(pilot, "t")
        assert "Test, 1970-01-12 13:46 UTC: sent" in text
        assert door.messages[0].title == "nim_tui: a test"
        door.how = "status 404"
        assert "the service answered 404" in await shows(pilot, "t")
        assert "turned off" in await shows(pilot, "o")
        assert own(server)[NTFY].address == TOPIC
        assert "Press the same key again" in await shows(pilot, "x")
        assert "Address deleted." in await shows(pilot, "x")
        assert own(server) == {}
        await shows(pilot, "q")
        assert isinstance(pilot.app.screen, ProfilePage)


@pytest.mark.slow
async def test_a_mail_address_is_confirmed_by_its_code(server: Server) -> None:
    door = with_notices(server)
    async with running(server.visitor("Ana")) as pilot:
        await shows(pilot, "p", "n", "enter")
        await typing("ana@example.org")(pilot)
        text = await shows(pilot, "enter")
        assert "not confirmed" in text
        assert "A confirmation code was mailed: press Enter and type it within an hour." in text
        assert "not confirmed" in await shows(pilot, "t")
        assert len(door.messages) == 1
        await shows(pilot, "enter")
        await typing("WRONG")(pilot)
        assert "wrong or expired confirmation code: request another" in await shows(pilot, "enter")
        await shows(pilot, "enter")
        await typing(door.code.lower())(pilot)
        assert "● active" in await shows(pilot, "enter")
        assert "At most one email a day per game." in text_of(pilot.app)
        assert "● active, daily" in await shows(pilot, "d")
        assert "for all your games" in text_of(pilot.app)


@pytest.mark.nightly
async def test_what_is_no_address_is_refused_in_a_line(server: Server) -> None:
    with_notices(server)
    async with running(server.visitor("Ana")) as pilot:
        await shows(pilot, "p", "n", "down", "enter")
        await typing("https://10.0.0.1/turns")(pilot)
        assert "this server does not send to addresses of this kind" in await shows(pilot, "enter")
        await shows(pilot, "enter")
        await typing("x")(pilot)
        await shows(pilot, "escape")
        assert own(server) == {}


@pytest.mark.slow
async def test_a_feed_is_told_once_and_made_anew(server: Server) -> None:
    with_notices(server)
    async with running(server.visitor("Ana")) as pilot:
        text = await shows(pilot, "p", "n", "up", "enter")
        secret = re.search(r"/feed/(\S+)", text)
        assert secret is not None
        first = feed_of(server.database, secret[1])
        assert first is not None
        assert "the old one stops working" in await shows(pilot, "enter")
        assert feed_of(server.database, secret[1]) is not None
        text = await shows(pilot, "enter")
        assert feed_of(server.database, secret[1]) is None
        stop(server.database, own(server)["feed"].stop)
        assert "turned off" in await shows(pilot, "q", "n")


@pytest.mark.slow
async def test_with_ssh_one_is_told_where_to_come(server: Server) -> None:
    with_browsers(server)
    async with running(server.visitor("Ana")) as pilot:
        text = await shows(pilot, "p", "n", "enter")
        told = "open this address in the browser that should show them: https://games.example.org"
        assert told in " ".join(text.split())


async def test_in_a_browser_the_page_asks_and_its_answer_is_looked_up(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("screens.lobby.page_screen.LOOKS_AGAIN", 0.01)
    service = with_browsers(server)
    eva = register(server.database, "Eva", "WEB:" + "e" * 43)
    app = server.stranger("WEB:" + "e" * 43)
    asked: list[int] = []
    monkeypatch.setattr(app.profile.notices, "_ask_page", asked.append)
    async with running(app) as pilot:
        text = await shows(pilot, "p", "n", "enter")
        assert "Answer on the page, below the terminal." in text
        assert asked == [ASKS_NOTICES]
        address, keys = "https://push.example.org/send/secret", ToyBrowser().keys
        await service.have_browser(eva.id, address, keys, "en")
        await until(pilot, lambda: "● active" in text_of(pilot.app))
        assert "push.example.org" in text_of(pilot.app)
        assert "secret" not in text_of(pilot.app)
        assert "● active" in await shows(pilot, "t"), "the door takes all"
        await shows(pilot, "x", "x")
        assert subscriptions(server.database, eva.id) == []


def test_a_page_is_asked_in_words_that_terminals_ignore(server: Server) -> None:
    app, written = server.visitor("Ana"), list[str]()
    app._driver = SimpleNamespace(write=written.append)  # type: ignore[assignment]
    app.ask_page(ASKS_NOTICES)
    assert written == ["\x1b]7391;\x07"]
