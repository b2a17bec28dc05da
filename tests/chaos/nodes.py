"""Two servers on one PostgreSQL server, each of which fails, and so does what they share."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Final

from nim_tui.server.nodes.channel import IDLE
from nim_tui.server.storage.postgres import SOON
from tests.chaos.crowd import Crowd, Door
from tests.chaos.served import ENDS, FAILURES, LONGEST, OPTIONS, STARTS
from tests.chaos.told import Told
from tests.e2e.admin.server import Server
from tests.nim_tui.server.storage.cluster import Cluster

OUTAGE: Final = 3.0
"""Seconds for which PostgreSQL is down, at most."""
DOWN: Final = IDLE + 4
"""Seconds until a node that was killed is started again, at most: others have its tables then."""
WHILE_DOWN: Final = (
    "were not looked after",
    "You cannot sign in at the moment: try again later.",
)
"""What a log may say of an outage at level error: see docs/reference/log-events.md."""


class NodesChaos:
    """Two nodes, their people, and what befalls them."""

    def __init__(self, folder: Path, cluster: Cluster, seed: int) -> None:
        self.address: Final = cluster.blank()
        self._cluster = cluster
        self._draw = Random(f"{seed} nodes")
        options = (*OPTIONS, "--database", self.address)
        self._nodes = [Server(folder / name, options, patience=STARTS) for name in ("one", "other")]
        self._doors: dict[Path, Door] = {}
        """Of the nodes that people may come to."""
        self._crowd = Crowd(self.address, self._draw, self._door)

    @property
    def told(self) -> Told:
        """What was told, and what was done."""
        return self._crowd.told

    async def run(self, kills: int, until: float, ends: float = ENDS) -> None:
        """Let nodes be killed so often, until some time (monotonic) at most; see games go on."""
        for node in self._nodes:
            await self._start(node)
        await asyncio.to_thread(self._crowd.tables.begin)
        self._crowd.plays()
        try:
            while self.told.kills < kills and time.monotonic() < until:
                await self._befalls()
                await self._one_is_killed()
            await self._crowd.goes_on(ends)
        finally:
            await self._crowd.goes()
            for node in self._nodes:
                await asyncio.to_thread(node.stop)
                self._read_log(node)

    # What befalls them

    async def _befalls(self) -> None:
        befall: list[Callable[[], Awaitable[None]]] = [
            self._one_is_frozen,
            self._database_is_away,
            self._a_backend_hangs,
            self._crowd.is_cut,
            self._crowd.is_visited,
            self._crowd.is_attacked,
        ]
        for one in self._draw.sample(befall, self._draw.randrange(1, 4)):
            await asyncio.sleep(self._draw.random() * LONGEST / 4)
            await one()
        await asyncio.sleep(self._draw.random() * LONGEST / 2)

    async def _one_is_frozen(self) -> None:
        """Sometimes for so long that it has lost its locks when it wakes."""
        node = self._draw.choice(self._nodes)
        seconds = self._draw.choice((1.0, IDLE / 2, IDLE + 6))
        with self._without(node):
            node.process.send_signal(signal.SIGSTOP)
            await asyncio.sleep(seconds)
            node.process.send_signal(signal.SIGCONT)
        if seconds > IDLE:
            self.told.freezes += 1
        else:
            self.told.stalls += 1

    async def _database_is_away(self) -> None:
        self.told.outages += 1
        await asyncio.to_thread(self._cluster.stop)
        await asyncio.sleep(self._draw.random() * OUTAGE)
        await asyncio.to_thread(self._cluster.start)

    async def _a_backend_hangs(self) -> None:
        """One process stands still, sometimes for longer than anybody waits for its answer."""
        self.told.hangs += 1
        seconds = self._draw.choice((1.0, 5.0, SOON + 3))
        with self._cluster.one_frozen(self._draw):
            await asyncio.sleep(seconds)

    async def _one_is_killed(self) -> None:
        node = self._draw.choice(self._nodes)
        with self._without(node):
            await asyncio.to_thread(node.kill)
            self.told.kills += 1
            self._read_log(node)
            if self._draw.random() < 0.5:  # else it comes back before it counts as dead
                await asyncio.sleep(self._draw.random() * DOWN)
            await self._start(node)
        self._crowd.tables.close()
        await asyncio.to_thread(self._crowd.tables.begin)

    @contextmanager
    def _without(self, node: Server) -> Iterator[None]:
        """Nobody new comes to it: a balancer would notice that too."""
        door = self._doors.pop(node.folder)
        yield
        self._doors.setdefault(node.folder, door)

    def _door(self) -> Door:
        return self._draw.choice([*self._doors.values()])

    async def _start(self, node: Server) -> None:
        begun = time.monotonic()
        await asyncio.to_thread(node.start)
        self._doors[node.folder] = Door(node, node.port)
        self.told.restarts.append(time.monotonic() - begun)

    def _read_log(self, node: Server) -> None:
        is_of_an_outage = False
        for line in node.log:
            if " ERROR " in line:
                is_of_an_outage = any(part in line for part in WHILE_DOWN)
            if any(part in line for part in FAILURES) and not is_of_an_outage:
                self.told.faults.append(f"the log says: {line.strip()}")
