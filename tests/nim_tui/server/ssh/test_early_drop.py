"""Who holds many silent connections does not keep everybody else out."""

from __future__ import annotations

import asyncio
import random
import socket
from collections.abc import Sequence

import asyncssh
import pytest

from nim_tui.server.settings.sections import Limits
from nim_tui.server.terminal.context import ConnectionThrottle
from tests.nim_tui.server.ssh.serving import HOST, Served, connect, new_key, open_session, serving
from tests.waiting import PATIENCE, until

FROM_ANYWHERE = Limits(signing_in_an_address=10_000, connections_an_address=10_000)
"""As if every connection came from an address of its own: here all come from one."""


async def fill_the_door(served: Served, most: int) -> list[socket.socket]:
    """Open so many silent connections, one after the other, each counted before the next."""
    crowd = []
    for number in range(1, most + 1):
        crowd.append(socket.create_connection((HOST, served.port), PATIENCE))
        await until(lambda: came(served) == number, f"connection {number}")  # noqa: B023
    return crowd


def came(served: Served) -> int:
    """How many connections were let in or dropped."""
    figures = ("connections_total", "refused_signing_in_early", "refused_signing_in")
    return sum(map(served.figure, figures))


async def comes_in(served: Served, tries: int) -> int:
    """Try to come in; tells at which try that was."""
    for number in range(1, tries + 1):
        try:
            connection = await connect(served.port, new_key())
        except (OSError, asyncssh.Error):
            continue
        visitor = await open_session(connection)
        await visitor.sees("welcome-here")
        connection.abort()
        await connection.wait_closed()
        return number
    raise AssertionError(f"{tries} tries were in vain")


async def test_sixty_silent_connections_keep_nobody_out_for_long() -> None:
    async with serving(FROM_ANYWHERE, draw=random.Random(5).random) as served:
        crowd = await fill_the_door(served, 60)
        held, dropped = served.figure("connections_open"), served.figure("refused_signing_in_early")
        assert held + dropped == 60
        assert FROM_ANYWHERE.signing_in_freely < held < FROM_ANYWHERE.signing_in
        assert served.figure("refused_signing_in") == 0
        assert await comes_in(served, tries=12) > 0
        for one in crowd:
            one.close()
        await served.empty()


@pytest.mark.parametrize(("draws", "dropped"), [([0.29], 1), ([0.31], 0), ([0.31, 0.6], 1)])
async def test_the_share_dropped_grows_with_those_at_the_door(
    draws: Sequence[float], dropped: int
) -> None:
    limits = Limits(signing_in_freely=3, signing_in=5, signing_in_an_address=99)
    left = iter(draws)
    async with serving(limits, draw=lambda: next(left)) as served:
        crowd = await fill_the_door(served, 3 + len(draws))
        assert served.figure("refused_signing_in_early") == dropped
        assert not list(left), "nothing is drawn before there are many"
        for one in crowd:
            one.close()


async def test_who_has_signed_in_takes_no_place_at_the_door() -> None:
    limits = Limits(signing_in_freely=1, signing_in_dropped=1.0)
    async with serving(limits, draw=lambda: 0.999) as served:
        connections = [await connect(served.port, new_key()) for _ in range(4)]
        assert served.figure("refused_signing_in_early") == 0
        for connection in connections:
            connection.abort()
        await asyncio.gather(*(connection.wait_closed() for connection in connections))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("signing_in", "share"),
    [(0, 0), (9, 0), (10, 0.3), (55, 0.65), (99, 0.3 + 0.7 * 89 / 90), (100, 1), (500, 1)],
)
def test_shares_are_those_of_sshd(signing_in: int, share: float) -> None:
    assert ConnectionThrottle(10, 0.3, 100, random.random).share(signing_in) == pytest.approx(share)
