"""Log lines, as text or JSON, with structured fields; lines of refusals.

Errors are logged with their type and their place in the program only: messages can quote a move or
chat.

The format of lines and the reason words are stable: operators' filters depend on them.
"""

from __future__ import annotations

import json
import logging
import re
import time
import traceback
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from errno import errorcode
from pathlib import PurePath
from typing import Final

from nim_tui.names import printable
from nim_tui.server.ip_addresses import network_of
from nim_tui.server.storage.database import StorageError

MOST_EVENT: Final = 300
"""The most characters of an event."""

_MOST_PLACES: Final = 12
"""The most places logged of one error, those nearest to it."""
_OWN: Final = "nim_tui"
_FACTS: Final = ("visit", "from", "account", "reason", "more", "table", "tournament")
"""The facts that a record may carry (`extra`), in the order in which they are written."""
_SUBJECTS: Final = {"visit", "account"}
_QUOTED: Final = re.compile(r"[<({'\"\n]|(?<!^)\[")


class LogLines(logging.Formatter):
    """Log lines as plain text: time, level, event with its facts, failure.

    Facts come before the event if they are only a session or an account, else after it.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a record."""
        facts, event, failure = _facts(record), _event(record), _failure(record)
        if facts:
            told = " ".join(f"{k}={'new' if v is None else v}" for k, v in facts.items())
            event = f"{told} {event}" if facts.keys() <= _SUBJECTS else f"{event} {told}"
        told = f"; {failure}" if failure else ""
        return f"{_time(record)} {record.levelname} {event}{told}"


class JsonLogLines(logging.Formatter):
    """Log lines as JSON objects: time, level, event; facts and failure, if any.

    `account` is a number or null; `from` is an address, `reason` a word of REASONS, `more` the
    number of equal lines left out; the others are ids.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a record."""
        told = {"time": _time(record), "level": record.levelname.lower(), "event": _event(record)}
        failure = _failure(record)
        return json.dumps(told | _facts(record) | ({"failure": failure} if failure else {}))


class StorageWarnings(logging.Filter):
    """A filter that logs failures of the database as warnings, as the program is not at fault."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Return True: every record is logged."""
        raised = record.exc_info[1] if isinstance(record.exc_info, tuple) else None
        values = record.args if isinstance(record.args, tuple) else ()
        if record.levelno == logging.ERROR and any(
            isinstance(one, StorageError) for one in (raised, *values)
        ):
            record.levelno, record.levelname = logging.WARNING, "WARNING"
        return True


def set_up_log(*, as_json: bool, is_quiet: bool) -> None:
    """Write the log to standard error; `is_quiet`: warnings and errors only."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLogLines() if as_json else LogLines())
    handler.addFilter(StorageWarnings())
    level = logging.WARNING if is_quiet else logging.INFO
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for name in ("asyncssh", "alembic"):
        logging.getLogger(name).setLevel(logging.WARNING)
    logging.raiseExceptions = False  # the report of a failed line would quote its values


def _is_own(record: logging.LogRecord) -> bool:
    """Whether a log record is our own, not another library's."""
    return record.name.partition(".")[0] == _OWN


def _facts(record: logging.LogRecord) -> dict[str, int | str | None]:
    """Return the facts of a log record by name; empty for other libraries."""
    known = vars(record) if _is_own(record) else {}
    found = {name: known[name] for name in _FACTS if name in known}
    return {k: printable(v, MOST_EVENT) if isinstance(v, str) else v for k, v in found.items()}


def _event(record: logging.LogRecord) -> str:
    """Return the event of a log record; for other libraries only the text before any quotation."""
    if not _is_own(record):
        said = _QUOTED.split(str(record.msg), maxsplit=1)[0].strip()
        return printable(f"{record.name}: {said}", MOST_EVENT)
    values = record.args
    if isinstance(values, tuple):
        values = tuple(_kind(v) if isinstance(v, BaseException) else v for v in values)
    return printable(str(record.msg) % values if values else str(record.msg), MOST_EVENT)


def _failure(record: logging.LogRecord) -> str:
    """Return the types of an error and its causes, each with its places, nearest first."""
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


REASONS: Final = (
    "banned", "closed", "no_key", "trouble", "unfinished", "sign_in_attempts", "sign_in_seconds",
    "signing_in", "signing_in_an_address", "signing_in_early", "work", "penalty", "rekey",
    "memory", "connections", "connections_an_address", "sessions", "sessions_a_key",
    "sessions_an_address", "invitation", "code", "seat_link", "new_accounts", "proxy_header",
    "foreign_page", "passkey",
)  # fmt: skip
"""The reasons of refusals; docs/reference/refusals.md explains each."""

GATHERED_SECONDS: Final = 60.0
MOST_ALIKE: Final = 5
"""The most lines of one kind per period."""
MOST_KINDS: Final = 200
"""The most kinds with lines of their own per period."""

logger = logging.getLogger(__name__)


class Gathered:
    """Log lines that strangers cause: a few of each kind, then only counts.

    A kind is a source with a reason. If there are too many kinds, as from a botnet, all further
    ones with one reason share a line.
    """

    def __init__(self, now: Callable[[], float], write: Callable[[str, str, int], None]) -> None:
        """`write` gets an address, a reason, and the number of further cases."""
        self._now = now
        self._write = write
        self._since = now()
        self._written: Counter[tuple[str, str]] = Counter()
        self._more: dict[tuple[str, str], tuple[str, int]] = {}
        """By kind: the last address, and the number of lines left out."""

    def add(self, address: str, reason: str) -> None:
        """Write the line of a refusal, or count it."""
        self.write_counted()
        kind = (network_of(address), reason)
        is_crowded = len(self._written) >= MOST_KINDS and kind not in self._written
        if is_crowded or self._written[kind] >= MOST_ALIKE:
            kind, address = (("", reason), "") if is_crowded else (kind, address)
            self._more[kind] = (address, self._more.get(kind, ("", 0))[1] + 1)
            return
        self._written[kind] += 1
        self._write(address, reason, 0)

    def write_counted(self) -> None:
        """Write the numbers of lines left out, once per period, and start again."""
        if self._now() - self._since < GATHERED_SECONDS:
            return
        more, self._more = self._more, {}
        self._since = self._now()
        self._written.clear()
        for (_source, reason), (address, count) in more.items():
            self._write(address, reason, count)


def write_line(address: str, reason: str, more: int) -> None:
    """Write a refusal, or the number of further equal ones."""
    facts = {"from": address or "unknown", "reason": reason} | ({"more": more} if more else {})
    logger.warning("refused", extra=facts)


_GATHERED: Final = Gathered(time.monotonic, write_line)


def log_refusal(address: str, reason: str) -> None:
    """Write the line of a refused connection, or count it; `reason` is in REASONS."""
    _GATHERED.add(address, reason)


def log_gathered() -> None:
    """Write the numbers of refusals without a line, once per period."""
    _GATHERED.write_counted()
