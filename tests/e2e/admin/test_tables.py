"""Closing tables, copies of the database, figures."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from nim_tui.server.storage.database import Database
from nim_tui.server.storage.migrate import open_database
from nim_tui.server.storage.schema import OVER, RUNNING
from nim_tui.server.tables.listing import table_seen
from nim_tui.server.tables.record_store import RecordClosed, append
from tests.e2e.admin.server import Server, visiting
from tests.nim_tui.server.admin.conftest import person, run_as_process
from tests.nim_tui.server.storage.conftest import begun, lines_of, play
from tests.waiting import wait_until

pytestmark = pytest.mark.slow

CLOSED = "an admin closed this table"


@pytest.mark.nightly
async def test_a_closed_table_is_let_go_of_and_who_looks_is_told(
    server: Server, database: Database
) -> None:
    ana, ben = person(database, "Ana"), person(database, "Ben")
    table = begun(database, ana.account, ben.account)
    async with visiting(server, ana.key) as visitor, visiting(server, ben.key) as other:
        visitor.type("\r")
        await visitor.sees("hide submarine 1")
        visitor.type(":sub 7.100\r")
        await visitor.sees("hide submarine 2")
        assert (await server.asked("stats", "--json")).facts["server"]["tables_held"] == 1
        visitor.forget()
        told = await server.asked("close", table)
        assert (told.code, told.out) == (0, f"table {table} closed\n")
        await visitor.sees(CLOSED)
        await visitor.sees("closed")
        assert CLOSED not in other.screen.text
    row = table_seen(database, table, None)
    assert (row.status, row.result, row.moves) == (OVER, None, 1)
    assert len(lines_of(database, table)) == 1
    with pytest.raises(RecordClosed):
        append(database, table, 1, play(1))
    assert server.admin("stats", "--json").facts["server"]["tables_held"] == 0
    server.admin("close", table).is_mistake("is already over")
    wait_until(
        lambda: any(f"a table was closed table={table}" in line for line in server.log), "its line"
    )
    server.admin("close", "nowhere-1").is_mistake("unknown table 'nowhere-1'")


@pytest.mark.nightly
def test_programs_rest_when_their_table_is_closed(folder: Path) -> None:
    database = open_database(folder)
    table = begun(database, person(database, "Ana").account, game="submarine", bots=("random",))
    database.close()
    server = Server(folder)
    server.start()
    try:
        assert server.admin("stats", "--json").facts["server"]["tables_held"] == 1
        assert server.admin("close", table).code == 0
        figures = server.admin("stats", "--json").facts
        assert figures["database"]["running_tables"] == 0
        assert figures["server"]["tables_held"] == 0
    finally:
        server.stop()
    assert not [line for line in server.log if "ERROR" in line]


async def test_a_backup_of_a_running_server_is_whole(
    server: Server, database: Database, tmp_path: Path
) -> None:
    ana, ben = person(database, "Ana"), person(database, "Ben")
    table = begun(database, ana.account, ben.account)
    copies = tmp_path / "copies"
    copies.mkdir(mode=0o700)
    copy = copies / "nim_tui.sqlite"
    async with visiting(server, ana.key) as visitor:
        visitor.type("\r")
        await visitor.sees("hide submarine 1")
        visitor.type(":sub 7.100\r")
        await visitor.sees("hide submarine 2")
        facts = (await server.asked("backup", copy, "--json")).facts
    assert facts.pop("checked")["accounts"] == 2
    assert facts == {"backup": str(copy), "bytes": copy.stat().st_size}
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    opened = open_database(copies)
    assert lines_of(opened, table) == lines_of(database, table)
    assert table_seen(opened, table, None).status == RUNNING
    opened.close()
    before = copy.read_bytes()
    server.admin("backup", copy).is_mistake("File exists")
    assert copy.read_bytes() == before
    server.admin("backup", tmp_path / "no" / "where").is_mistake("No such file")
    server.admin("backup", "x" * 5000).is_mistake("4096 characters")
    restored = Server(copies)
    restored.start()
    try:
        assert restored.admin("stats", "--json").facts["server"]["tables_held"] == 1
    finally:
        restored.stop()


@pytest.mark.nightly
async def test_stats_are_true(server: Server, database: Database) -> None:
    ana = person(database, "Ana")
    async with visiting(server, ana.key):
        facts = (await server.asked("stats", "--json")).facts
        text = (await server.asked("stats")).out
    assert facts["database"]["accounts"] == facts["database"]["keys"] == 1
    assert facts["transport"]["sessions_open"] == 1
    assert facts["transport"]["bytes_out"] > 0
    process = facts["server"]
    assert process["process"] == server.process.pid
    assert 10**7 < process["memory_bytes"] < 10**9
    assert 0 < process["cpu_seconds"] < 100
    assert 0 < process["uptime_seconds"] < 100
    assert 3 < process["descriptors_open"] < process["descriptors_most"]
    assert facts["queues"]["long_reads"] == facts["queues"]["thinkers_asked"] == 0
    for kind in ("loop_delay", "database_reads", "database_writes"):
        times = facts[kind]
        assert times["count_10m"] >= times["count_1m"] > 0
        assert 0 <= times["p50_10m_ms"] <= times["p99_10m_ms"] <= times["max_10m_ms"]
    assert facts["loop_delay"]["max_10m_ms"] < 20_000
    assert "Ana" not in text
    assert "transport sessions total" in text
    assert all(line == line.rstrip() for line in text.splitlines())
    assert len(text.splitlines()) == sum(map(len, facts.values()))


@pytest.mark.nightly
def test_a_copy_can_be_made_and_read_without_a_server(server: Server, tmp_path: Path) -> None:
    server.stop()
    wait_until(lambda: server.process.poll() is not None, "the end")
    told = run_as_process(server.folder, "backup", tmp_path / "copy")
    assert told.code == 0
    assert "no server is running" in told.err
    assert (tmp_path / "copy").is_file()
