"""Those whom a club must bear: they flood the chat, insult, idle, flap, send rubbish.

The one who idles and the one who flaps play the tournament; the others play nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from contextlib import suppress
from random import Random
from typing import Final

from tests.evening.doors import GONE
from tests.evening.house import House
from tests.evening.person import Evening, Person, Player, Talk
from tests.evening.transcript import Answers
from tests.fuzz.browsers import request
from tests.fuzz.wire import OPENINGS
from tests.nim_tui.server.ssh.serving import HOST

SHOUTS: Final = 0.15
"""Seconds between two messages of a flood."""
INSULT: Final = "you all play like fish"
RUBBISH: Final = 4000
"""Bytes of rubbish at once, at most."""
PAUSE: Final = 0.5
"""Seconds between two times rubbish is sent."""
CUTS: Final = 0.3
"""The share of moves after which somebody is cut off."""
MUTED: Final = "muted you"
TOO_FAST: Final = "oo fast"


class Shouter(Person):
    """Somebody who writes to the chat without end, some of which is refused."""

    said = refused = muted = 0

    def __init__(self, name: str, evening: Evening, seed: int) -> None:
        super().__init__(name, evening, seed)
        self.answers = Answers()  # it is others who must not wait

    async def goes_on(self) -> None:
        """Shout until the evening is over, as far as one may."""
        await self.comes(self._shouts)

    async def _shouts(self) -> None:
        talk = await self.talks()
        while not self.evening.course.is_over:
            heard = await talk.asks(
                f"say {self.words()}", "Sent", MUTED, TOO_FAST, TOO_FAST.title()
            )
            self.said += "Sent" in heard
            self.muted += MUTED in heard
            self.refused += "Sent" not in heard
            await asyncio.sleep(self.pause)

    @property
    def pause(self) -> float:
        """Seconds until the next message."""
        return SHOUTS

    def words(self) -> str:
        """The next message."""
        return f"buy shells now, offer {self.draw.randrange(10_000)}"


class Insulter(Shouter):
    """Somebody who insults the others now and then."""

    @property
    def pause(self) -> float:
        return 20 * SHOUTS

    def words(self) -> str:
        return f"{INSULT}, number {self.draw.randrange(10_000)}"


class Idler(Player):
    """Somebody who joins, sits down and does nothing; asked to, they withdraw."""

    async def plays(self) -> None:
        await self.comes(self._idles)

    async def _idles(self) -> None:
        talk, course = await self.talks(), self.evening.course
        while course.game_of(self.name) is None and course.round < 2:
            await talk.rests()
        if (game := course.game_of(self.name)) is not None:
            await talk.asks(f"join {game.table}")
            while course.game_of(self.name) is game:
                await talk.rests()
        if not self.is_out:
            await self._withdraws(talk)
        while not course.is_over:
            await talk.rests()

    @property
    def is_out(self) -> bool:
        """Whether they have withdrawn."""
        sheet = self.evening.course.sheet
        return sheet is not None and any(
            one.name == self.name and one.is_out for one in sheet.players
        )

    async def _withdraws(self, talk: Talk) -> None:
        if "Lobby. Type" not in talk.last:
            await talk.asks("leave")
        await talk.asks("tournaments", "Tournaments. Type")
        await talk.asks("go 1", "Type list")
        await talk.asks("leave yes", "You withdrew")


class Flapper(Player):
    """Somebody who is cut off after every third move or so, and comes again at once."""

    async def _turn(self, talk: Talk, game: object) -> None:
        assert self.evening.course.game_of(self.name) is not None
        before = len(self.transcript.seen)
        await super()._turn(talk, game)  # type: ignore[arg-type]
        if len(self.transcript.seen) > before and self.draw.random() < CUTS:
            raise EOFError


class Rubbish:
    """Somebody who sends bytes that are nothing, to both ports, from an address of their own."""

    def __init__(self, house: House, address: str, seed: int) -> None:
        self._house, self._address = house, address
        self._draw = Random(f"{seed} rubbish")
        self.sent = 0

    async def goes_on(self, until: Awaitable[object]) -> None:
        """Send until something is done."""
        ended = asyncio.ensure_future(until)
        while not ended.done():
            with suppress(*GONE):
                await self._sends()
            await asyncio.sleep(PAUSE)

    async def _sends(self) -> None:
        ssh, web = self._house.door()
        is_web, draw = self._draw.random() < 0.5, self._draw
        reader, writer = await asyncio.open_connection(
            HOST, web if is_web else ssh, local_addr=(self._address, 0)
        )
        try:
            noise = draw.randbytes(draw.randrange(RUBBISH))
            writer.write(request(draw) + noise if is_web else draw.choice(OPENINGS) + noise)
            self.sent += 1
            async with asyncio.timeout(5):
                await reader.read()
        finally:
            writer.transport.abort()
