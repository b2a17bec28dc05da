"""Fuzzing of the whole server in this process: strangers in all its rooms, at once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

import pytest

from nim_tui.registry import all_games
from tests.fuzz import inputs
from tests.nim_tui.server.lobby.steady import Guest, Steady, played, print_of

NAMES: Final = ("Ana", "Ben", "Cleo", "Dora", "Emil", "Fay")
"""Those who come by a key."""
SEATS: Final = {"bataille": 2, "submarine": 2, "himalaya": 3, "schwarm": 2}
PAUSE: Final = 0.04
"""Seconds between two inputs of anybody."""


class Crowd:
    """People who do anything at all, and come again when they were sent away."""

    def __init__(self, server: Steady, draw: Random) -> None:
        self._server = server
        self._draw = draw
        self._guests: dict[str, Guest] = {}
        self._tables: list[str] = []
        self._strangers = 0

    async def come(self) -> None:
        """All of them, with a table of every game begun."""
        for name in NAMES:
            self._guests[name] = await self._server.enters(name)
        for number, (game, seats) in enumerate(SEATS.items()):
            people = [NAMES[(number + seat) % len(NAMES)] for seat in range(seats)]
            self._tables += [
                await self._server.table(game, *people[1:], bots=["random"]),
                await self._server.table(game, *people),
            ]
        for name in ("new", "passing"):
            await self._again(name)

    async def _again(self, name: str) -> None:
        if name in NAMES:
            self._guests[name] = await self._server.enters(name)
            return
        self._strangers += 1
        key = print_of(f"{name}{self._strangers}") if name == "new" else None
        self._guests[name] = await self._server.stranger(key)

    async def act(self) -> None:
        """Somebody sends something."""
        draw = self._draw
        name = draw.choice(list(self._guests))
        guest = self._guests[name]
        if guest.staying is not None and guest.staying.done():
            self._server.here.remove(guest)
            await self._again(name)
            return
        await self._send(guest)
        guest.takes()
        await asyncio.sleep(PAUSE)

    async def _send(self, guest: Guest) -> None:
        draw, kind = self._draw, self._draw.random()
        runner = guest.runner
        if kind < 0.03:
            runner.resize(self._server.context.limits.clamped(*self._size()))
        elif kind < 0.10:
            runner.typed(
                _line(inputs.words(draw, inputs.VOCABULARY[draw.choice(list(all_games()))]))
            )
        elif kind < 0.18:
            await self._plays()
        elif kind < 0.20:
            runner.typed(f"\x1b[200~{inputs.name(draw)}\x1b[201~\r".encode("utf-8", "replace"))
        elif kind < 0.25:
            runner.typed(b"\x1b")
        elif kind < 0.255:
            await self._server.record(draw.choice(NAMES), inputs.text(draw, 20))
        elif kind < 0.256:
            await guest.leave()
        else:
            runner.typed(inputs.keys(draw))

    def _size(self) -> tuple[int, int]:
        return inputs.size(self._draw) if self._draw.random() < 0.3 else (80, 24)

    async def _plays(self) -> None:
        """Somebody whose turn it is says a move that may be made, wherever they are."""
        table = await self._server.lobby.opener.live(self._draw.choice(self._tables))
        if table.waiting:
            seat = self._draw.choice(table.waiting)
            guest = self._guests.get(table.seats[seat].name)
            if guest is not None:
                guest.runner.typed(_line(self._draw.choice(table.legal(seat)).word))


def _line(words: str) -> bytes:
    return f":{words}\r".encode("utf-8", "replace")


def house(draw: Random, count: int) -> None:
    """So many inputs, all over the house."""

    async def scene(server: Steady) -> None:
        crowd = Crowd(server, draw)
        await crowd.come()
        for _each in range(count):
            await crowd.act()
        failed = server.counters.figures["apps_failed"]
        assert not failed, f"{failed} apps failed"

    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as monkeypatch:
        play: Callable[..., None] = played
        play(monkeypatch, Path(folder), scene, seed=7, guests=True)
