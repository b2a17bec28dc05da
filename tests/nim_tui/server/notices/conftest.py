"""What the tests of notices share: people, games by correspondence, a service that hears."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web

from nim_tui.server.database.accounts import Account, register
from nim_tui.server.database.clocks import keep_clock
from nim_tui.server.database.connection import Database
from nim_tui.server.database.migrate import open_database
from nim_tui.server.database.notice_schema import WEBHOOK
from nim_tui.server.database.seats import note_waiting, start
from nim_tui.server.database.subscriptions import Subscription, subscribe, subscriptions, turn
from nim_tui.server.database.tables import SeatWish, TablePlan, create_table
from nim_tui.tables.clock import ClockPlan, SeatTime
from tests.nim_tui.server.database.conftest import Clock, key

WAIT = 60.0


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def database(tmp_path: Path, clock: Clock) -> Iterator[Database]:
    opened = open_database(tmp_path / "data", clock)
    yield opened
    opened.close()


@pytest.fixture
def ana(database: Database) -> Account:
    return register(database, "Ana", key(1))


@pytest.fixture
def ben(database: Database) -> Account:
    return register(database, "Ben", key(2))


def by_calendar(
    database: Database,
    *people: Account,
    game: str = "bataille",
    seed: int = 7,
    title: str = "A calm game",
) -> str:
    """A game by correspondence."""
    wishes = [SeatWish(account=one.id) for one in people]
    plan = TablePlan(game, wishes, clock=ClockPlan("days", 3 * 86_400), title=title)
    made = create_table(database, people[0].id, plan)
    start(database, made, seed)
    return made


def waits(database: Database, clock: Clock, table: str, *seats: int) -> None:
    """A second later it is the turn of these seats."""
    clock.pass_by(1.0)
    with database.writing() as connection:
        note_waiting(connection, table, seats)
    now = database.now()
    times = {seat: SeatTime(0.0, now if seat in seats else None) for seat in (0, 1)}
    keep_clock(database, table, times)


def have(
    database: Database, person: Account, address: str, kind: str = WEBHOOK, language: str = "en"
) -> Subscription:
    """A subscription that is on."""
    subscribe(database, person.id, kind, address, language)
    turn(database, person.id, kind, is_on=True)
    return held(database, person, kind)


def held(database: Database, person: Account, kind: str = WEBHOOK) -> Subscription:
    (found,) = [one for one in subscriptions(database, person.id) if one.kind == kind]
    return found


@dataclass
class Sink:
    """A web service that remembers what it was sent."""

    address: str = ""
    heard: list[dict[str, Any]] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    status: int = 204
    headers: dict[str, str] = field(default_factory=dict)
    more: bytes = b""

    async def answer(self, request: web.BaseRequest) -> web.Response:
        """Remember, and answer as set."""
        self.paths.append(request.path)
        self.heard.append(json.loads(await request.text()))
        body = None if self.status == 204 else self.more
        return web.Response(status=self.status, headers=self.headers, body=body)


@pytest.fixture
async def sink() -> AsyncIterator[Sink]:
    """One on the loopback."""
    service = Sink()
    server = web.Server(service.answer)
    runner = web.ServerRunner(server)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    port = runner.addresses[0][1]
    service.address = f"http://127.0.0.1:{port}/hook"
    yield service
    await runner.cleanup()
