"""docs/reference/log-events.md lists every event that the program logs, and no other."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

from nim_tui.server.accounts.admin import _DONE
from nim_tui.server.admin.service import MUTED
from tests.reference.pages import FOLDER
from tests.reference.test_reference import coded, rows

pytestmark = pytest.mark.slow

PROGRAM: Final = Path(__file__).parents[2] / "nim_tui"
LEVELS: Final = {name: name for name in ("info", "warning", "error")} | {"exception": "error"}
BY_NAME: Final = {
    "MUTED[type(order)]": [*MUTED.values()],
    "'was %s'": [f"was {done}" for done in _DONE.values()],
}
"""The events of calls that name them by a table, by the source of the argument."""
ELSEWHERE: Final = "file descriptors: N, for N connections"
"""The one event that a module makes and another logs."""


@dataclass(frozen=True)
class Event:
    """An event: its text, with a word in place of each value, its level, and the fields known."""

    text: str
    level: str
    fields: frozenset[str] | None


def logged() -> Iterator[Event]:
    """Yield the events of all calls of a logger."""
    for path in sorted(PROGRAM.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Call(ast.Attribute(ast.Name("logger"), name), [told, *_], more) if (
                    name in LEVELS
                ):
                    for text in BY_NAME.get(ast.unparse(told)) or [ast.literal_eval(told)]:
                        yield Event(text, LEVELS[name], _fields(more))


def _fields(more: list[ast.keyword]) -> frozenset[str] | None:
    extra = next((one.value for one in more if one.arg == "extra"), None)
    if extra is None:
        return frozenset()
    if not isinstance(extra, ast.Dict):
        return None
    keys = (key.value for key in extra.keys if isinstance(key, ast.Constant))
    return frozenset(map(str, keys))


def fits(event: Event, text: str, level: str, fields: frozenset[str]) -> bool:
    """Whether a row of the page is about an event."""
    pattern = re.sub(r"%(?:\\\.\d+)?[sdf]", "[A-Z]+", re.escape(event.text))
    is_so = re.fullmatch(pattern, text) is not None and event.level == level
    return is_so and event.fields in (None, fields)


def test_the_page_lists_every_event_and_no_other() -> None:
    listed = [
        (coded(event)[0], level, frozenset(coded(fields)))
        for event, level, fields, _when in (row for row in rows("log-events.md") if len(row) == 4)
    ]
    events = [*logged()]
    assert len(events) > 70
    missing = [event for event in events if not any(fits(event, *row) for row in listed)]
    assert missing == [], f"{FOLDER.name}/log-events.md does not have these"
    stale = [row for row in listed if not any(fits(event, *row) for event in events)]
    assert [text for text, *_more in stale] == [ELSEWHERE]
