"""A server with people on it, to which everything happens that may."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Awaitable, Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from random import Random
from typing import Final

from tests.chaos.player import EXPECTED, Player
from tests.chaos.tables import CASTS, Cast, Tables
from tests.chaos.told import Told
from tests.fuzz.wire import strange
from tests.nim_tui.server.admin.conftest import Server
from tests.nim_tui.server.admin.test_full_disk import full

OPTIONS: Final = ("--records-at-once", "1000", "--record-seconds", "0")
"""People look at their logs all the time."""
LONGEST: Final = 8.0
"""Seconds between two kills, at most, beside what goes wrong between them."""
TROUBLE: Final = 2.0
"""Seconds of a stall, or of a full disk, at most."""
STRANGERS: Final = 4
"""Who come at once, to send what nobody should."""
VISIT: Final = 15.0
"""Seconds of such a visit, at most."""
MOVES: Final = 60.0
"""Seconds in which every game that is played must go on after the last kill."""
ENDS: Final = 240.0
"""Seconds in which every game of bots must end after it."""
FAILURES: Final = (" ERROR ", "Traceback")


class Chaos:
    """A server, its people, and what befalls them."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.told: Final = Told()
        self._draw = Random(f"{seed} served")
        self._tables = Tables(folder, self._draw)
        self._server = Server(folder, OPTIONS)
        self._port = 0
        """Of the server that runs, or ran last."""
        self._visits: set[asyncio.Task[None]] = set()
        self._tables.open()
        self._players = [
            Player(self._tables, cast, seat, self.told, lambda: self._port)
            for cast in CASTS
            for seat in range(len(cast.people))
        ]

    async def run(self, kills: int, until: float, ends: float = ENDS) -> None:
        """Let it be killed so often, until some time (monotonic) at most; then see it go on.

        Games of bots must end within `ends` seconds, or only go on if that is 0.
        """
        await self._start()
        playing = [asyncio.create_task(player.play()) for player in self._players]
        try:
            while self.told.kills < kills and time.monotonic() < until:
                await self._befalls()
                await self._is_killed()
            await self._goes_on(ends)
        finally:
            for task in (*playing, *self._visits):
                task.cancel()
            await asyncio.gather(*self._visits, return_exceptions=True)
            for ended in await asyncio.gather(*playing, return_exceptions=True):
                if not isinstance(ended, asyncio.CancelledError):
                    self.told.faults.append(f"a player failed: {ended!r}")
            await asyncio.to_thread(self._server.stop)
            self._read_log()

    # What befalls it

    async def _befalls(self) -> None:
        """Some of everything, and some peace."""
        befall: list[Callable[[], Awaitable[None]]] = [
            self._stalls,
            self._is_full,
            self._is_cut,
            self._is_cut,
            self._is_visited,
        ]
        for one in self._draw.sample(befall, self._draw.randrange(1, 5)):
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

    async def _is_cut(self) -> None:
        for player in self._draw.sample(self._players, 2):
            self.told.cuts += player.cut()

    async def _is_visited(self) -> None:
        """Strangers come, and may still be there when it is killed."""
        for _stranger in range(STRANGERS):
            visit = asyncio.create_task(self._visit(Random(self._draw.random())))
            self._visits.add(visit)
            visit.add_done_callback(self._visits.discard)

    async def _visit(self, draw: Random) -> None:
        with suppress(*EXPECTED, UnicodeError):
            async with asyncio.timeout(VISIT):
                inputs = await strange(self._port, draw)
                self.told.hostile += inputs

    # What comes of it

    async def _is_killed(self) -> None:
        await asyncio.to_thread(self._server.kill)
        self.told.kills += 1
        self._read_log()
        self._tables.close()
        await asyncio.to_thread(self._tables.begin)
        await self._start()

    async def _start(self) -> None:
        if not self.told.kills:
            await asyncio.to_thread(self._tables.begin)
        begun = time.monotonic()
        await asyncio.to_thread(self._server.start)
        self._port = self._server.port
        self.told.restarts.append(time.monotonic() - begun)

    def _read_log(self) -> None:
        found = [line.strip() for line in self._server.log if any(f in line for f in FAILURES)]
        self.told.faults += [f"the log says: {line}" for line in found]

    async def _goes_on(self, ends: float) -> None:
        """Every game moves within a bound, and those of bots alone end."""
        before = {table: lines for _cast, table, lines in await self._lengths()}
        since = time.monotonic()
        stuck, unended = dict(before), self._of_bots(before) if ends else []
        while (stuck and time.monotonic() < since + MOVES) or (
            unended and time.monotonic() < since + ends
        ):
            await asyncio.sleep(1)
            now = {table: lines for _cast, table, lines in await self._lengths()}
            stuck = {table: n for table, n in stuck.items() if now.get(table) == n}
            unended = [table for table in unended if table in now]
        self.told.gone_on = time.monotonic() - since
        self.told.faults += [f"{table} stands still after {n} lines" for table, n in stuck.items()]
        self.told.faults += [f"{table}, of bots, came to no end" for table in unended]

    async def _lengths(self) -> list[tuple[Cast, str, int]]:
        return await asyncio.to_thread(lambda: [*self._tables.lengths()])

    def _of_bots(self, running: dict[str, int]) -> list[str]:
        of_bots = [table for cast, table in self._tables.of.items() if not cast.people]
        return [table for table in of_bots if table in running]
