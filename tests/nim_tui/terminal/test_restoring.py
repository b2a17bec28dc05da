"""A terminal is given back at once, whatever it or the program is doing."""

from __future__ import annotations

import os
import pty
import select
import signal
import sys
import termios
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from nim_tui.terminal import restoring
from nim_tui.terminal.restoring import ENDING, SavedTerminal, ending_restores, terminal_restored
from tests.waiting import wait_until

ENTERED = "\x1b[?1049h\x1b[?1003h\x1b[>25u"
LEFT = b"\x1b[?1003l\x1b[<1u\x1b[?1049l"


class Line:
    """A terminal: the end a program has, and what arrives at the other."""

    def __init__(self) -> None:
        self.far, near = pty.openpty()
        self.keyboard = os.fdopen(os.dup(near), "r")
        self.screen = os.fdopen(near, "w", encoding="utf-8")
        self.found = SavedTerminal(self.keyboard, self.screen)

    def arrived(self) -> bytes:
        """What was written so far."""
        data = b""
        while select.select([self.far], [], [], 0)[0]:
            data += os.read(self.far, 100_000)
        return data

    def make_raw(self) -> None:
        """Set the terminal as editors do."""
        settings = termios.tcgetattr(self.keyboard.fileno())
        settings[3] &= ~(termios.ECHO | termios.ICANON)
        termios.tcsetattr(self.keyboard.fileno(), termios.TCSANOW, settings)

    @property
    def echoes(self) -> bool:
        """Whether what is typed is shown."""
        return bool(termios.tcgetattr(self.keyboard.fileno())[3] & termios.ECHO)


def is_held(lock: Any) -> bool:
    """Whether another thread holds a lock."""
    if lock.acquire(blocking=False):
        lock.release()
        return False
    return True


@pytest.fixture
def line() -> Iterator[Line]:
    """A terminal that shows what is typed."""
    line = Line()
    yield line
    line.found.give_back(for_good=True)
    os.close(line.far)
    line.keyboard.close()
    line.screen.close()


def test_modes_and_settings_are_as_found_and_nothing_follows(line: Line) -> None:
    line.found.write(ENTERED)
    line.found.flush()
    line.make_raw()
    line.found.give_back(for_good=True)
    line.found.write("a late frame")
    line.found.flush()
    assert line.arrived().endswith(LEFT)
    assert line.echoes


def test_what_was_never_sent_is_not_undone(line: Line) -> None:
    """A keyboard that was not pushed must not be popped: it would be another program's."""
    line.found.write(ENTERED)
    line.found.give_back(for_good=True)
    assert line.arrived() == b""


def test_a_suspended_program_writes_again(line: Line) -> None:
    line.found.write(ENTERED)
    line.found.give_back()
    line.found.write(ENTERED)
    line.found.flush()
    assert line.arrived().decode().startswith(ENTERED)
    assert line.found.modes


def test_a_terminal_that_reads_nothing_holds_nobody_up(line: Line) -> None:
    """A writer is stuck in its write, as at a terminal that was stopped by Ctrl+S."""
    line.found.write(ENTERED)
    line.found.flush()
    line.make_raw()
    stuck = threading.Thread(target=line.found.write, args=("x" * 1_000_000,), daemon=True)
    stuck.start()
    wait_until(lambda: is_held(line.found._writing), "the writer")
    line.found.give_back(for_good=True)
    assert line.echoes
    while stuck.is_alive():
        line.arrived()


def test_an_exception_leaves_it_as_found(line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "__stderr__", line.screen)
    monkeypatch.setattr(sys, "__stdin__", line.keyboard)
    handlers = [signal.getsignal(number) for number in ENDING]
    monkeypatch.setattr(restoring, "end_with_terminal", lambda _fileno: None)  # it is closed below

    def fail() -> None:
        with terminal_restored():
            print(ENTERED, file=sys.__stderr__)
            line.make_raw()
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert line.arrived().endswith(LEFT)
    assert line.echoes
    assert sys.__stderr__ is line.screen
    assert [signal.getsignal(number) for number in ENDING] == handlers


def test_signals_that_are_ignored_stay_so(line: Line) -> None:
    """`nohup` has them ignored."""
    before = signal.signal(signal.SIGUSR1, signal.SIG_IGN)
    try:
        with ending_restores(line.found, ENDING[:6]):
            assert signal.getsignal(signal.SIGUSR1) == signal.SIG_IGN
            assert callable(signal.getsignal(signal.SIGUSR2))
        assert signal.getsignal(signal.SIGUSR2) == signal.SIG_DFL
    finally:
        signal.signal(signal.SIGUSR1, before)
