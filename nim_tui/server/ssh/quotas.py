"""Who is here, counted, so that nobody takes all the places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple


class Claim(NamedTuple):
    """One more of a kind for somebody, of whom there may be so many."""

    kind: str
    """A name in `counters.REFUSALS`."""
    whose: str
    most: int


class Quotas:
    """The places taken."""

    def __init__(self) -> None:
        self._taken: Counter[tuple[str, str]] = Counter()

    def taken(self, kind: str, whose: str = "") -> int:
        """How many places of a kind somebody has; all have together what is nobody's."""
        return self._taken[kind, whose]

    def take(self, claims: Iterable[Claim]) -> str | None:
        """Take a place of every kind; or none, and tell the kind there are no more of."""
        wanted = list(claims)
        for kind, whose, most in wanted:
            if self._taken[kind, whose] >= most:
                return kind
        for kind, whose, _most in wanted:
            self._taken[kind, whose] += 1
        return None

    def free(self, claims: Iterable[Claim]) -> None:
        """Give back what was taken."""
        for kind, whose, _most in claims:
            self._taken[kind, whose] -= 1
            if self._taken[kind, whose] <= 0:
                del self._taken[kind, whose]
