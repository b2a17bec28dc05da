"""What all connections of one server share."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from random import random
from typing import Protocol

from nim_tui.server.memory import MemoryBound
from nim_tui.server.networks import network_of
from nim_tui.server.paced_input import Pump
from nim_tui.server.quotas import Claim, Quotas
from nim_tui.server.settings.limits import Limits
from nim_tui.server.ssh.at_the_door import Door
from nim_tui.server.ssh.client import ClientInfo, Handler, TurnedAway
from nim_tui.server.ssh.collector import Collector
from nim_tui.server.ssh.counters import Counters
from nim_tui.server.ssh.early_drop import EarlyDrop
from nim_tui.server.ssh.notices import NO_KEY, NOT_NOW
from nim_tui.server.ssh.refusals import log_refusal
from nim_tui.server.ssh.roll_call import RollCall
from nim_tui.server.work import Sources
from rules.messages import Refusal

logger = logging.getLogger(__name__)


class RunningApp(Protocol):
    """A session with an app, as the server sees it."""

    @property
    def client(self) -> ClientInfo:
        """Who it is."""

    @property
    def waiting(self) -> int:
        """Bytes that its client has not taken yet."""

    def end(self, last_words: str = "") -> None:
        """End the session with a last line."""

    def drop(self) -> None:
        """Cut off a reader that is too slow."""


class OpenConnection(Protocol):
    """A connection, as the server sees it."""

    @property
    def fingerprint(self) -> str | None:
        """The key it came with; None before it signed in, and for a guest."""

    @property
    def has_sessions(self) -> bool:
        """Whether a session of it is open."""

    async def answers_within(self, seconds: float) -> bool:
        """Ask for a sign of life; where there is none for so long, cut it off."""

    def look_after(self, now: float) -> None:
        """Cut it off if it keeps what it was to end; `now` are seconds of a steady clock."""

    def close(self) -> None:
        """Close it once what was sent is on its way."""

    def abort(self) -> None:
        """Cut it off."""


class ServerContext:
    """The handler, the bounds, the figures, and who is here, by whichever door."""

    def __init__(
        self,
        handler: Handler,
        limits: Limits,
        counters: Counters,
        *,
        guests: bool,
        banner: str,
        draw: Callable[[], float] = random,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """`draw` gives random numbers from 0 to 1, `now` seconds of a steady clock."""
        self.handler = handler
        self.limits = limits
        self.counters = counters
        self.guests = guests
        self.banner = banner
        self.quotas = Quotas()
        self.now = now
        self.sources = Sources(limits, now)
        self.memory = MemoryBound(limits.memory_bytes)
        self.pump = Pump()
        self.door = Door(limits.signing_in_freely)
        self.early_drop = EarlyDrop(
            limits.signing_in_freely, limits.signing_in_dropped, limits.signing_in, draw
        )
        self.gate = asyncio.Semaphore(limits.starting)
        self.collector = Collector()
        self.runners: dict[int, RunningApp] = {}
        """Sessions with an app, by number."""
        self.running: set[asyncio.Task[None]] = set()
        """Everything sessions do; asyncio itself keeps no task alive."""
        self.connections: set[OpenConnection] = set()
        self.roll_call = RollCall(self.quotas, self.connections)
        self.is_closing = False
        self._last_number = 0

    async def turns_away(self, fingerprint: str | None, address: str) -> TurnedAway | None:
        """Why somebody may not come in, which is counted; None if they may."""
        try:
            why = await self.handler.turns_away(fingerprint, address)
        except Exception:
            logger.exception("the server could not tell whom it admits")
            why = TurnedAway("trouble", NOT_NOW)
        if why is None and fingerprint is None and not self.guests:
            why = TurnedAway("no_key", NO_KEY)
        if why is not None:
            self.counters.refused("not_admitted")
        return why

    async def meant(self, user: str, fingerprint: str) -> str:
        """Whose account a user name means that a key does not open; nobody's if not known."""
        try:
            return await self.handler.meant(user, fingerprint)
        except Refusal as refusal:
            logger.warning("who is meant by a user name cannot be asked: %s", refusal)
            return ""

    async def wants_lines(self, client: ClientInfo) -> bool:
        """Whether somebody with a terminal has set to talk by lines; not, if that is not known."""
        try:
            return await self.handler.wants_lines(client)
        except Refusal as refusal:
            logger.warning("who wants lines cannot be asked: %s", refusal)
            return False
        except Exception:
            logger.exception("the server could not tell who wants lines")
            return False

    def turned_away_at_once(self, address: str) -> str | None:
        """Why a connection of an address is not taken, before anything is known of it, if so."""
        if self.memory.is_reached:
            return "memory"
        return None if self.sources.comes(address) else "penalty"

    def is_turned_away(self, address: str) -> bool:
        """Whether an address has a penalty, which is counted then: the cheapest of all refusals."""
        is_so = self.sources.is_penalised(address)
        if is_so:
            self.refused("penalty", address)
        return is_so

    def connection_claims(self, address: str) -> list[Claim]:
        """The places that a connection from an address takes."""
        limits = self.limits
        return [
            Claim("connections", "", limits.connections),
            Claim("connections_an_address", network_of(address), limits.connections_an_address),
        ]

    def signing_in_claims(self, address: str) -> list[Claim]:
        """The places that it takes besides until somebody has signed in."""
        limits, whose = self.limits, network_of(address)
        return [
            Claim("signing_in", "", limits.signing_in),
            Claim("signing_in_an_address", whose, limits.signing_in_an_address),
        ]

    def session_claims(self, fingerprint: str | None, address: str) -> list[Claim]:
        """The places that a session of a key, or of a guest, from an address takes."""
        limits = self.limits
        claims = [
            Claim("sessions", "", limits.sessions),
            Claim("sessions_an_address", network_of(address), limits.sessions_an_address),
        ]
        if fingerprint is not None:
            claims.append(Claim("sessions_a_key", fingerprint, limits.sessions_a_key))
        return claims

    def refused(self, kind: str, address: str) -> None:
        """Count a refusal and write it to the log; `kind` is in REFUSALS and in REASONS."""
        self.counters.refused(kind)
        log_refusal(address, kind)

    def next_number(self) -> int:
        """The number of a new session."""
        self._last_number += 1
        return self._last_number

    def failed(self, client: ClientInfo, error: BaseException) -> None:
        """Tell the handler of an error; an error of its own is only logged."""
        self.counters.add("apps_failed")
        self._told(lambda: self.handler.failed(client, error))

    def left(self, client: ClientInfo) -> None:
        """Tell the handler that a session ended."""
        self._told(lambda: self.handler.left(client))

    def _told(self, tell: Callable[[], None]) -> None:
        try:
            tell()
        except Exception:
            logger.exception("the server did not take what it was told")
