"""How a server bears many people: keys answered, memory, CPU and bytes, on loopback.

`python -m nim_tui.bench.load [--sessions 100] [--seconds 30] [--idle 500]` starts a server of
its own on a fresh folder, seats everybody at tables of four, and lets each press a key a second.
"""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter
from typing import Final

import asyncssh
import click

from nim_tui.server.database.accounts import register
from nim_tui.server.database.opening import open_database
from nim_tui.server.database.seats import start
from nim_tui.server.database.tables import SeatWish, TablePlan, create_table

SEATS: Final = 4
ARROWS: Final = (b"\x1b[C", b"\x1b[D")
SETTLE: Final = 2.0
"""Seconds without a byte after which a session has painted all it has."""
MOST_STARTING: Final = 8
AN_ADDRESS: Final = 20
"""Sessions of one loopback address, below what the server lets one address have."""


@dataclass
class Player:
    """One session: what it received, and how long its keys took."""

    connection: asyncssh.SSHClientConnection
    process: asyncssh.SSHClientProcess[bytes]
    received: int = 0
    heard: asyncio.Event = field(default_factory=asyncio.Event)
    waits: list[float] = field(default_factory=list)
    """Seconds from a key to the first byte after it."""

    async def listen(self) -> None:
        """Count what comes."""
        while data := await self.process.stdout.read(65536):
            self.received += len(data)
            self.heard.set()

    async def press(self, key: bytes) -> None:
        """Press a key and wait for the first byte of its answer."""
        self.heard.clear()
        begun = perf_counter()
        self.process.stdin.write(key)
        try:
            await asyncio.wait_for(self.heard.wait(), 5)
        except TimeoutError:
            self.waits.append(5.0)
        else:
            self.waits.append(perf_counter() - begun)

    async def settle(self) -> None:
        """Wait until nothing more comes."""
        before = -1
        while self.received != before:
            before = self.received
            await asyncio.sleep(SETTLE)


class Server:
    """The server as a process, on a folder made ready."""

    def __init__(self, folder: Path) -> None:
        command = [sys.executable, "-m", "nim_tui", "serve", "--port", "0", "--data", str(folder)]
        environment = {**os.environ, "PYTHONMALLOC": "malloc"}
        self._process = subprocess.Popen(
            command, stderr=subprocess.PIPE, text=True, env=environment
        )
        assert self._process.stderr is not None
        for line in self._process.stderr:
            if found := re.search(r"port (\d+)", line):
                self.port = int(found[1])
                break
        self._drain = asyncio.get_running_loop().run_in_executor(None, self._read_on)

    def _read_on(self) -> None:
        assert self._process.stderr is not None
        for _line in self._process.stderr:
            pass

    @property
    def megabytes(self) -> float:
        """Its memory."""
        status = Path(f"/proc/{self._process.pid}/status").read_text()
        found = re.search(r"VmRSS:\s+(\d+)", status)
        assert found is not None
        return int(found[1]) / 1024

    @property
    def seconds(self) -> float:
        """The processor time it took."""
        parts = Path(f"/proc/{self._process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")

    async def stop(self) -> None:
        """Stop it as whoever runs it would."""
        self._process.terminate()
        await self._drain
        self._process.wait()


def made_ready(folder: Path, keys: Sequence[asyncssh.SSHKey]) -> None:
    """Accounts for these keys, four at each table, their games begun."""
    database = open_database(folder)
    accounts = [
        register(database, f"Player {n}", key.get_fingerprint("sha256"))
        for n, key in enumerate(keys, start=100)
    ]
    for first in range(0, len(accounts) - SEATS + 1, SEATS):
        seats = [SeatWish(account=account.id) for account in accounts[first : first + SEATS]]
        table = create_table(database, accounts[first].id, TablePlan("submarine", seats))
        start(database, table, first)
    database.close()


async def everybody(server: Server, keys: Sequence[asyncssh.SSHKey]) -> list[Player]:
    """A session for each key, from as many addresses as that takes, in the lobby."""
    gate = asyncio.Semaphore(MOST_STARTING)
    return await asyncio.gather(
        *(
            come_in(server, key, f"127.0.1.{1 + n // AN_ADDRESS}", gate)
            for n, key in enumerate(keys)
        )
    )


async def come_in(
    server: Server, key: asyncssh.SSHKey, address: str, gate: asyncio.Semaphore
) -> Player:
    """A session, in the lobby."""
    async with gate:
        connection = await asyncssh.connect(
            "127.0.0.1", server.port, client_keys=[key], known_hosts=None, config=None,
            compression_algs=["none"], login_timeout=60, local_addr=(address, 0),
        )  # fmt: skip
        process = await connection.create_process(
            term_type="xterm-256color", term_size=(80, 24), encoding=None
        )
        player = Player(connection, process)
        asyncio.get_running_loop().create_task(player.listen())
        await asyncio.wait_for(player.heard.wait(), 60)
        return player


async def play(player: Player, seconds: int, offset: float) -> None:
    """A key a second, not all at the same moment."""
    await asyncio.sleep(offset)
    for second in range(seconds):
        begun = perf_counter()
        await player.press(ARROWS[second % 2])
        await asyncio.sleep(max(0.0, 1 - (perf_counter() - begun)))


async def measure(sessions: int, seconds: int) -> None:
    """Everybody at a table, a key a second each."""
    keys = [asyncssh.generate_private_key("ssh-ed25519") for _n in range(sessions)]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "data"
        made_ready(folder, keys)
        server = Server(folder)
        empty = server.megabytes
        begun = perf_counter()
        players = await everybody(server, keys)
        print(f"{sessions} sessions up in {perf_counter() - begun:.1f} s")
        for key in (b"m", b"\r"):  # only the own table; sit down
            for player in players:
                player.process.stdin.write(key)
            await asyncio.gather(*(player.settle() for player in players))
        _report_load(server, players, await _load(server, players, seconds), empty)
        for player in players:
            player.connection.close()
        await asyncio.sleep(20)
        print(f"after all left          {server.megabytes - empty:8.1f} MB over the empty server")
        await server.stop()


async def _load(server: Server, players: Sequence[Player], seconds: int) -> tuple[float, int]:
    """The processor seconds and bytes that so many seconds of keys took."""
    before, received = server.seconds, sum(player.received for player in players)
    offsets = (n / len(players) for n in range(len(players)))
    await asyncio.gather(*(play(p, seconds, offset) for p, offset in zip(players, offsets)))
    return server.seconds - before, sum(player.received for player in players) - received


def _report_load(
    server: Server, players: Sequence[Player], spent: tuple[float, int], empty: float
) -> None:
    waits = [wait * 1000 for player in players for wait in player.waits]
    processor, received = spent
    print(f"keys                    {len(waits):8d}")
    print(f"key to first byte, p50  {median(waits):8.1f} ms")
    print(f"key to first byte, p99  {quantiles(waits, n=100)[98]:8.1f} ms   (bar: under 50)")
    print(f"bytes a cursor move     {received / len(waits):8.0f}      (bar: under 400)")
    megabytes = (server.megabytes - empty) / len(players)
    print(f"memory a session        {megabytes:8.2f} MB   (bar: under 5)")
    print(f"processor a key         {processor / len(waits) * 1000:8.2f} ms")


async def measure_idle(sessions: int) -> None:
    """So many in the lobby, and nobody presses a key."""
    keys = [asyncssh.generate_private_key("ssh-ed25519") for _n in range(sessions)]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "data"
        made_ready(folder, keys)
        server = Server(folder)
        players = await everybody(server, keys)
        await asyncio.sleep(SETTLE)
        print(f"{sessions} idle sessions       {server.megabytes:8.0f} MB in all (bar: under 2500)")
        for player in players:
            player.connection.close()
        await asyncio.sleep(30)
        print(f"after all left          {server.megabytes:8.0f} MB in all")
        await server.stop()


@click.command()
@click.option("--sessions", default=100, show_default=True)
@click.option("--seconds", default=30, show_default=True)
@click.option("--idle", default=0, show_default=True, help="Measure so many idle sessions instead.")
def main(sessions: int, seconds: int, idle: int) -> None:
    """Measure a server under load."""
    asyncio.run(measure_idle(idle) if idle else measure(sessions, seconds))


if __name__ == "__main__":
    main()
