"""Limits on connections and sessions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol


class QuotaClaim(NamedTuple):
    """One more of a kind for somebody, of whom there may be so many."""

    kind: str
    """A name in `ssh.counters.REFUSALS`."""
    whose: str
    """An address or a key; empty for what all have together."""
    most: int


class Elsewhere(Protocol):
    """The places that somebody has at all servers of a database together."""

    async def take(self, claims: Sequence[QuotaClaim]) -> str | None:
        """Take a place of every kind; or none, and tell the kind there are no more of."""

    def free(self, claims: Iterable[QuotaClaim]) -> None:
        """Give back what was taken."""


class Nowhere:
    """There is no other server."""

    async def take(self, claims: Sequence[QuotaClaim]) -> str | None:
        """Nothing is taken elsewhere."""
        return None

    def free(self, claims: Iterable[QuotaClaim]) -> None:
        """Nothing was."""


class Quotas:
    """The places taken at this server, and those that count at all servers together.

    What all have together is each server's own: it is as much as its machine can do.
    """

    def __init__(self) -> None:
        self._taken: Counter[tuple[str, str]] = Counter()
        self._elsewhere: Elsewhere = Nowhere()

    def count_elsewhere(self, elsewhere: Elsewhere) -> None:
        """Know what counts at all servers together, this one among them, before anybody comes."""
        self._elsewhere = elsewhere

    def taken(self, kind: str, whose: str = "") -> int:
        """How many places of a kind somebody has here; all have together what is nobody's."""
        return self._taken[kind, whose]

    def take(self, claims: Iterable[QuotaClaim]) -> str | None:
        """Take a place of every kind here; or none, and tell the kind there are no more of."""
        wanted = list(claims)
        for kind, whose, most in wanted:
            if self._taken[kind, whose] >= most:
                return kind
        for kind, whose, _most in wanted:
            self._taken[kind, whose] += 1
        return None

    def free(self, claims: Iterable[QuotaClaim]) -> None:
        """Give back what was taken here."""
        for kind, whose, _most in claims:
            self._taken[kind, whose] -= 1
            if self._taken[kind, whose] <= 0:
                del self._taken[kind, whose]

    async def take_elsewhere(self, claims: Iterable[QuotaClaim]) -> str | None:
        """Take for all servers together what is taken here; or tell the kind that is full."""
        return await self._elsewhere.take(_somebodys(claims))

    def free_elsewhere(self, claims: Iterable[QuotaClaim]) -> None:
        """Give back what was taken for all servers together."""
        self._elsewhere.free(_somebodys(claims))

    async def take_everywhere(self, claims: Sequence[QuotaClaim]) -> str | None:
        """Take a place of every kind here and for all servers together, or none."""
        full = self.take(claims)
        if full is not None:
            return full
        try:
            full = await self.take_elsewhere(claims)
        except BaseException:
            self.free(claims)
            raise
        if full is not None:
            self.free(claims)
        return full

    def free_everywhere(self, claims: Sequence[QuotaClaim]) -> None:
        """Give back what was taken everywhere."""
        self.free(claims)
        self.free_elsewhere(claims)


def _somebodys(claims: Iterable[QuotaClaim]) -> list[QuotaClaim]:
    return [claim for claim in claims if claim.whose]
