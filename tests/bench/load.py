"""How a server bears many people: keys answered, memory, CPU and bytes, on loopback.

`python -m tests.bench.load [--sessions 100] [--seconds 30] [--every 1] [--idle 500] [--hard 50]`
starts a server of its own on a fresh folder, seats everybody at tables of four, and lets each
press a key every so many seconds; so many tables more may be played by hard bots alone. Those
who are idle look at the lobby, in which something changes every second.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from time import perf_counter
from typing import Any, Final

import asyncssh
import click

from nim_tui.server.accounts.store import register
from nim_tui.server.admin.protocol import Close, ask
from nim_tui.server.storage.migrate import open_database
from nim_tui.server.tables.seat_store import start
from nim_tui.server.tables.table_store import SeatWish, TablePlan, create_table
from nim_tui.server.terminal.context import LONGEST_KEPT
from tests.bench.crowd import Answers, Player, answers, everybody, leave, new_keys
from tests.bench.report import Bar, tell
from tests.bench.server_process import SETTLE, ServerProcess, running

SEATS: Final = 4
GAME: Final = "himalaya"
"""All write their programs at once here, so that everybody has a cursor to move."""
GONE: Final = LONGEST_KEPT + SETTLE
"""Seconds after the last one left in which the server collects even a single session."""

LATEST: Final = Bar(80, at_least=False, unit="ms")
DELAY: Final = Bar(30, at_least=False, unit="ms")
DELAY_OF_MANY: Final = Bar(50, at_least=False, unit="ms")
UP_TO_DATE: Final = Bar(10, at_least=False, unit="s")
MOST_BYTES: Final = Bar(400, at_least=False, unit="B")
MOST_MEMORY: Final = Bar(4, at_least=False, unit="MB")
MOST_MEMORY_IN_ALL: Final = Bar(3000, at_least=False, unit="MB")


def made_ready(folder: Path, keys: Sequence[asyncssh.SSHKey], hard: int) -> None:
    """Accounts for these keys, four at each table, and tables of hard bots; all games begun."""
    database = open_database(folder)
    accounts = [
        register(database, f"Player{n}", key.get_fingerprint("sha256"))
        for n, key in enumerate(keys, start=100)
    ]
    for first in range(0, len(accounts) - SEATS + 1, SEATS):
        seats = [SeatWish(account=account.id) for account in accounts[first : first + SEATS]]
        table = create_table(database, accounts[first].id, TablePlan(GAME, seats))
        start(database, table, first)
    host = register(database, "Player99", new_keys(1)[0].get_fingerprint("sha256"))
    for number in range(hard):
        seats = [SeatWish(bot="hard")] * SEATS
        table = create_table(database, host.id, TablePlan(GAME, seats))
        start(database, table, number)
    database.close()


def with_open_tables(folder: Path, keys: Sequence[asyncssh.SSHKey], tables: int) -> list[str]:
    """Accounts for these keys, and tables that wait for players."""
    database = open_database(folder)
    hosts = [
        register(database, f"Player{n}", key.get_fingerprint("sha256"))
        for n, key in enumerate(keys, start=100)
    ]
    made = []
    for number in range(tables):
        host = hosts[number % len(hosts)].id
        plan = TablePlan(GAME, [SeatWish(account=host), SeatWish(), SeatWish()])
        made.append(create_table(database, host, plan))
    database.close()
    return made


@asynccontextmanager
async def serving(folder: Path) -> AsyncIterator[ServerProcess]:
    """A server on a folder."""
    serve = ["nim_tui", "serve", "--port", "0", "--data", str(folder)]
    async with running(serve, PYTHONMALLOC="malloc") as server:
        yield server


async def figures(folder: Path) -> Any:
    """What the server has counted and measured."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "nim_tui", "admin", "--data", str(folder), "stats", "--json",
        stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    return json.loads((await process.communicate())[0])


async def loop_delay(folder: Path) -> float:
    """Milliseconds in which 99 of 100 beats of the server came, in the last minute.

    Of keys alone it tells only where they were pressed for as long: before them everybody comes in.
    """
    return float((await figures(folder))["loop_delay"]["p99_1m_ms"])


async def measure(sessions: int, seconds: int, every: float, hard: int, folder: Path) -> None:
    """Everybody at a table, pressing keys, while hard bots play at so many others."""
    keys = new_keys(sessions)
    made_ready(folder, keys, hard)
    async with serving(folder) as server:
        empty = server.megabytes
        begun = perf_counter()
        players = await everybody(server, keys)
        tell(f"{sessions} sessions up", f"{perf_counter() - begun:.1f} s")
        for key in (b"m", b"\r"):  # only the own table; sit down
            for player in players:
                player.send(key)
            await server.settled()
        _tell_answers(await answers(server, players, seconds, every))
        await _tell_delay(folder, DELAY)
        if hard:
            await _tell_late(folder)
        megabytes = (server.megabytes - empty) / sessions
        tell("memory a session", f"{megabytes:.2f} MB", MOST_MEMORY, megabytes)
        await leave(players)
        await asyncio.sleep(GONE)
        tell("memory left, over the empty server", f"{server.megabytes - empty:.1f} MB")


async def measure_idle(sessions: int, seconds: int, folder: Path) -> None:
    """So many in the lobby, which changes every second."""
    keys = new_keys(sessions)
    tables = with_open_tables(folder, keys, seconds)
    async with serving(folder) as server:
        players = await everybody(server, keys)
        await server.settled()
        megabytes = server.megabytes
        tell(f"{sessions} idle, all memory", f"{megabytes:.0f} MB", MOST_MEMORY_IN_ALL, megabytes)
        before = server.seconds
        latest = await _changes(server, folder, players, tables)
        tell("processor, with a change a second", f"{(server.seconds - before) / seconds:.0%}")
        await _tell_delay(folder, DELAY_OF_MANY)
        tell("the last one up to date after", f"{latest:.1f} s", UP_TO_DATE, latest)
        megabytes = server.megabytes
        tell("all memory after that", f"{megabytes:.0f} MB", MOST_MEMORY_IN_ALL, megabytes)
        await leave(players)
        await asyncio.sleep(GONE)
        tell("all memory once they left", f"{server.megabytes:.0f} MB")


async def _changes(
    server: ServerProcess, folder: Path, players: Sequence[Player], tables: Sequence[str]
) -> float:
    """Close a table every second; how long it took from one until all had been sent more.

    Infinite if somebody was sent nothing after one.
    """
    made = []
    for table in reversed(tables):
        made.append(perf_counter())
        await asyncio.to_thread(ask, folder, Close(table))
        await asyncio.sleep(max(0.0, 1 - (perf_counter() - made[-1])))
    await server.settled()
    return max(player.heard_since(at) for player in players for at in made)


async def _tell_delay(folder: Path, bar: Bar) -> None:
    delay = await loop_delay(folder)
    tell("delay of the server's loop, p99", f"{delay:.1f} ms", bar, delay)


async def _tell_late(folder: Path) -> None:
    bots = (await figures(folder))["bots"]
    late, answers = bots["answers_late"], bots["answers"]
    share = f"{late / max(answers, 1):.0%} of {answers}"
    tell("answers of bots that a quicker one gave", share)


def _tell_answers(taken: Answers) -> None:
    tell("keys", str(len(taken.waits)))
    tell("key to first byte, p50", f"{taken.p50:.1f} ms")
    tell("key to first byte, p99", f"{taken.p99:.1f} ms", LATEST, taken.p99)
    tell("bytes a cursor move", f"{taken.bytes_a_key:.0f} B", MOST_BYTES, taken.bytes_a_key)
    tell("processor a key", f"{taken.processor_a_key:.2f} ms")


@click.command()
@click.option("--sessions", default=100, show_default=True)
@click.option(
    "--seconds", default=60, show_default=True, help="The loop's delay is that of a minute."
)
@click.option("--every", default=1.0, show_default=True, help="Seconds from key to key.")
@click.option("--idle", default=0, show_default=True, help="Measure so many idle sessions instead.")
@click.option("--hard", default=0, show_default=True, help="Tables where only hard bots play.")
def main(sessions: int, seconds: int, every: float, idle: int, hard: int) -> None:
    """Measure a server under load."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "data"
        asyncio.run(
            measure_idle(idle, seconds, folder)
            if idle
            else measure(sessions, seconds, every, hard, folder)
        )


if __name__ == "__main__":
    main()
