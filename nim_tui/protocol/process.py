"""A program started here, spoken to in lines: bounded in memory, time and output.

It is trusted with the user's files, as any program they start. The bounds keep a faulty one from
harming the table: its memory is limited, each answer is due by a time, lines are short, and it ends
with all its children when it is closed.
"""

from __future__ import annotations

import os
import selectors
import shlex
import signal
import subprocess
import time
import weakref
from atexit import register
from contextlib import suppress
from threading import Thread
from typing import IO, Final

from nim_tui.names import printable
from nim_tui.protocol.messages import MOST_LINE
from rules.messages import N_, Refusal, why

MEMORY: Final = 1 << 30
"""Bytes of memory that each process of a program may fill, where the system can limit it."""
_LIMITED: Final = f'ulimit -d {MEMORY >> 10} 2>/dev/null; ulimit -c 0; exec "$@"'
"""Of the data, not the addresses: some runtimes reserve many times what they use."""
_KEPT: Final = 2000
"""The bytes kept of what a program writes to its standard error."""
_PIECE: Final = 65_536
GRACE: Final = 0.5
"""Seconds to end by itself once the input has ended."""


class ProgramLost(Refusal):
    """A program cannot be spoken to any more; the message says why."""


class LineProcess:
    """A running program: lines to its standard input, lines from its standard output."""

    def __init__(self, command: str) -> None:
        """Start it. Raises ProgramLost."""
        if os.name != "posix":
            raise ProgramLost(N_("programs can play only on Linux, macOS and other Unix systems"))
        try:
            self._process = subprocess.Popen(
                ["/bin/sh", "-c", _LIMITED, "sh", *shlex.split(command)],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                start_new_session=True,
            )  # fmt: skip
        except OSError as error:
            raise ProgramLost(N_("it cannot be started ({why})"), why=why(error)) from error
        sink, source, errors = self._process.stdin, self._process.stdout, self._process.stderr
        assert sink is not None
        assert source is not None
        assert errors is not None
        self._sink, self._source, self._errors = sink, source, errors
        os.set_blocking(sink.fileno(), False)
        os.set_blocking(source.fileno(), False)
        self._read = bytearray()
        self._said = bytearray()
        self._listener = Thread(target=self._hear_errors, args=(errors,), daemon=True)
        self._listener.start()
        _RUNNING.add(self)

    def send(self, line: bytes, until: float) -> None:
        """Write a line by a time (`time.monotonic`). Raises ProgramLost."""
        left = memoryview(line)
        while left:
            self._wait(self._sink, selectors.EVENT_WRITE, until)
            try:
                left = left[os.write(self._sink.fileno(), left) :]
            except BlockingIOError:
                continue
            except (OSError, ValueError):
                raise self._ended() from None

    def line(self, until: float) -> bytes:
        """Return the next line, read by a time. Raises ProgramLost, also if it is too long."""
        while (end := self._read.find(b"\n")) < 0:
            if len(self._read) > MOST_LINE:
                raise ProgramLost(N_("a line has more than {most} bytes"), most=MOST_LINE)
            self._wait(self._source, selectors.EVENT_READ, until)
            try:
                piece = os.read(self._source.fileno(), _PIECE)
            except BlockingIOError:
                continue
            except (OSError, ValueError):
                raise self._ended() from None
            if not piece:
                raise self._ended()
            self._read += piece
        line = bytes(self._read[: end + 1])
        del self._read[: end + 1]
        return line

    def close(self) -> None:
        """End the program and its children; it may first end by itself, as its input does."""
        _RUNNING.discard(self)
        with suppress(OSError):
            self._sink.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(GRACE)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._listener.join(1.0)
        for stream in (self._source, self._errors):
            with suppress(OSError):
                stream.close()

    def _wait(self, stream: IO[bytes], event: int, until: float) -> None:
        """Wait until a stream can be read or written. Raises ProgramLost when time is up."""
        try:
            with selectors.DefaultSelector() as selector:
                selector.register(stream, event)
                is_ready = selector.select(max(0.0, until - time.monotonic()))
        except ValueError:  # closed meanwhile
            raise self._ended() from None
        if not is_ready:
            raise ProgramLost(N_("it did not answer in time"))

    def _ended(self) -> ProgramLost:
        """Return how the program ended, with the last line of its errors."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(1.0)
        self._listener.join(1.0)
        lines = self._said.decode("utf-8", "replace").split("\n")
        last = next((line for line in reversed(lines) if line.strip()), "")
        if last:
            return ProgramLost(N_("it ended: {last}"), last=printable(last.strip(), 120))
        return ProgramLost(N_("it ended"))

    def _hear_errors(self, errors: IO[bytes]) -> None:
        """Keep the last bytes of the standard error."""
        with suppress(OSError, ValueError):
            while piece := os.read(errors.fileno(), _PIECE):
                self._said += piece
                del self._said[:-_KEPT]


_RUNNING: Final[weakref.WeakSet[LineProcess]] = weakref.WeakSet()


@register
def _close_all() -> None:
    """End the programs that still run when this process does."""
    for process in tuple(_RUNNING):
        process.close()
