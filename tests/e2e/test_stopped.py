"""A server whose process stands still for a while, as when its machine sleeps."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable

import pytest
from sqlalchemy import select

from nim_tui.server.accounts.store import register
from nim_tui.server.storage.schema import OVER, TABLES
from nim_tui.server.tables.seat_store import start
from nim_tui.server.tables.table_store import SeatWish, TablePlan, create_table
from nim_tui.tables.clock import ClockPlan
from tests.e2e.server_process import ServerProcess
from tests.nim_tui.server.kept_in import kept
from tests.nim_tui.server.storage.conftest import key
from tests.waiting import wait_until

pytestmark = pytest.mark.slow


@pytest.mark.nightly
def test_a_server_that_is_really_stopped_loses_nobody_a_game(
    servers: Callable[[int], ServerProcess],
) -> None:
    server = servers(7)
    server.stop_politely()
    database = kept().opened(server.data)
    people = [register(database, name, key(n)) for n, name in enumerate(("Ana", "Ben"))]
    seats = [SeatWish(account=one.id) for one in people]
    plan = TablePlan("bataille", seats, clock=ClockPlan("move", 4))
    table = create_table(database, people[0].id, plan)
    start(database, table, 7)
    database.close()
    server.start()
    began = time.monotonic()
    assert server._process is not None
    os.kill(server._process.pid, signal.SIGSTOP)
    time.sleep(6)
    os.kill(server._process.pid, signal.SIGCONT)
    time.sleep(1)
    assert not is_over(server)
    wait_until(lambda: is_over(server), "the end by the clock")
    assert time.monotonic() - began > 6 + 3


def is_over(server: ServerProcess) -> bool:
    """Whether the only game has ended."""
    database = kept().opened(server.data)
    try:
        with database.reading() as connection:
            return list(connection.execute(select(TABLES.c.status)).scalars()) == [OVER]
    finally:
        database.close()
