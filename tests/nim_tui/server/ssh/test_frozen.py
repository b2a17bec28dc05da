"""Whose lines broke without a word come back at once; nobody who is alive is put out for them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import asyncssh
import pytest

from nim_tui.server.settings.sections import Limits
from nim_tui.server.terminal import context as roll_call
from tests.nim_tui.server.ssh.serving import Served, Visitor, new_key, serving, visiting
from tests.nim_tui.server.ssh.test_limits import is_refused
from tests.nim_tui.server.web.browsing import KEY, both, tab


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is asked has to answer soon; what ends has all the time it needs."""
    monkeypatch.setattr(roll_call, "SILENT", 0.5)
    monkeypatch.setattr(roll_call, "ENDING", 15.0)


def freeze(visitor: Visitor) -> None:
    """Hear nothing any more, and say nothing, without a word, as a phone in a tunnel."""
    transport = visitor.connection._transport
    assert transport is not None
    transport.pause_reading()


@asynccontextmanager
async def windows(served: Served, key: asyncssh.SSHKey, many: int) -> AsyncIterator[list[Visitor]]:
    """So many windows of one person."""
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(visiting(served, key)) for _one in range(many)]


async def test_four_frozen_windows_keep_nobody_out() -> None:
    key = new_key()
    async with serving() as served, windows(served, key, 4) as frozen:
        for one in frozen:
            freeze(one)
        async with visiting(served, key) as back:
            assert served.figure("sessions_open") == 1
            back.type("x")
            await back.sees("key-1-x.")
        assert not served.figure("refused_sessions_a_key")


async def test_only_whoever_is_silent_is_put_out() -> None:
    key = new_key()
    async with serving() as served, windows(served, key, 4) as opened:
        freeze(opened[2])
        async with visiting(served, key):
            for alive in (opened[0], opened[1], opened[3]):
                alive.type("x")
                await alive.sees("key-1-x.")


@pytest.mark.slow
async def test_who_is_alive_stays_and_one_too_many_is_refused() -> None:
    key = new_key()
    async with serving() as served, windows(served, key, 4) as alive, visiting(served) as other:
        freeze(other)
        await is_refused(served, key, "sessions_a_key")
        assert served.figure("sessions_open") == 5, "nobody was put out, of another key either"
        for one in alive:
            one.type("x")
            await one.sees("key-1-x.")


async def test_who_is_asked_is_asked_as_seldom_as_before_afterwards(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    key, asked = new_key(), []
    usual = asyncssh.SSHServerConnection.set_keepalive

    def noted(connection: asyncssh.SSHServerConnection, interval: float, most: int) -> None:
        asked.append((interval, most))
        usual(connection, interval, most)

    monkeypatch.setattr(asyncssh.SSHServerConnection, "set_keepalive", noted)
    async with serving(Limits(sessions_a_key=1)) as served, visiting(served, key):
        await is_refused(served, key, "sessions_a_key")
    assert asked[0][1] == 2
    assert asked[-2:] == [(30.0, 3), (30.0, 3)], "the window that is open, and the one refused"


@pytest.mark.slow
async def test_a_frozen_browser_keeps_nobody_out() -> None:
    async with (
        both(Limits(sessions_a_key=2)) as (served, door),
        tab(door, key=KEY) as frozen,
        tab(door, key=KEY) as alive,
    ):
        frozen.freeze()
        async with tab(door, key=KEY):
            assert served.figure("sessions_open") == 2
            await alive.type("x")
            await alive.sees("key-1-x.")
