"""Who is here, and ending their sessions."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from nim_tui.server.sessions.sessions import KICKED
from nim_tui.server.storage.database import Database
from tests.e2e.admin.server import Server, visiting
from tests.nim_tui.server.admin.conftest import person
from tests.nim_tui.server.ssh.serving import HOST, new_key
from tests.nim_tui.server.storage.conftest import begun

pytestmark = pytest.mark.slow


async def until_listed(server: Server, table: str | None) -> dict[str, object]:
    """The one visit of the list, once it is at a table."""
    for _ in range(50):
        (visit,) = (await server.asked("list", "--json")).facts["visits"]
        if visit["table"] == table:
            return dict(visit)
    raise AssertionError(f"nobody is at {table}")


@pytest.mark.nightly
async def test_the_list_tells_who_is_where_since_when(server: Server, database: Database) -> None:
    ana, ben = person(database, "Ana"), person(database, "Ben")
    table = begun(database, ana.account, ben.account)
    assert server.admin("list").out == "nobody is connected\n"
    before = datetime.now(UTC).replace(microsecond=0)
    async with visiting(server, ana.key) as visitor:
        visit = await until_listed(server, None)
        since = datetime.fromisoformat(str(visit.pop("since")))
        assert before <= since <= datetime.now(UTC)
        assert visit == {
            "visit": 1, "account": ana.account.id, "name": "Ana", "key": ana.fingerprint,
            "address": HOST, "table": None, "bot_of": None,
        }  # fmt: skip
        visitor.type("\r")
        await until_listed(server, table)
        head, line = (await server.asked("list")).out.splitlines()
        assert head.split() == [
            "session",
            "account",
            "name",
            "bot",
            "of",
            "address",
            "since",
            "table",
        ]
        assert line.split()[:5] == ["1", str(ana.account.id), "Ana", "-", HOST]
        assert line.split()[6] == table


@pytest.mark.nightly
async def test_somebody_without_a_name_yet_is_listed_too(server: Server) -> None:
    key = new_key()
    async with visiting(server, key, ""):
        (visit,) = (await server.asked("list", "--json")).facts["visits"]
        assert (visit["account"], visit["name"], visit["table"]) == (None, "", None)
        assert visit["key"] == key.get_fingerprint("sha256")


@pytest.mark.nightly
async def test_a_kick_ends_the_visit_with_its_text(server: Server, database: Database) -> None:
    ana, ben = person(database, "Ana"), person(database, "Ben")
    async with visiting(server, ana.key) as gone, visiting(server, ben.key) as runners:
        told = await server.asked("kick", 1, "Please", "be\x1b[2J", "kind.")
        assert (told.code, told.out) == (0, "session 1 ended\n")
        await gone.is_sent_away()
        assert gone.screen.text.rstrip().endswith("Please be[2J kind.")
        assert not runners.screen.is_over
        assert (await server.asked("kick", 2)).code == 0
        await runners.is_sent_away()
        assert runners.screen.text.rstrip().endswith(KICKED)
    (await server.asked("kick", 1)).is_mistake("unknown session 1")
    async with visiting(server, ana.key):
        pass  # nobody is kept out by it
