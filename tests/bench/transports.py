"""Our way of serving a Textual app over SSH against the package textish, as ratios in one run.

`python -m tests.bench.transports [--sessions 50] [--seconds 15]` serves the same bare app by
both, each in a process of its own, and has the same crowd press keys in one and the other in turns.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from platform import python_version
from time import perf_counter
from typing import Final

import asyncssh
import click

from tests.bench.crowd import Answers, Player, answers, everybody, leave, new_keys
from tests.bench.hello import HELLO
from tests.bench.load import GONE
from tests.bench.peers import MissingPeer
from tests.bench.report import Bar, Line, Lines, measured
from tests.bench.server_process import ServerProcess, running
from tests.bench.terminal import NotShown

ROUNDS: Final = 3
"""Turns that each server takes with the keys."""
FEW_SECONDS: Final = 2
"""Of keys, from those who come only to leave again."""
AS_GOOD: Final = Bar(1.1, at_least=False)
"""The ratios of two runs differ by as much."""
TEXT: Final = HELLO.encode()
WHAT: Final = "a bare app over SSH / textish"

NOTES: Final = """\
Ours, textish's, their ratio. Keys are pressed in one and the other in turns, one a second in each
session. Memory is that over a server which one visitor has left: while all are there, {gone:.0f} s
after they left, and what is added when as many come and leave again. Up is who sees the app. Ours
checks everybody's key; textish asks for none, as with keys it lets only its first visitor in."""


@dataclass
class Contender:
    """One of the two servers, and what was measured of it."""

    server: ServerProcess
    empty: float = 0
    """Megabytes before the crowd, once everything that a first visit loads is there."""
    players: list[Player] = field(default_factory=list)
    seconds_up: float = 0
    rounds: list[Answers] = field(default_factory=list)
    megabytes: float = 0
    """Of all sessions together."""
    megabytes_left: float = 0
    megabytes_added: float = 0
    """By a second crowd that came and left."""

    async def warm_up(self) -> None:
        """One visitor comes and leaves."""
        await self.come_and_leave(1)
        await self.server.settled()
        self.empty = self.server.megabytes

    async def come_and_leave(self, sessions: int) -> None:
        """So many come, press a few keys and leave."""
        visitors = await everybody(self.server, new_keys(sessions), TEXT)
        await answers(self.server, visitors, FEW_SECONDS)
        await leave(visitors)

    async def fill(self, sessions: int) -> None:
        """Everybody comes in."""
        keys = new_keys(sessions)
        begun = perf_counter()
        self.players = await everybody(self.server, keys, TEXT)
        self.seconds_up = perf_counter() - begun
        await self.server.settled()

    @property
    def taken(self) -> Answers:
        """What the keys of all rounds took."""
        return Answers(
            [wait for one in self.rounds for wait in one.waits],
            sum(one.received for one in self.rounds),
            sum(one.processor for one in self.rounds),
        )


@asynccontextmanager
async def served(name: str) -> AsyncIterator[Contender]:
    """The bare app, served by `ours` or `textish`; raises NotShown."""
    with tempfile.TemporaryDirectory() as folder:
        async with running(["tests.bench.bare_server", name, folder]) as server:
            yield Contender(server)


async def compared(sessions: int, seconds: int) -> tuple[Contender, Contender]:
    """Both servers with so many sessions each. Raises asyncssh.Error, OSError, NotShown."""
    async with served("ours") as ours, served("textish") as peer:
        both = ours, peer
        for one in both:
            await one.warm_up()
        for one in both:
            await one.fill(sessions)
        for turn in range(ROUNDS):
            turn_seconds = (seconds + turn) // ROUNDS
            for one in both:
                one.rounds.append(await answers(one.server, one.players, turn_seconds))
        for one in both:
            one.megabytes = one.server.megabytes - one.empty
            await leave(one.players)
        await asyncio.sleep(GONE)
        for one in both:
            one.megabytes_left = one.server.megabytes - one.empty
            await one.come_and_leave(sessions)
        await asyncio.sleep(GONE)
        for one in both:
            one.megabytes_added = one.server.megabytes - one.empty - one.megabytes_left
        return both


def lines(sessions: int, seconds: int) -> Lines:
    """All that is compared. Raises MissingPeer, NotShown, OSError."""
    try:
        import_module("textish")
    except ImportError as missing:
        raise MissingPeer("not installed; it needs Python 3.12 or newer") from missing
    try:
        ours, peer = asyncio.run(compared(sessions, seconds))
    except asyncssh.Error as error:
        raise NotShown(f"a session was refused: {error}") from error
    us, them = ours.taken, peer.taken
    yield _line("key to first byte, p50", us.p50, them.p50, "ms")
    yield _line("key to first byte, p99", us.p99, them.p99, "ms")
    yield _line("bytes a key", us.bytes_a_key, them.bytes_a_key, "B")
    yield _line("processor a key", us.processor_a_key, them.processor_a_key, "ms")
    yield _line("memory a session", ours.megabytes / sessions, peer.megabytes / sessions, "MB")
    yield _line("memory left", ours.megabytes_left, peer.megabytes_left, "MB")
    yield _line("added by a 2nd crowd", ours.megabytes_added, peer.megabytes_added, "MB")
    yield _line(f"{sessions} sessions up", ours.seconds_up, peer.seconds_up, "s")


def _line(what: str, ours: float, peer: float, unit: str) -> Line:
    digits = 0 if unit == "B" else 2
    ratio = ours / peer if peer > 0 else float("inf")
    shown, other = f"{ours:.{digits}f} {unit}", f"{peer:.{digits}f} {unit}"
    return Line(f"{what} / textish", shown, other, ratio, AS_GOOD, ratio)


def _versions() -> str:
    found = [f"Python {python_version()}"]
    for package in ("textual", "asyncssh", "textish"):
        with suppress(PackageNotFoundError):
            found.append(f"{package} {version(package)}")
    return ", ".join(found)


@click.command()
@click.option("--sessions", default=50, show_default=True, type=click.IntRange(min=2))
@click.option("--seconds", default=15, show_default=True, type=click.IntRange(min=1))
def main(sessions: int, seconds: int) -> None:
    """Measure both ways of serving: about three minutes."""
    print(_versions(), flush=True)
    found = list(measured(WHAT, lambda: lines(sessions, seconds)))
    print("\n".join(map(str, found)))
    if any(isinstance(line, Line) for line in found):
        print(NOTES.format(gone=GONE))


if __name__ == "__main__":
    main()
