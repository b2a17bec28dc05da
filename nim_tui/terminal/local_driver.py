"""Textual's driver of the local terminal, with the input handling of the server, and Ctrl+Z.

Only for Unix terminals.
"""

from __future__ import annotations

import asyncio
import os
import select
import signal
from collections.abc import Callable
from time import monotonic
from typing import Final

from textual.drivers.linux_driver import LinuxDriver

from nim_tui.terminal.input import Pace, TerminalInput
from nim_tui.terminal.restoring import SavedTerminal, stop_with_company

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


class Suspension:
    """The suspension of an app: leaves the terminal to the shell, and takes it back."""

    def __init__(
        self, found: SavedTerminal, leave: Callable[[], None], enter: Callable[[], None]
    ) -> None:
        """`leave` and `enter` have the app leave the screen, and draw on it again."""
        self._found = found
        self._leave_screen = leave
        self._enter = enter
        self._is_told = False
        """Whether the program knows that it was resumed before the signal arrives."""

    def listen(self) -> None:
        """Handle a shell's signals in place of the driver.

        The driver's own handlers stop a program that no shell can continue, or set up the terminal
        twice if it was stopped without leaving it.
        """
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGTSTP, self.suspend)
        loop.add_signal_handler(signal.SIGCONT, self._go_on)

    def suspend(self, refused: Callable[[], None] = lambda: None) -> None:
        """Suspend until the shell resumes the program; call `refused` if no shell waits."""
        self._leave()
        self._is_told = stop_with_company()
        self._enter()
        if not self._is_told:
            refused()

    def _go_on(self) -> None:
        if self._is_told:
            self._is_told = False
            return
        if self._found.modes:
            self._leave()
        self._enter()

    def _leave(self) -> None:
        self._leave_screen()
        self._found.give_back()
