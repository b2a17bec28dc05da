"""A crowd of SSH sessions on the loopback: they press keys, wait for answers, count bytes."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import inf
from statistics import median, quantiles
from time import perf_counter
from typing import Final

import asyncssh

from tests.bench.server_process import ServerProcess
from tests.bench.terminal import NotShown

ARROWS: Final = (b"\x1b[C", b"\x1b[D")
COMING: Final = 8
"""Who come in at once."""
AN_ADDRESS: Final = 20
"""Sessions of one loopback address, below what the server lets one address have."""
PATIENCE: Final = 60.0
"""Seconds to come in."""
KEY_PATIENCE: Final = 5.0
"""Seconds to wait for the answer to a key; one without counts as so many."""
_CHUNK: Final = 65536


class Player:
    """One session: what it received, and how long its keys took."""

    def __init__(
        self, connection: asyncssh.SSHClientConnection, process: asyncssh.SSHClientProcess[bytes]
    ) -> None:
        self._connection = connection
        self._process = process
        self._heard = asyncio.Event()
        self._ssh_server: asyncio.Task[None] | None = None
        self.received = 0
        self._heard_at: list[float] = []
        self.waits: list[float] = []
        """Seconds from a key to the first byte after it."""

    async def see(self, text: bytes) -> None:
        """Wait for a text on the screen, any byte if it is empty, and listen from then on."""
        seen = b""
        while not seen or text not in seen:
            data = await self._process.stdout.read(_CHUNK)
            if not data:
                raise NotShown("a session ended before its first paint")
            seen += data
        self.received += len(seen)
        self._ssh_server = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        """Count what comes."""
        with suppress(asyncssh.Error, OSError):
            while data := await self._process.stdout.read(_CHUNK):
                self.received += len(data)
                self._heard_at.append(perf_counter())
                self._heard.set()

    def heard_since(self, at: float) -> float:
        """Seconds from a time until something came; infinite if nothing did."""
        return next((heard - at for heard in self._heard_at if heard >= at), inf)

    def send(self, key: bytes) -> None:
        """Press a key and wait for nothing."""
        self._process.stdin.write(key)

    async def press(self, key: bytes) -> None:
        """Press a key and wait for the first byte of its answer."""
        self.waits.append(await self.wait_for(self, key))

    async def wait_for(self, other: Player, keys: bytes) -> float:
        """Seconds from keys of somebody to the first byte here after them."""
        self._heard.clear()
        begun = perf_counter()
        other.send(keys)
        try:
            await asyncio.wait_for(self._heard.wait(), KEY_PATIENCE)
        except TimeoutError:
            return KEY_PATIENCE
        return perf_counter() - begun

    async def play(self, keys: int, every: float, offset: float) -> None:
        """So many keys, one in so many seconds, the first one after an offset."""
        await asyncio.sleep(offset)
        for key in range(keys):
            begun = perf_counter()
            await self.press(ARROWS[key % 2])
            await asyncio.sleep(max(0.0, every - (perf_counter() - begun)))

    async def leave(self) -> None:
        """Close the connection."""
        self._connection.close()
        await self._connection.wait_closed()
        if self._ssh_server is not None:
            await self._ssh_server


@dataclass(frozen=True, slots=True)
class Answers:
    """What the keys of a crowd took."""

    waits: Sequence[float]
    """Seconds from each key to its first byte."""
    received: int
    """Bytes of all answers."""
    processor: float
    """Seconds of the server's processor time."""

    @property
    def p50(self) -> float:
        """Half of all keys were answered in so many milliseconds."""
        return median(self.waits) * 1000

    @property
    def p99(self) -> float:
        """All keys but one in a hundred were."""
        return quantiles(self.waits, n=100)[98] * 1000

    @property
    def bytes_a_key(self) -> float:
        """Bytes that a session received for a key."""
        return self.received / len(self.waits)

    @property
    def processor_a_key(self) -> float:
        """Milliseconds of the server's processor time for a key."""
        return self.processor / len(self.waits) * 1000


def new_keys(count: int) -> list[asyncssh.SSHKey]:
    """A key for each of so many people."""
    return [asyncssh.generate_private_key("ssh-ed25519") for _n in range(count)]


async def everybody(
    server: ServerProcess, keys: Sequence[asyncssh.SSHKey], text: bytes = b"", network: int = 1
) -> list[Player]:
    """A session for each key, from as many addresses as that takes, all showing a text.

    Raises asyncssh.Error, OSError, NotShown.
    """
    gate = asyncio.Semaphore(COMING)
    addresses = [f"127.0.{network}.{1 + n // AN_ADDRESS}" for n in range(len(keys))]
    return await asyncio.gather(
        *(_come_in(server, key, address, gate, text) for key, address in zip(keys, addresses))
    )


async def _come_in(
    server: ServerProcess,
    key: asyncssh.SSHKey,
    address: str,
    gate: asyncio.Semaphore,
    text: bytes,
) -> Player:
    async with gate, asyncio.timeout(PATIENCE):
        connection = await asyncssh.connect(
            "127.0.0.1", server.port, client_keys=[key], known_hosts=None, config=None,
            compression_algs=["none"], login_timeout=PATIENCE, local_addr=(address, 0),
        )  # fmt: skip
        process = await connection.create_process(
            term_type="xterm-256color", term_size=(80, 24), encoding=None
        )
        player = Player(connection, process)
        await player.see(text)
        return player


async def answers(
    server: ServerProcess, players: Sequence[Player], seconds: int, every: float = 1.0
) -> Answers:
    """What so many seconds took with a key `every` so many, not all pressed at the same moment."""
    keys = max(1, round(seconds / every))
    for player in players:
        player.waits.clear()
    before, received = server.seconds, sum(player.received for player in players)
    offsets = [every * n / len(players) for n in range(len(players))]
    await asyncio.gather(*(p.play(keys, every, o) for p, o in zip(players, offsets)))
    return Answers(
        [wait for player in players for wait in player.waits],
        sum(player.received for player in players) - received,
        server.seconds - before,
    )


async def leave(players: Sequence[Player]) -> None:
    """Everybody goes."""
    await asyncio.gather(*(player.leave() for player in players))
