"""Log lines: who and what, never what is played or said."""

from __future__ import annotations

import json
import logging
import sys

import pytest

from nim_tui.server.logs import JsonLogLines, LogLines, StorageWarnings
from nim_tui.server.storage.database import StorageError
from rules.contract import IllegalMove


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
            raise StorageError("sub 7.100 is not kept") from error
    except StorageError as error:
        told = lines.format(record("nim_tui.server.services", "not kept: %s", error, error=True))
    assert "sub" not in told
    assert "not kept: StorageError" in told
    assert "IllegalMove at test_log.py:" in told
    assert "\n" not in told


@pytest.mark.parametrize(
    ("error", "level"), [(StorageError("away"), "WARNING"), (KeyError("a mistake"), "ERROR")]
)
def test_what_the_database_could_not_do_is_no_mistake_of_the_program(
    error: Exception, level: str
) -> None:
    try:
        raise error
    except (StorageError, KeyError):
        told = [
            record("nim_tui.server", "notices were not looked after", error=True),
            record("nim_tui.server", "a program's move was not kept: %s", error),
        ]
    assert all(StorageWarnings().filter(one) for one in told)
    assert [LogLines().format(one).split()[1] for one in told] == [level, level]


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
