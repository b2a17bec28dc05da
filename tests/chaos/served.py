"""A server with people on it, to which everything happens that may."""

from __future__ import annotations

import asyncio
import signal
import sqlite3
import time
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Final

from tests.chaos.crowd import Crowd, Door
from tests.chaos.told import Told
from tests.e2e.admin.server import Server
from tests.e2e.admin.test_full_disk import full
from tests.nim_tui.server.storage.locked import locked

OPTIONS: Final = ("--records-at-once", "1000", "--record-seconds", "0", "--guests")
"""People look at their logs all the time."""
STARTS: Final = 90.0
"""Seconds until a server that was started listens, at most."""
LONGEST: Final = 8.0
"""Seconds between two kills, at most, beside what goes wrong between them."""
TROUBLE: Final = 2.0
"""Seconds of a stall, or of a full disk, at most."""
LOCKED: Final = 5.0
"""Seconds for which another program writes, at most."""
ENDS: Final = 240.0
"""Seconds in which every game of bots must end after the last kill."""
FAILURES: Final = (" ERROR ", "Traceback")


class Chaos:
    """A server, its people, and what befalls them."""

    def __init__(self, folder: Path, seed: int) -> None:
        self._folder = folder
        self._draw = Random(f"{seed} served")
        self._server = Server(folder, OPTIONS, patience=STARTS)
        self._door = Door(self._server, 0)
        self._crowd = Crowd(folder, self._draw, lambda: self._door)

    @property
    def told(self) -> Told:
        """What was told, and what was done."""
        return self._crowd.told

    async def run(self, kills: int, until: float, ends: float = ENDS) -> None:
        """Let it be killed so often, until some time (monotonic) at most; then see it go on.

        Games of bots must end within `ends` seconds, or only go on if that is 0.
        """
        await self._start()
        self._crowd.plays()
        try:
            while self.told.kills < kills and time.monotonic() < until:
                await self._befalls()
                await self._is_killed()
            await self._crowd.goes_on(ends)
        finally:
            await self._crowd.goes()
            await asyncio.to_thread(self._server.stop)
            self._read_log()

    # What befalls it

    async def _befalls(self) -> None:
        """Some of everything, and some peace."""
        befall: list[Callable[[], Awaitable[None]]] = [
            self._stalls,
            self._is_full,
            self._is_locked,
            self._crowd.is_cut,
            self._crowd.is_cut,
            self._crowd.is_visited,
            self._crowd.is_attacked,
        ]
        for one in self._draw.sample(befall, self._draw.randrange(1, 6)):
            await asyncio.sleep(self._draw.random() * LONGEST / 4)
            await one()
        await asyncio.sleep(self._draw.random() * LONGEST / 2)

    async def _stalls(self) -> None:
        self.told.stalls += 1
        self._server.process.send_signal(signal.SIGSTOP)
        await asyncio.sleep(self._draw.random() * TROUBLE)
        if self._draw.random() < 0.8:  # else it is killed as it stands
            self._server.process.send_signal(signal.SIGCONT)

    async def _is_full(self) -> None:
        self.told.full_disks += 1
        filled = ExitStack()
        filled.enter_context(full(self._server))
        await asyncio.sleep(self._draw.random() * TROUBLE)
        if self._draw.random() < 0.8:  # else it is killed with the disk full
            filled.close()

    async def _is_locked(self) -> None:
        try:
            with locked(self._folder):
                self.told.locks += 1
                await asyncio.sleep(self._draw.random() * LOCKED)
        except sqlite3.OperationalError:
            return  # the server was stopped in the middle of a write

    # What comes of it

    async def _is_killed(self) -> None:
        await asyncio.to_thread(self._server.kill)
        self.told.kills += 1
        self._read_log()
        self._crowd.tables.close()
        await asyncio.to_thread(self._crowd.tables.begin)
        await self._start()

    async def _start(self) -> None:
        if not self.told.kills:
            await asyncio.to_thread(self._crowd.tables.begin)
        begun = time.monotonic()
        await asyncio.to_thread(self._server.start)
        self._door = Door(self._server, self._server.port)
        self.told.restarts.append(time.monotonic() - begun)

    def _read_log(self) -> None:
        found = [line.strip() for line in self._server.log if any(f in line for f in FAILURES)]
        self.told.faults += [f"the log says: {line}" for line in found]
