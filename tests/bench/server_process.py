"""A server as a process of its own, its memory and processor time seen from outside (Linux)."""

from __future__ import annotations

import asyncio
import os
import re
import sys
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Final

from tests.bench.terminal import NotShown

SETTLE: Final = 2.0
"""Seconds of rest after which everything is painted."""
IDLE: Final = 0.05
"""Of a processor; a server that takes less is at rest."""
START_SECONDS: Final = 30.0
"""For a server to tell its port."""
STOP_SECONDS: Final = 15.0
"""For a server to end once it is told to."""

_BENDING: Final = ("TEXTUAL", "NIM_TUI", "NO_COLOR", "COLORTERM", "FORCE_COLOR", "PYTHONMALLOC")
_PORT: Final = re.compile(rb"port (\d+)")


class ServerProcess:
    """A server that runs."""

    def __init__(self, process: asyncio.subprocess.Process, port: int) -> None:
        self._process = process
        self.port = port

    @property
    def megabytes(self) -> float:
        """Its memory."""
        status = Path(f"/proc/{self._process.pid}/status").read_text("ascii")
        found = re.search(r"VmRSS:\s+(\d+)", status)
        if found is None:
            raise NotShown("the server ended")
        return int(found[1]) / 1024

    @property
    def seconds(self) -> float:
        """The processor time it took."""
        clock_of_process = (~self._process.pid << 3) | 2  # clock_getcpuclockid(3), not in Python
        return time.clock_gettime(clock_of_process)

    async def settled(self) -> None:
        """Wait until it rests: whoever waits for a paint may wait for all others' before."""
        before = -1.0
        while self.seconds - before > IDLE * SETTLE:
            before = self.seconds
            await asyncio.sleep(SETTLE)


@asynccontextmanager
async def running(module: Sequence[str], **settings: str) -> AsyncIterator[ServerProcess]:
    """A Python module with its arguments as a server, stopped at the end.

    The server has to say `port N` on its standard error once it listens. Raises NotShown if it
    ends before that, or takes too long.
    """
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        *module,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
        env=_environment() | settings,
    )
    assert process.stderr is not None
    reading: asyncio.Task[None] | None = None
    try:
        try:
            port = await asyncio.wait_for(_told_port(process.stderr), START_SECONDS)
        except TimeoutError as late:
            raise NotShown(f"{module[0]} did not tell its port") from late
        reading = asyncio.create_task(_read_on(process.stderr))
        yield ServerProcess(process, port)
    finally:
        await _stop(process)
        if reading is not None:
            await reading


def _environment() -> dict[str, str]:
    """A terminal of 256 colours, and nothing that bends Textual or Python."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(_BENDING)}
    return kept | {"TERM": "xterm-256color"}


async def _told_port(stderr: asyncio.StreamReader) -> int:
    last = b""
    async for line in stderr:
        if found := _PORT.search(line):
            return int(found[1])
        last = line
    raise NotShown(f"the server ended; last seen: {last.decode(errors='replace').strip()[-60:]}")


async def _read_on(stderr: asyncio.StreamReader) -> None:
    """Take what else it says, so that it never waits for a reader."""
    while await stderr.read(65536):
        pass


async def _stop(process: asyncio.subprocess.Process) -> None:
    """Stop it as whoever runs it would; kill what does not listen."""
    with suppress(ProcessLookupError):
        process.terminate()
    try:
        await asyncio.wait_for(process.wait(), STOP_SECONDS)
    except TimeoutError:
        process.kill()
        await process.wait()
