"""Paced input: handled in slices and in turn, against points, so that no connection delays another.

A library parses its input whole, however many packets are in it, before the loop continues. So it
is given a slice at a time: the first at once, the rest in turn.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from typing import Final

from nim_tui.server.work import POINTS_A_MILLISECOND, Meter

SLICE: Final = 512
"""Bytes parsed in one slice: some twenty of the smallest packets."""
READ_AT_ONCE: Final = 32_768
"""The most bytes taken from a socket before reading stops, which bounds the memory of a flood."""
TURN: Final = 0.002
"""Seconds per loop iteration for slices that had to wait."""
LATER: Final = 0.005
"""Seconds before a busy connection is tried again."""


class Pump:
    """The queue of waiting connections, at all servers of the process: one slice each in turn."""

    def __init__(self) -> None:
        self._waiting: deque[PacedInput] = deque()
        self._has_turn = False
        """Whether the next turn is scheduled: there is one per loop iteration."""

    def add(self, one: PacedInput) -> None:
        """Queue a connection."""
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
    """The input of one connection, before its parser."""

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

        `handled` counts the packets that `parse` has handled, and may restart at 0; `is_busy`: the
        parser accepts nothing now; `is_held`: it wants nothing more to be read; `is_patient`: even
        the first slice may wait, as before sign-in.
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
        """Whether reading is stopped until the waiting input is handled."""

    def received(self, data: bytes) -> None:
        """Handle received data: the first slice now, unless earlier data waits already."""
        had_to_wait = bool(self._waiting)
        self._waiting += data
        has_more = not had_to_wait and (self._is_patient() or self.handle_slice())
        if self._waiting:
            self._is_stopped = True
            self._transport.pause_reading()
        if has_more:
            self._pump.add(self)

    def wait_while(self, is_busy: Callable[[], bool]) -> None:
        """Handle nothing while a condition holds."""
        self._is_busy = is_busy

    def drop(self) -> None:
        """Drop all input, as the connection is gone."""
        self._waiting.clear()

    def handle_slice(self) -> bool:
        """Handle one slice; return whether there is another."""
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
        """Parse a slice, and pay for it; return False if the connection cannot."""
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
    """A protocol with paced input; other events pass unchanged."""

    def __init__(
        self, inner: asyncio.Protocol, paced: PacedInput, lost: Callable[[], None] = lambda: None
    ) -> None:
        """`lost` is called first when the connection is gone."""
        self._inner = inner
        self._paced = paced
        self._lost = lost

    def data_received(self, data: bytes) -> None:
        """Queue the data to be handled in slices."""
        self._paced.received(data)

    def wait_while(self, is_busy: Callable[[], bool]) -> None:
        """Handle nothing while a condition holds."""
        self._paced.wait_while(is_busy)

    def eof_received(self) -> bool | None:
        """Pass the event on."""
        return self._inner.eof_received()

    def connection_lost(self, exc: Exception | None) -> None:
        """Drop unhandled input, and pass the event on."""
        self._lost()
        self._paced.drop()
        self._inner.connection_lost(exc)

    def pause_writing(self) -> None:
        """Pass the event on."""
        self._inner.pause_writing()

    def resume_writing(self) -> None:
        """Pass the event on."""
        self._inner.resume_writing()
