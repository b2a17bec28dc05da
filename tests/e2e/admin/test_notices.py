"""Notices of a server in a process of its own: sent after a start, counted, stopped over ssh."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from nim_tui.server.notifications.subscriptions import subscriptions
from nim_tui.server.storage.database import Database
from tests.e2e.admin.server import Server
from tests.e2e.admin.ssh_client import run_ssh
from tests.nim_tui.server.admin.conftest import person, run_as_process
from tests.nim_tui.server.correspondence import by_calendar, have, waits
from tests.nim_tui.server.notifications.conftest import Sink, sink
from tests.nim_tui.server.ssh.serving import new_key
from tests.nim_tui.server.storage.conftest import Clock
from tests.waiting import wait_until

pytestmark = pytest.mark.slow

__all__ = ["sink"]

needs_ssh = pytest.mark.skipif(shutil.which("ssh") is None, reason="this needs `ssh`")


@pytest.fixture
def sending(folder: Path) -> Iterator[Server]:
    """A server that sends notices to this machine, not started."""
    options = ("--webhooks", "--notice-loopback", "--notice-seconds", "0", "--guests")
    made = Server(folder, options)
    yield made
    made.stop()


@needs_ssh
async def test_a_turn_is_told_after_a_start_and_stopped_by_its_code(
    sending: Server, folder: Path, database: Database, sink: Sink
) -> None:
    ana, ben = person(database, "Ana"), person(database, "Ben")
    kept = have(database, ana.account, sink.address)
    table = by_calendar(database, ana.account, ben.account)
    clock = Clock()
    clock.time = database.now()
    waits(database, clock, table, 0)
    assert run_as_process(folder, "stats", "--json").facts["notices"]["subscriptions"] == 1
    await asyncio.to_thread(sending.start)
    await asyncio.to_thread(wait_until, lambda: sink.heard, "the notice")
    assert table in sink.heard[0]["text"]

    def is_counted() -> bool:
        return bool(sending.admin("stats", "--json").facts["notices"]["sent"] == 1)

    await asyncio.to_thread(wait_until, is_counted, "the figure")
    wrong = await asyncio.to_thread(run_ssh, sending, new_key(), command="stop nothing")
    assert (wrong.returncode, wrong.stdout) == (1, "")
    done = await asyncio.to_thread(run_ssh, sending, new_key(), command=f"stop {kept.stop}")
    assert (done.returncode, done.stdout) == (
        0,
        ("You are unsubscribed: no more notifications will be sent this way.\n"),
    )
    (one,) = subscriptions(database, ana.account.id)
    assert not one.is_on
