"""A process in which bots think: `python -m nim_tui.thinking.worker`, started by a pool.

It runs at low priority with bounded memory, and ends with the process that started it.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from typing import Final

from nim_tui.thinking.pool import packed, read

MEMORY: Final = 1 << 30
"""Bytes that a worker may use."""
NICENESS: Final = 10


def main() -> None:
    """Do job after job until the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the app, which ends this process
    give_way()
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # stray output must not corrupt the pipe
    with suppress(EOFError, BrokenPipeError):
        while True:
            sink.write(packed(read(source).do()))
            sink.flush()


def give_way() -> None:
    """Lower the priority and bound the memory, if the system can."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    with suppress(ImportError, ValueError, OSError):
        import resource  # noqa: PLC0415 - not there on every system

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


if __name__ == "__main__":
    main()
