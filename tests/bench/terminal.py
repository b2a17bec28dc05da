"""A program in a pseudo-terminal, started, read and pressed keys at from outside."""

from __future__ import annotations

import os
import re
import select
import subprocess
import sys
import sysconfig
import termios
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

SMALL: Final = (80, 24)
LARGE: Final = (200, 60)
PATIENCE: Final = 15.0
"""Seconds after which a program that does not show what it should is given up."""

_QUESTION: Final = re.compile(rb"\x1b\[\?(\d+)\$p")
_SYNCHRONIZED: Final = b"2026"
_CONTROL: Final = re.compile(rb"\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(\x07|\x1b\\)|\x1b[=>()]")
_LONGEST_QUESTION: Final = 16
_SCREEN: Final = re.compile(rb"\x1b\[\?1049h(.*?)(\x1b\[\?1049l|\Z)", re.DOTALL)
"""What is drawn between taking the whole screen and giving it back."""


class NotShown(Exception):
    """The program ended, or showed nothing of what was waited for."""


class Terminal:
    """A running program and the master end of its terminal."""

    def __init__(self, command: Sequence[str], home: Path, size: tuple[int, int] = SMALL) -> None:
        columns, rows = size
        self._master, slave = os.openpty()
        termios.tcsetwinsize(slave, (rows, columns))
        self._output = bytearray()
        self._started = time.perf_counter()
        self._process = subprocess.Popen(
            command,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=_environment(home),
            cwd=home,
            start_new_session=True,
        )
        os.close(slave)

    def show(self, text: str) -> float:
        """Seconds from the start of the program until its screen shows the text. Raises NotShown.

        What it writes before or after it has the whole screen, such as a complaint, does not
        count.
        """
        while text not in self.screen_text():
            left = PATIENCE - (time.perf_counter() - self._started)
            if left <= 0 or not self._read(left):
                raise NotShown(f"“{text}” did not show; {self._last_words()}")
        return time.perf_counter() - self._started

    def screen_text(self) -> str:
        """All text drawn on the whole screen so far, without colours and places."""
        screen = _SCREEN.search(self._output)
        return _plain(screen[1]) if screen else ""

    def settle(self, quiet: float, patience: float) -> int:
        """Read until nothing came for `quiet` seconds; how many bytes came.

        It waits up to `patience` seconds for the first of them, and no longer for the quiet.
        """
        deadline = time.perf_counter() + patience
        count = more = self._read(patience)
        while more and time.perf_counter() < deadline:
            more = self._read(quiet)
            count += more
        return count

    def press(self, key: bytes, quiet: float, patience: float) -> int:
        """Send a key; how many bytes it made the program draw, as `settle` reads them.

        Raises NotShown when the program has ended: what came then would be an echo.
        """
        if self._process.poll() is not None:
            raise NotShown(f"it ended; {self._last_words()}")
        os.write(self._master, key)
        return self.settle(quiet, patience)

    def processor_seconds(self) -> float:
        """Processor time the program used so far, all its threads together (Linux)."""
        clock_of_process = (~self._process.pid << 3) | 2  # clock_getcpuclockid(3), not in Python
        return time.clock_gettime(clock_of_process)

    def close(self) -> None:
        """End the program."""
        self._process.kill()
        self._process.wait()
        os.close(self._master)

    def _read(self, patience: float) -> int:
        """How many bytes came with the next piece of output; 0 when time is up or it ended."""
        if not select.select([self._master], [], [], patience)[0]:
            return 0
        try:
            piece = os.read(self._master, 1 << 16)
        except OSError:  # how Linux tells that the other end was closed
            return 0
        already = max(0, len(self._output) - _LONGEST_QUESTION)
        self._answer(bytes(self._output[already:]), piece)
        self._output += piece
        return len(piece)

    def _answer(self, before: bytes, piece: bytes) -> None:
        """Answer "do you know this mode?" as a terminal with synchronized output does."""
        for question in _QUESTION.finditer(before + piece):
            if question.end() > len(before):
                mode = question[1]
                known = b"2" if mode == _SYNCHRONIZED else b"0"
                os.write(self._master, b"\x1b[?" + mode + b";" + known + b"$y")

    def _last_words(self) -> str:
        words = " ".join(_plain(self._output).split())[-60:]
        return f"last seen: {words}" if words else "nothing was seen"


def _plain(output: bytes | bytearray) -> str:
    return _CONTROL.sub(b"", output).decode(errors="replace")


def _environment(home: Path) -> dict[str, str]:
    """A terminal with every colour, a fresh home, and nothing that bends Textual or Python."""
    bending = ("TEXTUAL", "NIM_TUI", "COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR", "PYTHON", "LC_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(bending)}
    fixed = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8"}
    return kept | fixed | {"NIM_TUI_HOME": str(home)}


@contextmanager
def opened(command: Sequence[str], size: tuple[int, int] = SMALL) -> Iterator[Terminal]:
    """A program in a terminal of its own, with an empty home; both are gone afterwards."""
    with TemporaryDirectory(prefix="nim_tui-bench-") as home:
        terminal = Terminal(command, Path(home), size)
        try:
            yield terminal
        finally:
            terminal.close()


def nim_tui(*arguments: str) -> list[str]:
    """The command of the program installed beside this Python."""
    script = Path(sysconfig.get_path("scripts"), "nim-tui")
    start = [str(script)] if script.exists() else [sys.executable, "-m", "nim_tui"]
    return [*start, *arguments]


def bare(app: str) -> list[str]:
    """The command of one of the bare apps of hello.py."""
    return [sys.executable, "-P", str(Path(__file__).with_name("hello.py")), app]
