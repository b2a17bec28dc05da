"""The terminal: given back as it was found when the program stops or ends in any way."""

from __future__ import annotations

import os
import re
import select
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence, Set
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, Final, TextIO

if TYPE_CHECKING:
    from types import FrameType

_CHANGES: Final = re.compile(r"\x1b\[(?:\?([0-9;]+)([hl])|>[0-9;]*(u)|<([0-9]*)u)")
_USUALLY_ON: Final = frozenset({7, 25})
"""Lines wrap, the cursor shows; every other mode is off until a program sets it."""
_SCREENS: Final = frozenset({47, 1047, 1049})
_CURSOR: Final = 25
_CANCEL: Final = "\x18"
"""Ends a sequence that was cut off."""
_PLAIN: Final = "\x1b[0m"


class Modes:
    """The modes that differ from how the terminal was found, tracked from the output."""

    def __init__(self) -> None:
        self._changed: dict[int, None] = {}
        self._keyboards = 0
        """The number of keyboard modes pushed onto the stack of kitty's protocol."""

    def __bool__(self) -> bool:
        """Whether there is anything to restore."""
        return bool(self._changed or self._keyboards)

    def note(self, text: str) -> None:
        """Track the modes in written output."""
        for change in _CHANGES.finditer(text):
            numbers, switch, pushed, popped = change.groups()
            if numbers:
                self._switch(numbers, is_on=switch == "h")
            elif pushed:
                self._keyboards += 1
            else:
                self._keyboards = max(0, self._keyboards - int(popped or 1))

    def _switch(self, numbers: str, *, is_on: bool) -> None:
        for number in map(int, filter(None, numbers.split(";"))):
            if is_on == (number in _USUALLY_ON):
                self._changed.pop(number, None)
            else:
                self._changed[number] = None

    def undone(self) -> str:
        """Return the output that restores the terminal; empty if nothing changed.

        The keyboard stack belongs to the screen it was pushed on, so that screen is left late; the
        cursor is shown last.
        """
        if not self:
            return ""
        last = [number for number in self._changed if number in _SCREENS]
        cursor = [number for number in self._changed if number == _CURSOR]
        first = [number for number in self._changed if number not in (*last, *cursor)]
        keyboards = f"\x1b[<{self._keyboards}u" if self._keyboards else ""
        return "".join(
            (_CANCEL, _PLAIN, *map(_usual, first), keyboards, *map(_usual, last + cursor))
        )


def _usual(number: int) -> str:
    return f"\x1b[?{number}{'h' if number in _USUALLY_ON else 'l'}"


def end_with_terminal(fileno: int) -> None:
    """Wait, in a thread, for the terminal of a file to hang up, and end the program then.

    When a window is closed, the kernel signals the session leader, such as a shell, and the
    foreground programs only once that one ends. Some do not: `make` waits for its children, and
    this program would go on reading nothing.

    Every move is on disk by then. Systems that cannot report a hang-up alone end nothing.
    """
    if not hasattr(select, "poll"):
        return
    threading.Thread(target=_wait, args=(fileno,), name="hangup", daemon=True).start()


def _wait(fileno: int) -> None:
    poll = select.poll()
    poll.register(fileno, 0)  # only the events that always count
    if any(event & select.POLLHUP for _file, event in poll.poll()):
        is_deaf = signal.getsignal(signal.SIGHUP) == signal.SIG_IGN  # as under `nohup`
        os.kill(os.getpid(), signal.SIGTERM if is_deaf else signal.SIGHUP)


try:
    import termios
except ImportError:  # a system without `poll`
    termios = None  # type: ignore[assignment]

ENDING: Final = tuple(
    getattr(signal, name)
    for name in (
        "SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM", "SIGUSR1", "SIGUSR2", "SIGALRM",
        "SIGVTALRM", "SIGPROF", "SIGIO", "SIGPWR", "SIGXCPU",
    )
    if hasattr(signal, name)
)  # fmt: skip
"""The signals that end a program without a handler."""
PATIENCE: Final = 0.3
"""Seconds to wait for a write in progress, and as long again for a stuck terminal."""
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
        """Return the settings of the keyboard's terminal; None without a terminal."""
        with suppress(AttributeError, OSError, ValueError, *_FAULTS):
            return termios.tcgetattr(self._keyboard)
        return None

    def write(self, text: str) -> None:
        """Write to the screen on the next flush, or when much has gathered."""
        with self._writing:
            self._unwritten.append(text)
            self._size += len(text)
            if self._size > _MUCH:
                self.flush()

    def flush(self) -> None:
        """Write gathered output, and note the modes it changes."""
        with self._writing:
            text = "".join(self._unwritten)
            self._unwritten.clear()
            self._size = 0
            if text and not self._is_given_back:
                self.modes.note(text)
                self._screen.write(text)
                self._screen.flush()

    def give_back(self, *, for_good: bool = False) -> None:
        """Restore the terminal, without waiting long; `for_good`: write nothing after it."""
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
        """Apply settings, unless another program has the terminal now."""
        if settings is None or _is_in_background(self._keyboard):
            return
        with suppress(OSError, *_FAULTS):
            termios.tcsetattr(self._keyboard, termios.TCSANOW, settings)
            # Late replies and reports must not become commands of a shell.
            termios.tcflush(self._keyboard, termios.TCIFLUSH)


def _is_in_background(fileno: int) -> bool:
    try:
        return os.tcgetpgrp(fileno) != os.getpgrp()
    except OSError:  # a terminal that controls no session
        return False


class _NotedStream:
    """A stream that notes every write and passes it on."""

    def __init__(self, stream: TextIO, found: SavedTerminal) -> None:
        self._stream = stream
        self.write = found.write
        self.flush = found.flush

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def _write_at_once(fileno: int, data: bytes) -> None:
    """Write what a terminal takes within PATIENCE; reopened, so as not to block our stream."""
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
    """Restore the terminal's present state, whatever ends this context.

    Changes of modes are noted where Textual writes (`sys.__stderr__`). A hang-up ends the program.
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
    """Restore the terminal before a signal without handler ends the program."""
    before = {number: signal.getsignal(number) for number in signals}
    without = (signal.SIG_DFL, signal.default_int_handler)
    ending = {number for number, handler in before.items() if handler in without}

    def end(number: int, _frame: FrameType | None) -> None:
        signal.signal(number, signal.SIG_IGN)  # heard: not sent again
        found.give_back(for_good=True)
        die_by(number)

    for number in ending:
        signal.signal(number, end)
    try:
        with _sent_again(ending):
            yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def _sent_again(numbers: Set[int]) -> Iterator[None]:
    """Send signals to the main thread again, until their handlers ignore them.

    Python notes a signal and runs its handler later, in the main thread. When that is just about to
    wait for a key in C, as `readline` does, the signal does not end the wait.
    """
    if not hasattr(signal, "pthread_kill"):
        yield
        return
    noted, noting = os.pipe()
    os.set_blocking(noting, False)

    def send() -> None:
        main = threading.main_thread().ident
        assert main is not None
        while number := os.read(noted, 1):
            time.sleep(_STEP)
            if number[0] in numbers:
                signal.pthread_kill(main, number[0])  # which is noted as well
        os.close(noted)

    threading.Thread(target=send, name="signals", daemon=True).start()
    before = signal.set_wakeup_fd(noting, warn_on_full_buffer=False)
    try:
        yield
    finally:
        signal.set_wakeup_fd(before)
        os.close(noting)


def die_by(number: int) -> None:
    """End this process as a signal without handler does."""
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
    """Stop all processes of the shell job; return whether the job was continued.

    Without a waiting shell the system refuses to stop it, as nobody could continue it.
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
