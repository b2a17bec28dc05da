"""A server that watches its own loop: `python -m tests.bench.watched_server FOLDER BEATS`.

It serves on the loopback as `nim-tui serve` does, and notes in the file BEATS, a line for each
second, the worst stall of that second: by how many milliseconds a beat came late, and how much of
that was the loop's own work.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from pathlib import Path
from typing import Final

from nim_tui.server.serve import serve_until_stopped
from nim_tui.server.settings.sections import Serving
from nim_tui.server.settings.settings import ServerSettings

BEAT: Final = 0.005
"""Seconds between two beats."""


async def beat(path: Path) -> None:
    """Note stalls, for ever."""
    with path.open("w", encoding="ascii") as beats:
        while True:
            late, worked = 0.0, 0.0
            end = time.monotonic() + 1
            while (begun := time.monotonic()) < end:
                processor = time.thread_time()
                await asyncio.sleep(BEAT)
                late = max(late, time.monotonic() - begun - BEAT)
                worked = max(worked, time.thread_time() - processor)
            beats.write(f"{late * 1000:.1f} {worked * 1000:.1f}\n")
            beats.flush()


async def main(folder: Path, beats: Path) -> None:
    """Serve until the process is told to stop."""
    beating = asyncio.create_task(beat(beats))
    try:
        await serve_until_stopped(ServerSettings(Serving(port=0, data=str(folder))))
    finally:
        beating.cancel()


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO)
    asyncio.run(main(Path(sys.argv[1]), Path(sys.argv[2])))
