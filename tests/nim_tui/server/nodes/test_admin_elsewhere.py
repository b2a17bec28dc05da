"""What an admin does at the database reaches the servers at it, and what they alone can do too."""

from __future__ import annotations

import asyncio

import pytest

from nim_tui.server.admin.offline import NeedsServer, from_shared
from nim_tui.server.admin.protocol import (
    Announce,
    AnyOrder,
    BanOrder,
    Close,
    Drain,
    Facts,
    Kick,
    ListNodes,
    ListSessions,
    Recover,
    Rename,
    SetMessage,
    Slow,
)
from tests.nim_tui.server.nodes.conftest import Pair
from tests.nim_tui.server.nodes.test_admin import Run
from tests.nim_tui.server.nodes.test_stalls import address_of
from tests.nim_tui.server.storage.conftest import key
from tests.waiting import until

pytestmark = pytest.mark.nightly


async def ask(pair: Pair, order: AnyOrder) -> Facts:
    """Ask at a machine that has no server."""
    return await asyncio.to_thread(from_shared, address_of(pair.one.database), order)


@pytest.fixture
def run(pair: Pair) -> tuple[Run, Run]:
    return Run(pair.one), Run(pair.other)


async def test_who_is_banned_there_is_sent_away_here(pair: Pair, run: tuple[Run, Run]) -> None:
    pair.account("Ana")
    for each in run:
        each.comes(1)
    await ask(pair, BanOrder("Ana", "spam"))
    for each in run:
        await until(lambda each=each: each.doorman.sent_away == [1], "the end")  # type: ignore[misc]


async def test_keys_and_names_changed_there_are_so_here(pair: Pair, run: tuple[Run, Run]) -> None:
    table = await pair.table("Ana", "Ben")
    ben = pair.comes("Ben", pair.one)
    await ben.goes_to(table)
    run[0].comes(1)
    await ask(pair, Recover("Ana", key(50)))
    await until(lambda: run[0].doorman.sent_away == [1], "the end")
    await ask(pair, Rename("Ben", "Benno"))
    await until(lambda: ben.name == "Benno", "the name")
    await until(lambda: pair.one.held(table).table.seats[1].name == "Benno", "at the table")


async def test_the_database_tells_of_servers_and_reaches_all_of_them(
    pair: Pair, run: tuple[Run, Run]
) -> None:
    ana = pair.comes("Ana", pair.other)
    nodes = (await ask(pair, ListNodes()))["nodes"]
    assert [(node["id"], node["here"]) for node in nodes] == [(each.number, False) for each in run]
    await until(lambda: pair.one.nodes.people, "that her session is told")
    assert (await ask(pair, Announce("tea is ready")))["told"] == 1
    await until(lambda: "tea is ready" in ana.heard, "the announcement")
    (found,) = (await ask(pair, ListSessions()))["visits"]
    assert (found["name"], found["node"]) == ("Ana", run[1].number)
    assert await ask(pair, Slow(30)) == {"seconds": 30}
    for node in (pair.one, pair.other):
        slow = node.lobby.talking.slow_mode
        await until(lambda slow=slow: slow.seconds == 30, "slow mode")  # type: ignore[misc]
    await ask(pair, SetMessage("Bring tea."))
    for node in (pair.one, pair.other):
        club = node.lobby.identity
        await until(lambda club=club: club.message == "Bring tea.", "the message")  # type: ignore[misc]


async def test_a_table_is_closed_from_there(pair: Pair) -> None:
    table = await pair.table("Ana", "Ben")
    ben = pair.comes("Ben", pair.other)
    await ben.goes_to(table)
    assert (await ask(pair, Close(table)))["closed"] == table
    await until(lambda: ben.shown_out == [table], "the way out")


@pytest.mark.parametrize("order", [Kick(1), Drain(3600)])
async def test_what_a_server_alone_can_do_is_asked_on_its_machine(
    pair: Pair, order: AnyOrder
) -> None:
    with pytest.raises(NeedsServer, match="name the server: --node NAME"):
        await ask(pair, order)
