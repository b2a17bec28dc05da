"""Whatever ends or stops the program, its terminal is as it was found."""

from __future__ import annotations

import ctypes
import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.e2e.window import Terminal
from tests.waiting import PATIENCE

pytestmark = pytest.mark.slow

COMMAND = Path(sys.executable).with_name("nim-tui")
KNOWS_RESIZES = b"\x1b[?2048;2$y"
"""What a terminal answers that tells of its size and of the mouse in pixels."""
AT_ONCE = 5.0
"""Seconds on a busy machine for what takes a fifth of one."""


class Window:
    """A terminal that a test holds, and the program in it."""

    def __init__(self, home: Path, *words: str, alone: bool = False) -> None:
        """`alone`: nobody waits for it, as nobody does for the program of a window."""
        self.ours, self.theirs = pty.openpty()
        self.found = termios.tcgetattr(self.theirs)
        environment = {**os.environ, "NIM_TUI_HOME": str(home), "TERM": "xterm-256color"}
        theirs = self.theirs
        # A program inherits what `nohup` around these tests has ignored.
        before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
        try:
            self.program = subprocess.Popen(
                [COMMAND, *words], env=environment, start_new_session=alone,
                stdin=theirs, stdout=theirs, stderr=theirs,
            )  # fmt: skip
        finally:
            signal.signal(signal.SIGHUP, before)
        self.written = b""

    def wait_for(self, text: bytes, times: int = 1) -> None:
        """Read until a text is written so often."""
        end = time.monotonic() + PATIENCE
        while self.written.count(text) < times and time.monotonic() < end:
            self.read(1.0)
        assert self.written.count(text) >= times

    def read(self, seconds: float) -> bool:
        """Read what comes within some time; whether anything did."""
        is_there = bool(select.select([self.ours], [], [], seconds)[0])
        if is_there:
            self.written += os.read(self.ours, 100_000)
        return is_there

    def type(self, keys: bytes) -> None:
        """Press keys."""
        os.write(self.ours, keys)

    def ended_by(self, number: int) -> tuple[int, float]:
        """The exit status after a signal, and the seconds it took."""
        start = time.monotonic()
        self.program.send_signal(number)
        while self.program.poll() is None and time.monotonic() < start + PATIENCE:
            self.read(0.02)
        took = time.monotonic() - start
        while self.read(0.0):
            pass
        return self.program.wait(0), took

    def left_on(self) -> set[str]:
        """The modes that are not as they were found."""
        modes = {"7": "h", "25": "h"}
        depth = 0
        for change in re.findall(r"\x1b\[(?:\?(\d+)([hl])|([<>])\d*u)", self.written.decode()):
            mode, switch, stack = change
            if mode:
                modes[mode] = switch
            else:
                depth += 1 if stack == ">" else -1
        left = {mode for mode, switch in modes.items() if (switch == "h") != (mode in ("7", "25"))}
        return left | ({f"{depth} keyboards"} if depth else set())

    def close(self) -> None:
        """End the program, if it still runs."""
        self.program.kill()
        self.program.wait()
        for file in (self.ours, self.theirs):
            if file >= 0:
                os.close(file)


@pytest.fixture
def opened(home: Path) -> Iterator[Callable[..., Window]]:
    """Opens a window that runs the program."""
    windows: list[Window] = []

    def begun(*words: str, alone: bool = False) -> Window:
        windows.append(Window(home, *words, alone=alone))
        return windows[-1]

    yield begun
    for one in windows:
        one.close()


@pytest.mark.parametrize(
    "number",
    [
        signal.SIGTERM,
        *(
            pytest.param(number, marks=pytest.mark.nightly)
            for number in (
                signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGUSR1, signal.SIGUSR2,
            )
        ),
    ],
)  # fmt: skip
def test_a_signal_ends_it_while_a_box_is_open(opened: Callable[..., Window], number: int) -> None:
    window = opened("play", "bataille", "--seats", "You,bot:easy", "--seed", "4")
    window.wait_for(b"\x1b[?2048$p")
    window.type(KNOWS_RESIZES)
    window.wait_for(b"\x1b[?1016h")
    window.wait_for(b"hide submarine 1 of 3")
    window.type(b"?")
    window.wait_for(b"Esc: back")
    assert {"1049", "1003", "1016", "2004", "2048", "25", "1 keyboards"} <= window.left_on()
    status, took = window.ended_by(number)
    assert (status, window.left_on()) == (-number, set())
    assert termios.tcgetattr(window.theirs) == window.found
    assert took < AT_ONCE


@pytest.mark.nightly
def test_a_signal_ends_it_while_a_bot_thinks(opened: Callable[..., Window]) -> None:
    window = opened("play", "bataille", "--seats", "bot:hard,bot:hard", "--seed", "4")
    window.wait_for(b"drop")
    status, took = window.ended_by(signal.SIGTERM)
    assert (status, window.left_on()) == (-signal.SIGTERM, set())
    assert took < AT_ONCE


def lines_edited(window: Window) -> Window:
    """Text mode once it waits for a key."""
    window.wait_for(b"quit")
    while termios.tcgetattr(window.theirs) == window.found:
        window.read(0.01)
    return window


def test_text_mode_is_ended_with_the_terminal_as_found(opened: Callable[..., Window]) -> None:
    window = lines_edited(opened("--plain"))
    status, _took = window.ended_by(signal.SIGTERM)
    assert status == -signal.SIGTERM
    assert termios.tcgetattr(window.theirs) == window.found


@pytest.mark.skipif(sys.platform != "linux", reason="signals a thread of another program")
def test_a_signal_that_ends_no_wait_for_a_key_ends_text_mode(opened: Callable[..., Window]) -> None:
    """Another thread takes it: the main one is told of it as little as just before it waits."""
    window = lines_edited(opened("--plain"))
    pid = window.program.pid
    others = {int(thread) for thread in os.listdir(f"/proc/{pid}/task")} - {pid}
    assert ctypes.CDLL(None).tgkill(pid, others.pop(), signal.SIGTERM) == 0
    assert window.program.wait(PATIENCE) == -signal.SIGTERM
    assert termios.tcgetattr(window.theirs) == window.found


def test_a_closed_window_ends_the_program_that_nobody_tells(
    opened: Callable[..., Window],
) -> None:
    """The terminal controls no session: no signal comes when it is closed."""
    window = opened()
    window.wait_for(b"Bataille")
    os.close(window.theirs)
    os.close(window.ours)
    window.ours = window.theirs = -1
    assert window.program.wait(PATIENCE) == -signal.SIGHUP


@pytest.mark.parametrize("words", ["", pytest.param("--plain", marks=pytest.mark.nightly)])
def test_ctrl_z_leaves_it_to_the_shell_and_fg_goes_on(
    terminal: Terminal, home: Path, words: str
) -> None:
    shell = f"NIM_TUI_HOME='{home}' LC_ALL=C.UTF-8 PS1='ready> ' exec bash --norc -i"
    terminal.open(shell, shows="ready>")
    terminal.type(f"'{COMMAND}' {words}\n")
    terminal.wait_for("quit" if words else "Der Schwarm")
    before = terminal.at_rest()
    terminal.keys("C-z")
    terminal.wait_for("Stopped")
    assert not terminal.alternate_screen_is_on()
    assert not terminal.mouse_is_asked_for()
    terminal.type("stty -a | tr ' ' '\\n' | grep -x -e -*echo -e -*icanon | paste -sd:\n")
    terminal.wait_for("icanon:echo")
    terminal.type("fg\n")
    if words:
        terminal.type("quit\n")
        terminal.wait_until(lambda now: now.rstrip().endswith("ready>"), "the end")
        return
    terminal.wait_until(lambda now: now == before, "the same screen")
    assert terminal.alternate_screen_is_on()
    assert terminal.mouse_is_asked_for()
    terminal.keys("q")
    terminal.wait_until(lambda now: now.rstrip().endswith("ready>"), "the end")
    assert not terminal.alternate_screen_is_on()


@pytest.mark.nightly
def test_stopped_without_a_chance_to_leave_it_enters_once(opened: Callable[..., Window]) -> None:
    window = opened()
    window.wait_for(b"Bataille")
    window.program.send_signal(signal.SIGSTOP)
    window.program.send_signal(signal.SIGCONT)
    window.wait_for(b"\x1b[?1049h", times=2)
    window.wait_for(b"\x1b[?2004h", times=2)
    status, _took = window.ended_by(signal.SIGTERM)
    assert (status, window.left_on()) == (-signal.SIGTERM, set())
    assert termios.tcgetattr(window.theirs) == window.found


@pytest.mark.nightly
def test_ctrl_z_stops_nothing_that_nobody_could_bring_back(opened: Callable[..., Window]) -> None:
    window = opened(alone=True)
    window.wait_for(b"Bataille")
    window.type(b"\x1a")
    window.wait_for(b"There is no shell to return to.")
    status, _took = window.ended_by(signal.SIGTERM)
    assert (status, window.left_on()) == (-signal.SIGTERM, set())
