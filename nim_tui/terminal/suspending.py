"""Suspend the program at its terminal with Ctrl+Z, and resume."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from nim_tui.terminal.restoring import stop_with_company

if TYPE_CHECKING:
    from textual.app import App
    from textual.driver import Driver

    from nim_tui.terminal.restoring import SavedTerminal


class Suspension:
    """The suspension of an app: leaves the terminal to the shell, and takes it back."""

    def __init__(self, app: App[Any], driver: Driver, found: SavedTerminal) -> None:
        self._app = app
        self._driver = driver
        self._found = found
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
        self._driver.suspend_application_mode()
        self._found.give_back()

    def _enter(self) -> None:
        self._driver.resume_application_mode()
        self._app.refresh(layout=True)
