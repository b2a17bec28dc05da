"""Attacks by what may be done in the lobby and at tables."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

import asyncssh

from tests.chaos.attacks.stranger import (
    TRIES,
    Mark,
    Stranger,
    comes_in,
    harmless,
    hinder,
    member,
    sets_up,
)
from tests.nim_tui.server.ssh.serving import open_session

UNDOES: Final = 34
TABLES: Final = 8
RECORDS, AT_ONCE = 30, 3
RESIGNATIONS: Final = 5
LINES: Final = 10
SEATED: Final = "hide submarine"


@asynccontextmanager
async def _seated(mark: Mark) -> AsyncIterator[tuple[Stranger, Stranger, str]]:
    """Two accounts of one person, at a table of theirs."""
    async with member(mark) as one, member(mark) as other:
        table = await sets_up(one)
        hinder(SEATED in await other.say(f"join {table}"), "the own table cannot be joined")
        yield one, other, table


async def moves_and_undoes_without_end(mark: Mark) -> int:
    """Move and take back until the record is full: then nothing may be taken any more."""
    async with _seated(mark) as (_one, other, _table):
        for _each in range(UNDOES):
            await other.say("sub 14.200", "undo")
        for _try in range(TRIES):  # the disk may be full meanwhile
            heard = await other.say("resign yes")
            if "over" in heard:
                break
        harmless("over" in heard, f"nobody can resign any more: {heard}")
    return 2 * UNDOES


async def tables_without_end(mark: Mark) -> int:
    """Set up tables that nobody can come to."""
    async with member(mark) as host:
        made = [await sets_up(host) for _each in range(TABLES)]
        harmless(not made[-1], f"{TABLES} tables are set up in a row")
    return TABLES


async def _asks(connection: asyncssh.SSHClientConnection, table: str) -> None:
    asking = await open_session(connection, terminal=None, command=f"record {table}")
    await asking.is_sent_away()


async def records_without_end(mark: Mark) -> int:
    """Ask for records of a game that is played, one after the other."""
    async with _seated(mark) as (_one, other, table):
        for _each in range(RECORDS // AT_ONCE):
            asking = [_asks(other.visitor.connection, table) for _one in range(AT_ONCE)]
            await asyncio.gather(*asking)
        await comes_in(mark)
    return RECORDS


async def resigning_to_oneself(mark: Mark) -> int:
    """Resign with one account to another of one's own, to lead the ratings."""
    async with member(mark) as winner, member(mark) as loser:
        for _each in range(RESIGNATIONS):
            table = await sets_up(winner)
            if not table:  # not so many in a row
                break
            await loser.say(f"join {table}", "resign yes", "leave")
            await winner.say("leave")
        heard = await winner.say("best")
        harmless(winner.name not in heard, "who is new leads the ratings by resignations")
    return 3 * RESIGNATIONS


async def shouting_at_a_table(mark: Mark) -> int:
    """Look on, and talk without end: who plays hears nothing of it."""
    async with _seated(mark) as (_one, other, table), member(mark) as looker:
        await looker.say(f"watch {table}")
        heard = [await looker.say(f"say LOOK HERE {number}") for number in range(LINES)]
        harmless(any("Told." not in line for line in heard), "somebody talks without end")
        harmless("LOOK HERE" not in await other.say("chat 20"), "spectators talk to players")
    return LINES
