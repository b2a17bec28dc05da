"""Log lines: who and what, never what is played or said."""

from __future__ import annotations

import json
import logging
import sys

import pytest

from nim_tui.server.logs import JsonLogLines, LogLines, StorageWarnings
from nim_tui.server.storage.database import StorageError
from rules.contract import IllegalMove

KNOWN = [
    ("came in", {"visit": 3, "from": "192.0.2.1", "account": 7},
     "came in visit=3 from=192.0.2.1 account=7"),
    ("came in", {"account": None, "from": "192.0.2.1", "visit": 3},
     "came in visit=3 from=192.0.2.1 account=new"),
    ("is new", {"visit": 3, "account": 7}, "visit=3 account=7 is new"),
    ("ended", {"visit": 3}, "visit=3 ended"),
    ("is muted", {"account": 7}, "account=7 is muted"),
    ("a table was closed", {"table": "dokivuna-482"}, "a table was closed table=dokivuna-482"),
    ("a tournament was closed", {"tournament": "kemo-2"},
     "a tournament was closed tournament=kemo-2"),
    ("refused", {"from": "192.0.2.1", "reason": "closed", "more": 112},
     "refused from=192.0.2.1 reason=closed more=112"),
]  # fmt: skip
"""Events with their facts, and their lines: scripts of operators read them so."""


@pytest.mark.parametrize(("event", "facts", "line"), KNOWN)
def test_facts_are_written_into_the_line_and_are_fields_of_the_object(
    event: str, facts: dict[str, object], line: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    logging.getLogger("nim_tui.server").info(event, extra=facts)
    (one,) = caplog.records
    assert LogLines().format(one).partition(" INFO ")[2] == line
    told = json.loads(JsonLogLines().format(one))
    assert told == {"time": told["time"], "level": "info", "event": event, **facts}


def test_what_looks_like_a_fact_in_a_sentence_is_none() -> None:
    one = record("nim_tui.server", "figures are told on %s", "/srv/account=7/reason=closed")
    told = json.loads(JsonLogLines().format(one))
    assert told["event"] == "figures are told on /srv/account=7/reason=closed"
    assert set(told) == {"time", "level", "event"}


def test_no_fact_breaks_its_line() -> None:
    one = record("nim_tui.server", "refused")
    vars(one).update({"from": "1\n2\x1b[2J", "reason": "closed"})
    assert LogLines().format(one).partition(" ERROR ")[2] == (
        r"refused from=1\n2\x1b[2J reason=closed"
    )


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
        ("nim_tui.server", "%d failed\x1b[2J", (3,), r"3 failed\x1b[2J"),
        ("nim_tui.server", "half done: 5%", (), "half done: 5%"),
    ],
)  # fmt: skip
def test_what_other_libraries_quote_is_left_out(
    name: str, message: str, values: tuple[object, ...], told: str
) -> None:
    line = LogLines().format(record(name, message, *values))
    assert line.partition(" ERROR ")[2] == told
