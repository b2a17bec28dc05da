"""The people of a house under chaos: they play, are cut off, and strangers come among them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from random import Random
from typing import Any, Final, NamedTuple

from tests.chaos.attacks import ATTACKS
from tests.chaos.attacks.stranger import Harm, Hindered, Mark, hinder
from tests.chaos.place import Place
from tests.chaos.player import EXPECTED, Player
from tests.chaos.tables import CASTS, Cast, Tables
from tests.chaos.told import Told
from tests.e2e.admin.server import Server
from tests.fuzz.wire import strange

STRANGERS: Final = 4
"""Who come at once, to send what nobody should."""
VISIT: Final = 15.0
"""Seconds of such a visit, at most."""
ATTACK: Final = 60.0
"""Seconds of an attack, at most: one is cut short by a kill, too."""
MOVES: Final = 60.0
"""Seconds in which every game that is played must go on after the last kill."""


class Door(NamedTuple):
    """Where people come in: a server, and where it listens or listened last."""

    server: Server
    port: int


class Crowd:
    """Everybody who comes to one or more servers, and what they were told."""

    def __init__(self, place: Place, draw: Random, door: Callable[[], Door]) -> None:
        """`door` is one that people may come to by now."""
        self.told: Final = Told()
        self.tables: Final = Tables(place, draw)
        self._draw = draw
        self._door = door
        self._visits: set[asyncio.Task[None]] = set()
        self._playing: list[asyncio.Task[None]] = []
        self.tables.open()
        self._players = [
            Player(self.tables, cast, seat, self.told, lambda: door().port)
            for cast in CASTS
            for seat in range(len(cast.people))
        ]

    def plays(self) -> None:
        """All play from now on."""
        self._playing = [asyncio.create_task(player.play()) for player in self._players]

    async def goes(self) -> None:
        """All go away; what failed meanwhile is a fault."""
        for task in (*self._playing, *self._visits):
            task.cancel()
        await asyncio.gather(*self._visits, return_exceptions=True)
        for ended in await asyncio.gather(*self._playing, return_exceptions=True):
            if not isinstance(ended, asyncio.CancelledError):
                self.told.faults.append(f"a player failed: {ended!r}")

    # What befalls them

    async def is_cut(self) -> None:
        """Two are cut off."""
        for player in self._draw.sample(self._players, 2):
            self.told.cuts += player.cut()

    async def is_visited(self) -> None:
        """Strangers come, and may still be there when a server is killed."""
        for _stranger in range(STRANGERS):
            self._begin(self._visit)

    async def is_attacked(self) -> None:
        """Somebody tries an attack, likewise."""
        self._begin(self._attack)

    def _begin(self, doing: Callable[[Door, Random], Coroutine[Any, Any, None]]) -> None:
        visit = asyncio.create_task(doing(self._door(), Random(self._draw.random())))
        self._visits.add(visit)
        visit.add_done_callback(self._visits.discard)

    async def _visit(self, door: Door, draw: Random) -> None:
        with suppress(*EXPECTED, UnicodeError):
            async with asyncio.timeout(VISIT):
                self.told.hostile += await strange(door.port, draw)

    async def _attack(self, door: Door, draw: Random) -> None:
        attack = draw.choice(ATTACKS)

        async def ban(name: str) -> None:
            told = await door.server.asked("ban", name, "rude")
            hinder(told.code == 0, told.err)

        async def mute(name: str) -> None:
            told = await door.server.asked("mute", name)
            hinder(told.code == 0, told.err)

        process = door.server.process
        try:
            async with asyncio.timeout(ATTACK):
                self.told.hostile += await attack(Mark(door.port, draw, ban, mute))
        except Harm as harm:
            if door.server.process is process and process.poll() is None:
                self.told.faults.append(f"{attack.__name__}: {harm}")
            return
        except (*EXPECTED, Hindered, AssertionError):  # it was killed, or stood still for long
            return
        name = attack.__name__
        self.told.attacks[name] = self.told.attacks.get(name, 0) + 1

    # What comes of it

    async def goes_on(self, ends: float) -> None:
        """Every game moves within a bound, and those of bots alone end within `ends` seconds."""
        before = {table: lines for _cast, table, lines in await self._lengths()}
        since = time.monotonic()
        stuck, unended = dict(before), self._of_bots(before) if ends else []
        while (stuck and time.monotonic() < since + MOVES) or (
            unended and time.monotonic() < since + ends
        ):
            await asyncio.sleep(1)
            now = {table: lines for _cast, table, lines in await self._lengths()}
            stuck = {table: n for table, n in stuck.items() if now.get(table) == n}
            unended = [table for table in unended if table in now]
        self.told.gone_on = time.monotonic() - since
        self.told.faults += [f"{table} stands still after {n} lines" for table, n in stuck.items()]
        self.told.faults += [f"{table}, of bots, came to no end" for table in unended]

    async def _lengths(self) -> list[tuple[Cast, str, int]]:
        return await asyncio.to_thread(lambda: [*self.tables.lengths()])

    def _of_bots(self, running: dict[str, int]) -> list[str]:
        of_bots = [table for cast, table in self.tables.of.items() if not cast.people]
        return [table for table in of_bots if table in running]
