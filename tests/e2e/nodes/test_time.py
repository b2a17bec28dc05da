"""How long a move takes from the key at one server to the screen at another, each a process."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from nim_tui.server.nodes import several
from nim_tui.server.storage.postgres import open_postgres
from nim_tui.server.tables.game_store import open_table
from rules.chance import Chance
from tests.e2e.admin.server import Server, visiting
from tests.nim_tui.server.admin.conftest import person
from tests.nim_tui.server.ssh.serving import Visitor
from tests.nim_tui.server.storage.cluster import own_cluster
from tests.nim_tui.server.storage.conftest import begun

pytestmark = pytest.mark.nightly

MOVES = 30
AT_ONCE = several.LOOK / 2
"""Seconds in which a move that was told comes, and one that is looked for now and then does not."""


@pytest.fixture
def address() -> Iterator[str]:
    with own_cluster() as cluster:
        yield cluster.blank()


async def at_rest(*visitors: Visitor) -> None:
    """Wait until nothing more comes."""
    quiet = 0
    while quiet < 10:
        before = [len(one.screen.got) for one in visitors]
        await asyncio.sleep(0.03)
        quiet = quiet + 1 if before == [len(one.screen.got) for one in visitors] else 0


@pytest.mark.nightly
async def test_a_move_is_soon_on_the_screen_at_the_other_node(tmp_path: Path, address: str) -> None:
    database = open_postgres(address)
    people = [person(database, name) for name in ("Ana", "Ben")]
    table = begun(database, *(one.account for one in people), game="submarine")
    nodes = [Server(tmp_path / name, ("--database", address)) for name in ("one", "other")]
    try:
        for node in nodes:
            node.start()
        async with (
            visiting(nodes[0], people[0].key) as ana,
            visiting(nodes[1], people[1].key) as ben,
        ):
            visitors = (ana, ben)
            for visitor in visitors:
                visitor.type("\r")
                await visitor.sees("placing")
            took = sorted([await one_move(database, table, visitors, n) for n in range(MOVES)])
    finally:
        for node in nodes:
            node.stop()
        database.close()
    half, most = took[len(took) // 2], took[len(took) * 99 // 100]
    print(f"\nfrom the key to the other screen: p50 {half * 1000:.0f} ms, p99 {most * 1000:.0f} ms")
    assert half < AT_ONCE


async def one_move(database: object, table: str, visitors: tuple[Visitor, ...], seed: int) -> float:
    """Type a move where it is due, and see how long the other screen waits for it."""
    await at_rest(*visitors)
    game = await asyncio.to_thread(open_table, database, table)  # type: ignore[arg-type]
    assert game.result is None, "the game is over too soon"
    seat = game.waiting[0]
    word = Chance(seed).pick(game.legal(seat)).word
    mover, looker = visitors[seat], visitors[1 - seat]
    mover.type(f":{word}")
    await at_rest(*visitors)
    looker.forget()
    begun_at = time.perf_counter()
    mover.type("\r")
    while not looker.screen.got:
        assert time.perf_counter() < begun_at + 20, f"{word} of seat {seat} was not seen"
        await asyncio.sleep(0.001)
    return time.perf_counter() - begun_at
