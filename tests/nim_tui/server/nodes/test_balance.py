"""Games handed on to servers that look after fewer."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nim_tui.server.nodes import several
from nim_tui.server.nodes.balance import Balance, to_hand_on
from nim_tui.server.nodes.leases import LostLease, check_lease, owners
from nim_tui.server.play import turns as bots
from nim_tui.server.play.live_table import LiveTable
from nim_tui.server.tables.game_store import load
from nim_tui.server.tables.record_store import RecordClosed
from nim_tui.tables.clock import ClockPlan
from nim_tui.tables.record import MoveEntry
from rules.chance import Chance
from rules.contract import IllegalMove
from tests.chaos.kept import look_at
from tests.chaos.told import Told
from tests.nim_tui.server.nodes.conftest import Node, Pair, some_move
from tests.nim_tui.server.nodes.test_stalls import address_of
from tests.waiting import PATIENCE, until

pytestmark = pytest.mark.nightly

MANY = 14


@pytest.fixture(autouse=True)
def no_beat(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots play as soon as they can; nothing is handed on by itself."""
    monkeypatch.setattr(bots, "BEAT", 0.0)
    monkeypatch.setattr(several, "BALANCES", 10**9)


@given(
    counts=st.dictionaries(st.integers(1, 9), st.integers(0, 300), min_size=2),
    most=st.integers(0, 40),
)
def test_what_is_handed_on_evens_out_and_comes_to_rest(
    counts: Mapping[int, int], most: int
) -> None:
    for node in counts:
        takers = to_hand_on(counts, node, most)
        after = dict(counts)
        for taker in takers:
            after[node], after[taker] = after[node] - 1, after[taker] + 1
        assert len(takers) <= most
        share = sum(counts.values()) / len(counts)
        assert all(after[taker] <= share + 1 for taker in takers)
        assert not takers or after[node] >= share
        if len(takers) < most:
            assert not to_hand_on(after, node, most), "and then no more"


def test_a_little_more_than_the_others_stays() -> None:
    assert to_hand_on({1: 6, 2: 0}, 1, 16) == []
    assert to_hand_on({1: 110, 2: 100}, 1, 16) == []
    assert to_hand_on({1: 14, 2: 0}, 1, 16) == [2] * 6
    assert to_hand_on({1: 200, 2: 0, 3: 2}, 1, 3) == [2, 2, 2]


async def look(node: Node, most: int = 16) -> None:
    await Balance(node.database, lambda: node.nodes._living, most).look(node.nodes._known_house)


async def settled(pair: Pair) -> None:
    """Wait until each node holds what it owns."""

    def is_so() -> bool:
        numbers = [node.nodes.number or 0 for node in (pair.one, pair.other)]
        counts = owners(pair.one.database, numbers)
        held = [len(node.lobby.held.own_tables()) for node in (pair.one, pair.other)]
        return held == [counts.get(number, 0) for number in numbers]

    await until(is_so, "that each holds its own")


async def test_idle_games_go_to_the_server_that_has_fewer(pair: Pair) -> None:
    hosts = ("Ana", *(f"Kim{number}" for number in range(1, MANY)))
    tables = [await pair.table(host, game="submarine", bots=("easy",)) for host in hosts]
    ana = pair.comes("Ana", pair.one)
    there = await ana.goes_to(tables[0])
    await until(lambda: len(pair.one.lobby.held.idle_tables()) == MANY, "that all wait")
    await look(pair.one)
    await settled(pair)
    assert len(pair.one.lobby.held.own_tables()) == MANY - 6
    assert len(pair.other.lobby.held.own_tables()) == 6
    assert not there.ownership.is_own, "the first of them was handed on"
    assert ana.anew == 0, "and Ana's screen stays"
    chance = Chance(5)
    for _move in range(3):
        before = len(there.table.plays)
        await some_move(there, chance, 0)
        await until(lambda: there.table.waiting == (0,) or there.table.result, "the bot")
        assert len(there.table.plays) > before + 1
    lines = load(pair.one.database, tables[0])[1]
    assert there.table.plays == tuple(line for line in lines if isinstance(line, MoveEntry))


async def test_who_has_handed_a_game_on_can_write_nothing_for_its_bots(pair: Pair) -> None:
    table = await pair.table("Ana", game="submarine", bots=("easy",))
    held = pair.one.held(table)
    await until(lambda: held.handing_on.is_idle, "the own turn")
    lease, number = held.ownership.lease, pair.other.nodes.number
    assert number is not None
    assert await held.handing_on.to(number)
    with pytest.raises(LostLease), pair.one.database.writing() as connection:
        check_lease(connection, lease)
    assert not await held.handing_on.to(number), "it is not its to hand on"
    assert not await held.handing_on.to(10**6)


async def test_a_game_is_not_handed_to_a_server_that_is_gone(pair: Pair) -> None:
    table = await pair.table("Ana", game="submarine", bots=("easy",))
    held = pair.one.held(table)
    await until(lambda: held.handing_on.is_idle, "the own turn")
    assert not await held.handing_on.to(10**6)
    assert held.ownership.is_own


async def test_games_with_a_clock_a_vote_or_an_offer_stay(pair: Pair) -> None:
    timed = await pair.table("Ana", "Ben", clock=ClockPlan("move", 600))
    offered, other = [await pair.table("Ana", "Ben") for _each in range(2)]
    ana = pair.comes("Ana", pair.one)
    await (await ana.goes_to(offered)).agreeing.agree(ana.account)
    assert pair.one.lobby.held.idle_tables() == [other]
    assert timed in pair.one.lobby.held.own_tables()


async def test_games_at_which_somebody_looks_elsewhere_stay(pair: Pair) -> None:
    table = await pair.table("Ana", "Ben")
    ben = pair.comes("Ben", pair.other)
    await ben.goes_to(table)
    await until(lambda: not pair.one.lobby.held.idle_tables(), "that it is known")
    ben.leaves()
    await until(lambda: pair.one.lobby.held.idle_tables() == [table], "that it is known")


async def test_nothing_is_handed_on_where_that_is_off(pair: Pair) -> None:
    for number in range(MANY):
        await pair.table(f"Kim{number}", "Ben")
    await look(pair.one, 0)
    assert len(pair.one.lobby.held.own_tables()) == MANY


async def own_turn(node: Node, table: str) -> LiveTable:
    """Look a table up until it is the turn of its first seat: one nobody looks at may be let go."""
    async with asyncio.timeout(PATIENCE):
        while True:
            await node.lobby.opener.live(table)
            held = node.lobby.held.seated(table)
            if held is not None and held.table.waiting == (0,):
                return held
            await asyncio.sleep(0.01)


async def test_games_go_on_while_they_are_handed_about(pair: Pair) -> None:
    """People and bots play on while each game changes its owner again and again."""
    tables = [await pair.table("Ana", game="submarine", bots=("easy",)) for _each in range(3)]
    nodes = (pair.one, pair.other)
    chance, moved = Chance(7), 0

    async def play(table: str) -> None:
        nonlocal moved
        for _move in range(10):
            node = chance.pick(nodes)
            held = await own_turn(node, table)
            # What the other node did may not be known here yet, or just be read again.
            with suppress(IllegalMove, RecordClosed):
                await some_move(held, chance, 0)

    async def hand_about() -> None:
        nonlocal moved
        while True:
            for table in tables:
                for giver, taker in (nodes, nodes[::-1]):
                    held, number = giver.lobby.held.seated(table), taker.nodes.number
                    if held is not None and number is not None:
                        moved += await held.handing_on.to(number)
            await asyncio.sleep(0)

    about = asyncio.ensure_future(hand_about())
    try:
        await asyncio.gather(*map(play, tables))
    finally:
        about.cancel()
    assert moved > len(tables)
    for table in tables:
        lines = tuple(
            one for one in load(pair.one.database, table)[1] if isinstance(one, MoveEntry)
        )
        seats = [line.seat for line in lines]
        assert len(lines) > 4
        assert {0, 1} == set(seats)
    assert look_at(address_of(pair.one.database), Told()).faults == []
