"""What stands still for a while: a node in the middle of a write, and the database itself."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import psycopg
import pytest

from nim_tui.server.nodes import channel, locks, several
from nim_tui.server.nodes import presence as rows
from nim_tui.server.storage import database as connection
from nim_tui.server.storage import postgres
from nim_tui.server.storage.database import Database, StorageError
from nim_tui.server.storage.off_loop import THREADS
from nim_tui.server.storage.postgres import connecting, open_postgres
from rules.chance import Chance
from tests.nim_tui.server.nodes.conftest import Pair, some_move
from tests.nim_tui.server.storage.cluster import Cluster
from tests.waiting import until

pytestmark = pytest.mark.nightly


def address_of(database: Database) -> str:
    return database.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)


@contextmanager
def somebody_writes(database: Database) -> Iterator[None]:
    """A transaction that has the turn to write, and does not end."""
    with psycopg.connect(address_of(database)) as held:
        held.execute(f"SELECT pg_advisory_xact_lock({postgres._TURN})")
        yield
        held.rollback()


async def test_a_write_that_does_not_end_keeps_nobody_from_living_and_reading(pair: Pair) -> None:
    ana, ben = pair.comes("Ana", pair.one), pair.comes("Ben", pair.other)
    living = locks.living(pair.one.database)
    with somebody_writes(pair.one.database):
        saying = [
            asyncio.ensure_future(pair.one.lobby.talking.say(ana.account, "hello"))
            for _each in range(2 * THREADS)
        ]
        waiting = [
            asyncio.ensure_future(pair.one.database.ask(rows.leave, -1))
            for _each in range(2 * THREADS)
        ]
        looks = pair.one.nodes._looks, pair.other.nodes._looks
        enough = 2 * channel.IDLE / several.LOOK

        def live_on() -> bool:
            assert locks.living(pair.one.database) == living
            now = pair.one.nodes._looks, pair.other.nodes._looks
            return all(one > was + enough for one, was in zip(now, looks, strict=True))

        await until(live_on, "looks for twice the time that a server may say nothing")
        assert not any(one.done() for one in waiting[THREADS:]), "writes wait for their turn"
        await saying[0]
        speakers = await pair.one.lobby.talking.speakers(None, ben.account)
        assert speakers == {ana.account: "Ana"}, "talk has a turn of its own, and reads have none"
    with suppress(StorageError):
        await asyncio.gather(*saying, *waiting, return_exceptions=True)
    assert not any("does not answer" in line for line in (*ana.heard, *ben.heard))


async def test_the_turn_of_who_stands_still_goes_to_the_next(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert postgres._LOST < connection.PATIENCE, "others wait for longer"
    monkeypatch.setattr(postgres, "_LOST", 300)
    has_turn, goes_on = threading.Event(), threading.Event()

    def stands_still(database: Database) -> None:
        with database.writing():
            has_turn.set()
            goes_on.wait()

    standing = asyncio.ensure_future(pair.one.database.ask(stands_still))
    await asyncio.to_thread(has_turn.wait)
    await pair.other.database.ask(rows.leave, -1)
    goes_on.set()
    with pytest.raises(StorageError):
        await standing


def test_who_starts_waits_for_another_to_bring_the_database_on(cluster: Cluster) -> None:
    """A start waits longer than writes do."""
    address = cluster.blank()
    open_postgres(address).close()
    opened: list[Database] = []
    starting = threading.Thread(target=lambda: opened.append(open_postgres(address)), daemon=True)
    with psycopg.connect(address) as held:
        held.execute(f"SELECT pg_advisory_xact_lock({postgres._TURN})")
        starting.start()
        end = time.monotonic() + connection.PATIENCE / 1000 + 0.5
        while time.monotonic() < end:
            assert starting.is_alive()
            starting.join(0.1)
        held.rollback()
    starting.join()
    assert len(opened) == 1
    opened[0].close()


async def test_a_database_that_hangs_is_noticed_and_play_goes_on_after_it(
    pair: Pair, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(channel, "PATIENCE", 0.5)
    table = await pair.table("Ana", "Ben")
    ana, ben = pair.comes("Ana", pair.one), pair.comes("Ben", pair.other)
    here, _there = await ana.goes_to(table), await ben.goes_to(table)
    with cluster.frozen():
        for one in (ana, ben):
            await until(lambda one=one: any("does not answer" in s for s in one.heard), "a line")  # type: ignore[misc]
        await until(lambda: not here.is_own, "the end of the lease, as far as it knows")
        move = asyncio.ensure_future(some_move(here, Chance(5), 0))
        await asyncio.sleep(0)
    for one in (ana, ben):
        await until(lambda one=one: any("answers again" in s for s in one.heard), "its end")  # type: ignore[misc]
    await move
    nodes = (pair.one, pair.other)
    await until(lambda: any(table in node.own_tables() for node in nodes), "an owner")
    await until(lambda: all(node.held(table).table.plays for node in nodes), "the move at both")
    await some_move(pair.other.held(table), Chance(5), 1)


def test_a_machine_that_says_nothing_any_more_is_not_waited_for(pair: Pair) -> None:
    url = pair.one.database.engine.url
    with pair.one.database.driver() as held:
        told = held.info.get_parameters()
    for name, value in connecting(url).items():
        assert told[name] == str(value)
    assert connecting(url.update_query_dict({"connect_timeout": "60"})).keys() == (
        connecting(url).keys() - {"connect_timeout"}
    )
    with pair.one.database.reading() as look:
        longest = look.exec_driver_sql("SHOW statement_timeout").scalar()
    assert longest == "1min"
