"""A slow line to a server, shared by all its connections, which counts the bytes that come."""

from __future__ import annotations

import asyncio
import threading
from typing import Final, Self

from tests.e2e.server_process import HOST

PIECE: Final = 1460
"""Bytes carried at once, as in a packet."""
STARTED: Final = 10.0
"""Seconds for its thread to begin and to end."""


class SlowLine:
    """Carries connections to a port, in a thread of its own."""

    def __init__(self, to_port: int, *, bytes_a_second: float = 0, round_trip: float = 0) -> None:
        """0 bytes a second: as fast as possible; `round_trip` in seconds."""
        self.port = 0
        self.came = 0
        """The bytes that the server has sent, on all connections."""
        self._to_port = to_port
        self._rate = bytes_a_second
        self._delay = round_trip / 2
        self._is_free_at = 0.0
        """The time of the loop at which the line to the client has carried all."""
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._ready.wait(STARTED)
        return self

    def __exit__(self, *_error: object) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(STARTED)

    def _run(self) -> None:
        async def serve() -> None:
            server = await asyncio.start_server(self._connected, HOST, 0)
            self.port = server.sockets[0].getsockname()[1]
            self._ready.set()

        self._loop.run_until_complete(serve())
        self._loop.run_forever()
        for task in asyncio.all_tasks(self._loop):
            task.cancel()
        self._loop.run_until_complete(asyncio.sleep(0))
        self._loop.close()

    async def _connected(self, near: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        await asyncio.sleep(2 * self._delay)  # to be connected takes a round trip
        far, on = await asyncio.open_connection(HOST, self._to_port)
        await asyncio.gather(self._carry(near, on), self._carry(far, back, is_answer=True))

    async def _carry(
        self, come: asyncio.StreamReader, go: asyncio.StreamWriter, *, is_answer: bool = False
    ) -> None:
        """Carry one direction: pieces leave one by one, each the delay after it was let in."""
        waiting: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
        leaving = asyncio.create_task(self._leave(waiting, go))
        try:
            while data := await come.read(PIECE):
                now = self._loop.time()
                if is_answer:
                    self.came += len(data)
                    if self._rate:
                        self._is_free_at = max(self._is_free_at, now) + len(data) / self._rate
                        now = self._is_free_at
                await waiting.put((now + self._delay, data))
                if (ahead := now - self._loop.time()) > 0:
                    await asyncio.sleep(ahead)
        except ConnectionError:
            pass
        await waiting.put((self._loop.time() + self._delay, b""))
        await leaving

    async def _leave(
        self, waiting: asyncio.Queue[tuple[float, bytes]], go: asyncio.StreamWriter
    ) -> None:
        while True:
            due, data = await waiting.get()
            await asyncio.sleep(max(due - self._loop.time(), 0))
            if not data:
                go.close()
                return
            go.write(data)
