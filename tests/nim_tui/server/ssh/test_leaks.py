"""Sessions that have ended leave nothing behind."""

from __future__ import annotations

import pytest

from tests.nim_tui.server.ssh.serving import (
    Served,
    connect,
    new_key,
    open_session,
    serving,
    visiting,
)
from tests.waiting import until

pytestmark = pytest.mark.slow


async def visit_in_every_way(served: Served, number: int) -> None:
    """Keys, a paste, a click; left by a key, by a crash, by cutting the line."""
    connection = await connect(served.port, new_key())
    visitor = await open_session(connection)
    await visitor.sees("welcome-here")
    visitor.type("\x1b[Ax\x1b[200~pasted\x1b[201~\x1b[<0;3;1M\x1b[<0;3;1m")
    await visitor.sees("click-1.")
    ways = ("q", "c", "")
    visitor.type(ways[number % len(ways)])
    if number % len(ways) == 0:
        await visitor.is_sent_away()
    elif number % len(ways) == 1:
        await visitor.sees("Sorry")
    connection.abort()
    await connection.wait_closed()


def alive_after_sweeping(served: Served) -> int:
    """How many apps there still are."""
    served.ssh_server._context.collector.collect()
    return sum(app() is not None for app in served.house.apps)


async def test_ended_sessions_are_given_back() -> None:
    async with serving() as served, visiting(served) as runners:
        for number in range(30):
            await visit_in_every_way(served, number)
        await until(lambda: served.figure("sessions_open") == 1)
        served.house.errors.clear()
        await until(lambda: len(served.ssh_server._context.running) == 1)
        # What was cut off may have a timer left, of a tenth of a second.
        await until(lambda: alive_after_sweeping(served) == 1, "the end of the apps")
        runners.type("x")
        await runners.sees("key-1-x.")
