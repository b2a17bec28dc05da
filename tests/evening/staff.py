"""Two moderators: they are told of reports, read them, and give orders, by lines."""

from __future__ import annotations

import asyncio
import re
import time
from random import Random
from typing import Final, NamedTuple

from tests.evening.nuisances import Idler
from tests.evening.person import REST, Person, Talk

_REPORT: Final = re.compile(r"Report (\d+), .*?: .+ about (\S+) \((\S+)\): ")
LATE: Final = 12.0
"""Seconds for which somebody may sit at a game without a move."""


class Order(NamedTuple):
    """An order as its moderator gave it, to be found in the audit log."""

    by: str
    what: str
    whom: str


def secret_word(draw: Random) -> str:
    """A word that nobody else says."""
    return "".join(draw.choice("bdfgklmnprstvz") + draw.choice("aeiou") for _ in range(5))


class Moderator(Person):
    """Somebody who looks at reports, and answers those of their part of the house."""

    idler: Idler | None = None
    """Whom this one has an eye on: tables are theirs; the other one has the chat."""
    warned: str = ""
    """The word in a warning that only its subject may read."""

    def open(self) -> None:
        """Begin with no order given."""
        self.orders: list[Order] = []
        self._is_reported = False

    async def goes_on(self) -> None:
        """See to it until the evening is over."""
        await self.comes(self._looks_after)

    async def _looks_after(self) -> None:
        talk = await self.talks()
        while not self.evening.course.is_over:
            await self._looks_at_tables(talk)
            await self._reads_reports(talk)
            await asyncio.sleep(4 * REST)

    async def _looks_at_tables(self, talk: Talk) -> None:
        """Report who sits at a game without a move for long."""
        if self.idler is None or self._is_reported:
            return
        game = self.evening.course.game_of(self.idler.name)
        if game is None:
            return
        end = time.monotonic() + LATE
        while time.monotonic() < end:
            await talk.rests()
        if game.moves_of(game.seat_of(self.idler.name)) == 0:
            await talk.asks(f"watch {game.table}", "Waiting for", "spectator")
            await talk.asks(f"report {self.idler.name} does not move", "is sent to")
            self._is_reported = True
            await talk.asks("leave", "Lobby. Type")

    async def _reads_reports(self, talk: Talk) -> None:
        since = len(talk.lines)
        await talk.asks("reports", "Reports. Type")
        for line in [*talk.lines[since:]]:
            found = _REPORT.search(line)
            if found and (found[3] == "lobby") == (self.idler is None):
                await self._answers(talk, int(found[1]), found[2], found[3])
        await talk.asks("quit", "Lobby. Type")

    async def _answers(self, talk: Talk, number: int, whom: str, place: str) -> None:
        await talk.asks(f"go {number}", "Type mute", "already")
        if place == "lobby":
            self.warned = self.warned or secret_word(self.draw)
            await talk.asks("mute", "for how long")
            await talk.asks("1 day", "is muted")
            await talk.asks(f"warn be kind or be gone: {self.warned}", "Done.")
            self.orders += [Order(self.name, "mute", whom), Order(self.name, "warn", whom)]
        else:
            await talk.asks("close yes", "Table closed.")
            self.orders.append(Order(self.name, "close", place))
        await talk.asks("done seen to", "Report closed.")
        self.orders.append(Order(self.name, "close-report", ""))
        await talk.asks("quit", "Reports. Type")
