"""A server that keeps everything on PostgreSQL: a process of its own, visited and started again."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from nim_tui.server.storage.postgres import open_postgres
from nim_tui.server.tables.game_store import load
from tests.e2e.admin.server import Server, visiting
from tests.nim_tui.server.admin.conftest import person, run_as_process
from tests.nim_tui.server.storage.cluster import own_cluster
from tests.nim_tui.server.storage.conftest import begun
from tests.waiting import wait_until

pytestmark = pytest.mark.slow


@pytest.fixture
def address() -> Iterator[str]:
    with own_cluster() as cluster:
        yield cluster.blank()


def test_a_server_that_starts_before_its_database_waits_for_it(folder: Path) -> None:
    with own_cluster() as cluster:
        server = Server(folder, ("--database", cluster.blank()))
        cluster.stop()

        def come() -> None:
            wait_until(lambda: any("it is waited for" in line for line in server.log), "a line")
            cluster.start()

        comes = threading.Thread(target=come)
        comes.start()
        try:
            server.start()
            assert server.is_running
        finally:
            comes.join()
            server.stop()


@pytest.mark.nightly
async def test_games_are_played_on_it_and_are_there_again(folder: Path, address: str) -> None:
    database = open_postgres(address)
    ana, ben = person(database, "Ana"), person(database, "Ben")
    table = begun(database, ana.account, ben.account)
    server = Server(folder, ("--database", address))
    server.start()
    try:
        async with visiting(server, ana.key) as visitor:
            visitor.type("\r")
            await visitor.sees("hide submarine 1")
            visitor.type(":sub 14.200\r")
            await visitor.sees("hide submarine 2")
            second = run_as_process(folder.with_name("other"), "stats")
            assert second.code == 2
        assert [line.move for line in load(database, table)[1]] == ["sub 14.200"]  # type: ignore[union-attr]
        server.kill()
        server.start()
        async with visiting(server, ana.key) as visitor:
            visitor.type("\r")
            await visitor.sees("hide submarine 2")
        facts = server.admin("stats", "--json").facts
        assert facts["database"]["lines"] == 1
        told = server.admin("backup", folder / "copy").out.splitlines()[1]
        assert told == "verified: 2 accounts, 1 line of game records, 1 game replayed"
    finally:
        server.stop()
        database.close()
    assert not (folder / "nim_tui.sqlite").exists()
