"""Pictures of the page about notifications."""

from __future__ import annotations

import pytest

from nim_tui.server.app.app import VisitorApp
from nim_tui.server.notifications.queue import note_try
from nim_tui.server.notifications.subscriptions import (
    BrowserKeys,
    confirm,
    gather_daily,
    subscribe,
    subscribe_browser,
    subscribe_by_code,
    turn,
)
from nim_tui.server.storage.schema import DISCORD, MAIL, NTFY
from nim_tui.testing.screens import LARGE, SMALL
from tests.nim_tui.server.notifications.doors import with_browsers, with_notices
from tests.screens.conftest import Look
from tests.screens.lobby.server import Server
from tests.screens.lobby.test_look_profile import found
from tests.screens.lobby.test_notices import TOPIC, own


def several_kinds(server: Server, language: str = "en") -> None:
    """Give Ana a mail a day, a topic that does not answer, and one that is off."""
    with_notices(server)
    ana, database = server.account("Ana").id, server.database
    code = subscribe_by_code(database, ana, MAIL, "ana@example.org", language)
    confirm(database, ana, MAIL, code)
    gather_daily(database, ana, MAIL, is_daily=True)
    for kind, address in ((NTFY, TOPIC), (DISCORD, f"https://discord.com/api/webhooks/{'1' * 70}")):
        subscribe(database, ana, kind, address, language)
    turn(database, ana, NTFY, is_on=True)
    note_try(database, own(server)[MAIL].id, "turn", "")
    note_try(database, own(server)[NTFY].id, "test", "unreachable")


def some(server: Server, language: str) -> VisitorApp:
    """Return the app of Ana with these notifications."""
    app = server.visitor("Ana", language=language)
    several_kinds(server, language)
    return app


@pytest.mark.parametrize("language", ["en"])
class TestNoticePictures:
    """The ways of notification."""

    def test_kinds(self, server: Server, look: Look, language: str) -> None:
        look(some(server, language), "p", found, "n", found, size=SMALL)

    @pytest.mark.slow
    def test_kinds_large(self, server: Server, look: Look, language: str) -> None:
        look(some(server, language), "p", found, "n", found, "down", size=LARGE, bars=True)

    @pytest.mark.slow
    def test_typing(self, server: Server, look: Look, language: str) -> None:
        look(some(server, language), "p", found, "n", found, "down", "down", "enter")

    @pytest.mark.slow
    def test_a_browser(self, server: Server, look: Look, language: str) -> None:
        with_browsers(server)
        app = server.visitor("Ana", language=language)
        ana, keys = server.account("Ana").id, BrowserKeys("P" * 87, "a" * 22)
        place = "https://updates.push.services.mozilla.com/wpush/v2/secret"
        subscribe_browser(server.database, ana, place, keys, language)
        look(app, "p", found, "n", found, "enter", found)
