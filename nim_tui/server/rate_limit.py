"""Limits: a token bucket per person, quotas, and connections that are not signed in yet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from contextlib import suppress
from typing import Final, NamedTuple

from sqlalchemy import delete, func, insert, select

from nim_tui.server.ip_addresses import neighbourhood
from nim_tui.server.storage.database import Database, StorageError
from nim_tui.server.storage.schema import LONGEST_WHO, TAKEN_TOKENS
from rules.messages import N_, Refusal

MOST_KNOWN: Final = 10_000
"""The most people remembered; the least recent is forgotten first."""


class TooOften(Refusal):
    """An action was done too often; it is possible again a little later."""

    left = 0.0
    """Seconds until then, if known."""


class RateLimit:
    """A bucket of tokens per person: each action takes one, which returns later.

    `burst` can be taken at once. Tokens return one after another, each `seconds` after the one
    before; or, if `sliding`, each `seconds` after it was taken, so that any span of that length has
    at most `burst` actions.
    """

    def __init__(
        self,
        database: Database,
        kind: str,
        burst: int,
        seconds: float,
        *,
        sliding: bool = False,
        shared: bool = False,
    ) -> None:
        """`shared`: each use is also a row of its `kind`, valid at all servers.

        The database gives the time. It is not queried about people over the limit at this server.
        """
        self._database = database
        self._kind = kind
        self._burst = burst
        self._seconds = seconds
        self._sliding = sliding
        self._shared = shared
        self._taken: dict[Hashable, Sequence[float]] = {}
        """By person: the times at which tokens used here return, in order."""

    def check(self, who: Hashable) -> None:
        """Check that a token is left, as far as this server knows. Raises TooOften."""
        self._with_one_more(self._taken.get(who, ()))

    async def take(self, who: Hashable) -> None:
        """Take a token. Raises TooOften; if shared, StorageError."""
        taken = self._with_one_more(self._taken.get(who, ()))
        self._taken.pop(who, None)
        self._taken[who] = taken
        if len(self._taken) > MOST_KNOWN:
            del self._taken[next(iter(self._taken))]
        if self._shared:
            try:
                await self._database.ask(self._take_row, str(who)[:LONGEST_WHO])
            except Refusal:
                self._taken[who] = self._taken.get(who, ())[:-1]
                raise

    async def refund(self, who: Hashable) -> None:
        """Return a token; if that cannot be stored, it counts as taken elsewhere."""
        self._taken[who] = self._taken.get(who, ())[:-1]
        if self._shared:
            with suppress(StorageError):
                await self._database.ask(self._drop_row, str(who)[:LONGEST_WHO])

    def _with_one_more(self, taken: Sequence[float]) -> Sequence[float]:
        """Return the return times of all tokens, after one more is taken. Raises TooOften."""
        now = self._database.now()
        away = [end for end in taken if end > now]
        if len(away) >= self._burst:
            refusal = TooOften(N_("too fast: wait a moment"))
            refusal.left = away[0] - now
            raise refusal
        since = away[-1] if away and not self._sliding else now
        return [*away, since + self._seconds]

    def _take_row(self, database: Database, who: str) -> None:
        kind, rows = self._kind, TAKEN_TOKENS.c
        is_away = (rows.kind == kind) & (rows.who == who) & (rows.ends > database.now())
        with database.writing(f"{kind} {who}") as connection:
            taken = connection.scalars(select(rows.ends).where(is_away).order_by(rows.ends))
            end = self._with_one_more(taken.all())[-1]
            connection.execute(insert(TAKEN_TOKENS).values(kind=kind, who=who, ends=end))

    def _drop_row(self, database: Database, who: str) -> None:
        rows = TAKEN_TOKENS.c
        last = select(func.max(rows.id)).where(rows.kind == self._kind, rows.who == who)
        with database.writing() as connection:
            connection.execute(delete(TAKEN_TOKENS).where(rows.id == last.scalar_subquery()))


def forget_taken(database: Database) -> None:
    """Delete the tokens that have returned. Raises StorageError."""
    with database.writing() as connection:
        connection.execute(delete(TAKEN_TOKENS).where(TAKEN_TOKENS.c.ends <= database.now()))


class QuotaClaim(NamedTuple):
    """A place of a kind for a person, with the most they may have."""

    kind: str
    """A name in `terminal.context.REFUSALS`."""
    whose: str
    """An address or a key; empty for the total."""
    most: int


class Quotas:
    """The places taken at this server; each of several servers has its own limits."""

    def __init__(self) -> None:
        self._taken: Counter[tuple[str, str]] = Counter()

    def taken(self, kind: str, whose: str = "") -> int:
        """Return the number of places of a kind that a person has here; "": all people."""
        return self._taken[kind, whose]

    def take(self, claims: Iterable[QuotaClaim]) -> str | None:
        """Take a place of every kind, or none; return the kind that is full, or None."""
        wanted = list(claims)
        for kind, whose, most in wanted:
            if self._taken[kind, whose] >= most:
                return kind
        for kind, whose, _most in wanted:
            self._taken[kind, whose] += 1
        return None

    def free(self, claims: Iterable[QuotaClaim]) -> None:
        """Free places."""
        for kind, whose, _most in claims:
            self._taken[kind, whose] -= 1
            if self._taken[kind, whose] <= 0:
                del self._taken[kind, whose]


MakeRoom = Callable[[], None]
"""A function of a connection that gives up its place at once."""


class PendingConnections:
    """The connections signing in, by network: while they are many, the largest makes room.

    A network with many silent connections would otherwise hold every place, and keep all others
    out.
    """

    def __init__(self, freely: int) -> None:
        """Places are given up only above `freely` connections."""
        self._freely = freely
        self._pending: dict[MakeRoom, str] = {}
        """The connections, longest first."""
        self._held: Counter[str] = Counter()

    def add(self, make_room: MakeRoom, address: str) -> None:
        """Add a connection."""
        network = neighbourhood(address)
        self._pending[make_room] = network
        self._held[network] += 1

    def remove(self, make_room: MakeRoom) -> None:
        """Remove a connection that has signed in or is gone."""
        network = self._pending.pop(make_room, None)
        if network is not None:
            self._held[network] -= 1
            self._held += Counter()  # drop entries of 0

    def has_room(self, address: str) -> bool:
        """Check whether a connection may come: there are few, or another network gives up a place.

        That is the network with most places, if it has more than this one; its oldest connection is
        closed.
        """
        if len(self._pending) < max(self._freely, 1):
            return True
        network, most = max(self._held.items(), key=lambda item: item[1])
        if most <= self._held[neighbourhood(address)]:
            return False
        next(one for one, its in self._pending.items() if its == network)()
        return True
