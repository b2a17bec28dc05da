"""A process in which bots think: `python -m nim_tui.thinking.worker`, started by a pool.

It gives way to everything else on the machine, uses no more than a bounded amount of memory, and
ends when the process that started it does.
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
    """Do job after job until there is nobody to ask."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it is for the app, which ends us
    give_way()
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # nothing that prints may disturb what is sent
    with suppress(EOFError, BrokenPipeError):
        while True:
            sink.write(packed(read(source).do()))
            sink.flush()


def give_way() -> None:
    """Be nice, and bound the memory, where the system can do that."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    with suppress(ImportError, ValueError, OSError):
        import resource  # noqa: PLC0415 - not there on every system

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


if __name__ == "__main__":
    main()
