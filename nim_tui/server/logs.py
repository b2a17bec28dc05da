"""Log lines of a server: who and what, never what is played or said.

Errors are told by their kind and by where they arose in the program: their messages can quote a
move or a line of chat.
"""

from __future__ import annotations

import json
import logging
import re
import traceback
from datetime import UTC, datetime
from errno import errorcode
from pathlib import PurePath
from typing import Any, Final

from nim_tui.names import printable
from nim_tui.server.database.connection import StorageTrouble

MOST_EVENT: Final = 300
"""Characters of an event."""

_MOST_PLACES: Final = 12
"""Places in the program told of one error, those nearest to it."""
_OWN: Final = "nim_tui"
_FACT: Final = re.compile(r"\b(visit|account|from|reason|more|table|tournament)=(\S+) ?")
_QUOTED: Final = re.compile(r"[<({'\"\n]|(?<!^)\[")


class LogLines(logging.Formatter):
    """One plain line a record: time, level, event, failure."""

    def format(self, record: logging.LogRecord) -> str:
        """The line of a record."""
        failure = _failure(record)
        told = f"; {failure}" if failure else ""
        return f"{_time(record)} {record.levelname} {_event(record)}{told}"


class JsonLogLines(logging.Formatter):
    """One JSON object a record: time, level, event; where known what is told of it.

    That is visit, account, from, reason, more, table, tournament, failure. `account` is a number,
    or null for somebody who has none yet; `from` is an address, `reason` a word of
    refusals.REASONS, `more` how many lines like it were not written, and the others are ids.
    """

    def format(self, record: logging.LogRecord) -> str:
        """The line of a record."""
        event = _event(record)
        facts: dict[str, Any] = {
            "time": _time(record),
            "level": record.levelname.lower(),
            "event": _FACT.sub("", event).strip() or "visit",
        }
        for name, value in _FACT.findall(event):
            facts[name] = _number(value) if name in ("visit", "account", "more") else value
        failure = _failure(record)
        if failure:
            facts["failure"] = failure
        return json.dumps(facts)


class StorageWarnings(logging.Filter):
    """Tells what the database alone could not do as a warning: it is no fault of the program."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Every record is told."""
        raised = record.exc_info[1] if isinstance(record.exc_info, tuple) else None
        values = record.args if isinstance(record.args, tuple) else ()
        if record.levelno == logging.ERROR and any(
            isinstance(one, StorageTrouble) for one in (raised, *values)
        ):
            record.levelno, record.levelname = logging.WARNING, "WARNING"
        return True


def set_up_log(*, as_json: bool, is_quiet: bool = False) -> None:
    """Write the log to standard error from now on; a quiet one has warnings and errors alone."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLogLines() if as_json else LogLines())
    handler.addFilter(StorageWarnings())
    level = logging.WARNING if is_quiet else logging.INFO
    logging.basicConfig(level=level, handlers=[handler], force=True)
    logging.getLogger("asyncssh").setLevel(logging.WARNING)
    logging.raiseExceptions = False  # a line that cannot be written would quote its values


def _event(record: logging.LogRecord) -> str:
    """What happened; of other libraries only what they say before they quote anything."""
    if record.name.partition(".")[0] != _OWN:
        said = _QUOTED.split(str(record.msg), maxsplit=1)[0].strip()
        return printable(f"{record.name}: {said}", MOST_EVENT)
    values = record.args
    if isinstance(values, tuple):
        values = tuple(_kind(v) if isinstance(v, BaseException) else v for v in values)
    return printable(str(record.msg) % values if values else str(record.msg), MOST_EVENT)


def _failure(record: logging.LogRecord) -> str:
    """The kinds of an error and of those it arose from, each with its places, the nearest first."""
    error = record.exc_info[1] if isinstance(record.exc_info, tuple) else None
    told: list[str] = []
    while error is not None and len(told) < 4:
        places = traceback.extract_tb(error.__traceback__)[-_MOST_PLACES:][::-1]
        where = " < ".join(f"{PurePath(at.filename).name}:{at.lineno} {at.name}" for at in places)
        told.append(f"{_kind(error)} at {where}" if where else _kind(error))
        error = error.__cause__ or error.__context__
    return printable(" from ".join(told), 2_000)


def _kind(error: BaseException) -> str:
    code = errorcode.get(error.errno or 0) if isinstance(error, OSError) else None
    return type(error).__name__ + (f" ({code})" if code else "")


def _time(record: logging.LogRecord) -> str:
    moment = datetime.fromtimestamp(record.created, UTC)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _number(value: str) -> int | None:
    return int(value) if value.isascii() and value.isdigit() else None
