"""Keeping house at a server that runs: lists, announcements, and draining it."""

from __future__ import annotations

import pytest

from nim_tui.server.storage.database import Database
from tests.e2e.admin.server import Server, visiting
from tests.nim_tui.server.admin.conftest import person, run_as_process
from tests.nim_tui.server.storage.conftest import begun
from tests.waiting import wait_until

pytestmark = pytest.mark.slow

ENTER = "\r"


@pytest.mark.nightly
async def test_everybody_is_told_an_announcement(server: Server, database: Database) -> None:
    ana, ben = person(database, "Ana"), person(database, "Ben")
    async with visiting(server, ana.key) as one, visiting(server, ben.key) as other:
        refused = await server.asked("announce", "cake", "at\x1b", "five")
        assert (refused.code, refused.out) == (2, "")
        assert "cannot be shown" in refused.err
        told = await server.asked("announce", "cake", "at", "five")
        assert (told.code, told.out) == (0, "shown to 2 sessions\n")
        await one.sees("Announcement: cake at five")
        await other.sees("Announcement: cake at five")


@pytest.mark.nightly
async def test_sessions_accounts_and_tables_are_listed(server: Server, database: Database) -> None:
    ana, ben = person(database, "Ana"), person(database, "Ben")
    table = begun(database, ana.account, ben.account)
    async with visiting(server, ana.key), visiting(server, ben.key):
        found = (await server.asked("list", "--find", "BEN", "--json")).facts
        assert [visit["name"] for visit in found["visits"]] == ["Ben"]
        assert (await server.asked("list", "--page", "2", "--json")).facts["visits"] == []
    assert "Ana" in server.admin("accounts").out
    assert table in server.admin("tables", "--status", "running", "--find", "ana").out
    assert table in server.admin("tables").out
    assert server.admin("tables", "--status", "over").out == "none\n"
    assert server.admin("mute", "Ana", "--for", "2h").out.startswith("Ana is muted until 20")
    assert server.admin("unmute", "Ana").out == "Ana is no longer muted\n"
    assert any("account=1 is muted" in line for line in server.log)


async def test_a_server_is_drained_and_stops_once_nobody_plays(
    server: Server, database: Database
) -> None:
    ana, ben = person(database, "Ana"), person(database, "Ben")
    begun(database, ana.account, ben.account)
    async with visiting(server, ana.key) as visitor, visiting(server, ben.key) as other:
        visitor.type(ENTER)
        await visitor.sees("hide submarine 1")
        told = await server.asked("drain", "--within", "10m")
        assert told.out == "1 game is being played; the server stops when it ends\n"
        await other.sees("no new game can begin.")
        assert server.process.poll() is None
        assert (await server.asked("stats", "--json")).facts["server"]["tables_played"] == 1
    wait_until(lambda: server.process.poll() is not None, "the end")
    assert server.process.returncode == 0
    wait_until(
        lambda: any(line.rstrip().endswith("stopped") for line in server.log), "the last line"
    )
    assert any("drained: 0 games are played" in line for line in server.log)


@pytest.mark.nightly
def test_without_a_server_the_database_is_asked_for_accounts(server: Server) -> None:
    server.stop()
    told = run_as_process(server.folder, "accounts")
    assert (told.code, told.out) == (0, "none\n")
    run_as_process(server.folder, "drain").is_mistake("no server is running")
    run_as_process(server.folder, "announce", "x").is_mistake("no server is running")
    run_as_process(server.folder, "mute", "Ana", "--for", "5").is_mistake(
        "must be a time such as 90m, 12h, 7d or 2w, up to ten years, not"
    )
    run_as_process(server.folder, "announce").is_mistake("Missing argument")
