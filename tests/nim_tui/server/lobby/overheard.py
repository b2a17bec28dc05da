"""What is sent to everybody but one, step by step, while that one hides something."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from nim_tui.server.storage.database import StorageError
from nim_tui.server.tables.game_store import download
from nim_tui.tables.clock import ClockPlan
from nim_tui.tables.table import Table
from rules.messages import Refusal
from tests.nim_tui.server.lobby.steady import Guest, Steady, played

STEP = 1.5
"""Seconds of a step, however little happens in it."""
WATCHER, IDLER = "Eva", "Lou"
"""One looks on at the table, one stays in the lobby."""

Sent = Mapping[str, bytes]
"""What each of those who may not know was sent in a step."""


@dataclass
class Sitting:
    """A game being played, overheard."""

    server: Steady
    guests: Mapping[str, Guest]
    id: str
    table: Table
    steps: list[Sent] = field(default_factory=list)

    def guest(self, name: str) -> Guest:
        return self.guests[name]

    async def step(self, doing: Awaitable[None], *, hider: str = "Ana") -> None:
        """Let something be done, and note what the others were sent, and could download."""
        loop = asyncio.get_running_loop()
        end = loop.time() + STEP
        await doing
        assert loop.time() < end, "a step is too short for this"
        await asyncio.sleep(end - loop.time())
        others = [name for name in self.guests if name != hider]
        sent = {name: self.guest(name).takes() for name in others}
        records = {f"record for {name}": self._record(name) for name in others}
        self.steps.append({**sent, **records})

    def _record(self, name: str) -> bytes:
        (viewer,) = self.server.numbers(name)
        try:
            return download(self.server.database, self.id, viewer)
        except StorageError:
            raise
        except Refusal as refusal:
            return str(refusal).encode()

    @property
    def mover(self) -> Guest:
        """Who is waited for first."""
        return self.guest(self.table.seats[self.table.waiting[0]].name)

    async def say(self, words: str) -> None:
        """Play words by whoever is waited for first."""
        await self.step(self.mover.say(words))


Course = Callable[[Sitting], Awaitable[None]]


def overhear(
    monkeypatch: pytest.MonkeyPatch,
    folder: Path,
    game: str,
    *,
    players: Sequence[str],
    course: Course,
    seed: int = 7,
    clock: ClockPlan | None = None,
) -> list[Sent]:
    """What everybody but Ana is sent in a game, up to what the course ends with.

    With a clock for the game that of the server ticks.
    """
    steps: list[Sent] = []

    async def scene(server: Steady) -> None:
        guests = {name: await server.enters(name) for name in (*players, WATCHER, IDLER)}
        table = await server.table(game, *players, clock=clock)
        for name in (*players, WATCHER):
            await guests[name].sits_down()
        await asyncio.sleep(STEP)
        for guest in guests.values():
            assert guest.takes()
        sitting = Sitting(server, guests, table, await server.lobby.opener.live(table))
        await course(sitting)
        steps.extend(sitting.steps)

    played(monkeypatch, folder, scene, seed, ticks=clock is not None)
    return steps


def differences(one: Sequence[Sent], other: Sequence[Sent]) -> list[str]:
    """Where, and for whom, two games told from outside differ."""
    assert len(one) == len(other)
    assert one
    return [
        f"step {step} for {name}"
        for step, (sent, same) in enumerate(zip(one, other))
        for name in sent
        if sent[name] != same[name]
    ]
