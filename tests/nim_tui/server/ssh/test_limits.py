"""Places are bounded: in all, of a key, of an address, of a connection."""

from __future__ import annotations

import asyncssh
import pytest

from nim_tui.server.ip_addresses import network_of
from nim_tui.server.rate_limit import QuotaClaim, Quotas
from nim_tui.server.settings.sections import USUAL_SIZE, Limits
from nim_tui.server.terminal.messages import NO_PLACE
from tests.nim_tui.server.ssh.serving import (
    Served,
    connect,
    new_key,
    open_session,
    serving,
    visiting,
)


async def is_refused(served: Served, key: asyncssh.SSHKey, kind: str) -> None:
    """One more is told why, and nothing starts."""
    before, refused = len(served.house.visits), served.figure(f"refused_{kind}")
    async with await connect(served.port, key) as connection:
        visitor = await open_session(connection)
        await visitor.is_sent_away()
        assert visitor.screen.errors.decode() == f"{NO_PLACE[kind]}\r\n"
        assert visitor.screen.status == 1
    await served.refused(kind, refused + 1)
    assert len(served.house.visits) == before


async def test_sessions_in_all() -> None:
    async with serving(Limits(sessions=2)) as served:
        async with visiting(served), visiting(served):
            await is_refused(served, new_key(), "sessions")
        await served.empty()
        async with visiting(served):
            pass


@pytest.mark.slow
async def test_sessions_of_a_key() -> None:
    key = new_key()
    async with serving(Limits(sessions_a_key=1)) as served:
        async with visiting(served, key), visiting(served):
            await is_refused(served, key, "sessions_a_key")
        await served.empty()
        async with visiting(served, key):
            pass


async def test_sessions_of_an_address() -> None:
    async with serving(Limits(sessions_an_address=1)) as served, visiting(served):
        await is_refused(served, new_key(), "sessions_an_address")


async def test_sessions_of_a_connection() -> None:
    async with serving(Limits(sessions_a_connection=2)) as served, visiting(served) as visitor:
        second = await open_session(visitor.connection)
        await second.sees("welcome-here")
        with pytest.raises(asyncssh.ChannelOpenError, match="too many sessions"):
            await open_session(visitor.connection)
        await served.refused("sessions_a_connection")
        second.type("q")
        await second.is_sent_away()
        visitor.type("x")
        await visitor.sees("key-1-x.")


def test_places_are_taken_all_or_none() -> None:
    quotas = Quotas()
    ana = [QuotaClaim("sessions", "", 2), QuotaClaim("sessions_a_key", "ana", 1)]
    assert quotas.take(ana) is None
    assert quotas.take(ana) == "sessions_a_key"
    ben = [QuotaClaim("sessions", "", 2), QuotaClaim("sessions_a_key", "ben", 1)]
    assert quotas.take(ben) is None
    assert quotas.take([QuotaClaim("sessions", "", 2)]) == "sessions"
    quotas.free(ana)
    assert quotas.take(ana) is None


@pytest.mark.parametrize(
    ("address", "whose"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
    ],
)
def test_whom_an_address_stands_for(address: str, whose: str) -> None:
    assert network_of(address) == whose


@pytest.mark.slow
@pytest.mark.parametrize(
    ("told", "taken"),
    [
        ((80, 24), (80, 24)),
        ((65_535, 65_535), Limits().largest_size),
        ((4_294_967_295, 1), (320, 3)),
        ((1, 1), Limits().smallest_size),
        ((0, 0), USUAL_SIZE),
        ((0, 500), USUAL_SIZE),
    ],
)
def test_sizes_are_clamped(told: tuple[int, int], taken: tuple[int, int]) -> None:
    assert Limits().clamped(*told) == taken
