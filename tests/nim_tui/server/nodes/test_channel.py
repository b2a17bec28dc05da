"""Messages between servers arrive whole, in order, and at the own house alone."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import suppress

import psycopg
import pytest

from nim_tui.server.nodes.channel import ChannelBroken, NodeChannel
from nim_tui.server.nodes.locks import NodeLocks
from nim_tui.server.nodes.messages import (
    Announced,
    AnyMessage,
    LineAdded,
    TablesChanged,
    decoded,
    notify,
    tell_nodes,
)
from nim_tui.server.storage.database import Database, StorageError
from nim_tui.server.storage.postgres import open_postgres
from tests.nim_tui.server.storage.cluster import Cluster

pytestmark = pytest.mark.slow

END = Announced("the end")

Opened = Callable[[], tuple[Database, NodeChannel]]


@pytest.fixture
async def opened(cluster: Cluster) -> AsyncIterator[Opened]:
    """Make another house in the same database, and a channel of a server there."""
    made: list[tuple[Database, NodeChannel]] = []

    def another() -> tuple[Database, NodeChannel]:
        database = open_postgres(cluster.blank(), threads=1)
        database.node = 7
        made.append((database, NodeChannel(database.engine, "", lambda: None)))
        return made[-1]

    yield another
    for database, channel in made:
        await channel.close()
        database.close()


async def heard(channel: NodeChannel) -> Sequence[AnyMessage | None]:
    """All that comes before the end."""
    told: list[AnyMessage | None] = []
    while END not in told:
        told += [message for _node, message in map(decoded, await channel.heard())]
    return told[: told.index(END)]


async def test_a_list_that_is_too_long_is_told_in_parts(opened: Opened) -> None:
    database, channel = opened()
    await channel.open()
    tables = [f"kesufelu-{number}" for number in range(2_000)]
    await database.ask(tell_nodes, TablesChanged(tables), END)
    told = [message for message in await heard(channel) if isinstance(message, TablesChanged)]
    assert len(told) > 1
    assert [table for message in told for table in message.tables] == tables


async def test_what_is_not_stored_is_not_told(opened: Opened) -> None:
    database, channel = opened()
    await channel.open()

    def undone(database: Database) -> None:
        with suppress(ZeroDivisionError), database.writing() as connection:
            notify(database, connection, TablesChanged(["one"]))
            raise ZeroDivisionError

    await database.ask(undone)
    await database.ask(tell_nodes, END)
    assert await heard(channel) == []


async def test_lines_are_heard_of_tables_that_are_held(opened: Opened) -> None:
    database, channel = opened()
    await channel.open()
    await channel.listen("held")
    await database.ask(tell_nodes, LineAdded("held", 3), LineAdded("other", 4), END)
    assert await heard(channel) == [LineAdded("held", 3)]
    await channel.unlisten("held")
    await database.ask(tell_nodes, LineAdded("held", 4), END)
    assert await heard(channel) == []


async def test_houses_in_one_database_hear_nothing_of_each_other(opened: Opened) -> None:
    (one, here), (other, there) = opened(), opened()
    for channel in (here, there):
        await channel.open()
    locks = NodeLocks(here), NodeLocks(there)
    assert [await each.live(None) for each in locks] == [1, 1]
    assert [(await each.living())[0] for each in locks] == [[1], [1]]
    assert all(each.leads for each in locks)
    await one.ask(tell_nodes, TablesChanged(["one"]), END)
    await other.ask(tell_nodes, END)
    assert await heard(there) == []


async def test_what_the_database_refuses_costs_no_lock(opened: Opened) -> None:
    _database, channel = opened()
    await channel.open()
    locks = NodeLocks(channel)
    node = await locks.live(None)
    with pytest.raises(StorageError, match="refused"):
        await channel.ask("SELECT 1 / 0")
    assert (await locks.living())[0] == [node]


async def test_who_has_no_connection_is_told_so(opened: Opened) -> None:
    _database, channel = opened()
    with pytest.raises(ChannelBroken):
        await channel.ask("SELECT 1")
    await channel.open()
    assert channel._connection is not None
    channel._break(channel._connection, psycopg.OperationalError("gone"))
    with pytest.raises(ChannelBroken):
        await channel.ask("SELECT 1")
    assert not channel.is_open
