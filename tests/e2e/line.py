"""A line to a server as phones have them: slow, irregular, stalled, cut or asleep."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final, Self

from tests.ports import HOST

CHUNK: Final = 1400
"""Bytes carried at once, as in a packet."""
SECONDS: Final = 10.0
"""How long its thread may take to begin, to change and to end."""


@dataclass(frozen=True, slots=True)
class Quality:
    """How well a line carries."""

    delay: float = 0.0
    """Seconds that everything takes, each way; to connect takes both."""
    rate: float = 0.0
    """Bytes a second, each way, of all connections; 0: any number."""
    held: float = 0.0
    """The share of chunks that are held up, for up to a second; what follows waits too."""

    def seconds(self, size: int, draw: Random) -> tuple[float, float]:
        """The time a chunk occupies the line, and how long it then takes."""
        busy = size / self.rate if self.rate else 0.0
        return busy, self.delay + (draw.random() if draw.random() < self.held else 0.0)


class Line:
    """Carries what connections send to a port or a socket, in a thread of its own."""

    def __init__(self, to: int | Path, quality: Quality = Quality(), seed: int = 1) -> None:
        self.port = 0
        self.came = 0
        """The bytes that the server has sent, on all connections."""
        self._quality = quality
        self._draw = Random(seed)
        self._to = to
        self._generation = 0
        self._is_asleep = False
        self._is_free_at = dict.fromkeys((False, True), 0.0)
        """The times of the loop at which all has left, there and back."""
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._goes: asyncio.Event
        self._ends: set[asyncio.StreamWriter] = set()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._ready.wait(SECONDS)
        return self

    def __exit__(self, *_error: object) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(SECONDS)
        self._loop.close()

    def sleep(self) -> None:
        """Carry nothing, of what is open or is opened now."""
        self._is_asleep = True
        self._generation += 1

    def wake(self) -> None:
        """Carry what is opened from now on; what slept leads nowhere for good."""
        self._is_asleep = False

    def stall(self) -> None:
        """Hold everything back, until it goes on."""
        self._do(self._goes.clear)

    def go_on(self) -> None:
        """Carry what was held back, and all that follows."""
        self._do(self._goes.set)

    def cut(self) -> None:
        """End all that is open, without a word to either side."""

        def cut() -> None:
            for end in self._ends:
                end.transport.abort()

        self._do(cut)

    def _do(self, change: Callable[[], object]) -> None:
        done = threading.Event()

        def do() -> None:
            change()
            done.set()

        self._loop.call_soon_threadsafe(do)
        assert done.wait(SECONDS)

    def _run(self) -> None:
        async def serve() -> None:
            self._goes = asyncio.Event()
            self._goes.set()
            server = await asyncio.start_server(self._connected, HOST, 0)
            self.port = server.sockets[0].getsockname()[1]
            self._ready.set()

        async def end() -> None:
            # Python 3.11 tells of connections whose tasks were cancelled.
            self._loop.set_exception_handler(lambda _loop, _told: None)
            tasks = asyncio.all_tasks() - {asyncio.current_task()}
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

        self._loop.run_until_complete(serve())
        self._loop.run_forever()
        self._loop.run_until_complete(end())

    async def _connected(self, near: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        await asyncio.sleep(2 * self._quality.delay)
        try:
            far, on = await self._beyond()
        except OSError:  # the server is not there
            back.transport.abort()
            return
        born = self._generation
        self._ends |= {back, on}
        await asyncio.gather(
            self._carry(near, on, born), self._carry(far, back, born, is_answer=True)
        )
        self._ends -= {back, on}

    async def _beyond(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if isinstance(self._to, Path):
            return await asyncio.open_unix_connection(self._to)
        return await asyncio.open_connection(HOST, self._to)

    async def _carry(
        self,
        come: asyncio.StreamReader,
        go: asyncio.StreamWriter,
        born: int,
        *,
        is_answer: bool = False,
    ) -> None:
        due: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
        delivering = asyncio.create_task(self._deliver(due, go, born))
        at = 0.0
        with suppress(ConnectionError):
            while data := await come.read(CHUNK):
                self.came += len(data) if is_answer else 0
                busy, takes = self._quality.seconds(len(data), self._draw)
                free = max(self._is_free_at[is_answer], self._loop.time()) + busy
                self._is_free_at[is_answer] = free
                at = max(at, free + takes)
                due.put_nowait((at, data))
                await asyncio.sleep(free - self._loop.time())
        due.put_nowait((at, b""))
        await delivering

    async def _deliver(
        self, due: asyncio.Queue[tuple[float, bytes]], go: asyncio.StreamWriter, born: int
    ) -> None:
        """Carry chunks when they are due, in their order; at the end close, unless it sleeps."""
        data = b"more"
        while data:
            at, data = await due.get()
            await asyncio.sleep(max(0.0, at - self._loop.time()))
            await self._goes.wait()
            if born != self._generation or self._is_asleep:
                continue
            if data:
                go.write(data)
            else:
                go.close()
