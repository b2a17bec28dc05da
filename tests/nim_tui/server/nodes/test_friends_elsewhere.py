"""Friends, messages and vacations of people at different servers of one database."""

from __future__ import annotations

import pytest

from tests.nim_tui.server.correspondence import THREE_DAYS
from tests.nim_tui.server.nodes.conftest import Pair
from tests.nim_tui.server.notifications.test_reminders import DAY
from tests.waiting import until

pytestmark = pytest.mark.nightly


async def test_friends_come_and_write_from_the_other_server(pair: Pair) -> None:
    ana, ben = pair.account("Ana"), pair.account("Ben")
    await pair.one.lobby.friends.follow(ana.id, ben.id)
    here = pair.comes("Ana", pair.one)
    there = pair.comes("Ben", pair.other)
    await until(lambda: "Ben, whom you follow, is online." in here.heard, "the news")
    await pair.other.lobby.friends.send(ben, ana, "tea?", by=ben.id)
    await until(lambda: "Ben writes to you: tea?" in here.heard, "the message")
    await pair.one.lobby.talking.block(ana.id, ben.id)
    await pair.other.lobby.friends.send(ben, ana, "cake?", by=ben.id)
    await pair.one.lobby.friends.send(ana, ben, "no", by=ana.id)
    await until(lambda: "Ana writes to you: no" in there.heard, "an answer")
    assert "cake" not in " ".join(here.heard)


async def test_a_clock_stands_at_the_server_that_runs_it(pair: Pair) -> None:
    table = await pair.table("Ana", "Ben", clock=THREE_DAYS)
    ben, ana = pair.comes("Ben", pair.one), pair.account("Ana")
    time = pair.one.held(table).time
    await pair.other.lobby.vacations.begin(ana.id, "Ana", 5)
    await until(lambda: time.paused_until(0) is not None, "the pause")
    assert time.paused_until(1) is None
    await until(lambda: any("on vacation" in line for line in ben.heard), "the news")
    await pair.other.lobby.vacations.end(ana.id, "Ana")
    await until(lambda: time.paused_until(0) is None, "the end")
    left = time.left(0)
    assert left is not None
    assert left <= 3 * DAY
