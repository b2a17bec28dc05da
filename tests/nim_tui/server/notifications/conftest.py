"""What the tests of notices share: people, games by correspondence, a service that hears."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web

from nim_tui.server.accounts.store import Account, register
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.migrate import open_database
from tests.nim_tui.server.storage.conftest import Clock, key


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
