"""Invitations to seats between two nodes: made at one, used, taken back, bounded at the other."""

from __future__ import annotations

import asyncio

import pytest

from nim_tui.server.accounts.keys import WrongCode
from nim_tui.server.lobby.invite_links import TRIES
from nim_tui.server.rate_limit import TooOften
from nim_tui.server.storage.schema import PRIVATE
from nim_tui.server.tables.table_store import SeatWish, TablePlan
from tests.nim_tui.server.nodes.conftest import Pair
from tests.waiting import until

pytestmark = pytest.mark.nightly

HERE, THERE = "192.0.2.1", "198.51.100.1"


async def family(pair: Pair, seats: int) -> str:
    """A private table of Ana's at the first node."""
    host = pair.account("Ana").id
    wishes = [SeatWish(account=host), *[SeatWish()] * (seats - 1)]
    return await pair.one.lobby.tables.create(
        host, TablePlan("submarine", wishes, visibility=PRIVATE)
    )


async def test_one_made_at_a_node_begins_the_game_from_another(pair: Pair) -> None:
    ana, ben = pair.comes("Ana", pair.one), pair.comes("Ben", pair.other)
    table = await family(pair, 2)
    token = await pair.one.lobby.invite_links.make(table, ana.account)
    assert await pair.other.lobby.invite_links.use(token, ben.account, THERE) == table
    await until(lambda: any("The game begins" in line for line in ana.heard), "the game")
    held = await ana.goes_to(table)
    assert sorted(one for one in held.people.accounts if one) == [ana.account, ben.account]
    cleo = pair.account("Cleo").id
    with pytest.raises(WrongCode):
        await pair.one.lobby.invite_links.use(token, cleo, HERE)


async def test_of_two_who_come_at_once_by_two_nodes_one_alone_sits_down(pair: Pair) -> None:
    table = await family(pair, 3)
    token = await pair.one.lobby.invite_links.make(table, pair.account("Ana").id)
    came = await asyncio.gather(
        pair.one.lobby.invite_links.use(token, pair.account("Ben").id, HERE),
        pair.other.lobby.invite_links.use(token, pair.account("Cleo").id, THERE),
        return_exceptions=True,
    )
    assert sorted(type(one).__name__ for one in came) == ["WrongCode", "str"]


async def test_taken_back_at_one_node_it_opens_nothing_at_another(pair: Pair) -> None:
    table, ana = await family(pair, 3), pair.account("Ana").id
    token = await pair.one.lobby.invite_links.make(table, ana)
    assert await pair.other.lobby.invite_links.take_back(table, ana) == 1
    with pytest.raises(WrongCode):
        await pair.one.lobby.invite_links.use(token, pair.account("Ben").id, HERE)


async def test_guesses_at_all_nodes_are_counted_together(pair: Pair) -> None:
    ben, nodes = pair.account("Ben").id, (pair.one, pair.other)
    for number in range(TRIES[0]):
        with pytest.raises(WrongCode):
            await nodes[number % 2].lobby.invite_links.use("2345", ben, HERE)
    for node in nodes:
        with pytest.raises(TooOften):
            await node.lobby.invite_links.use("2345", ben, HERE)
    with pytest.raises(WrongCode):
        await pair.one.lobby.invite_links.use("2345", ben, THERE)
