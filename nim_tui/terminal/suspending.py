"""Suspension of an app by Ctrl+Z: the terminal goes to the shell, and comes back."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable

from nim_tui.terminal.restoring import SavedTerminal, stop_with_company


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
