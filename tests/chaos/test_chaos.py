"""A little of `make chaos`, and whether it would notice what it looks for."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import delete, update

from nim_tui.server.accounts.store import register
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.migrate import open_database
from nim_tui.server.storage.schema import LINES, SEATS, TABLES
from nim_tui.server.tables.game_store import open_table
from tests.chaos.faults import FAKETIME, FAULTS, main
from tests.chaos.kept import Kept, look_at
from tests.chaos.nodes import NodesChaos
from tests.chaos.served import Chaos
from tests.chaos.slices import KILLS, Slices
from tests.chaos.storage import storage_kills
from tests.chaos.told import Told
from tests.nim_tui.server.storage.cluster import own_cluster
from tests.nim_tui.server.storage.conftest import begun, key

MOVES = 6


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def played(folder: Path) -> Iterator[tuple[Database, str, Told]]:
    """A game of some moves, each of which was told."""
    database, told = open_database(folder), Told()
    ana, ben = (register(database, name, key(n)) for n, name in enumerate(("Ana", "Ben")))
    name = begun(database, ana, ben)
    table = open_table(database, name)
    for _move in range(MOVES):
        seat = table.waiting[0]
        number = sum(line.seat == seat for line in table.plays)
        move = table.legal(seat)[0]
        table.play(seat, move)
        told.accept(name, seat, number, move.word)
    yield database, name, told
    database.close()


Played = tuple[Database, str, Told]


def test_what_is_whole_has_no_faults(folder: Path, played: Played) -> None:
    kept = look_at(folder, played[2])
    assert kept.faults == []
    assert (kept.moves, kept.lost, kept.doubled) == (MOVES, 0, 0)


def test_a_move_that_was_told_and_is_gone_is_lost(folder: Path, played: Played) -> None:
    database, table, told = played
    with database.writing() as connection:
        last = (LINES.c.table == table) & (LINES.c.ply == MOVES - 1)
        connection.execute(delete(LINES).where(last))
    kept = look_at(folder, told)
    assert kept.lost == 1
    assert any("lines of game" in fault for fault in kept.faults)


def test_a_game_that_is_gone_loses_all_its_moves(folder: Path, played: Played) -> None:
    database, table, told = played
    with database.writing() as connection:
        connection.execute(delete(TABLES).where(TABLES.c.id == table))
    assert look_at(folder, told).lost == MOVES


def test_a_move_told_twice_is_doubled(folder: Path, played: Played) -> None:
    _database, table, told = played
    told.accept(table, *told.accepted[table][-1])
    assert look_at(folder, told).doubled == 1


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (update(SEATS).values(must_move=False), "are noted to move"),
        (update(SEATS).values(used=-1.0), "used -1.0 s"),
        (update(TABLES).values(moves=99), "99 moves are counted"),
        (update(TABLES).values(status="over"), "0 ends in its record"),
        (update(LINES).where(LINES.c.ply == 0).values(time=2e9), "its times do not go on"),
        (update(LINES).where(LINES.c.ply == MOVES - 1).values(ply=99), "not numbered"),
    ],
)  # fmt: skip
def test_what_does_not_hold_is_told(
    folder: Path, played: Played, change: object, says: str
) -> None:
    database, _table, told = played
    with database.writing() as connection:
        connection.execute(change)  # type: ignore[call-overload]
    assert any(says in fault for fault in look_at(folder, told).faults)


def test_a_log_that_was_told_otherwise_is_a_fault(folder: Path, played: Played) -> None:
    _database, table, told = played
    told.hear(table, 0, ["Ana: flew"])
    told.hear(table, 0, ["Ana: swam", "Ana: flew"])
    faults = look_at(folder, told).faults
    assert any("then" in fault for fault in faults)
    assert any("told what is not so" in fault for fault in faults)


def test_slices_that_are_done_are_not_done_again_and_all_are_summed(tmp_path: Path) -> None:
    done: list[tuple[int, int]] = []

    def doing(seed: int, kills: int) -> tuple[Told, Kept]:
        done.append((seed, kills))
        return Told(kills=kills, outages=2), Kept(tables=3, faults=["one"] * (seed == 7001))

    for _run in range(2):
        slices = Slices(tmp_path / "sums")
        slices.run("storage", 7, KILLS * 2 + 5, doing)
    assert done == [(7000, KILLS), (7001, KILLS), (7002, 5)]
    (told,) = slices.sums()
    assert told.startswith("storage, 3 slices: 405 kills, ")
    assert "6 outages" in told
    assert "9 games, 1 faults" in told
    assert slices.faults == 1


@pytest.mark.slow
def test_killed_writers_lose_nothing(folder: Path) -> None:
    told = storage_kills(folder, 12, 5, time.monotonic() + 90)
    kept = look_at(folder, told)
    assert kept.faults == []
    assert told.kills > 1
    assert told.moves > 0


@pytest.mark.nightly
async def test_a_killed_server_loses_nothing(folder: Path) -> None:
    chaos = Chaos(folder, 5)
    await chaos.run(3, time.monotonic() + 40, ends=0)
    kept = look_at(folder, chaos.told)
    assert kept.faults == []
    assert chaos.told.kills > 1
    assert chaos.told.moves > 0


@pytest.mark.nightly
@pytest.mark.timeout(300)
@pytest.mark.parametrize(
    "fault",
    [
        pytest.param(fault, marks=pytest.mark.skipif(
            fault == "jump" and not FAKETIME, reason="this needs libfaketime, not found here"
        ))
        for fault in FAULTS
    ],
)  # fmt: skip
def test_play_goes_on_soon_at_the_other_of_two_servers(fault: str) -> None:
    assert main(["--runs", "2", "--faults", fault]) == 0


@pytest.mark.nightly
async def test_a_killed_node_loses_nothing(tmp_path: Path) -> None:
    with own_cluster() as cluster:
        chaos = NodesChaos(tmp_path, cluster, 5)
        await chaos.run(2, time.monotonic() + 60, ends=0)
        kept = look_at(chaos.address, chaos.told)
    assert kept.faults == []
    assert chaos.told.kills > 0
    assert chaos.told.moves > 0
