"""Log lines: who and what, never what is played or said."""

from __future__ import annotations

import json
import logging
import sys
from datetime import datetime
from typing import Any

import pytest

from nim_tui.server.database.connection import Database, StorageTrouble
from nim_tui.server.logs import JsonLogLines, LogLines
from rules.contract import IllegalMove
from tests.nim_tui.server.admin.conftest import Server, in_time, person, visiting
from tests.nim_tui.server.database.conftest import begun, lines_of

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
    in_time(lambda: any("ended" in line for line in server.log), "the end of the visit")
    return table


@pytest.mark.parametrize("server", [("--log-json",), ()], indirect=True, ids=["json", "plain"])
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


def test_what_was_closed_is_told_by_its_id() -> None:
    told = JsonLogLines().format(
        record("nim_tui.server", "a table was closed table=%s", "dokivuna-482")
    )
    line = json.loads(told)
    assert (line["event"], line["table"]) == ("a table was closed", "dokivuna-482")


def record(name: str, message: str, *values: object, error: bool = False) -> logging.LogRecord:
    return logging.LogRecord(
        name, logging.ERROR, __file__, 1, message, values, sys.exc_info() if error else None
    )


@pytest.mark.parametrize("lines", [LogLines(), JsonLogLines()], ids=["plain", "json"])
def test_an_error_is_told_by_its_kind_and_place_alone(lines: logging.Formatter) -> None:
    try:
        try:
            raise IllegalMove("the move {move} is none", move="sub 7.100")
        except IllegalMove as error:
            raise StorageTrouble("sub 7.100 is not kept") from error
    except StorageTrouble as error:
        told = lines.format(record("nim_tui.server.lobby.lobby", "not kept: %s", error, error=True))
    assert "sub" not in told
    assert "not kept: StorageTrouble" in told
    assert "IllegalMove at test_log.py:" in told
    assert "\n" not in told


@pytest.mark.parametrize(
    ("name", "message", "values", "told"),
    [
        ("asyncio", "Task exception was never retrieved\nfuture: <sub 7.100>", (),
         "asyncio: Task exception was never retrieved"),
        ("asyncio", "Exception in callback play('sub 7.100')", (),
         "asyncio: Exception in callback play"),
        ("asyncssh", "[conn=3] said %s", ("sub 7.100",), "asyncssh: [conn=3] said %s"),
        ("nim_tui.server", "visit=%d failed\x1b[2J", (3,), r"visit=3 failed\x1b[2J"),
        ("nim_tui.server", "half done: 5%", (), "half done: 5%"),
    ],
)  # fmt: skip
def test_what_other_libraries_quote_is_left_out(
    name: str, message: str, values: tuple[object, ...], told: str
) -> None:
    line = LogLines().format(record(name, message, *values))
    assert line.partition(" ERROR ")[2] == told
