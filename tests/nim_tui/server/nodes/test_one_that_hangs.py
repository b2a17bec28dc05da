"""One process of PostgreSQL stands still, or one lock is held without end: the others go on."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import Connection, event

from nim_tui.server.nodes import channel, locks
from nim_tui.server.play import changes as uncertain
from nim_tui.server.play.live_table import LiveTable
from nim_tui.server.storage import postgres as bounded
from nim_tui.server.storage.database import (
    COUNTS,
    CommitUnknown,
    Database,
    StorageError,
    WriteRefused,
)
from nim_tui.server.storage.off_loop import THREADS
from nim_tui.tables.changes import PendingChange
from rules.chance import Chance
from tests.nim_tui.server.nodes.conftest import Pair, some_move
from tests.nim_tui.server.nodes.test_stalls import address_of
from tests.waiting import until

pytestmark = pytest.mark.nightly


class Backends:
    """Processes of the database that are made to stand still, until they are let go on."""

    def __init__(self) -> None:
        self.still: list[int] = []

    def stop(self, connection: Connection) -> None:
        """Let that which answers a connection stand still."""
        held = connection.connection.driver_connection
        assert held is not None
        self.still.append(held.info.backend_pid)
        os.kill(self.still[-1], signal.SIGSTOP)

    def kill(self) -> None:
        """They die, as when the machine runs out of memory: the database starts all anew."""
        for pid in self.still:
            os.kill(pid, signal.SIGKILL)
        self.still.clear()

    def go_on(self) -> None:
        """Let them go on."""
        for pid in self.still:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)
        self.still.clear()


@pytest.fixture
def backends(monkeypatch: pytest.MonkeyPatch) -> Iterator[Backends]:
    monkeypatch.setattr(bounded, "SOON", 1.5)
    monkeypatch.setattr(uncertain, "RETRY", 0.05)
    backends = Backends()
    yield backends
    backends.go_on()


@contextmanager
def stopped_at_commit(database: Database, backends: Backends) -> Iterator[threading.Event]:
    """The next write has no answer when it is to be stored; whether that has been."""
    has_been = threading.Event()

    def committed(connection: Connection) -> None:
        options = connection.get_execution_options()
        if options.get("nim_tui_writes", COUNTS) != COUNTS and not has_been.is_set():
            has_been.set()
            backends.stop(connection)

    event.listen(database.engine, "commit", committed)
    yield has_been
    event.remove(database.engine, "commit", committed)


async def test_a_read_whose_backend_hangs_frees_its_thread(pair: Pair, backends: Backends) -> None:
    database = pair.one.database

    def look(database: Database) -> None:
        with database.reading() as connection:
            backends.stop(connection)
            connection.exec_driver_sql("SELECT 1")

    looks = [asyncio.ensure_future(database.look(look)) for _thread in range(2 * THREADS)]
    for one in looks:
        with pytest.raises(StorageError, match="does not answer"):
            await one
    assert await database.look(_answer) == 42


def _answer(database: Database) -> object:
    with database.reading() as connection:
        return connection.exec_driver_sql("SELECT 41 + 1").scalar()


async def test_a_write_that_hangs_before_it_is_stored_is_refused(
    pair: Pair, backends: Backends
) -> None:
    def write(database: Database) -> None:
        with database.writing() as connection:
            backends.stop(connection)
            connection.exec_driver_sql("SELECT 1")

    with pytest.raises(WriteRefused) as refused:
        await pair.one.database.ask(write)
    assert not isinstance(refused.value, CommitUnknown), "it was not asked to store anything"


async def test_a_connection_that_hung_while_nobody_used_it_is_not_used_again(
    pair: Pair, backends: Backends
) -> None:
    database = pair.one.database

    def stop(database: Database) -> None:
        with database.reading() as connection:
            backends.stop(connection)

    await pair.one.stands_still()
    await database.look(stop)
    for _one in range(2 * THREADS):
        with suppress(StorageError):
            await database.look(locks.living)
    assert len(await database.look(locks.living)) > 0
    await pair.one.wakes()


async def looked_at_from_both(pair: Pair) -> tuple[LiveTable, LiveTable]:
    """A table at which Ana is here and Ben at the other node, as each of the nodes holds it."""
    table = await pair.table("Ana", "Ben")
    ana, ben = pair.comes("Ana", pair.one), pair.comes("Ben", pair.other)
    return await ana.goes_to(table), await ben.goes_to(table)


async def test_a_move_whose_end_is_unknown_is_told_once_it_is_stored(
    pair: Pair, backends: Backends
) -> None:
    here, there = await looked_at_from_both(pair)
    with stopped_at_commit(pair.one.database, backends) as has_been:
        move = asyncio.ensure_future(some_move(here, Chance(5), 0))
        await until(has_been.is_set, "the write")
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(asyncio.shield(move), 2 * bounded.SOON)
        assert here.table.plays == there.table.plays == (), "nothing is told"
    backends.go_on()
    await move
    await until(lambda: there.table.plays == here.table.plays, "the move elsewhere")
    assert len(here.table.plays) == 1
    await some_move(there, Chance(5), 1)
    await until(lambda: len(here.table.plays) == 2, "the next move")


async def test_a_move_that_was_lost_with_its_backend_is_written_again(
    pair: Pair, backends: Backends
) -> None:
    here, there = await looked_at_from_both(pair)
    with stopped_at_commit(pair.one.database, backends) as has_been:
        move = asyncio.ensure_future(some_move(here, Chance(5), 0))
        await until(has_been.is_set, "the write")
    backends.kill()
    await move
    await until(lambda: there.table.plays == here.table.plays, "the move elsewhere")
    assert len(here.table.plays) == 1


async def test_a_lost_move_comes_after_one_that_took_its_number(
    pair: Pair, backends: Backends, monkeypatch: pytest.MonkeyPatch
) -> None:
    look, may_look = uncertain._found_out, asyncio.Event()

    async def held_back(database: Database, draft: PendingChange, trouble: CommitUnknown) -> None:
        await may_look.wait()
        await look(database, draft, trouble)

    monkeypatch.setattr(uncertain, "_found_out", held_back)
    here, there = await looked_at_from_both(pair)
    with stopped_at_commit(pair.one.database, backends) as has_been:
        first = asyncio.ensure_future(some_move(here, Chance(5), 0))
        await until(has_been.is_set, "the write")
    backends.kill()
    while not there.table.plays:
        with suppress(StorageError):  # the database starts anew
            await some_move(there, Chance(5), 1)
    assert [*here.table.plays] == [], "of the first nothing is known yet"
    may_look.set()
    await first
    await until(lambda: there.table.plays == here.table.plays, "the same at both")
    assert [made.seat for made in here.table.plays] == [1, 0]


async def test_a_lock_held_without_end_keeps_nobody_waiting_for_long(pair: Pair) -> None:
    with psycopg.connect(address_of(pair.one.database)) as held:
        held.execute("LOCK TABLE tables IN ACCESS EXCLUSIVE MODE")
        for asked in (pair.one.database.look, pair.one.database.ask):
            with pytest.raises(StorageError, match="another program is using the database"):
                await asked(locks.orphans)
        held.rollback()
    assert await pair.one.database.look(locks.orphans) == []


async def test_who_listens_on_what_hangs_listens_anew(
    pair: Pair,
    backends: Backends,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(channel, "PATIENCE", 0.3)
    ana, ben = pair.comes("Ana", pair.one), pair.comes("Ben", pair.other)
    query = "SELECT pid FROM pg_stat_activity WHERE application_name = %s"
    with psycopg.connect(address_of(pair.one.database), autocommit=True) as asked:
        for (pid,) in asked.execute(query, (channel.NAME,)).fetchall():
            assert Path(f"/proc/{pid}").exists()
            backends.still.append(pid)
            os.kill(pid, signal.SIGSTOP)
    is_broken = "the connection to other servers broke"
    await until(lambda: caplog.text.count(is_broken) == 2, "that both notice")
    nodes = (pair.one.nodes, pair.other.nodes)
    await until(lambda: all(node._channel.is_open for node in nodes), "that they listen again")
    await pair.one.lobby.talking.say(ana.account, "hello")
    await until(lambda: "Ana: hello" in ben.heard, "the line")
