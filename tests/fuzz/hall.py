"""Fuzzing of the server in this process by people who have lines alone: anything, anywhere."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final, cast

import asyncssh
import pytest

from nim_tui.registry import all_games
from nim_tui.server.ssh import ClientInfo, Limits
from nim_tui.server.ssh.session import ChannelWire
from nim_tui.server.terminal.output import ClientOutput
from nim_tui.server.terminal.session_runner import LineRunner
from tests.fuzz import inputs
from tests.fuzz.house import NAMES, SEATS
from tests.nim_tui.server.lobby.steady import Steady, played, print_of
from tests.nim_tui.server.lobby.still_time import Channel

COMMANDS: Final = (
    "?", "help", "tables", "table 1", "1", "2", "new", "new bataille", "join 1", "play 1",
    "watch 1",
    "board", "moves", "who", "say hello", "talk", "code", "keys", "profile", "ratings", "notices",
    "review", "replay 1", "lobby", "leave", "resign", "draw", "yes", "no", "undo", "hint", "clock",
    "settings", "lessons", "search x", "news", "again", "take", "q",
)  # fmt: skip
PAUSE: Final = 0.04
"""Seconds between two lines of anybody."""


class Caller:
    """Somebody without a screen; `name` is empty for a guest or somebody new."""

    def __init__(self, server: Steady, draw: Random, name: str) -> None:
        key = print_of(name) if name else draw.choice((None, print_of(f"{draw.random()}")))
        context = server.context
        terminal = draw.choice(("", "dumb"))
        visit = ClientInfo(
            context.next_number(), key, "127.0.0.1", terminal, (0, 0),
            {"LANG": draw.choice(("fr_FR.UTF-8", "C"))}, is_plain=True,
        )  # fmt: skip
        self.name = name
        self._channel = Channel()
        wire = ChannelWire(cast("asyncssh.SSHServerChannel[bytes]", self._channel))
        self.runner = LineRunner(context, visit, ClientOutput(wire, Limits(), context.counters))
        self.talking = asyncio.create_task(self.runner.play())

    def hears(self) -> None:
        """Take what was said."""
        self._channel.sent = b""


def _line(draw: Random) -> bytes:
    kind = draw.random()
    if kind < 0.5:
        said = draw.choice(COMMANDS)
        said += f" {inputs.text(draw, 30)}" if draw.random() < 0.3 else ""
    elif kind < 0.75:
        said = inputs.words(draw, inputs.VOCABULARY[draw.choice(list(all_games()))])
    elif kind < 0.85:
        said = inputs.name(draw)
    else:
        return inputs.keys(draw)
    return f"{said}\n".encode("utf-8", "replace")


async def _talk(server: Steady, draw: Random, count: int) -> None:
    callers = []
    for name in NAMES:
        guest = await server.enters(name)
        await guest.leave()
        server.here.remove(guest)
    for number, (game, seats) in enumerate(SEATS.items()):
        people = [NAMES[(number + seat) % len(NAMES)] for seat in range(seats)]
        await server.table(game, *people)
        await server.table(game, *people[1:], bots=["random"])
    callers = [Caller(server, draw, name) for name in (*NAMES, "", "")]
    for _each in range(count):
        place = draw.randrange(len(callers))
        caller = callers[place]
        if caller.talking.done():
            caller = callers[place] = Caller(server, draw, caller.name)
        caller.runner.typed(_line(draw))
        caller.hears()
        if draw.random() < 0.002:
            caller.runner.no_more()
        await asyncio.sleep(PAUSE)
    for caller in callers:
        caller.runner.end()
    await asyncio.gather(*(caller.talking for caller in callers))
    failed = server.counters.figures["apps_failed"]
    assert not failed, f"{failed} talks failed"


def hall(draw: Random, count: int) -> None:
    """So many lines, all over the house."""

    async def scene(server: Steady) -> None:
        await _talk(server, draw, count)

    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as monkeypatch:
        play: Callable[..., None] = played
        play(monkeypatch, Path(folder), scene, seed=7, guests=True)
