"""Textual's driver of the local terminal, with the input handling of the server.

Only for Unix terminals.
"""

from __future__ import annotations

import os
import select
from collections.abc import Callable
from time import monotonic
from typing import Final

from textual.drivers.linux_driver import LinuxDriver

from nim_tui.terminal.input import Pace, TerminalInput

PACE: Final = Pace(at_once=250, a_second=2000.0, longest_paste=20_000)
"""More than hands, a mouse and its wheel send; less than would keep the screen from being drawn."""
_LOOK: Final = 0.1
"""Seconds between two checks whether the driver is to stop."""
_BITE: Final = 16_384


class _ThreadClock:
    """The clock of a thread that waits for a file; due timers are called in between."""

    def __init__(self) -> None:
        self.is_held = False
        self._calls: list[tuple[float, Callable[[], None]]] = []

    def time(self) -> float:
        """Return monotonic seconds."""
        return monotonic()

    def hold(self, is_held: bool) -> None:
        """Pause or resume reading."""
        self.is_held = is_held

    def later(self, seconds: float, call: Callable[[], None]) -> None:
        """Call a function after some seconds, in this thread."""
        self._calls.append((self.time() + seconds, call))

    def call_due(self) -> None:
        """Call the timers that are due."""
        now = self.time()
        due = [call for at, call in self._calls if at <= now]
        self._calls = [(at, call) for at, call in self._calls if at > now]
        for call in due:
            call()

    def pause(self) -> float:
        """Return the seconds until the next timer."""
        first = min((at for at, _call in self._calls), default=self.time() + _LOOK)
        return min(max(first - self.time(), 0.0), _LOOK)


class LocalDriver(LinuxDriver):
    """Textual's own driver, with input through `TerminalInput`."""

    def run_input_thread(self) -> None:
        """Read the terminal until the driver is to stop."""
        clock = _ThreadClock()
        terminal = TerminalInput(self.process_message, clock, PACE)
        while not self.exit_event.is_set():
            read = [] if clock.is_held else [self.fileno]
            if select.select(read, [], [], clock.pause())[0] and not self._hear(terminal):
                self.exit_event.wait(_LOOK)
            clock.call_due()
        terminal.close()

    def _hear(self, terminal: TerminalInput) -> bool:
        """Take available input; return whether there was any."""
        try:
            data = os.read(self.fileno, _BITE)
        except OSError:  # the terminal is gone, which `hangup` handles
            return False
        terminal.typed(data)
        return bool(data)
