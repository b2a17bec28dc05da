"""What an admin does at the database reaches the servers at it, and what they alone can do too."""

from __future__ import annotations

import asyncio

import pytest

from nim_tui.server.accounts.account_orders import Recover, Rename
from nim_tui.server.admin import service as shared_database
from nim_tui.server.admin.order import Facts
from nim_tui.server.admin.orders import (
    Announce,
    AnyOrder,
    BanOrder,
    Drain,
    Kick,
    ListNodes,
    ListSessions,
)
from nim_tui.server.admin.service import from_shared
from nim_tui.server.nodes.port import NodeSilent
from rules.messages import Refusal
from tests.nim_tui.server.database.conftest import key
from tests.nim_tui.server.nodes.conftest import Pair
from tests.nim_tui.server.nodes.test_admin import Run
from tests.nim_tui.server.nodes.test_stalls import address_of
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


async def test_servers_are_asked_what_they_alone_can_do(pair: Pair, run: tuple[Run, Run]) -> None:
    ana = pair.comes("Ana", pair.other)
    run[1].comes(1)
    nodes = (await ask(pair, ListNodes()))["nodes"]
    assert [(node["id"], node["here"]) for node in nodes] == [(each.number, False) for each in run]
    while not sum(node.sessions for node in await pair.one.lobby.nodes.known()):
        await asyncio.sleep(0)  # until her session is told to the others
    assert (await ask(pair, Announce("tea is ready")))["told"] == 1
    await until(lambda: "tea is ready" in ana.heard, "the announcement")
    (found,) = (await ask(pair, ListSessions(node=run[1].number)))["visits"]
    assert found["name"] == "Ana"
    assert await ask(pair, Kick(1, node=run[1].number)) == {"kicked": 1}
    with pytest.raises(Refusal, match="there is no session 1"):
        await ask(pair, Kick(1, node=run[0].number))
    await ask(pair, Drain(3600, node=run[1].number))
    await until(lambda: run[1].stopped, "the end")
    assert run[0].stopped == 0


async def test_a_server_that_says_nothing_is_named(
    pair: Pair, run: tuple[Run, Run], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared_database, "PATIENCE", 0.3)
    pair.one.lobby.across.answer_admin = None
    with pytest.raises(NodeSilent, match=f"server {run[0].number} does not answer"):
        await ask(pair, Announce("tea is ready"))
