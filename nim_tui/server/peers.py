"""Those who are connected to a small server of one answer each: few at once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine

Talk = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Coroutine[None, None, None]]


class Peers:
    """Talks to each in a task; one who comes when there are too many is dropped."""

    def __init__(self, most: int, talk: Talk) -> None:
        self._most = most
        self._talk = talk
        self._talking: set[asyncio.Task[None]] = set()

    def called(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Somebody connects."""
        if len(self._talking) >= self._most:
            writer.transport.abort()
            return
        talk = asyncio.get_running_loop().create_task(self._talk(reader, writer))
        self._talking.add(talk)
        talk.add_done_callback(self._talking.discard)

    async def drop(self) -> None:
        """Talk to nobody any more."""
        for talk in self._talking:
            talk.cancel()
        if self._talking:
            await asyncio.wait(self._talking)
