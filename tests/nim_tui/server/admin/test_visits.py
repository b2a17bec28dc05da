"""Who is here, and sending people away."""

from __future__ import annotations

from datetime import UTC, datetime

import asyncssh
import pytest

from nim_tui.server.admin.sessions import KICKED
from nim_tui.server.database.connection import Database
from nim_tui.server.database.keys import new_code, redeem
from tests.nim_tui.server.admin.conftest import LOBBY, Server, person, visiting
from tests.nim_tui.server.database.conftest import begun
from tests.nim_tui.server.ssh.serving import HOST, Visitor, connect, new_key, open_session


async def until_listed(server: Server, table: str | None) -> dict[str, object]:
    """The one visit of the list, once it is at a table."""
    for _ in range(50):
        (visit,) = (await server.asked("list", "--json")).facts["visits"]
        if visit["table"] == table:
            return dict(visit)
    raise AssertionError(f"nobody is at {table}")


async def test_the_list_tells_who_is_where_since_when(server: Server, database: Database) -> None:
    ana, ben = person(database, "Ana"), person(database, "Ben")
    table = begun(database, ana.account, ben.account)
    assert server.admin("list").out == "nobody is here\n"
    before = datetime.now(UTC).replace(microsecond=0)
    async with visiting(server, ana.key) as visitor:
        visit = await until_listed(server, None)
        since = datetime.fromisoformat(str(visit.pop("since")))
        assert before <= since <= datetime.now(UTC)
        assert visit == {
            "visit": 1, "account": ana.account.id, "name": "Ana", "key": ana.fingerprint,
            "address": HOST, "table": None,
        }  # fmt: skip
        visitor.type("\r")
        await until_listed(server, table)
        head, line = (await server.asked("list")).out.splitlines()
        assert head.split() == ["session", "account", "name", "address", "since", "table"]
        assert line.split()[:4] == ["1", str(ana.account.id), "Ana", HOST]
        assert line.split()[5] == table


async def test_somebody_without_a_name_yet_is_listed_too(server: Server) -> None:
    key = new_key()
    async with visiting(server, key, ""):
        (visit,) = (await server.asked("list", "--json")).facts["visits"]
        assert (visit["account"], visit["name"], visit["table"]) == (None, "", None)
        assert visit["key"] == key.get_fingerprint("sha256")


async def test_a_kick_ends_the_visit_with_its_text(server: Server, database: Database) -> None:
    ana, ben = person(database, "Ana"), person(database, "Ben")
    async with visiting(server, ana.key) as gone, visiting(server, ben.key) as runners:
        told = await server.asked("kick", 1, "Please", "be\x1b[2J", "kind.")
        assert (told.code, told.out) == (0, "session 1 has ended\n")
        await gone.is_sent_away()
        assert gone.screen.text.rstrip().endswith("Please be[2J kind.")
        assert not runners.screen.is_over
        assert (await server.asked("kick", 2)).code == 0
        await runners.is_sent_away()
        assert runners.screen.text.rstrip().endswith(KICKED)
    (await server.asked("kick", 1)).is_mistake("there is no session 1")
    async with visiting(server, ana.key):
        pass  # nobody is kept out by it


async def refused(server: Server, key: asyncssh.SSHKey) -> None:
    with pytest.raises(asyncssh.PermissionDenied):
        await connect(server.port, key)


@pytest.mark.parametrize("by", ["key", "name"])
async def test_a_ban_ends_the_visits_and_refuses_the_next(
    server: Server, database: Database, by: str
) -> None:
    ana, ben = person(database, "Ana"), person(database, "Ben")
    whom = ana.fingerprint if by == "key" else "ana"
    async with visiting(server, ana.key) as gone, visiting(server, ben.key) as runners:
        facts = (await server.asked("ban", whom, "was", "rude", "--json")).facts
        assert facts == {"banned": [ana.fingerprint], "reason": "was rude", "ended": [1]}
        await gone.is_sent_away()
        assert gone.screen.text.rstrip().endswith("was rude")
        assert not runners.screen.is_over
        await refused(server, ana.key)
        (entry,) = (await server.asked("list", "--bans", "--json")).facts["bans"]
        assert (entry["key"], entry["reason"]) == (ana.fingerprint, "was rude")
        assert ana.fingerprint in (await server.asked("list", "--bans")).out
    assert (await server.asked("unban", whom)).code == 0
    (await server.asked("unban", whom)).is_mistake("is not banned")
    async with visiting(server, ana.key):
        pass


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
        assert b"you are banned here" in asked.screen.errors


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
        assert last.endswith("Vous n’avez plus accès à ce serveur : bots")


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


def test_whom_a_ban_means_must_be_told_exactly(server: Server, database: Database) -> None:
    person(database, "Ana")
    server.admin("ban", "Aná").is_mistake("did you mean 'Ana'?")
    server.admin("ban", "Nobody").is_mistake("nobody is called 'Nobody'")
    server.admin("ban", "SHA256:short").is_mistake("not the fingerprint")
    server.admin("ban", "x" * 200).is_mistake("1 to 120 characters")
    server.admin("ban", "Ana", "\u202e").is_mistake("can be shown")
    assert server.admin("list", "--bans").out == "nobody is banned\n"
