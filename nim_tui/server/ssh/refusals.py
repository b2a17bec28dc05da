"""Refused connections as lines of the log: what programs that keep attackers out read.

The lines and the words for reasons stay as they are: filters of others depend on them.
"""

from __future__ import annotations

import logging
import time
from collections import Counter
from collections.abc import Callable
from typing import Final

from nim_tui.server.networks import network_of

REASONS: Final = (
    "banned",
    "closed",
    "no_key",
    "trouble",
    "unfinished",
    "sign_in_attempts",
    "sign_in_seconds",
    "signing_in",
    "signing_in_an_address",
    "signing_in_early",
    "work",
    "penalty",
    "rekey",
    "memory",
    "connections",
    "connections_an_address",
    "sessions",
    "sessions_a_key",
    "sessions_an_address",
    "invitation",
    "code",
    "seat_link",
    "new_accounts",
    "proxy_header",
    "foreign_page",
    "passkey",
)
"""Why somebody was refused; docs/operating.md says what each means."""

GATHERED_SECONDS: Final = 60.0
MOST_ALIKE: Final = 5
"""Lines of one kind in so many seconds."""
MOST_KINDS: Final = 200
"""Kinds that have lines of their own in so many seconds."""

logger = logging.getLogger(__name__)


class Gathered:
    """Lines of the log that strangers cause: a few of each kind, and of the others how many.

    A kind is a source with a reason. Of more kinds than are remembered, as of a crowd of addresses,
    there is a line for all that have one reason.
    """

    def __init__(self, now: Callable[[], float], write: Callable[[str, str, int], None]) -> None:
        """`write` is told an address, a reason, and how many more there were (0: one alone)."""
        self._now = now
        self._write = write
        self._since = now()
        self._written: Counter[tuple[str, str]] = Counter()
        self._more: dict[tuple[str, str], tuple[str, int]] = {}
        """Of each kind, from where the last came, and how many were not written."""

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
        """Once a while, tell how many more there were of each kind, and begin anew."""
        if self._now() - self._since < GATHERED_SECONDS:
            return
        more, self._more = self._more, {}
        self._since = self._now()
        self._written.clear()
        for (_source, reason), (address, count) in more.items():
            self._write(address, reason, count)


def write_line(address: str, reason: str, more: int) -> None:
    """Write that somebody was refused, or how many more like it there were."""
    told = f" more={more}" if more else ""
    logger.warning("refused from=%s reason=%s%s", address or "unknown", reason, told)


_GATHERED: Final = Gathered(time.monotonic, write_line)


def log_refusal(address: str, reason: str) -> None:
    """Write the line of a refused connection, or count it; `reason` is in REASONS."""
    _GATHERED.add(address, reason)


def log_gathered() -> None:
    """Write how many more refusals there were than have lines, once a while."""
    _GATHERED.write_counted()
