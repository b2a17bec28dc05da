"""`nim-tui serve --metrics`: the figures of a real server, for Prometheus."""

from __future__ import annotations

import re
import urllib.request
from asyncio import to_thread

import pytest

from nim_tui.server.storage.database import Database
from tests.e2e.admin.server import Server, visiting
from tests.nim_tui.server.admin.conftest import person
from tests.nim_tui.server.metrics.reading import read
from tests.nim_tui.server.storage.conftest import begun

pytestmark = pytest.mark.slow

TOLD = re.compile(r"figures are told on 127\.0\.0\.1 port (\d+)")


@pytest.mark.parametrize("server", [("--metrics", "127.0.0.1:0")], indirect=True)
async def test_a_server_tells_its_figures_and_no_names(server: Server, database: Database) -> None:
    ana, ben = person(database, "Anastasia"), person(database, "Benedikt")
    begun(database, ana.account, ben.account)
    port = next(filter(None, map(TOLD.search, server.log)))[1]

    def scraped() -> str:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=20) as answer:
            text: bytes = answer.read()
        return text.decode()

    async with visiting(server, ana.key):
        text = await to_thread(scraped)
    found = read(text)
    assert found["nim_tui_sessions_open"] == {"": 1}
    assert found["nim_tui_accounts"] == {"": 2}
    assert found["nim_tui_tables"]['status="running"'] == 1
    assert found["nim_tui_loop_delay_seconds_count"][""] > 0
    assert found["nim_tui_writes_refused_total"] == {"": 0}
    assert found["process_open_fds"][""] > 3
    assert found["nim_tui_queue_length"]['queue="thinkers_asked"'] == 0
    for secret in ("Anastasia", "Benedikt", ana.fingerprint, "127.0.0.1"):
        assert secret not in text
