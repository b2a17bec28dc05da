"""Input that is handled in slices, by turns and for points, so that nobody's stops anybody else's.

What a library parses it parses whole, however many packets are in it, before the loop goes on. So
it is given little at a time: the first slice of what comes in at once, the rest when those before
it had their turn.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from typing import Final

from nim_tui.server.work import POINTS_A_MILLISECOND, Meter

SLICE: Final = 512
"""Bytes that are parsed on end: some twenty of the smallest packets."""
READ_AT_ONCE: Final = 32_768
"""Bytes that are taken from a socket before it is held: all that many floods can make wait here."""
TURN: Final = 0.002
"""Seconds of each turn of the loop in which slices are handled that had to wait."""
LATER: Final = 0.005
"""Seconds until one is asked again who takes nothing just now."""


class Pump:
    """Has those who wait handle a slice each, one after the other, at all doors together."""

    def __init__(self) -> None:
        self._waiting: deque[PacedInput] = deque()
        self._has_turn = False
        """Whether the next turn is asked for: there is one in each turn of the loop."""

    def add(self, one: PacedInput) -> None:
        """Have somebody wait for a turn."""
        self._waiting.append(one)
        self._ask()

    def _ask(self) -> None:
        if self._waiting and not self._has_turn:
            self._has_turn = True
            asyncio.get_running_loop().call_soon(self._turn)

    def _turn(self) -> None:
        self._has_turn = False
        until = time.perf_counter() + TURN
        while self._waiting:
            one = self._waiting.popleft()
            if one.handle_slice():
                self._waiting.append(one)
            if time.perf_counter() >= until:
                break
        self._ask()


class PacedInput:
    """The input of one connection, on its way to the parser."""

    def __init__(
        self,
        transport: asyncio.Transport,
        parse: Callable[[bytes], None],
        meter: Meter,
        pump: Pump,
        *,
        cut_off: Callable[[], None],
        handled: Callable[[], int] = int,
        is_busy: Callable[[], bool] = bool,
        is_held: Callable[[], bool] = bool,
        is_patient: Callable[[], bool] = bool,
    ) -> None:
        """`cut_off` ends the connection once it cannot pay.

        `handled` counts the packets that `parse` has handled, and may begin anew at 0; `is_busy`
        tells whether it takes nothing just now, `is_held` whether it wants nothing more read,
        `is_patient` whether nobody waits for its first slice either, as before signing in.
        """
        self._transport = transport
        self._parse = parse
        self._meter = meter
        self._pump = pump
        self._cut_off = cut_off
        self._handled = handled
        self._is_busy = is_busy
        self._is_held = is_held
        self._is_patient = is_patient
        self._waiting = bytearray()
        if hasattr(transport, "max_size"):
            transport.max_size = READ_AT_ONCE
        self._is_stopped = False
        """Whether nothing is read, until what waits here was handled."""

    def received(self, data: bytes) -> None:
        """Handle what came in: its first slice now, unless others wait here already."""
        had_to_wait = bool(self._waiting)
        self._waiting += data
        has_more = not had_to_wait and (self._is_patient() or self.handle_slice())
        if self._waiting:
            self._is_stopped = True
            self._transport.pause_reading()
        if has_more:
            self._pump.add(self)

    def wait_while(self, is_busy: Callable[[], bool]) -> None:
        """Have nothing handled while this holds, from now on."""
        self._is_busy = is_busy

    def drop(self) -> None:
        """Handle nothing more: the connection is gone."""
        self._waiting.clear()

    def handle_slice(self) -> bool:
        """Handle one slice; whether another is to have its turn."""
        if self._is_busy():
            asyncio.get_running_loop().call_later(LATER, self._again)
            return False
        part = bytes(self._waiting[:SLICE])
        del self._waiting[:SLICE]
        if part and not self._is_over() and not self._is_paid(part):
            self._cut_off()
        if self._is_over():
            self.drop()
        elif not self._waiting:
            self._read_on()
        return bool(self._waiting)

    def _is_over(self) -> bool:
        return self._meter.is_spent or self._transport.is_closing()

    def _is_paid(self, part: bytes) -> bool:
        """Have a slice parsed, and pay for it."""
        handled, began = self._handled(), time.thread_time()
        self._parse(part)
        milliseconds = (time.thread_time() - began) * 1000
        packets = max(self._handled() - handled, 0)
        return self._meter.pay(packets + milliseconds * POINTS_A_MILLISECOND)

    def _again(self) -> None:
        if self._waiting:
            self._pump.add(self)

    def _read_on(self) -> None:
        if self._is_stopped:
            self._is_stopped = False
            if not self._is_held():
                self._transport.resume_reading()


class PacedProtocol(asyncio.Protocol):
    """A protocol whose input is paced; all else goes to it as it comes."""

    def __init__(
        self, inner: asyncio.Protocol, paced: PacedInput, lost: Callable[[], None] = lambda: None
    ) -> None:
        """`lost` is told first that the connection is gone."""
        self._inner = inner
        self._paced = paced
        self._lost = lost

    def data_received(self, data: bytes) -> None:
        """Have it handled in slices."""
        self._paced.received(data)

    def wait_while(self, is_busy: Callable[[], bool]) -> None:
        """Have nothing handled while this holds."""
        self._paced.wait_while(is_busy)

    def eof_received(self) -> bool | None:
        """Pass it on."""
        return self._inner.eof_received()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget what was not handled, and pass it on."""
        self._lost()
        self._paced.drop()
        self._inner.connection_lost(exc)

    def pause_writing(self) -> None:
        """Pass it on."""
        self._inner.pause_writing()

    def resume_writing(self) -> None:
        """Pass it on."""
        self._inner.resume_writing()
