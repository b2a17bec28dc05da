"""Sessions of browsers that have ended leave nothing behind."""

from __future__ import annotations

import pytest

from tests.nim_tui.server.ssh.serving import Served
from tests.nim_tui.server.ssh.test_leaks import alive_after_sweeping
from tests.nim_tui.server.web.browsing import Door, both, tab
from tests.waiting import until

pytestmark = pytest.mark.slow


async def visit_in_every_way(door: Door, number: int) -> None:
    """Keys, a paste, a click; left by a key, by a crash, by closing the tab."""
    async with tab(door) as one:
        await one.type("\x1b[Ax\x1b[200~pasted\x1b[201~\x1b[<0;3;1M\x1b[<0;3;1m")
        await one.sees("click-1.")
        ways = ("q", "c", "")
        await one.type(ways[number % len(ways)])
        if number % len(ways) == 0:
            await one.is_sent_away()
        elif number % len(ways) == 1:
            await one.sees("Sorry")


def nothing_is_held(served: Served) -> bool:
    quotas = served.ssh_server.context.quotas
    return not any(quotas.taken(kind) for kind in ("connections", "sessions"))


async def test_ended_sessions_are_given_back() -> None:
    async with both() as (served, door):
        for number in range(12):
            await visit_in_every_way(door, number)
        await door.empty()
        served.house.errors.clear()
        context = served.ssh_server.context
        await until(lambda: not context.running and not context.connections, "the end of tasks")
        await until(lambda: not alive_after_sweeping(served), "the end of the apps")
        await until(lambda: nothing_is_held(served), "the places")
