"""Somebody who attacks: a key of their own, an address of their own on loopback, and lines."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from random import Random
from typing import Final

import asyncssh

from tests.nim_tui.server.ssh.serving import Visitor, connect, new_key, open_session
from tests.waiting import until

LOOK: Final = 0.015
"""Seconds between two looks."""
STILL: Final = 4
"""Looks in which nothing more comes, after which an answer is whole."""
TRIES: Final = 40
"""How often somebody knocks who is turned away by chance alone."""
TABLE: Final = re.compile(r"Table ([a-z]+-\d+) is open")
WELCOME: Final = "Welcome to nim_tui,"
"""Said to whoever is let in; what the lobby has for them is looked up then."""
PATIENCE: Final = 30.0
"""Seconds in which somebody comes in who may, however busy the server is."""


class Harm(AssertionError):
    """An attack did what it set out to do."""


class Hindered(Exception):
    """An attack came to nothing, as for a moment nothing can be done on the server."""


def hinder(is_so: object, why: str) -> None:
    """Give an attack up unless something is so."""
    if not is_so:
        raise Hindered(why)


def harmless(is_so: object, otherwise: str) -> None:
    """See that something is so, or tell what harm was done."""
    if not is_so:
        raise Harm(otherwise)


@dataclass
class Mark:
    """What is attacked."""

    port: int
    draw: Random
    ban: Callable[[str], Awaitable[None]]
    """Have the staff ban an account by its name. Raises Hindered."""
    mute: Callable[[str], Awaitable[None]]
    """The same of muting."""

    def address(self) -> str:
        """One that nobody else comes from."""
        parts = (self.draw.randrange(1, 255) for _part in range(3))
        return ".".join(map(str, (127, *parts)))

    def name(self) -> str:
        """One that nobody else has."""
        return "Q" + "".join(self.draw.choice("bcdfghjklmnprstvz") for _sign in range(9))


class Stranger:
    """Who talks with the server by lines."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.name = ""

    @property
    def is_gone(self) -> bool:
        return self.visitor.screen.is_over

    async def hears(self) -> str:
        """Wait for an answer until nothing more of it comes."""
        screen = self.visitor.screen
        await until(lambda: screen.got or screen.is_over, "an answer")
        looks, before = 0, b""
        while looks < STILL:
            await asyncio.sleep(LOOK)
            looks = looks + 1 if screen.got == before else 0
            before = screen.got
        return screen.text

    async def hears_of(self, text: str) -> str:
        """Wait until something is said, or the server has nothing more to say."""
        screen = self.visitor.screen
        await until(lambda: text in screen.text or screen.is_over, text)
        return screen.text

    async def say(self, *lines: str) -> str:
        """Type lines one after the other; what is answered to the last."""
        heard = ""
        for line in lines:
            self.visitor.forget()
            self.visitor.type(f"{line}\n")
            heard = await self.hears()
        return heard


@asynccontextmanager
async def stranger(
    mark: Mark, *, key: asyncssh.SSHKey | None = None, address: str = "", guest: bool = False
) -> AsyncIterator[Stranger]:
    """Somebody comes; with a new key unless told, or as a guest."""
    shown = None if guest else key or new_key()
    connection = await connect(mark.port, shown, local_addr=(address or mark.address(), 0))
    try:
        visitor = await open_session(connection, terminal=None)
        somebody = Stranger(visitor)
        await somebody.hears()
        yield somebody
    finally:
        connection.abort()


@asynccontextmanager
async def member(mark: Mark, *, address: str = "") -> AsyncIterator[Stranger]:
    """Somebody new who has chosen a name, and is in the lobby."""
    async with stranger(mark, address=address) as somebody:
        somebody.name = mark.name()
        heard = await somebody.say(somebody.name, "")
        if WELCOME in heard:
            heard = await somebody.hears_of("Lobby.")
        hinder("Lobby." in heard, heard)
        yield somebody


async def sets_up(host: Stranger) -> str:
    """Set up a table to which anybody may come: its id; empty if that is not let be."""
    heard = await host.say("new bataille open", "")
    found = TABLE.search(heard)
    return found[1] if found else ""


async def comes_in(mark: Mark) -> None:
    """Somebody who means no harm comes in meanwhile; chance may turn them away some times."""
    for _try in range(TRIES):
        try:
            async with asyncio.timeout(PATIENCE), stranger(mark) as somebody:
                if not somebody.is_gone:
                    return
        except (OSError, asyncssh.Error, AssertionError):
            continue
    raise Harm("nobody comes in any more")
