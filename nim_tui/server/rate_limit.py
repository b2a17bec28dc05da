"""RateLimit: a token bucket for each person, in memory or in the database."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable
from typing import Final, NamedTuple

from sqlalchemy import delete, func, insert, select, update

from nim_tui.server.storage.database import Database
from nim_tui.server.storage.schema import DONE, LONGEST_WHO, PACES
from rules.messages import N_, Refusal

MOST_KNOWN: Final = 10_000
"""Of whom it is remembered how much they did; who did least lately is forgotten first."""


class TooOften(Refusal):
    """It was done too often; a little later it can be done again."""

    left = 0.0
    """In how many seconds, where that is known."""


def full_after(now: float, full_at: float, at_once: int, seconds: float) -> float:
    """When somebody who does it once now has waited long enough for all at once again.

    `full_at` is when that was before; anything earlier than `now` for who never did it.
    Raises TooOften.
    """
    most = now + at_once * seconds
    after = min(max(now, full_at), most) + seconds
    if after > most:
        refusal = too_often()
        refusal.left = after - most
        raise refusal
    return after


def too_often() -> TooOften:
    """Return the refusal of something that a person did too often."""
    return TooOften(N_("not so fast: wait a moment"))


class RateLimit:
    """So many at once, and then one every so many seconds, each for themselves."""

    def __init__(self, at_once: int, seconds: float, now: Callable[[], float]) -> None:
        self._at_once = at_once
        self._seconds = seconds
        self._now = now
        self._full_at: dict[Hashable, float] = {}
        """When somebody has waited long enough for all at once again."""

    def take(self, who: Hashable) -> None:
        """Do it once. Raises TooOften."""
        full_at = self.check(who)
        self._full_at.pop(who, None)
        self._full_at[who] = full_at
        if len(self._full_at) > MOST_KNOWN:
            del self._full_at[next(iter(self._full_at))]

    def check(self, who: Hashable) -> float:
        """When somebody who did it now could do all at once again. Raises TooOften."""
        now = self._now()
        return full_after(now, self._full_at.get(who, now), self._at_once, self._seconds)


class Window:
    """So many in any span of time, each for themselves; noted apart, once it was really done."""

    def __init__(self, most: int, seconds: float, now: Callable[[], float]) -> None:
        self._most = most
        self._seconds = seconds
        self._now = now
        self._done: dict[Hashable, deque[float]] = {}

    def is_full(self, who: Hashable) -> bool:
        """Whether somebody has done it as often as may be."""
        now, done = self._now(), self._done.get(who, deque())
        return sum(1 for time in done if now - self._seconds < time <= now) >= self._most

    def note(self, who: Hashable) -> None:
        """It was done once."""
        done = self._done.pop(who, deque(maxlen=self._most))
        done.append(self._now())
        self._done[who] = done
        if len(self._done) > MOST_KNOWN:
            del self._done[next(iter(self._done))]

    def take_back(self, who: Hashable) -> None:
        """The last time that was noted came to nothing."""
        if self._done.get(who):
            self._done[who].pop()


class WindowRule(NamedTuple):
    """So many of one kind in any span of so many seconds."""

    kind: str
    most: int
    seconds: float


def take_in(database: Database, rule: WindowRule, who: str) -> int:
    """Do it once; its number, by which it is given back. Raises TooOften, StorageError."""
    now, who = database.now(), who[:LONGEST_WHO]
    lately = (DONE.c.kind == rule.kind) & (DONE.c.who == who) & (DONE.c.ends > now)
    with database.writing() as connection:
        query = select(func.count()).select_from(DONE).where(lately)
        if connection.execute(query).scalar_one() >= rule.most:
            raise too_often()
        row = insert(DONE).values(kind=rule.kind, who=who, ends=now + rule.seconds)
        return int(connection.execute(row.returning(DONE.c.id)).scalar_one())


def give_back_to(database: Database, number: int) -> None:
    """It came to nothing. Raises StorageError."""
    with database.writing() as connection:
        connection.execute(delete(DONE).where(DONE.c.id == number))


def forget_done(database: Database) -> None:
    """Forget what counts no longer. Raises StorageError."""
    with database.writing() as connection:
        connection.execute(delete(DONE).where(DONE.c.ends <= database.now()))


class PaceRule(NamedTuple):
    """So many at once of one kind, and then one every so many seconds."""

    kind: str
    at_once: int
    seconds: float


def take(database: Database, rule: PaceRule, who: str) -> None:
    """Do it once. Raises TooOften, StorageError."""
    is_theirs = (PACES.c.kind == rule.kind) & (PACES.c.who == who)
    now = database.now()
    with database.writing() as connection:
        before = connection.execute(select(PACES.c.full_at).where(is_theirs)).scalar()
        known = now if before is None else before
        after = full_after(now, known, rule.at_once, rule.seconds)
        if before is None:
            values = {"kind": rule.kind, "who": who, "full_at": after}
            connection.execute(insert(PACES).values(values))
        else:
            connection.execute(update(PACES).where(is_theirs).values(full_at=after))


def forget_paces(database: Database) -> None:
    """Forget who has waited long enough. Raises StorageError."""
    with database.writing() as connection:
        connection.execute(delete(PACES).where(PACES.c.full_at < database.now()))
