"""The house of an evening: one PostgreSQL, its servers as processes, and what befalls them."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any, Final

from tests.e2e.admin.server import Server
from tests.nim_tui.server.admin.conftest import Told, told
from tests.ports import free_port
from tests.waiting import until

STARTS: Final = 120.0
"""Seconds until a server listens, at most."""
SERVER_NAME: Final = "Club of the Tide"
"""In the headline of the lobby alone."""
OPTIONS: Final = (
    "--guests", "--rated-hours", "0", "--ssh-address", "club.example.org",
    "--server-name", SERVER_NAME,
)  # fmt: skip


class House:
    """Some servers at one database, any of which people come to."""

    def __init__(self, folder: Path, address: str, count: int, seed: int) -> None:
        self.address = address
        self._draw = Random(f"{seed} house")
        self.nodes: list[Server] = []
        self.webs: list[int] = []
        self._open: list[bool] = [False] * count
        """The nodes that people may come to, as a balancer would know."""
        self.done: list[str] = []
        """All that befell the servers, to be printed."""
        self.log: list[str] = []
        for number in range(count):
            self.webs.append(free_port())
            options = (
                *OPTIONS, "--database", address, "--node", f"node{number}",
                "--web", str(self.webs[number]),
            )  # fmt: skip
            self.nodes.append(Server(folder / f"node{number}", options, patience=STARTS))

    async def start(self, number: int) -> None:
        """Start a node; people come to it from then on."""
        await asyncio.to_thread(self.nodes[number].start)
        self._open[number] = True

    def door(self) -> tuple[int, int]:
        """The ports of a node that lives, for ssh and for browsers."""
        number = self._draw.choice([at for at, is_open in enumerate(self._open) if is_open])
        return self.nodes[number].port, self.webs[number]

    async def kill(self, number: int, down: float) -> None:
        """Kill a node as a power cut would, and start it again after some seconds."""
        self._open[number] = False
        await asyncio.to_thread(self.nodes[number].kill)
        self.done.append(f"node{number} killed by kill -9")
        self.log += self.nodes[number].log
        await asyncio.sleep(down)
        await self.start(number)

    async def drain(self, number: int) -> None:
        """Have a node hand its people over; started again once it has stopped by itself."""
        self._open[number] = False
        begun = time.monotonic()
        asked = await self.orders("drain", "--node", f"node{number}")
        assert asked.code == 0, asked.err
        await until(lambda: not self.nodes[number].is_running, f"the end of node{number}")
        self.done.append(
            f"node{number} drained: empty and stopped after {time.monotonic() - begun:.1f} s,"
            f" exit status {self.nodes[number].process.returncode}"
        )
        self.nodes[number].stop()
        self.log += self.nodes[number].log
        await self.start(number)

    async def orders(self, *words: object) -> Told:
        """`nim-tui admin` at the database, as whoever runs the servers."""
        return await asyncio.to_thread(told, "admin", "--database", self.address, *words)

    async def asks(self, *words: object) -> Told:
        """`nim-tui admin` at the socket of a node that lives."""
        number = self._open.index(True)
        return await self.nodes[number].asked(*words)

    async def audit(self) -> Sequence[dict[str, Any]]:
        """The audit log as it is exported."""
        exported = await self.asks("audit", "--export")
        assert exported.code == 0, exported.err
        return [json.loads(line) for line in exported.out.splitlines()]

    def stop(self) -> None:
        """Stop all servers."""
        for number, node in enumerate(self.nodes):
            if self._open[number]:
                node.stop()
                self.log += node.log
            self._open[number] = False

    @property
    def failures(self) -> list[str]:
        """What the logs say that they should not."""
        return [line.strip() for line in self.log if " ERROR " in line or "Traceback" in line]


@asynccontextmanager
async def house(folder: Path, address: str, count: int, seed: int) -> AsyncIterator[House]:
    """A house whose servers run; they are stopped at the end."""
    running = House(folder, address, count, seed)
    try:
        for number in range(count):
            await running.start(number)
        yield running
    finally:
        await asyncio.to_thread(running.stop)
