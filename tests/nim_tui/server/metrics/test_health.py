"""Whether a server does well, as it tells whoever watches over it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine

from nim_tui.server.measurements import Measurements
from nim_tui.server.metrics import Health
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.migrate import open_database


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    opened = open_database(tmp_path, threads=1)
    yield opened
    opened.close()


async def test_a_server_that_does_well(database: Database) -> None:
    assert await Health(Measurements(), database).trouble() == ""


async def test_a_loop_that_was_late_for_a_while_is_told(database: Database) -> None:
    seconds = [0.0]
    delay = Measurements(now=lambda: seconds[0])
    health = Health(delay, database)
    delay.note(3.0)
    for _beat in range(9):
        delay.note(0.0)
    assert await health.trouble() == "", "one beat alone was late"
    for _beat in range(20):
        delay.note(0.7)
    assert await health.trouble() == "late"
    seconds[0] = 11.0
    delay.note(0.0)
    assert await health.trouble() == "", "that is long ago"


async def test_a_database_that_does_not_answer_is_told() -> None:
    away = Database(create_engine("postgresql+psycopg://ana@127.0.0.1:1/games"), lambda: 0.0)
    assert await Health(Measurements(), away).trouble() == "database"
    away.close()
