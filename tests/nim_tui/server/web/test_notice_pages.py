"""Pages about notices: a link stops them once one says so, and a feed is read by its secret."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from hashlib import sha256
from pathlib import Path
from xml.etree import ElementTree

import aiohttp
import pytest

from nim_tui.server.accounts.store import Account, register
from nim_tui.server.contests.ladder_store import challenge, join, turn_down
from nim_tui.server.notifications.feed import ATOM
from nim_tui.server.notifications.messages import ServerLinks
from nim_tui.server.notifications.service import READS_AT_ONCE, NotificationService
from nim_tui.server.settings.addresses import WebConfig
from nim_tui.server.settings.sections import ContestConfig
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.off_loop import THREADS
from nim_tui.server.storage.schema import FEED
from nim_tui.server.web import PageParts, listen_web
from nim_tui.server.web.notification_pages import NoticePages
from nim_tui.tables.clock import ClockPlan
from tests.nim_tui.server.correspondence import by_calendar, have, held, waits
from tests.nim_tui.server.kept_in import kept
from tests.nim_tui.server.ssh.serving import serving
from tests.nim_tui.server.storage.conftest import Clock, key
from tests.nim_tui.server.web.browsing import Door, asks

LINKS = ServerLinks("https://games.example.org")
NAMES = {"a": ATOM}


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def database(tmp_path: Path, clock: Clock) -> Iterator[Database]:
    opened = kept().opened(tmp_path / "data", clock, threads=THREADS)
    yield opened
    opened.close()


@pytest.fixture
def ana(database: Database) -> Account:
    return register(database, "Ana", key(1))


@asynccontextmanager
async def pages(database: Database) -> AsyncIterator[tuple[Door, NotificationService]]:
    """A door for browsers that has such pages."""
    service = NotificationService(database, {}, LINKS)
    async with serving() as served:
        context = served.ssh_server.context
        server = await listen_web(context, WebConfig(web=0), PageParts(NoticePages(service)))
        yield Door(server, context), service
        await server.close()


async def test_a_link_asks_and_its_button_stops(database: Database, ana: Account) -> None:
    kept = have(database, ana)
    async with pages(database) as (door, _service):
        path = f"/stop/{kept.stop}"
        for method in ("GET", "HEAD"):
            status, headers, text = await asks(door, path, method=method)
            assert status == 200
            assert held(database, ana).is_on, "what looks at links by itself stops nothing"
        status, headers, text = await asks(door, path, Accept_Language="fr")
        assert "Se désabonner de ces notifications ?" in text
        assert '<form method="post">' in text
        assert "form-action 'self'" in headers["Content-Security-Policy"]
        assert headers["Cache-Control"] == "no-store"
        assert headers["Referrer-Policy"] == "no-referrer", "its address is the secret itself"
        (style,) = re.findall("<style>(.*?)</style>", text, re.DOTALL)
        digest = b64encode(sha256(style.encode()).digest()).decode()
        assert f"style-src 'sha256-{digest}';" in headers["Content-Security-Policy"]
        status, _headers, text = await asks(door, path, method="POST")
        assert (status, held(database, ana).is_on) == (200, False)
        assert "You are unsubscribed." in text


async def test_a_program_for_mail_stops_at_once(database: Database, ana: Account) -> None:
    kept = have(database, ana)
    async with pages(database) as (door, _service), aiohttp.ClientSession() as client:
        data = {"List-Unsubscribe": "One-Click"}
        async with client.post(f"{door.origin}/stop/{kept.stop}", data=data) as answer:
            assert answer.status == 200
    assert not held(database, ana).is_on


async def test_what_is_right_is_not_told(database: Database, ana: Account) -> None:
    kept = have(database, ana)
    async with pages(database) as (door, _service):
        right = await asks(door, f"/stop/{kept.stop}", method="POST")
        wrong = await asks(door, f"/stop/{'x' * 32}", method="POST")
        assert (right[0], right[2]) == (wrong[0], wrong[2])
        for path in ("/stop/", "/stop/x", f"/stop/{kept.stop}/x", "/feed/x", f"/stop/{'é' * 32}"):
            assert (await asks(door, path))[0] == 404, path
        assert (await asks(door, f"/stop/{kept.stop}", method="PUT"))[0] == 405


async def test_a_feed_tells_the_challenges_that_wait(
    database: Database, clock: Clock, ana: Account
) -> None:
    ben = register(database, "Ben", key(2))
    for one in (ana, ben):
        join(database, "bataille", one.id)
    table = by_calendar(database, ana, ben)
    by = ClockPlan("days", 3 * 86_400)
    number = challenge(database, "bataille", (ben.id, ana.id), by, ContestConfig())
    waits(database, clock, table, 0)
    async with pages(database) as (door, service):
        path = (await service.new_feed(ana.id, "en")).removeprefix(LINKS.base)
        root = ElementTree.fromstring((await asks(door, path))[2].encode())
        assert [one.text for one in root.findall("a:entry/a:title", NAMES)] == [
            "Your turn: Bataille sous les mers", "A challenge: Bataille sous les mers",
        ]  # fmt: skip
        turn_down(database, number, ana.id)
        assert "challenge" not in (await asks(door, path))[2]


async def test_a_feed_tells_the_turns_there_are(
    database: Database, clock: Clock, ana: Account
) -> None:
    ben = register(database, "Ben", key(2))
    tables = [by_calendar(database, ana, ben, title="<secret & title>") for _ in range(3)]
    for table in tables[:2]:
        waits(database, clock, table, 0)
    waits(database, clock, tables[2], 1)
    async with pages(database) as (door, service):
        address = await service.new_feed(ana.id, "fr")
        path = address.removeprefix(LINKS.base)
        status, headers, text = await asks(door, path)
        assert (status, headers["Content-Type"]) == (200, "application/atom+xml; charset=utf-8")
        root = ElementTree.fromstring(text.encode())
        entries = root.findall("a:entry", NAMES)
        links = [one.attrib["href"] for one in root.findall("a:entry/a:link", NAMES)]
        assert links == [f"https://games.example.org/t/{table}" for table in reversed(tables[:2])]
        assert {one.findtext("a:title", None, NAMES) for one in entries} == {
            "À vous\u00a0: Bataille sous les mers"
        }
        assert len({one.findtext("a:id", None, NAMES) for one in entries}) == 2
        assert root.findtext("a:updated", None, NAMES) == "1970-01-12T13:46:42Z"
        for word in ("secret", "Ana", "Ben", path.removeprefix("/feed/")):
            assert word not in text
        again, _headers, nothing = await asks(door, path, If_None_Match=headers["ETag"])
        assert (again, nothing) == (304, "")
        waits(database, clock, tables[0], 1)
        assert tables[0] not in (await asks(door, path, If_None_Match=headers["ETag"]))[2]


async def test_a_feed_ends_with_its_secret(database: Database, ana: Account) -> None:
    async with pages(database) as (door, service):
        first = (await service.new_feed(ana.id, "en")).removeprefix(LINKS.base)
        second = (await service.new_feed(ana.id, "en")).removeprefix(LINKS.base)
        assert [(await asks(door, path))[0] for path in (first, second)] == [404, 200]
        assert (await asks(door, second, method="POST"))[0] == 405
        await service.stop(held(database, ana, FEED).stop)
        assert (await asks(door, second))[0] == 404


@pytest.mark.slow
async def test_nobody_tries_many_words(database: Database) -> None:
    async with pages(database) as (door, _service):
        found = [(await asks(door, f"/feed/{'x' * 43}"))[0] for _ in range(READS_AT_ONCE + 1)]
    assert found == [404] * READS_AT_ONCE + [429]
