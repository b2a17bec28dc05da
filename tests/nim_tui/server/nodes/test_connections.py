"""A node has three connections to PostgreSQL, whatever it does at once."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from collections.abc import Sequence

import psycopg
import pytest
from sqlalchemy.pool import QueuePool

from nim_tui.server.nodes import channel, locks
from nim_tui.server.nodes import presence as rows
from nim_tui.server.nodes.messages import Announced, tell_nodes
from nim_tui.server.storage import postgres
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.off_loop import THREADS, LongReads
from tests.nim_tui.server.nodes.conftest import Node, Pair
from tests.nim_tui.server.nodes.test_stalls import address_of, somebody_writes
from tests.waiting import until

pytestmark = pytest.mark.slow

MANY = 4 * THREADS


def connected(database: Database) -> Counter[str]:
    """The connections at the database, by their names, but for the one that asks."""
    query = "SELECT application_name FROM pg_stat_activity WHERE application_name LIKE 'nim_tui %'"
    with psycopg.connect(address_of(database), autocommit=True) as asked:
        return Counter(name for (name,) in asked.execute(query))


def sleeping(database: Database) -> object:
    with database.reading() as connection:
        return connection.exec_driver_sql("SELECT pg_sleep(0.02)").scalar()


class LongRead:
    """A long read that ends when it may, and what it has begun."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.has_begun, self.may_end = threading.Event(), threading.Event()

    def __call__(self) -> Sequence[object]:
        with self._database.reading() as connection:
            self.has_begun.set()
            assert self.may_end.wait(30)
            return connection.exec_driver_sql("SELECT 42").scalars().all()


@pytest.fixture
async def node(pair: Pair) -> Node:
    """One of two nodes; PostgreSQL has let go of the other, which takes it a moment."""
    await pair.other.close()
    database, pool = pair.one.database, pair.one.database.engine.pool
    assert isinstance(pool, QueuePool)

    def is_alone() -> bool:
        own = {channel.NAME: 1, postgres.NAME: pool.checkedin() + pool.checkedout()}
        return connected(database) == own

    await until(is_alone, "the end of the other's connections")
    return pair.one


async def test_reads_writes_and_long_reads_at_once_take_three(node: Node) -> None:
    database, reads = node.database, LongReads(2, 100)
    doing = [asyncio.ensure_future(database.look(sleeping)) for _each in range(MANY)]
    doing += [asyncio.ensure_future(database.ask(rows.leave, -1)) for _each in range(MANY)]
    doing += [
        asyncio.ensure_future(database.look(tell_nodes, Announced("hello")))
        for _each in range(MANY)
    ]
    doing += [asyncio.ensure_future(reads.do(lambda: sleeping(database))) for _each in range(8)]
    most: Counter[str] = Counter()
    while not all(one.done() for one in doing):
        most |= await asyncio.to_thread(connected, database)
    await asyncio.gather(*doing)
    assert most == {channel.NAME: 1, postgres.NAME: 2}
    reads.close()


async def test_a_long_read_keeps_neither_reads_nor_writes_waiting(node: Node) -> None:
    database, reads = node.database, LongReads(2, 100)
    longs = [LongRead(database), LongRead(database)]
    reading = [asyncio.ensure_future(reads.do(one)) for one in longs]
    await asyncio.to_thread(longs[0].has_begun.wait, 30)
    for _each in range(3):
        assert database.node in await database.look(locks.living)
        await database.ask(rows.leave, -1)
        await database.look(tell_nodes, Announced("hello"))
    assert not longs[1].has_begun.is_set(), "one at a time"
    for one in longs:
        one.may_end.set()
    assert await asyncio.gather(*reading) == [[42], [42]]
    reads.close()


async def test_a_write_that_waits_for_another_server_lets_others_go_first(node: Node) -> None:
    database = node.database

    def write(database: Database, table: str) -> str:
        with database.writing(table):
            return table

    with somebody_writes(database):
        waiting = [asyncio.ensure_future(database.ask(rows.leave, -1)) for _each in range(2)]
        await asyncio.sleep(0)
        assert await database.ask(write, "a table") == "a table"
        assert not any(one.done() for one in waiting)
    await asyncio.gather(*waiting)
