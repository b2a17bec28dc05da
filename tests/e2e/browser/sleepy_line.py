"""A line to a server that sleeps as a phone's does: nothing comes through, and nobody is told."""

from __future__ import annotations

import asyncio
import threading

from tests.e2e.server_process import HOST


class SleepyLine:
    """Carries what connections send to a port, in a thread of its own."""

    def __init__(self, to_port: int) -> None:
        self.port = 0
        self._to_port = to_port
        self._generation = 0
        self._is_asleep = False
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        assert self._ready.wait(10)

    def sleep(self) -> None:
        """Carry nothing, of what is open or is opened now."""
        self._is_asleep = True
        self._generation += 1

    def wake(self) -> None:
        """Carry what is opened from now on; what slept leads nowhere for good."""
        self._is_asleep = False

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()

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

    async def _connected(self, near: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        far, on = await asyncio.open_connection(HOST, self._to_port)
        born = self._generation
        await asyncio.gather(self._carry(near, on, born), self._carry(far, back, born))

    async def _carry(self, come: asyncio.StreamReader, go: asyncio.StreamWriter, born: int) -> None:
        try:
            while data := await come.read(65_536):
                if born == self._generation and not self._is_asleep:
                    go.write(data)
            if born == self._generation:
                go.close()
        except ConnectionError:
            go.close()
