"""Two servers at one PostgreSQL beside one: what a move costs, and when another player sees it.

`python -m tests.bench.nodes [--tables 8]` seats four people at each table, two at each server
or all at one, and lets them seal the same programs at the same pace. Of each program it takes how
long it is until the player across the table, who is at the other server, is sent anything.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from statistics import median, quantiles
from typing import Final

import asyncssh
import click
from sqlalchemy import func, select

from nim_tui.server.accounts.store import register
from nim_tui.server.storage.postgres import open_postgres
from nim_tui.server.storage.schema import LINES
from nim_tui.server.tables.record_store import append
from nim_tui.server.tables.seat_store import start
from nim_tui.server.tables.table_store import SeatWish, TablePlan, create_table
from nim_tui.tables.record import MoveEntry
from rules.chance import Chance
from rules.himalaya import HIMALAYA
from tests.bench.crowd import Player, everybody, leave, new_keys
from tests.bench.report import Bar, tell
from tests.bench.server_process import ServerProcess, running
from tests.nim_tui.server.storage.cluster import Cluster

SEATS: Final = 4
TURNS: Final = 10
"""Turns that are played, of the twelve of a game."""
PROGRAM: Final = b"\x1b[200~pppppp\x1b[201~\r"
"""A program of pauses, pasted into the line for typing."""
TAKE: Final = 0.4
"""Seconds in which a key is answered."""
SHOWN: Final = 3.0
"""Seconds in which the end of a turn is shown and skipped."""
PARTS: Final = 2
"""Parts that are skipped each: a turn, and the inventory after every fourth."""
BEYOND: Final = Bar(150, at_least=False, unit="ms")


@dataclass(frozen=True, slots=True)
class Taken:
    """What the moves of all tables took."""

    waits: Sequence[float]
    """Seconds from each move to the first byte at the player across the table."""
    processor: float
    """Seconds of all servers."""
    stored: int
    """Moves in the database."""

    @property
    def p99(self) -> float:
        """Milliseconds in which 99 of 100 moves were seen."""
        return quantiles(self.waits, n=100)[98] * 1000


def made_ready(address: str, keys: Sequence[asyncssh.SSHKey]) -> None:
    """Tables of four, all caravans placed."""
    database = open_postgres(address)
    accounts = [
        register(database, f"Player{n}", key.get_fingerprint("sha256")).id
        for n, key in enumerate(keys, start=100)
    ]
    for first in range(0, len(accounts), SEATS):
        seats = [SeatWish(account=account) for account in accounts[first : first + SEATS]]
        table = create_table(database, accounts[first], TablePlan(HIMALAYA.name, seats))
        start(database, table, first)
        begins = HIMALAYA.new(SEATS, HIMALAYA.automatic, Chance(first)).first
        for place in range(SEATS):
            seat = (begins + place) % SEATS
            waiting = tuple(range(SEATS)) if place == SEATS - 1 else ((seat + 1) % SEATS,)
            append(database, table, place, MoveEntry(seat, f"camp {1 + 4 * place}"), waiting)
    database.close()


def _stored(address: str) -> int:
    database = open_postgres(address)
    with database.reading() as connection:
        lines = connection.execute(select(func.count()).select_from(LINES)).scalar_one()
    database.close()
    return int(lines)


async def _sit_down(servers: Sequence[ServerProcess], players: Sequence[Player]) -> None:
    for key in (b"m", b"\r"):  # only the own table; sit down
        for player in players:
            player.send(key)
        for server in servers:
            await server.settled()


async def _play(table: Sequence[Player], offset: float) -> list[float]:
    """All turns of a table; the wait for each move."""
    waits = []
    await asyncio.sleep(offset)
    for _turn in range(TURNS):
        for seat, mover in enumerate(table):
            mover.send(b":")
            await asyncio.sleep(TAKE)
            across = table[(seat + SEATS // 2) % SEATS]
            waits.append(await across.wait_for(mover, PROGRAM))
            await asyncio.sleep(TAKE)
        for _part in range(PARTS):
            for player in table:
                player.send(b"\x1b")
            await asyncio.sleep(SHOWN / PARTS)
    return waits


async def measure(tables: int, nodes: int, folder: Path) -> Taken:
    """The same games at so many servers. Raises NotShown, asyncssh.Error, OSError."""
    keys = new_keys(tables * SEATS)
    with Cluster(folder / "postgresql") as cluster:
        address = cluster.blank()
        made_ready(address, keys)
        before = _stored(address)
        async with AsyncExitStack() as stack:
            servers = []
            for number in range(nodes):
                data = str(folder / f"node {number}")
                serve = ["nim_tui", "serve", "--port", "0", "--data", data, "--database", address]
                servers.append(await stack.enter_async_context(running(serve)))
            players = await _people(servers, keys)
            await _sit_down(servers, players)
            begun = [server.seconds for server in servers]
            seated = [players[first : first + SEATS] for first in range(0, len(players), SEATS)]
            pace = SEATS * 2 * TAKE + SHOWN
            waits = await asyncio.gather(
                *(_play(four, pace * n / tables) for n, four in enumerate(seated))
            )
            worked = sum(server.seconds - was for server, was in zip(servers, begun))
            await leave(players)
        return Taken([*chain(*waits)], worked, _stored(address) - before)


async def _people(
    servers: Sequence[ServerProcess], keys: Sequence[asyncssh.SSHKey]
) -> list[Player]:
    """Those across from each other at different servers, if there are several."""
    half = SEATS // 2
    homes = [servers[n % SEATS // half % len(servers)] for n in range(len(keys))]
    found: dict[int, Player] = {}
    for network, server in enumerate(servers, start=1):
        here = [n for n, home in enumerate(homes) if home is server]
        came = await everybody(server, [keys[n] for n in here], network=network)
        found |= zip(here, came)
    return [found[n] for n in range(len(keys))]


@click.command()
@click.option("--tables", default=8, show_default=True, type=click.IntRange(min=1, max=40))
def main(tables: int) -> None:
    """Measure one server, then two: about three minutes."""
    for nodes in (1, 2):
        with tempfile.TemporaryDirectory(prefix="nim-tui-") as name:
            taken = asyncio.run(measure(tables, nodes, Path(name)))
        what = "one server" if nodes == 1 else "two servers"
        tell(f"{what}, moves made / stored", f"{len(taken.waits)}/{taken.stored}")
        tell(
            "processor a move, painting included", f"{taken.processor / taken.stored * 1000:.1f} ms"
        )
        tell("move to another's screen, p50", f"{median(taken.waits) * 1000:.1f} ms")
        tell("move to another's screen, p99", f"{taken.p99:.1f} ms", BEYOND, taken.p99)


if __name__ == "__main__":
    main()
