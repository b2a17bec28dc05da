"""The log of an evening: who and what, never what is played or said."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

import pytest

from nim_tui.server.storage.database import Database
from tests.e2e.admin.server import Server, visiting
from tests.nim_tui.server.admin.conftest import person
from tests.nim_tui.server.storage.conftest import begun, lines_of
from tests.waiting import wait_until

pytestmark = pytest.mark.slow

CHAT = "a penny for your thoughts"


TITLE = "Under the weather"


FIELDS = {"time", "level", "event", "visit", "account", "from", "reason", "failure"}


async def an_evening(server: Server, database: Database) -> str:
    """Moves, chat, a closed table, a kick; the id of the table."""
    ana, ben = person(database, "Ana"), person(database, "Ben")
    table = begun(database, ana.account, ben.account, title=TITLE)
    async with visiting(server, ana.key) as visitor:
        visitor.type("t")
        await visitor.sees("your message")
        visitor.type(f"{CHAT}\r")
        await visitor.sees(f"Ana: {CHAT}")
        visitor.type("\x1b")
        visitor.forget()
        visitor.type("\r")
        await visitor.sees("hide submarine 1")
        visitor.type(":sub 7.100\r")
        await visitor.sees("hide submarine 2")
        assert (await server.asked("kick", 1, "off", "you", "go")).code == 0
        await visitor.is_sent_away()
    wait_until(lambda: any("ended" in line for line in server.log), "the end of the visit")
    return table


@pytest.mark.parametrize(
    "server",
    [("--log-json",), pytest.param((), marks=pytest.mark.nightly)],
    indirect=True,
    ids=["json", "plain"],
)
async def test_no_move_chat_or_title_is_in_the_log(server: Server, database: Database) -> None:
    table = await an_evening(server, database)
    server.stop()
    assert [line.move for line in lines_of(database, table) if hasattr(line, "move")] == [
        "sub 7.100"
    ]
    log = "".join(server.log)
    for secret in (CHAT, "penny", TITLE, table, "sub", "7.100", "off you go"):
        assert secret not in log
    assert "visit" in log


@pytest.mark.nightly
@pytest.mark.parametrize("server", [("--log-json",)], indirect=True)
async def test_every_line_is_one_object_with_who_and_what(
    server: Server, database: Database
) -> None:
    await an_evening(server, database)
    server.stop()
    lines: list[dict[str, Any]] = [json.loads(line) for line in server.log]
    for line in lines:
        assert {"time", "level", "event"} <= set(line) <= FIELDS
        assert datetime.fromisoformat(line["time"]).tzinfo is not None
    came = next(line for line in lines if "from" in line)
    assert (came["visit"], came["account"], came["from"]) == (1, 1, "127.0.0.1")
    assert [line["event"] for line in lines if line.get("visit") == 1][-1] == "ended"
    assert lines[0]["event"].startswith("listening on")
    assert lines[-1]["event"] == "stopped"
