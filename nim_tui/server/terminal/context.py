"""The state that all connections share: quotas, counters, throttle and liveness checks.

A silent client keeps its place until it has left several liveness checks unanswered. Where a new
session of the same key needs a place, all sessions of that key are asked at once, and those that
are silent for a few seconds are ended; a client that is alive answers, and stays.

A person with many silent connections could otherwise hold every place, and keep all others
out. So a growing share of new connections is dropped at random, and each newcomer has a
chance every time.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
import logging
import sys
import time
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from random import random
from typing import TYPE_CHECKING, Final, Protocol

from nim_tui.server.ip_addresses import network_of
from nim_tui.server.logs import log_refusal
from nim_tui.server.measurements import MemoryBound
from nim_tui.server.paced_input import Pump
from nim_tui.server.rate_limit import PendingConnections, QuotaClaim, Quotas
from nim_tui.server.settings.sections import Limits
from nim_tui.server.terminal.client import ClientInfo, ConnectionRefused, SessionHandler
from nim_tui.server.terminal.messages import NO_KEY, NOT_NOW
from nim_tui.server.work import Sources
from rules.messages import Refusal

if TYPE_CHECKING:
    from nim_tui.server.terminal.session_runner import SessionRunner

SILENT: Final = 3.0
"""Seconds without an answer after which a checked session is ended."""

ENDING: Final = 2.0
"""Further seconds in which an ended session frees its place, at other servers too."""

LOOK: Final = 0.2
"""Seconds between two checks for a free place."""

OF_A_KEY: Final = "sessions_a_key"


class LivenessCheck:
    """Liveness checks of the sessions of one key at a time."""

    def __init__(self, quotas: Quotas, connections: Collection[OpenConnection]) -> None:
        self._quotas = quotas
        self._connections = connections
        self._calls: dict[str, asyncio.Task[bool]] = {}

    async def take(self, claims: Sequence[QuotaClaim]) -> str | None:
        """Take a place of every kind, or none; return the kind that is full, or None.

        If a key's places are taken, its sessions are first asked whether they are alive.
        """
        full = self._quotas.take(claims)
        if full != OF_A_KEY:
            return full
        key = next(claim.whose for claim in claims if claim.kind == OF_A_KEY)
        loop = asyncio.get_running_loop()
        called, end = self.call(key), loop.time() + SILENT + ENDING
        while full == OF_A_KEY and loop.time() < end:
            await asyncio.sleep(LOOK)
            full = self._quotas.take(claims)
            if called.done() and called.result():
                break
        return full

    def call(self, key: str) -> asyncio.Task[bool]:
        """Check all sessions here of a key; the task returns whether all have answered.

        Concurrent callers share the same check.
        """
        called = self._calls.get(key)
        if called is None:
            called = asyncio.get_running_loop().create_task(self._ask(key))
            self._calls[key] = called
            called.add_done_callback(lambda _done: self._calls.pop(key, None))
        return called

    async def _ask(self, key: str) -> bool:
        here = [one for one in self._connections if one.has_sessions]
        asked = [one for one in here if one.fingerprint == key]
        return all(await asyncio.gather(*(one.answers_within(SILENT) for one in asked)))


QUIET: Final = 0.5
"""Seconds without a key after which a collection hardly disturbs."""
MANY_ENDED: Final = 10
TOO_MANY_ENDED: Final = 100
LONGEST_KEPT: Final = 30.0
"""Seconds after which a single ended session is collected, when it is quiet."""
_OLDEST_GENERATION: Final = 2


def _give_back() -> None:
    """Have the C library return free memory; it keeps the memory of many small objects.

    Python's own allocator keeps its part as well: start with PYTHONMALLOC=malloc to get it back.
    """
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None
    if trim is not None:
        trim(0)


class GcScheduler:
    """Garbage collection of ended sessions, some 3 MB each, while nobody types."""

    def __init__(self) -> None:
        self._ended = 0
        self._first_ended = 0.0
        self._last_key = 0.0

    def key(self) -> None:
        """Note a key press."""
        self._last_key = asyncio.get_running_loop().time()

    def ended(self) -> None:
        """Note the end of a session."""
        if not self._ended:
            self._first_ended = asyncio.get_running_loop().time()
        self._ended += 1

    def is_quiet(self, now: float) -> bool:
        """Whether nobody has typed for a moment."""
        return now - self._last_key >= QUIET

    def is_due(self, now: float) -> bool:
        """Whether to collect at this loop time."""
        if self._ended >= TOO_MANY_ENDED:
            return True
        is_quiet = self.is_quiet(now)
        is_old = now - self._first_ended >= LONGEST_KEPT
        return is_quiet and (self._ended >= MANY_ENDED or (self._ended > 0 and is_old))

    def collect(self) -> None:
        """Collect now, and return free memory to the system."""
        self._ended = 0
        gc.collect(_OLDEST_GENERATION)
        _give_back()

    async def sweep(self) -> None:
        """Collect whenever it is due, forever."""
        while True:
            await asyncio.sleep(QUIET)
            if self.is_due(asyncio.get_running_loop().time()):
                self.collect()


REFUSALS: Final = (
    "connections",
    "connections_an_address",
    "signing_in",
    "signing_in_an_address",
    "signing_in_early",
    "work",
    "penalty",
    "rekey",
    "memory",
    "sign_in_attempts",
    "sign_in_seconds",
    "not_admitted",
    "proxy_header",
    "foreign_page",
    "sessions",
    "sessions_a_key",
    "sessions_an_address",
    "sessions_a_connection",
    "no_session",
    "command",
    "subsystem",
    "forwarding",
    "environment",
    "long_paste",
    "web_frame",
    "slow_reader",
    "idle",
)
"""Every kind of refusal; counted as `refused_KIND`."""


class Counters:
    """Counters by name, all from 0; `figures` may be read at any time."""

    def __init__(self) -> None:
        self.figures: Counter[str] = Counter(
            {
                "connections_open": 0,
                "connections_total": 0,
                "sessions_open": 0,
                "sessions_total": 0,
                "answers_total": 0,
                "apps_failed": 0,
                "bytes_out": 0,
                "keys_in": 0,
                **{f"refused_{kind}": 0 for kind in REFUSALS},
            }
        )

    def opened(self, what: str) -> None:
        """Count one more of `connections` or `sessions`."""
        self.figures[f"{what}_open"] += 1
        self.figures[f"{what}_total"] += 1

    def closed(self, what: str) -> None:
        """Count one fewer."""
        self.figures[f"{what}_open"] -= 1

    def add(self, figure: str, count: int = 1) -> None:
        """Count events."""
        self.figures[figure] += count

    def refused(self, kind: str) -> None:
        """Count a refusal, of a kind in REFUSALS."""
        self.figures[f"refused_{kind}"] += 1


@dataclass(frozen=True, slots=True)
class ConnectionThrottle:
    """sshd's `start:rate:full`: from `start` on a share `rate` (0..1) is dropped, at `full` all."""

    start: int
    rate: float
    full: int
    draw: Callable[[], float]
    """Returns a random number in [0, 1)."""

    def share(self, signing_in: int) -> float:
        """Return the share (0..1) of new connections dropped while `signing_in` are signing in."""
        if signing_in >= self.full:
            return 1.0
        if signing_in < self.start:
            return 0.0
        return self.rate + (1 - self.rate) * (signing_in - self.start) / (self.full - self.start)

    def drops(self, signing_in: int) -> bool:
        """Whether to drop a new connection now."""
        share = self.share(signing_in)
        return share > 0 and (share >= 1 or self.draw() < share)


logger = logging.getLogger(__name__)


class OpenConnection(Protocol):
    """A connection, as the server sees it."""

    @property
    def fingerprint(self) -> str | None:
        """The key of the connection; None before sign-in, and for a guest."""

    @property
    def has_sessions(self) -> bool:
        """Whether the connection has an open session."""

    async def answers_within(self, seconds: float) -> bool:
        """Check liveness; cut the connection off without an answer within `seconds`."""

    def look_after(self, now: float) -> None:
        """Cut the connection off if it does not end as it should; `now` is in monotonic seconds."""

    def close(self) -> None:
        """Close the connection once its output is sent."""

    def abort(self) -> None:
        """Cut the connection off."""


class ServerContext:
    """The handler, the limits, the counters and the sessions, for all transports."""

    def __init__(
        self,
        handler: SessionHandler,
        limits: Limits,
        counters: Counters,
        *,
        guests: bool,
        banner: str,
        draw: Callable[[], float] = random,
    ) -> None:
        """`draw` gives random numbers from 0 to 1."""
        self.handler = handler
        self.limits = limits
        self.counters = counters
        self.guests = guests
        self.banner = banner
        self.quotas = Quotas()
        self.now = time.monotonic
        self.sources = Sources(limits, self.now)
        self.memory = MemoryBound(limits.memory_bytes)
        self.pump = Pump()
        self.pending = PendingConnections(limits.signing_in_freely)
        self.early_drop = ConnectionThrottle(
            limits.signing_in_freely, limits.signing_in_dropped, limits.signing_in, draw
        )
        self.gate = asyncio.Semaphore(limits.starting)
        self.collector = GcScheduler()
        self.runners: dict[int, SessionRunner] = {}
        """Running sessions, by number."""
        self.running: set[asyncio.Task[None]] = set()
        """All tasks of sessions; asyncio itself keeps no task alive."""
        self.connections: set[OpenConnection] = set()
        self.roll_call = LivenessCheck(self.quotas, self.connections)
        self.is_closing = False
        self._last_number = 0

    async def turns_away(self, fingerprint: str | None, address: str) -> ConnectionRefused | None:
        """Return why a person may not sign in, and count it; None if they may."""
        try:
            why = await self.handler.turns_away(fingerprint, address)
        except Exception:
            logger.exception("the server could not tell whom it admits")
            why = ConnectionRefused("trouble", NOT_NOW)
        if why is None and fingerprint is None and not self.guests:
            why = ConnectionRefused("no_key", NO_KEY)
        if why is not None:
            self.counters.refused("not_admitted")
        return why

    async def meant(self, user: str, fingerprint: str) -> str:
        """Return the account that a user name means and a key does not open; empty if unknown."""
        try:
            return await self.handler.meant(user, fingerprint)
        except Refusal as refusal:
            logger.warning("who is meant by a user name cannot be asked: %s", refusal)
            return ""

    async def wants_lines(self, client: ClientInfo) -> bool:
        """Return whether a person with a terminal has chosen text mode; False if unknown."""
        try:
            return await self.handler.wants_lines(client)
        except Refusal as refusal:
            logger.warning("who wants lines cannot be asked: %s", refusal)
            return False
        except Exception:
            logger.exception("the server could not tell who wants lines")
            return False

    def turned_away_at_once(self, address: str) -> str | None:
        """Return why a connection of an address is refused before it is read; None if it is not."""
        if self.memory.is_reached:
            return "memory"
        return None if self.sources.comes(address) else "penalty"

    def is_turned_away(self, address: str) -> bool:
        """Whether an address has a penalty, which is then counted: the cheapest of all refusals."""
        is_so = self.sources.is_penalised(address)
        if is_so:
            self.refused("penalty", address)
        return is_so

    def connection_claims(self, address: str) -> list[QuotaClaim]:
        """Return the places that a connection from an address takes."""
        limits = self.limits
        return [
            QuotaClaim("connections", "", limits.connections),
            QuotaClaim(
                "connections_an_address", network_of(address), limits.connections_an_address
            ),
        ]

    def signing_in_claims(self, address: str) -> list[QuotaClaim]:
        """Return the further places that a connection takes until it has signed in."""
        limits, whose = self.limits, network_of(address)
        return [
            QuotaClaim("signing_in", "", limits.signing_in),
            QuotaClaim("signing_in_an_address", whose, limits.signing_in_an_address),
        ]

    def session_claims(self, fingerprint: str | None, address: str) -> list[QuotaClaim]:
        """Return the places that a session of a key, or of a guest, from an address takes."""
        limits = self.limits
        claims = [
            QuotaClaim("sessions", "", limits.sessions),
            QuotaClaim("sessions_an_address", network_of(address), limits.sessions_an_address),
        ]
        if fingerprint is not None:
            claims.append(QuotaClaim("sessions_a_key", fingerprint, limits.sessions_a_key))
        return claims

    def refused(self, kind: str, address: str) -> None:
        """Count a refusal and write it to the log; `kind` is in REFUSALS and in REASONS."""
        self.counters.refused(kind)
        log_refusal(address, kind)

    def next_number(self) -> int:
        """Return the number of a new session."""
        self._last_number += 1
        return self._last_number

    def failed(self, client: ClientInfo, error: BaseException) -> None:
        """Tell the handler of an error; an error of its own is only logged."""
        self.counters.add("apps_failed")
        self._told(lambda: self.handler.failed(client, error))

    def left(self, client: ClientInfo) -> None:
        """Tell the handler that a session ended; a guest of a server that stops did not leave."""
        if self.is_closing and client.guest is not None:
            client.guest.is_cut = True
        self._told(lambda: self.handler.left(client))

    def _told(self, tell: Callable[[], None]) -> None:
        try:
            tell()
        except Exception:
            logger.exception("the server did not take what it was told")
