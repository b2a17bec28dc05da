"""A game with a clock, on a server whose clock ticks."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from nim_tui.server.play.live_table import LiveTable
from nim_tui.tables.clock import ClockPlan
from nim_tui.tables.table import Table
from tests.nim_tui.server.lobby.steady import Guest, Steady
from tests.screens.submarine.games import PLACED

A_MINUTE: Final = ClockPlan("move", 60)
A_GAME: Final = ClockPlan("game", 60)
A_DAY: Final = ClockPlan("days", 86_400)
IN_TURN: Final = PLACED
"""Words after which Ana is to move in Submarine, dealt by SEED, several times a turn."""
SEED: Final = 2932
SET_OFF: Final = 20
"""Turns of the loop in which all is done that an alarm sets off."""


@dataclass
class Timed:
    """A game and its people, looked at with a watch in the hand."""

    server: Steady
    id: str
    began: float
    guests: Mapping[str, Guest]
    played: Table | None = None
    """The game as it was held last."""

    @property
    def held(self) -> LiveTable:
        """The table as the server holds it."""
        held = self.server.lobby.held.seated(self.id)
        assert held is not None
        return held

    @property
    def game(self) -> Table:
        """The game that is played."""
        held = self.server.lobby.held.seated(self.id)
        if held is not None:
            self.played = held.table
        assert self.played is not None
        return self.played

    async def at(self, second: float) -> None:
        """Wait until so many seconds after the game began; something may happen just then."""
        ahead = self.began + second - self.server.now()
        assert ahead >= 0, "that moment is past"
        await asyncio.sleep(ahead)
        for _step in range(SET_OFF):
            await asyncio.sleep(0)

    def left(self) -> list[float | None]:
        """The seconds that each seat has left."""
        seconds = [self.held.time.left(seat) for seat in range(len(self.game.seats))]
        return [None if time is None else round(time, 6) for time in seconds]

    def play(self, seat: int, words: str) -> None:
        """Make moves from a seat."""
        for word in words.split("; "):
            self.game.play(seat, self.game.game.parse(word))

    def play_in_turn(self, words: str) -> None:
        """Make moves, each from the seat that is waited for first."""
        for word in words.split("; "):
            self.play(self.game.waiting[0], word)

    async def sit_down(self, *names: str) -> None:
        """Have people sit down, one after the other."""
        for name in names:
            await self.guests[name].sits_down()

    async def all_see(self, texts: Sequence[str], *names: str) -> None:
        """Wait until all of these see the same."""
        for name in names:
            await self.guests[name].sees(*texts)


async def timed(
    server: Steady,
    game: str,
    *names: str,
    clock: ClockPlan | None,
    bots: Sequence[str] = (),
    **wishes: Mapping[str, str],
) -> Timed:
    """A game that begins now; `wishes` are environments of people, by their names."""
    guests = {name: await server.enters(name, **wishes.get(name, {})) for name in names}
    more: dict[str, Any] = {"clock": clock, "bots": bots}
    table = await server.table(game, *names, **more)
    return Timed(server, table, server.now(), guests)
