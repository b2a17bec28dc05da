"""Somebody at a terminal who types legal moves by chance, and comes again when cut off."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Final, NamedTuple

import asyncssh

from nim_tui.server.tables.game_store import load_record, plainly
from nim_tui.tables.store import replay
from nim_tui.tables.table import Table
from rules.messages import Refusal
from tests.chaos.tables import Cast, Tables
from tests.chaos.told import Told
from tests.nim_tui.server.ssh.serving import Visitor, connect, open_session

EXPECTED: Final = (OSError, asyncssh.Error, EOFError, TimeoutError)
"""What a connection comes to whose server is killed."""
COMING: Final = 30.0
"""Seconds to come in, and for the answer to a command."""
ANSWER: Final = 8.0
"""Seconds until a move is told back; later it is looked anew at what was made."""
LOOK: Final = 0.2
"""Seconds between two looks."""

_LISTED: Final = "continue playing"
"""Enter's effect on a table one sits at, as the lobby says it."""


class _Wish(NamedTuple):
    """A move to be typed."""

    number: int
    word: str
    tells: str
    """The line of the own log that tells of it."""


class Player:
    """A person of one cast, at whatever table that plays at."""

    def __init__(
        self, tables: Tables, cast: Cast, seat: int, told: Told, port: Callable[[], int]
    ) -> None:
        """`port` is that of the server by now."""
        self._tables = tables
        self._cast = cast
        self._seat = seat
        self._told = told
        self._port = port
        self._draw = Random(f"{tables.draw.random()} {cast.people[seat]}")
        self._connection: asyncssh.SSHClientConnection | None = None

    def cut(self) -> bool:
        """Cut the connection in the middle of whatever is said; whether there was one."""
        if self._connection is None:
            return False
        self._connection.abort()
        return True

    async def play(self) -> None:
        """Play for good."""
        while True:
            with suppress(*EXPECTED):
                await self._visit()
            await asyncio.sleep(LOOK)

    async def _visit(self) -> None:
        key = self._tables.people[self._cast.people[self._seat]].key
        async with asyncio.timeout(COMING):
            connection = self._connection = await connect(
                self._port(), key, local_addr=("127.0.1.1", 0)
            )
        try:
            async with asyncio.timeout(COMING):
                visitor = await self._sits_down(connection)
            while await self._moves(visitor):
                pass
        finally:
            self._connection = None
            connection.abort()

    async def _sits_down(self, connection: asyncssh.SSHClientConnection) -> Visitor:
        """Go to the own table: the first in the lobby, as it is the own."""
        visitor = await open_session(connection)
        while _LISTED not in visitor.screen.text:
            if visitor.screen.is_over:
                raise EOFError
            await asyncio.sleep(LOOK)
        visitor.type("\r")
        await asyncio.sleep(2 * LOOK)
        return visitor

    async def _moves(self, visitor: Visitor) -> bool:
        """Make a move once it is the own turn; whether the game goes on, and is at this screen."""
        table = self._tables.of[self._cast]
        log = await self._log(visitor, table)
        if log is None:
            await asyncio.sleep(1)
            return False
        wish = await asyncio.to_thread(self._wish, table, log)
        if wish is None:
            await asyncio.sleep(LOOK)
            return True
        visitor.forget()
        visitor.type(f":{wish.word}\r")
        end = asyncio.get_running_loop().time() + ANSWER
        while asyncio.get_running_loop().time() < end:
            await asyncio.sleep(LOOK)
            now = await self._log(visitor, table)
            if now is None or wish.tells in now[len(log) :]:
                if now is not None:
                    self._told.accept(table, self._seat, wish.number, wish.word)
                return now is not None
        return False

    async def _log(self, visitor: Visitor, table: str) -> list[str] | None:
        """What the own seat was told, by `ssh HOST record ID`; None once the game is over."""
        async with asyncio.timeout(COMING):
            asking = await open_session(
                visitor.connection, terminal=None, command=f"record {table}"
            )
            while not asking.screen.is_over:
                await asyncio.sleep(0.01)
        if asking.screen.status != 0 or visitor.screen.is_over:
            raise EOFError(asking.screen.errors.decode(errors="replace"))
        head, *log = asking.screen.got.decode().splitlines()
        if head.startswith("{"):
            return None
        self._told.hear(table, self._seat, log)
        return log

    def _wish(self, name: str, log: list[str]) -> _Wish | None:
        """A legal move, if it is the own turn and all that is so far was told."""
        try:
            table = replay(load_record(self._tables.database, name))
        except Refusal:
            return None
        if self._seat not in table.waiting or self._lines(table) != log:
            return None
        number = sum(line.seat == self._seat for line in table.plays)
        move = self._draw.choice(table.legal(self._seat))
        table.play(self._seat, move)
        new = self._lines(table)[len(log) :]
        return _Wish(number, move.word, new[0]) if new else None

    def _lines(self, table: Table) -> list[str]:
        names = [seat.name for seat in table.seats]
        return [plainly(event, names) for event in table.log(self._seat)]
