"""Whose line broke comes back at once: when a key has too many sessions, they are asked to answer.

A client that went without a word keeps its place until it has left several asks unanswered. Where
somebody wants that place, all sessions of their key are asked at once, and those that are silent
for a few seconds end; whoever is alive answers, and stays.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from typing import Final, Protocol

from nim_tui.server.quotas import Claim, Quotas

SILENT: Final = 3.0
"""Seconds without a sign of life after which a session that was asked is ended."""

ENDING: Final = 2.0
"""Seconds more in which what is ended gives its place back, at other servers too."""

LOOK: Final = 0.2
"""Seconds between two looks whether there is a place."""

OF_A_KEY: Final = "sessions_a_key"


class Asked(Protocol):
    """A connection, as it is asked."""

    @property
    def fingerprint(self) -> str | None:
        """The key it came with."""

    @property
    def has_sessions(self) -> bool:
        """Whether it holds places; not yet, while it waits for one itself."""

    async def answers_within(self, seconds: float) -> bool:
        """Ask for a sign of life; where there is none for so long, cut it off."""


class RollCall:
    """Asks the sessions of one key at a time, here and at other servers."""

    def __init__(self, quotas: Quotas, connections: Collection[Asked]) -> None:
        self._quotas = quotas
        self._connections = connections
        self._calls: dict[str, asyncio.Task[bool]] = {}
        self.call_elsewhere: Callable[[str], object] | None = None
        """Has other servers ask the sessions of a key too, where there may be any."""

    async def take(self, claims: Sequence[Claim]) -> str | None:
        """Take a place of every kind; or none, and tell the kind there are no more of.

        Where a key has no more, those that have them are asked first whether they are still there.
        """
        full = await self._quotas.take_everywhere(claims)
        if full != OF_A_KEY:
            return full
        key = next(claim.whose for claim in claims if claim.kind == OF_A_KEY)
        if self.call_elsewhere is not None:
            self.call_elsewhere(key)
        loop = asyncio.get_running_loop()
        called, end = self.call(key), loop.time() + SILENT + ENDING
        while full == OF_A_KEY and loop.time() < end:
            await asyncio.sleep(LOOK)
            full = await self._quotas.take_everywhere(claims)
            if called.done() and called.result() and self.call_elsewhere is None:
                break
        return full

    def call(self, key: str) -> asyncio.Task[bool]:
        """Ask all that came here with a key; tells whether all have answered.

        Who calls meanwhile waits for the same answers.
        """
        called = self._calls.get(key)
        if called is None:
            called = asyncio.get_running_loop().create_task(self._ask(key))
            self._calls[key] = called
            called.add_done_callback(lambda _done: self._calls.pop(key, None))
        return called

    async def _ask(self, key: str) -> bool:
        here = [one for one in self._connections if one.has_sessions]
        asked = [one for one in here if one.fingerprint == key]
        return all(await asyncio.gather(*(one.answers_within(SILENT) for one in asked)))
