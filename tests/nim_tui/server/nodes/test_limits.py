"""Bounds of what strangers may have and do hold over all nodes together, with real connections."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import NamedTuple

import asyncssh
import pytest
from sqlalchemy import func, select

from nim_tui.server.ip_addresses import network_of
from nim_tui.server.nodes import node_rows as rows
from nim_tui.server.nodes import places
from nim_tui.server.nodes.place_rows import keep_places, take_places
from nim_tui.server.sessions.quotas import QuotaClaim
from nim_tui.server.settings.sections import Limits
from nim_tui.server.storage.database import StorageError
from nim_tui.server.storage.schema import PLACES
from nim_tui.server.terminal import context as roll_call
from nim_tui.server.terminal.calling import call_together
from tests.nim_tui.server.nodes.conftest import Node, Pair
from tests.nim_tui.server.ssh.serving import Served, connect, new_key, serving, visiting
from tests.nim_tui.server.ssh.test_frozen import freeze
from tests.nim_tui.server.ssh.test_limits import is_refused
from tests.waiting import PATIENCE, until

pytestmark = pytest.mark.nightly

LIMITS = Limits(sessions_an_address=2, sessions_a_key=1, connections_an_address=3)


class Doors(NamedTuple):
    """Where people come in at each of two nodes."""

    one: Served
    other: Served


async def door(stack: AsyncExitStack, node: Node) -> Served:
    served = await stack.enter_async_context(serving(LIMITS))
    served.ssh_server.context.quotas.count_elsewhere(node.nodes.places)
    call_together(served.ssh_server.context.roll_call, node.lobby)
    return served


@pytest.fixture
async def doors(pair: Pair) -> AsyncIterator[Doors]:
    async with AsyncExitStack() as stack:
        yield Doors(await door(stack, pair.one), await door(stack, pair.other))


def claims(address: str, most: int = 2) -> list[QuotaClaim]:
    return [QuotaClaim("sessions_an_address", network_of(address), most)]


def taken(pair: Pair, kind: str) -> int:
    """How many places of a kind all nodes together have written down."""
    query = select(func.sum(PLACES.c.taken)).where(PLACES.c.kind == kind)
    with pair.one.database.reading() as connection:
        return int(connection.execute(query).scalar() or 0)


def rows_of(pair: Pair) -> int:
    with pair.one.database.reading() as connection:
        return int(connection.execute(select(func.count()).select_from(PLACES)).scalar_one())


async def test_the_third_session_of_an_address_is_refused_at_the_other_node(
    pair: Pair, doors: Doors
) -> None:
    async with visiting(doors.one):
        async with visiting(doors.one):
            await is_refused(doors.other, new_key(), "sessions_an_address")
        await until(lambda: taken(pair, "sessions_an_address") == 1, "the end of one")
        async with visiting(doors.other):
            await is_refused(doors.one, new_key(), "sessions_an_address")


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is asked whether they are still there has to answer soon."""
    monkeypatch.setattr(roll_call, "SILENT", 0.5)


async def test_a_frozen_window_at_one_node_keeps_nobody_out_at_the_other(
    doors: Doors, soon: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(roll_call, "ENDING", PATIENCE)
    key = new_key()
    async with visiting(doors.one, key) as frozen:
        freeze(frozen)
        async with visiting(doors.other, key):
            assert not doors.other.figure("refused_sessions_a_key")


async def test_a_key_has_one_session_at_all_nodes(doors: Doors, soon: None) -> None:
    key = new_key()
    async with visiting(doors.one, key):
        await is_refused(doors.other, key, "sessions_a_key")


async def test_one_connection_too_many_is_refused_once_keys_are_exchanged(
    pair: Pair, doors: Doors
) -> None:
    here = [await connect(doors.one.port, new_key()) for _each in range(3)]
    with pytest.raises(asyncssh.DisconnectError, match="Too many connections of one address"):
        await connect(doors.other.port, new_key())
    await doors.other.refused("connections_an_address")
    await until(lambda: not doors.other.figure("connections_open"), "its end")
    here[0].abort()
    await until(lambda: taken(pair, "connections_an_address") == 2, "the end of one")
    here.append(await connect(doors.other.port, new_key()))
    for one in here:
        one.abort()


async def test_sessions_of_a_dead_node_count_until_its_lease_ends(
    pair: Pair, doors: Doors, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rows, "LEASE", 5.0)  # it is to last until one was turned away
    async with visiting(doors.one), visiting(doors.one):
        await pair.one.stands_still()
        await is_refused(doors.other, new_key(), "sessions_an_address")
        await until(lambda: len(pair.other.nodes._living) == 1, "the end of its lease")
        async with visiting(doors.other), visiting(doors.other):
            await is_refused(doors.other, new_key(), "sessions_an_address")
        await pair.one.wakes()


async def test_nothing_is_left_of_who_went(pair: Pair, doors: Doors) -> None:
    async with visiting(doors.one), visiting(doors.other):
        assert rows_of(pair) > 0
    await until(lambda: not rows_of(pair), "the end of the last row")


async def test_one_person_has_a_whole_network_of_ipv6(pair: Pair) -> None:
    one, other = pair.one.nodes.places, pair.other.nodes.places
    assert await one.take(claims("2001:db8::1")) is None
    assert await other.take(claims("2001:db8::ffff:2")) is None
    assert await one.take(claims("2001:db8::3")) == "sessions_an_address"
    assert await other.take(claims("2001:db8:0:1::1")) is None
    assert await other.take(claims("192.0.2.1")) is None


async def test_of_many_at_once_as_many_as_may_be_are_let_in(pair: Pair) -> None:
    nodes = (pair.one.nodes.places, pair.other.nodes.places)
    wanted = [node.take(claims("192.0.2.1", 5)) for node in nodes for _each in range(8)]
    told = await asyncio.gather(*wanted)
    assert told.count(None) == 5
    for node, results in zip(nodes, (told[:8], told[8:]), strict=True):
        for _each in range(results.count(None)):
            node.free(claims("192.0.2.1", 5))
    await until(lambda: not rows_of(pair), "the end of the last row")
    assert await pair.one.nodes.places.take(claims("192.0.2.1", 1)) is None


async def test_without_the_database_each_node_has_its_own_bounds(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:

    def gone(*_about: object) -> None:
        raise StorageError("gone")

    for name in ("take_places", "keep_places"):
        monkeypatch.setattr(places, name, gone)
    assert await pair.one.nodes.places.take(claims("192.0.2.1", 1)) is None
    monkeypatch.setattr(places, "take_places", take_places)
    monkeypatch.setattr(places, "keep_places", keep_places)
    await until(lambda: rows_of(pair) == 1, "what was not written then")
    assert await pair.other.nodes.places.take(claims("192.0.2.1", 1)) == "sessions_an_address"


async def test_who_goes_while_being_counted_is_counted_no_more(pair: Pair) -> None:
    taking = asyncio.ensure_future(pair.one.nodes.places.take(claims("192.0.2.1", 1)))
    await asyncio.sleep(0)
    taking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await taking
    await pair.one.database.settled()
    await until(lambda: not rows_of(pair), "the end of the row")
    assert await pair.other.nodes.places.take(claims("192.0.2.1", 1)) is None
