"""Bans of accounts, keys, addresses and networks, as those who are banned see them."""

from __future__ import annotations

import asyncio
import getpass
import shutil
from datetime import UTC, datetime, timedelta

import asyncssh
import pytest

from nim_tui.server.accounts.keys import new_code, redeem
from nim_tui.server.storage.database import Database
from tests.e2e.admin.server import LOBBY, Server, visiting
from tests.e2e.admin.ssh_client import ssh
from tests.nim_tui.server.admin.conftest import person, run_as_process
from tests.nim_tui.server.ssh.serving import Visitor, connect, new_key, open_session

pytestmark = pytest.mark.slow


async def refused(server: Server, key: asyncssh.SSHKey) -> None:
    with pytest.raises(asyncssh.PermissionDenied):
        await connect(server.port, key)


def entry(kind: str, whom: str, reason: str) -> dict[str, object]:
    """A ban without end as it is listed, without its beginning."""
    by = getpass.getuser()
    return {"kind": kind, "whom": whom, "ends": None, "by": by, "reason": reason}


@pytest.mark.parametrize("by", [pytest.param("key", marks=pytest.mark.nightly), "name"])
async def test_a_ban_ends_the_visits_and_refuses_the_next(
    server: Server, database: Database, by: str
) -> None:
    ana, ben = person(database, "Ana"), person(database, "Ben")
    whom = ana.fingerprint if by == "key" else "ana"
    async with visiting(server, ana.key) as gone, visiting(server, ben.key) as runners:
        facts = (await server.asked("ban", whom, "was", "rude", "--json")).facts
        kept = entry(*(("key", whom) if by == "key" else ("account", "Ana")), "was rude")
        assert {**facts["banned"], "since": None} == {**kept, "since": None}
        assert facts["ended"] == [1]
        await gone.is_sent_away()
        assert gone.screen.text.rstrip().endswith("was rude")
        assert not runners.screen.is_over
        await refused(server, ana.key)
        (listed,) = (await server.asked("bans", "--json")).facts["bans"]
        assert listed == facts["banned"]
        assert "was rude" in (await server.asked("bans")).out
    assert (await server.asked("unban", whom)).code == 0
    (await server.asked("unban", whom)).is_mistake("is not banned")
    async with visiting(server, ana.key):
        pass


@pytest.mark.nightly
async def test_a_connection_open_before_the_ban_is_of_no_more_use(
    server: Server, database: Database
) -> None:
    ana = person(database, "Ana")
    async with visiting(server, ana.key) as visitor:
        await server.asked("ban", "Ana", "rude")
        await visitor.is_sent_away()
        again = await open_session(visitor.connection)
        await again.is_sent_away()
        assert again.screen.text.rstrip().endswith("rude")
        asked: Visitor = await open_session(
            visitor.connection, command="record dokivuna-482", terminal=None
        )
        await asked.is_sent_away()
        assert b"You are banned from this server: rude" in asked.screen.errors


@pytest.mark.nightly
async def test_a_ban_is_told_in_the_language_of_who_is_banned(
    server: Server, database: Database
) -> None:
    ana, french = person(database, "Ana"), {"LANG": "fr_FR.UTF-8"}
    connection = await connect(server.port, ana.key)
    visitor = await open_session(connection, environment=french)
    await visitor.sees("Touches")
    await server.asked("ban", "Ana", "bots")
    for banned in (visitor, await open_session(connection, environment=french)):
        await banned.is_sent_away()
        last = banned.screen.text.rstrip().splitlines()[-1]
        assert last.endswith("Vous êtes banni de ce serveur : bots")


@pytest.mark.nightly
@pytest.mark.parametrize("server", [("--guests",)], indirect=True)
async def test_a_guest_cannot_be_banned_by_name_but_sent_away(server: Server) -> None:
    connection = await connect(server.port, None)
    visitor = await open_session(connection)
    await visitor.sees(LOBBY)
    (visit,) = (await server.asked("list", "--json")).facts["visits"]
    assert visit["key"] is None
    (await server.asked("ban", visit["name"])).is_mistake("without a key; kick")
    assert (await server.asked("kick", visit["visit"])).code == 0
    await visitor.is_sent_away()
    connection.abort()
    await connection.wait_closed()


@pytest.mark.nightly
@pytest.mark.parametrize("server", [("--guests",)], indirect=True)
async def test_a_ban_ends_the_visit_of_who_came_as_a_guest_and_has_a_key_since(
    server: Server, database: Database
) -> None:
    async with visiting(server, None) as came, visiting(server, None) as other:
        visits = (await server.asked("list", "--json")).facts["visits"]
        name, account = visits[0]["name"], visits[0]["account"]
        by_key = new_key()
        redeem(database, name, new_code(database, account), by_key.get_fingerprint("sha256"))
        async with visiting(server, by_key) as again:
            facts = (await server.asked("ban", name, "rude", "--json")).facts
            assert facts["ended"] == [1, 3]
            for gone in (came, again):
                await gone.is_sent_away()
                assert gone.screen.text.rstrip().endswith("rude")
            assert not other.screen.is_over


@pytest.mark.nightly
def test_whom_a_ban_means_must_be_told_exactly(server: Server, database: Database) -> None:
    person(database, "Ana")
    server.admin("ban", "Aná").is_mistake("did you mean 'Ana'?")
    server.admin("ban", "Nobody").is_mistake("no player is called 'Nobody'")
    server.admin("ban", "SHA256:short").is_mistake("not the fingerprint")
    server.admin("ban", "x" * 200).is_mistake("1 to 120 characters")
    server.admin("ban", "Ana", "\u202e").is_mistake("can be shown")
    assert server.admin("bans").out == "nobody is banned\n"


@pytest.mark.nightly
def test_a_ban_by_address_ends_sessions_there_and_is_told_with_its_end(
    server: Server, database: Database
) -> None:
    if shutil.which("ssh") is None:
        pytest.skip("this needs `ssh`")
    ana = person(database, "Ana")

    async def come_and_be_banned() -> None:
        async with visiting(server, ana.key) as visitor:
            told = await server.asked("ban", "127.0.0.0/8", "flood", "--for", "2d", "--json")
            assert told.facts["ended"] == [1]
            assert told.facts["banned"]["whom"] == "127.0.0.0/8"
            await visitor.is_sent_away()
            last = visitor.screen.text.rstrip().splitlines()[-1]
            assert "You are banned from this server until" in last
            assert last.endswith("UTC: flood")

    asyncio.run(come_and_be_banned())
    end = datetime.now(UTC) + timedelta(days=2)
    status, told = ssh(server, ana.key)
    assert status == 255
    (line,) = [line for line in told.splitlines() if line.startswith("You are banned")]
    assert line.startswith(f"You are banned from this server until {end:%Y-%m-%d} ")
    (ligne,) = [line for line in told.splitlines() if line.startswith("Vous êtes banni")]
    assert f"jusqu’au {end:%Y-%m-%d} " in ligne
    assert ligne.endswith(" : flood")
    server.admin("unban", "127.0.0.1").is_mistake("is in the banned network 127.0.0.0/8")
    assert server.admin("unban", "127.0.0.0/8").out == "127.0.0.0/8 is no longer banned\n"
    assert ssh(server, ana.key)[0] == 1, "the key comes in, and there is no such record"


@pytest.mark.nightly
@pytest.mark.parametrize("server", [("--guests",)], indirect=True)
async def test_guests_are_banned_by_their_address(server: Server) -> None:
    async with visiting(server, None) as guest:
        assert (await server.asked("ban", "127.0.0.1", "--for", "30m")).code == 0
        await guest.is_sent_away()
    with pytest.raises(asyncssh.PermissionDenied):
        await connect(server.port, None)


@pytest.mark.nightly
def test_bans_are_made_and_listed_while_no_server_runs(server: Server, database: Database) -> None:
    person(database, "Ana")
    server.stop()
    banned = run_as_process(server.folder, "ban", "2001:db8::7", "flood", "--for", "1w")
    assert banned.out.startswith("2001:db8::/64 is banned until ")
    assert run_as_process(server.folder, "ban", "Ana").out == "Ana is banned: no reason was given\n"
    head, *lines = run_as_process(server.folder, "bans").out.splitlines()
    assert head.split() == ["banned", "since", "until", "by", "reason"]
    assert {line.split()[0] for line in lines} == {"Ana", "2001:db8::/64"}
    assert run_as_process(server.folder, "unban", "ana").code == 0
    run_as_process(server.folder, "unban", "ana").is_mistake("is not banned")


@pytest.mark.nightly
def test_a_time_that_is_none_is_told(server: Server) -> None:
    for time in ("7", "d", "0d", "30s", "11w3", "999999w", "-1d", "٣d", ""):
        server.admin("ban", "192.0.2.1", "--for", time).is_mistake(
            "must be a time such as 90m, 12h, 7d or 2w, up to ten years, not"
        )
    assert server.admin("bans").out == "nobody is banned\n"
