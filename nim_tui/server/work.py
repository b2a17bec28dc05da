"""Budgets of work for each source, at all servers of the process, and penalties beyond them.

Work is counted in points: one for a packet or a frame, ten for a millisecond of processor time,
more for a new connection. Each connection earns a few points a second, more than play needs;
further points come from the budget of its source. A source without points loses the connection that
asked, and is refused for a while, longer with each repetition, like sshd's PerSourcePenalties.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from nim_tui.bucket import Bucket
from nim_tui.server.ip_addresses import address_in, network_of, networks_around
from nim_tui.server.settings.sections import Limits

POINTS_A_MILLISECOND: Final = 10
A_CONNECTION: Final = 50
"""The points of a new connection: a key exchange takes some milliseconds."""
A_REQUEST: Final = 5
"""The points of a browser's request; a page has a dozen."""
CALM_POINTS: Final = 200
CALM_A_SECOND: Final = 40
"""The points of each connection, as a burst and per second: typing takes fewer."""
LONGEST_PENALTY: Final = 3600.0
FORGIVEN_AFTER: Final = 4.0
"""The factor on the length of a penalty after which the next one is short again."""
MOST_KNOWN: Final = 20_000
"""The most sources remembered; the least recent is forgotten first."""
CROWDED: Final = 8
"""The number of penalised sources in a network from which on all of it is refused."""


@dataclass(slots=True)
class Penalty:
    """The penalty of a source, or of a network around several: its end and length in seconds."""

    ends: float
    seconds: float


class Sources:
    """All callers by address: an IPv4 address, or an IPv6 /64."""

    def __init__(self, limits: Limits, now: Callable[[], float]) -> None:
        """`now` returns monotonic seconds."""
        self._limits = limits
        self._now = now
        self._left: dict[str, Bucket] = {}
        self._penalties: dict[str, Penalty] = {}
        self._inside: dict[str, deque[float]] = {}
        """By network around several sources: the ends of their latest penalties."""

    def comes(self, address: str, points: int = A_CONNECTION) -> bool:
        """Check whether an address can pay for a connection or request; if not, penalise it.

        A source without an address, as behind a proxy, is accepted.
        """
        source = network_of(address)
        if not source:
            return True
        if self.is_penalised(address):
            return False
        if self._bucket(source).pay(points, self._now()):
            self.penalise(address)
            return False
        return True

    def is_penalised(self, address: str) -> bool:
        """Whether an address, or a network around it, has a penalty now."""
        now = self._now()
        return any(
            (penalty := self._penalties.get(network)) is not None and now < penalty.ends
            for network in (network_of(address), *networks_around(address))
        )

    def penalise(self, address: str) -> None:
        """Penalise a source, twice as long as the last time if that was recent.

        With many penalties in one network, the whole network gets one.
        """
        if self.is_penalised(address) or address_in(address) is None:
            return
        ends = self._turn_away(network_of(address))
        for network in networks_around(address):
            inside = self._inside.pop(network, deque(maxlen=CROWDED))
            inside.append(ends)
            self._inside[network] = inside
            _forget_one(self._inside)
            if len(inside) < CROWDED or min(inside) <= self._now():
                break
            ends = self._turn_away(network)

    def meter(self, address: str) -> Meter:
        """Return the meter of a connection of an address."""
        source = network_of(address)
        bucket = None if not source else lambda: self._bucket(source)
        return Meter(bucket, lambda: self.penalise(address), self._now)

    def _bucket(self, source: str) -> Bucket:
        limits = self._limits
        bucket = self._left.pop(source, None)
        if bucket is None:
            bucket = Bucket(limits.work_at_once, limits.work_a_second, self._now())
        self._left[source] = bucket
        _forget_one(self._left)
        return bucket

    def _turn_away(self, network: str) -> float:
        """Refuse a network from now on; return until when."""
        now, seconds = self._now(), self._limits.penalty_seconds
        before = self._penalties.pop(network, None)
        if before is not None and now < before.ends + FORGIVEN_AFTER * before.seconds:
            seconds = min(2 * before.seconds, LONGEST_PENALTY)
        self._penalties[network] = Penalty(now + seconds, seconds)
        _forget_one(self._penalties)
        return now + seconds


class Meter:
    """The points of one connection."""

    def __init__(
        self,
        source: Callable[[], Bucket] | None,
        spent_all: Callable[[], None],
        now: Callable[[], float],
    ) -> None:
        """`source` returns a shared bucket, `spent_all` is called once it is empty."""
        self._own = Bucket(CALM_POINTS, CALM_A_SECOND, now())
        self._source = source
        self._spent_all = spent_all
        self._now = now
        self.is_spent = False
        """Whether the points ran out: nothing more is done for the connection."""

    def is_used_up(self) -> bool:
        """Whether the connection lately used more than play needs."""
        self._own.grow(self._now())
        return self._own.left < 1

    def pay(self, points: float) -> bool:
        """Pay for finished work; False if points are missing, and the connection must end."""
        if self.is_spent:
            return False
        now = self._now()
        missing = self._own.pay(points, now)
        if missing and self._source is not None and self._source().pay(missing, now):
            self.is_spent = True
            self._spent_all()
        return not self.is_spent


def _forget_one(kept: dict[str, Any]) -> None:
    """Forget the oldest entry, if there are too many."""
    if len(kept) > MOST_KNOWN:
        del kept[next(iter(kept))]
