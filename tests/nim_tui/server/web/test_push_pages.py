"""What a page asks so that its browser shows notices: told to own pages alone, and bounded."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from nim_tui.server.accounts.store import Account, register
from nim_tui.server.notifications.addresses import POINT_BYTES
from nim_tui.server.notifications.sender import open_notices
from nim_tui.server.notifications.subscriptions import browser_keys, subscriptions
from nim_tui.server.settings.addresses import WebConfig
from nim_tui.server.settings.sections import NotificationConfig
from nim_tui.server.settings.settings import ServerSettings
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.off_loop import THREADS
from nim_tui.server.storage.schema import PUSH
from nim_tui.server.web import PageParts, listen_web
from nim_tui.server.web.cookies import fingerprint
from nim_tui.server.web.notification_pages import LONGEST_BODY, NoticePages
from tests.nim_tui.server.kept_in import kept
from tests.nim_tui.server.notifications.pushed import ToyBrowser, unpadded
from tests.nim_tui.server.ssh.serving import serving
from tests.nim_tui.server.storage.conftest import Clock
from tests.nim_tui.server.web.browsing import KEY, Door, asks

PLACE = "https://push.example.org/send/a-secret"
TOY = ToyBrowser()
TOLD = {
    "endpoint": PLACE,
    "expirationTime": None,
    "keys": {"p256dh": TOY.keys.point, "auth": TOY.keys.auth},
    "language": "fr",
}


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    opened = kept().opened(tmp_path / "data", Clock(), threads=THREADS)
    yield opened
    opened.close()


@pytest.fixture
def ana(database: Database) -> Account:
    """She comes with a browser."""
    key = fingerprint(KEY)
    assert key is not None
    return register(database, "Ana", key)


@asynccontextmanager
async def pages(database: Database, *, web_push: bool = True) -> AsyncIterator[Door]:
    """A door for browsers that has such pages."""
    browsers = WebConfig(web=8080, web_address=("https://games.example.org",))
    settings = ServerSettings(browsers=browsers, notices=NotificationConfig(web_push=web_push))
    office = open_notices(settings, database)
    async with serving() as served:
        context = served.ssh_server.context
        server = await listen_web(context, WebConfig(web=0), PageParts(NoticePages(office.service)))
        yield Door(server, context)
        await server.close()
    await office.sender.close()


async def tells(
    door: Door, told: Any = TOLD, *, key: str | None = KEY, origin: str = "", **headers: str
) -> tuple[int, str]:
    """A page posts what its browser told it: the status, and what is said."""
    sent = {"Origin": origin or door.origin, "Content-Type": "application/json", **headers}
    if key is not None:
        sent["Cookie"] = f"nim_tui={key}"
    body = told if isinstance(told, str) else json.dumps(told)
    async with (
        aiohttp.ClientSession() as client,
        client.post(f"{door.origin}/push/browser", data=body, headers=sent) as answer,
    ):
        return answer.status, await answer.text()


async def test_a_browser_is_remembered_by_its_cookie(database: Database, ana: Account) -> None:
    async with pages(database) as door:
        assert await tells(door) == (204, "")
    (kept,) = subscriptions(database, ana.id)
    assert (kept.kind, kept.address, kept.language, kept.is_on) == (PUSH, PLACE, "fr", True)
    assert browser_keys(database, kept.id) == TOY.keys


async def test_the_key_is_the_same_for_everybody(database: Database) -> None:
    async with pages(database) as door:
        found = {(await asks(door, "/push/key"))[2] for _ in range(2)}
    (key,) = found
    assert (len(unpadded(key)), unpadded(key)[0]) == (POINT_BYTES, 4)


async def test_the_worker_has_no_page_in_its_charge(database: Database) -> None:
    async with pages(database) as door:
        status, headers, text = await asks(door, "/push/worker.js")
        assert (status, headers["Content-Type"]) == (200, "text/javascript; charset=utf-8")
        assert "Service-Worker-Allowed" not in headers, "it stays below its own folder"
        assert headers["Content-Security-Policy"] == "default-src 'none'"
        assert headers["Cache-Control"] == "no-store"
        assert "showNotification" in text
        assert "fetch" not in text
        for path in ("/push/", "/push", "/push/x"):
            assert (await asks(door, path))[0] == 404


async def test_nobody_else_s_page_and_no_stranger_is_taken(
    database: Database, ana: Account
) -> None:
    async with pages(database) as door:
        assert (await tells(door, origin="https://evil.example.org"))[0] == 403
        assert door.figure("refused_foreign_page") == 1
        assert (await asks(door, "/push/browser"))[0] == 403
        for key in (None, "x" * 43):
            status, said = await tells(door, key=key)
            assert status == 422
            assert said.startswith("les visiteurs ne reçoivent pas de notifications")
    assert subscriptions(database, ana.id) == []


@pytest.mark.parametrize(
    "told",
    [
        "", "{", "[]", "null", '"x"', "{}", {**TOLD, "endpoint": 7}, {**TOLD, "keys": None},
        {**TOLD, "keys": {"auth": "x"}}, {**TOLD, "more": "x" * LONGEST_BODY},
    ],
)  # fmt: skip
async def test_what_no_browser_writes_is_not_read(
    database: Database, ana: Account, told: Any
) -> None:
    async with pages(database) as door:
        assert (await tells(door, told))[0] == 400
    assert subscriptions(database, ana.id) == []


async def test_a_form_of_a_page_cannot_tell_it(database: Database, ana: Account) -> None:
    async with pages(database) as door:
        assert (await tells(door, **{"Content-Type": "text/plain"}))[0] == 400
    assert subscriptions(database, ana.id) == []


@pytest.mark.parametrize(
    "told",
    [
        {**TOLD, "endpoint": "http://push.example.org/a"},
        {**TOLD, "endpoint": "https://192.168.0.1/a"},
        {**TOLD, "endpoint": "https://localhost/a"},
        {**TOLD, "keys": {"p256dh": TOY.keys.point, "auth": "AAAA"}},
        {**TOLD, "keys": {"p256dh": "A" * 87, "auth": TOY.keys.auth}},
    ],
)
async def test_what_cannot_be_sent_to_is_refused_in_words(
    database: Database, ana: Account, told: Any
) -> None:
    async with pages(database) as door:
        status, said = await tells(door, told)
        assert (status, bool(said)) == (422, True)
        status, _said = await tells(door, {**told, "language": "xx"})
        assert status == 422
    assert subscriptions(database, ana.id) == []


@pytest.mark.slow
async def test_where_browsers_are_told_nothing_there_are_no_such_pages(
    database: Database, ana: Account
) -> None:
    async with pages(database, web_push=False) as door:
        for path in ("/push/key", "/push/worker.js"):
            assert (await asks(door, path))[0] == 404
        assert (await tells(door))[0] == 404
