"""A database that is away when a server starts, and what people are told of one that went away."""

from __future__ import annotations

from typing import cast

import pytest
from sqlalchemy import create_engine

from nim_tui.server.accounts.store import account_named, register
from nim_tui.server.storage.database import Database, StorageError
from nim_tui.server.storage.migrate import DatabaseAway, UnusableDatabase, once_there
from nim_tui.server.storage.postgres import open_postgres
from tests.nim_tui.server.storage.conftest import key

NOWHERE = "127.0.0.1:1"
WORDS = "the database does not answer: try again in a moment"
THERE = cast(Database, object())


class Starting:
    """A database that answers after so many seconds, and the clock by which it is waited for."""

    def __init__(self, seconds: float) -> None:
        self.seconds, self.time = seconds, 0.0

    def open(self) -> Database:
        if self.time < self.seconds:
            raise DatabaseAway("{path} cannot be used ({why})", path="db", why="refused")
        return THERE

    def now(self) -> float:
        return self.time

    async def sleep(self, seconds: float) -> None:
        self.time += seconds

    async def found(self) -> Database:
        return await once_there(self.open, self.now, self.sleep)


async def test_it_is_waited_for_with_a_line_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    starting = Starting(150.0)
    assert await starting.found() is THERE
    assert starting.time == 150.0
    assert caplog.messages == ["the database does not answer yet, it is waited for: refused"] * 3


async def test_after_an_hour_it_is_waited_for_no_more(caplog: pytest.LogCaptureFixture) -> None:
    starting = Starting(86_400.0)
    with pytest.raises(DatabaseAway):
        await starting.found()
    assert starting.time == 3_600.0
    assert len(caplog.messages) == 60


async def test_one_that_is_there_is_not_waited_for(caplog: pytest.LogCaptureFixture) -> None:
    assert await Starting(0.0).found() is THERE
    assert not caplog.messages


async def test_a_wrong_address_is_told_at_once() -> None:
    def opening() -> Database:
        raise UnusableDatabase("not the address of a database")

    async def sleep(_seconds: float) -> None:
        raise AssertionError("nobody waits")

    with pytest.raises(UnusableDatabase, match="not the address of a database"):
        await once_there(opening, sleep=sleep)


def test_one_that_does_not_answer_is_away() -> None:
    with pytest.raises(DatabaseAway, match="refused"):
        open_postgres(f"postgresql://ana@{NOWHERE}/games")


def test_people_are_not_told_where_the_database_is(caplog: pytest.LogCaptureFixture) -> None:
    away = Database(create_engine(f"postgresql+psycopg://ana@{NOWHERE}/games"), lambda: 0.0)
    with pytest.raises(StorageError) as told:
        account_named(away, "Ana")
    with pytest.raises(StorageError) as not_saved:
        register(away, "Ana", key(1))
    assert str(told.value) == str(not_saved.value) == WORDS
    assert len(caplog.messages) == 1, "of the write: of what is only read each screen would tell"
    away.close()


def test_nor_what_it_said_of_what_it_refused(database: Database) -> None:
    with pytest.raises(StorageError) as told, database.reading() as connection:
        connection.exec_driver_sql("SELECT secret FROM nowhere")
    assert str(told.value) == "the database refused the change"
