"""Limits on connections and sessions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple


class QuotaClaim(NamedTuple):
    """One more of a kind for somebody, of whom there may be so many."""

    kind: str
    """A name in `ssh.counters.REFUSALS`."""
    whose: str
    """An address or a key; empty for what all have together."""
    most: int


class Quotas:
    """The places taken at this server; each of several has its own bounds."""

    def __init__(self) -> None:
        self._taken: Counter[tuple[str, str]] = Counter()

    def taken(self, kind: str, whose: str = "") -> int:
        """How many places of a kind somebody has here; all have together what is nobody's."""
        return self._taken[kind, whose]

    def take(self, claims: Iterable[QuotaClaim]) -> str | None:
        """Take a place of every kind; or none, and tell the kind there are no more of."""
        wanted = list(claims)
        for kind, whose, most in wanted:
            if self._taken[kind, whose] >= most:
                return kind
        for kind, whose, _most in wanted:
            self._taken[kind, whose] += 1
        return None

    def free(self, claims: Iterable[QuotaClaim]) -> None:
        """Give back what was taken."""
        for kind, whose, _most in claims:
            self._taken[kind, whose] -= 1
            if self._taken[kind, whose] <= 0:
                del self._taken[kind, whose]
