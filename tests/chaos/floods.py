"""Floods from thirty sources, and what others notice of them: bars, printed."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final

import asyncssh

from tests.chaos.attacks.stranger import Mark, Stranger, member, stranger
from tests.chaos.flooders import FLOODS
from tests.e2e.admin.server import Server
from tests.nim_tui.server.admin.conftest import ROOT
from tests.ports import free_port

SLOWEST_KEY: Final = 0.1
"""Seconds to an answer of 99 keys of 100, at most."""
TIMES_QUIET: Final = 10
"""How much longer it takes than without a flood, at most."""
NEWCOMER: Final = 10.0
"""Seconds until somebody of another network is in, at most."""
GROWTH: Final = 50_000_000
"""Bytes of memory, at most."""
BEAT: Final = 0.05
"""Seconds from one key to the next."""


@dataclass
class Noticed:
    """What others notice while something goes on."""

    keys: list[float] = field(default_factory=list)
    """Seconds to the answer of each."""
    newcomers: list[float] = field(default_factory=list)
    """Seconds until each was in."""
    memory: int = 0
    """Bytes of the server, at most."""

    @property
    def p99(self) -> float:
        """Seconds to an answer of 99 keys of 100."""
        return sorted(self.keys)[int(len(self.keys) * 0.99)] if self.keys else float("inf")

    def faults(self, quiet: Noticed) -> list[str]:
        """Which bars are missed, next to a time without a flood."""
        found = []
        if self.p99 > min(SLOWEST_KEY, TIMES_QUIET * quiet.p99):
            found.append("keys are slow")
        if not self.newcomers or max(self.newcomers) > NEWCOMER:
            found.append("newcomers wait")
        if self.memory - quiet.memory > GROWTH:
            found.append("memory grows")
        return found

    def line(self, what: str, quiet: Noticed) -> str:
        """The figures."""
        slowest = f"{max(self.newcomers):.1f} s" if self.newcomers else "never"
        grown = (self.memory - quiet.memory) / 1e6
        return (
            f"{what:20} key p99 {self.p99 * 1000:6.1f} ms ({self.p99 / quiet.p99:4.1f} x quiet, "
            f"{len(self.keys)} keys)  newcomer {slowest:>6} ({len(self.newcomers)})  "
            f"memory {grown:+6.1f} MB"
        )


class Floods:
    """A server on one core, which is flooded from the other."""

    def __init__(self, folder: Path, seed: int, seconds: float) -> None:
        self._web = free_port()
        self._server = Server(folder, ("--guests", "--web", str(self._web)), patience=90.0)
        self._draw = Random(f"{seed} floods")
        self._seconds = seconds

    async def run(self) -> int:
        """Print the bars of every flood; how many are missed."""
        faults = 0
        for name in FLOODS:
            with self._serving():
                async with member(self._mark(), address="127.201.1.1") as somebody:
                    quiet = await self._noticed(somebody)
                    with self._flooding(name):
                        await asyncio.sleep(1)  # imports, and the first connections
                        flooded = await self._noticed(somebody)
            missed = flooded.faults(quiet)
            errors = sum(" ERROR " in line for line in self._server.log)
            missed += [f"{errors} errors in the log"] * bool(errors)
            told = ", ".join(missed) or "holds"
            print(f"  {flooded.line(name, quiet)}  log {len(self._server.log)}: {told}", flush=True)
            faults += len(missed)
        return faults

    def _mark(self) -> Mark:
        async def nobody(_name: str) -> None:
            """Nobody is banned or muted here."""

        return Mark(self._server.port, self._draw, nobody, nobody)

    @contextmanager
    def _serving(self) -> Iterator[None]:
        cores = sorted(os.sched_getaffinity(0))
        self._server.start()
        try:
            os.sched_setaffinity(self._server.process.pid, {cores[0]})
            os.sched_setaffinity(0, {cores[-1]})
            yield
        finally:
            os.sched_setaffinity(0, cores)
            self._server.stop()

    @contextmanager
    def _flooding(self, name: str) -> Iterator[None]:
        words = ["-m", "tests.chaos.flooders", name, str(self._server.port), str(self._web)]
        with subprocess.Popen([sys.executable, *words], cwd=ROOT) as flooders:
            try:
                yield
            finally:
                flooders.kill()

    async def _noticed(self, somebody: Stranger) -> Noticed:
        """What is noticed for some seconds."""
        noticed, until = Noticed(), time.monotonic() + self._seconds
        coming = asyncio.create_task(self._newcomers(noticed, until))
        while time.monotonic() < until:
            noticed.keys.append(await _answered(somebody))
            noticed.memory = max(noticed.memory, _memory(self._server.process.pid))
            await asyncio.sleep(BEAT)
        await coming
        return noticed

    async def _newcomers(self, noticed: Noticed, until: float) -> None:
        while time.monotonic() < until:
            began = time.monotonic()
            while time.monotonic() < began + 2 * NEWCOMER:
                try:
                    async with asyncio.timeout(NEWCOMER), stranger(self._mark()) as newcomer:
                        if not newcomer.is_gone:
                            break
                except (OSError, asyncssh.Error, AssertionError):
                    continue
            noticed.newcomers.append(time.monotonic() - began)
            await asyncio.sleep(1)


async def _answered(somebody: Stranger) -> float:
    """Seconds from Enter to the first of an answer."""
    visitor = somebody.visitor
    visitor.forget()
    began = time.perf_counter()
    visitor.type("y\n")
    while not visitor.screen.got:
        if somebody.is_gone or time.perf_counter() - began > 2 * NEWCOMER:
            return float("inf")
        await asyncio.sleep(0)
    return time.perf_counter() - began


def _memory(process: int) -> int:
    pages = int(Path(f"/proc/{process}/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")
