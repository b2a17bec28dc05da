"""A database on PostgreSQL: what differs from one in a file, and what must not."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from sqlalchemy import select

from nim_tui.server.accounts.store import Account, account_named, register
from nim_tui.server.nodes.presence import join
from nim_tui.server.storage import migrate as opening
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.migrate import UnusableDatabase
from nim_tui.server.storage.postgres import CLOSE, DatabaseClock, open_postgres
from nim_tui.server.storage.schema import ACCOUNTS, SCHEMA, SERVER_LOCKS
from nim_tui.server.tables.game_store import load
from nim_tui.server.tables.record_store import RecordConflict, append
from tests.nim_tui.server.storage.cluster import Cluster
from tests.nim_tui.server.storage.conftest import Clock, begun, key, play

pytestmark = pytest.mark.slow

WRITERS = 4
LINES = 25


@pytest.fixture
def address(cluster: Cluster) -> str:
    return cluster.blank()


@pytest.fixture
def shared(address: str, clock: Clock) -> Iterator[Database]:
    opened = open_postgres(address, clock)
    yield opened
    opened.close()


def pair(database: Database) -> tuple[Account, Account]:
    """Two people."""
    return register(database, "Ana", key(1)), register(database, "Ben", key(2))


def test_of_several_writers_one_alone_writes_each_line(shared: Database, address: str) -> None:
    table = begun(shared, *pair(shared))
    written: list[tuple[int, int]] = []
    refused: list[int] = []
    together = threading.Barrier(WRITERS)

    def write(writer: int) -> None:
        own = open_postgres(address)
        try:
            for ply in range(LINES):
                together.wait(30)
                try:
                    append(own, table, ply, play(writer))
                    written.append((ply, writer))
                except RecordConflict:
                    refused.append(ply)
        finally:
            own.close()

    writers = [
        threading.Thread(target=write, args=(number,), daemon=True) for number in range(WRITERS)
    ]
    for thread in writers:
        thread.start()
    for thread in writers:
        thread.join(60)
    assert [ply for ply, _writer in sorted(written)] == list(range(LINES))
    assert len(refused) == (WRITERS - 1) * LINES
    assert list(load(shared, table)[1]) == [play(writer) for _ply, writer in sorted(written)]


def test_what_is_read_is_of_one_moment(shared: Database, address: str) -> None:
    other = open_postgres(address)
    with shared.reading() as connection:
        names = select(ACCOUNTS.c.name)
        assert connection.execute(names).all() == []
        register(other, "Ana", key(1))
        assert connection.execute(names).all() == [], "it came later"
    assert account_named(shared, "Ana") is not None
    other.close()


def test_who_writes_takes_a_turn_before_reading(shared: Database, address: str) -> None:
    other, seen = open_postgres(address), threading.Event()

    def count() -> None:
        with other.writing() as connection:
            assert len(connection.execute(select(ACCOUNTS.c.name)).all()) == 1
            seen.set()

    with shared.writing() as connection:
        late = threading.Thread(target=count, daemon=True)
        late.start()
        assert not seen.wait(0.2), "it waits for its turn"
        connection.execute(
            ACCOUNTS.insert().values(
                name="Ana", skeleton="ana", folded="ana", created=0.0, last_seen=0.0
            )
        )
    late.join(30)
    assert seen.is_set(), "and then it sees what was written before"
    other.close()


def test_opened_again_it_holds_what_it_held(shared: Database, address: str) -> None:
    pair(shared)
    again = open_postgres(address)
    found = account_named(again, "ben")
    assert found is not None
    assert found.name == "Ben"
    again.close()


def test_one_of_a_later_version_is_left_alone(shared: Database, address: str) -> None:
    with shared.writing() as connection:
        connection.execute(SCHEMA.update().values(version_num="0099"))
    with pytest.raises(UnusableDatabase, match="has version 99"):
        open_postgres(address)


def test_one_of_the_next_version_is_used_while_servers_are_updated(
    shared: Database, address: str
) -> None:
    following = f"{opening.version() + 1:04}"
    with shared.writing() as connection:
        connection.execute(SCHEMA.update().values(version_num=following))
    again = open_postgres(address)
    with again.reading() as connection:
        assert connection.execute(select(SCHEMA.c.version_num)).scalar() == following
    again.close()


@pytest.mark.parametrize(("apart", "is_fit"), [(-2, False), (-1, True), (1, True), (2, False)])
def test_servers_of_versions_too_far_apart_do_not_share_it(
    shared: Database, address: str, apart: int, is_fit: bool
) -> None:
    node = 1
    join(shared, node, "other:1", opening.version() + apart)
    with shared.driver() as connection:
        connection.execute(f"SELECT pg_advisory_lock({SERVER_LOCKS}, {node})")
        connection.commit()
        if is_fit:
            open_postgres(address).close()
        else:
            with pytest.raises(UnusableDatabase, match=r"other:1"):
                open_postgres(address)
        connection.execute(f"SELECT pg_advisory_unlock({SERVER_LOCKS}, {node})")
        connection.commit()
    open_postgres(address).close()


def test_one_of_another_program_is_left_alone(address: str) -> None:
    made = open_postgres(address)
    with made.writing() as connection:
        SCHEMA.drop(connection)
    made.close()
    with pytest.raises(UnusableDatabase, match="is not a nim_tui database"):
        open_postgres(address)


@pytest.mark.parametrize(
    "wrong", ["postgresql://", "postgresql://ana:secret@127.0.0.1:1/games", "postgresql://[", "x"]
)
def test_what_cannot_be_reached_is_told_in_one_line(
    wrong: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PGHOST", "/nowhere")
    with pytest.raises(UnusableDatabase) as caught:
        open_postgres(wrong)
    assert str(caught.value).isprintable()
    assert "secret" not in str(caught.value)


def test_the_time_is_that_of_the_database_carried_on_steadily() -> None:
    steady = Clock()
    time = DatabaseClock(steady)
    time.note(5000.0, 0.0)
    steady.pass_by(3.0)
    assert time() == 5003.0
    time.note(5003.0 - CLOSE, 0.0)
    assert time() == 5003.0, "what is close changes nothing"
    time.note(5002.5, 0.6)
    assert time() == 5003.0, "the answer was on its way"
    time.note(9000.0, 1.0)
    assert time() == 9000.5


def test_a_wrong_clock_of_a_machine_changes_nothing(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = open_postgres(address)
    with monkeypatch.context() as patch:
        patch.setattr("time.time", lambda: 5.0)
        here = open_postgres(address)
    assert abs(here.now() - there.now()) < 4 * CLOSE
    for one in (here, there):
        one.close()
