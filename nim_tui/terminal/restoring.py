"""Gives the terminal back as it was found, whichever way the program ends."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, Final, TextIO

from nim_tui.terminal.hangup import end_with_terminal
from nim_tui.terminal.modes import Modes

if TYPE_CHECKING:
    from types import FrameType

try:
    import termios
except ImportError:  # not a system of this kind
    termios = None  # type: ignore[assignment]

ENDING: Final = tuple(
    getattr(signal, name)
    for name in (
        "SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM", "SIGUSR1", "SIGUSR2", "SIGALRM",
        "SIGVTALRM", "SIGPROF", "SIGIO", "SIGPWR", "SIGXCPU",
    )
    if hasattr(signal, name)
)  # fmt: skip
"""The signals that end a program unless it minds them."""
PATIENCE: Final = 0.3
"""Seconds to wait for what writes just now, and as long again for a terminal that is stuck."""
_STEP: Final = 0.01
_MUCH: Final = 8192
"""Characters that are written without waiting for more."""
_FAULTS: Final = () if termios is None else (termios.error,)


class SavedTerminal:
    """A terminal as it was found: its settings, and the modes changed since."""

    def __init__(self, keyboard: TextIO | None, screen: TextIO) -> None:
        """`keyboard` and `screen`: where the terminal is read and written."""
        self.modes = Modes()
        self._screen = screen
        self._writing = threading.RLock()
        self._unwritten: list[str] = []
        self._size = 0
        self._is_given_back = False
        self._keyboard = -1 if keyboard is None else keyboard.fileno()
        self._settings = self.settings()

    def settings(self) -> list[Any] | None:
        """The settings of the keyboard's terminal now; None where it is no terminal."""
        with suppress(AttributeError, OSError, ValueError, *_FAULTS):
            return termios.tcgetattr(self._keyboard)
        return None

    def write(self, text: str) -> None:
        """Write to the screen once it is flushed, or once it is much."""
        with self._writing:
            self._unwritten.append(text)
            self._size += len(text)
            if self._size > _MUCH:
                self.flush()

    def flush(self) -> None:
        """Write what is not written yet, and note which modes that changes."""
        with self._writing:
            text = "".join(self._unwritten)
            self._unwritten.clear()
            self._size = 0
            if text and not self._is_given_back:
                self.modes.note(text)
                self._screen.write(text)
                self._screen.flush()

    def give_back(self, *, for_good: bool = False) -> None:
        """Undo what is changed, waiting for nobody for long; `for_good`: write nothing after it."""
        has_lock = self._writing.acquire(timeout=PATIENCE)
        try:
            self._is_given_back = for_good
            if has_lock and not for_good:
                self.flush()
            undone, settings = self.modes.undone(), self.settings()
            if undone:
                _write_at_once(self._screen.fileno(), undone.encode())
                self.modes.note(undone)
            if undone or settings != self._settings:
                self.set(self._settings)
        finally:
            if has_lock:
                self._writing.release()

    def set(self, settings: list[Any] | None) -> None:
        """Set the settings, unless the terminal is somebody else's just now."""
        if settings is None or _is_in_background(self._keyboard):
            return
        with suppress(OSError, *_FAULTS):
            termios.tcsetattr(self._keyboard, termios.TCSANOW, settings)
            # Its answers and reports are no commands of a shell.
            termios.tcflush(self._keyboard, termios.TCIFLUSH)


def _is_in_background(fileno: int) -> bool:
    try:
        return os.tcgetpgrp(fileno) != os.getpgrp()
    except OSError:  # a terminal that controls no session
        return False


class _NotedStream:
    """A stream whose every write is noted; else it is what it stands for."""

    def __init__(self, stream: TextIO, found: SavedTerminal) -> None:
        self._stream = stream
        self.write = found.write
        self.flush = found.flush

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def _write_at_once(fileno: int, data: bytes) -> None:
    """Write to a terminal what it takes within PATIENCE; another way in, not to block on ours."""
    ours = -1
    with suppress(OSError):
        ours = os.open(os.ttyname(fileno), os.O_WRONLY | os.O_NOCTTY | os.O_NONBLOCK)
    end = time.monotonic() + PATIENCE
    try:
        while data and time.monotonic() < end:
            try:
                data = data[os.write(fileno if ours < 0 else ours, data) :]
            except BlockingIOError:
                time.sleep(_STEP)
            except OSError:  # it is gone
                return
    finally:
        if ours >= 0:
            os.close(ours)


@contextmanager
def terminal_restored() -> Iterator[SavedTerminal]:
    """Give the terminal back as it is now, whatever ends what is done meanwhile.

    Where Textual writes (`sys.__stderr__`), changes of modes are noted. The end of the terminal
    is the end of the program.
    """
    screen = sys.__stderr__
    assert screen is not None
    found = SavedTerminal(sys.__stdin__, screen)
    if sys.__stdin__ is not None:
        end_with_terminal(sys.__stdin__.fileno())
    sys.__stderr__ = _NotedStream(screen, found)  # type: ignore[assignment, misc]
    try:
        with ending_restores(found, ENDING):
            yield found
    finally:
        found.give_back()
        sys.__stderr__ = screen  # type: ignore[misc]


@contextmanager
def ending_restores(found: SavedTerminal, signals: Sequence[signal.Signals]) -> Iterator[None]:
    """Let signals that nobody minds end the program as ever, once the terminal is given back."""
    before = {number: signal.getsignal(number) for number in signals}

    def end(number: int, _frame: FrameType | None) -> None:
        found.give_back(for_good=True)
        die_by(number)

    for number, handler in before.items():
        if handler in (signal.SIG_DFL, signal.default_int_handler):
            signal.signal(number, end)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def die_by(number: int) -> None:
    """End this process as a signal does that nobody minds."""
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)
    os._exit(128 + number)  # the first process of a container outlives its signals


@contextmanager
def stopping_restores(found: SavedTerminal, show_again: Callable[[], None]) -> Iterator[None]:
    """Leave the terminal to the shell while Ctrl+Z stops the program; then `show_again`."""

    def stop(_number: int, _frame: FrameType | None) -> None:
        settings = found.settings()
        found.give_back()
        stop_with_company()
        found.set(settings)
        show_again()

    before = signal.signal(signal.SIGTSTP, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTSTP, before)


def stop_with_company() -> bool:
    """Stop all that the shell started together; whether somebody let it go on again.

    Where no shell waits, the system does not let anything be stopped: nobody could end it.
    """
    went_on = False

    def go_on(*_: object) -> None:
        nonlocal went_on
        went_on = True

    was_stopped = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
    was_continued = signal.signal(signal.SIGCONT, go_on)
    try:
        os.killpg(os.getpgrp(), signal.SIGTSTP)
    finally:
        signal.signal(signal.SIGCONT, was_continued)
        signal.signal(signal.SIGTSTP, was_stopped)
    return went_on
