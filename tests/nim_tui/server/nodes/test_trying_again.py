"""Trying again where there are several servers: any sets the table up, any other can go on."""

from __future__ import annotations

import pytest

from nim_tui.server.tables.game_store import load
from rules.bataille import BATAILLE
from tests.nim_tui.server.nodes.conftest import Pair
from tests.screens.tables import WON
from tests.waiting import until

pytestmark = pytest.mark.nightly

MOVES = len(WON.split("; ")) - 1


async def won(pair: Pair) -> str:
    """A game that Ana won against Ben, at the first node."""
    table = await pair.table("Ana", "Ben")
    held = pair.one.held(table)
    for text in WON.split("; "):
        await held.play(held.table.waiting[0], BATAILLE.parse(text))
    return table


async def test_whose_node_set_it_up_looks_after_it_and_the_other_shows_it(pair: Pair) -> None:
    table, ana = await won(pair), pair.account("Ana").id
    made = await pair.other.lobby.trying_again.begin(table, ana, MOVES, 0)
    assert load(pair.one.database, made)[1] == load(pair.one.database, table)[1][:MOVES]
    there = await pair.comes("Ana", pair.other).goes_to(made)
    here = await pair.comes("Ana", pair.one).goes_to(made)
    assert [there.is_own, here.is_own] == [True, False]
    await here.play(0, BATAILLE.parse(WON.split("; ")[-1]))
    await until(lambda: there.table.result is not None, "the end at the other node")


async def test_it_counts_for_whoever_plays_there_at_every_node(pair: Pair) -> None:
    table, ana = await won(pair), pair.account("Ana").id
    await pair.other.lobby.trying_again.begin(table, ana, MOVES, 0)
    assert pair.other.lobby.table_list.hosted_by(ana) == 1
    await until(lambda: pair.one.lobby.table_list.hosted_by(ana) == 1, "word of the table")


async def test_another_node_goes_on_where_one_has_died(pair: Pair) -> None:
    table, ana = await won(pair), pair.account("Ana").id
    made = await pair.other.lobby.trying_again.begin(table, ana, MOVES, 0)
    await pair.other.stands_still()
    held = await pair.comes("Ana", pair.one).goes_to(made)
    await until(lambda: pair.one.held(made).is_own, "another owner")
    assert held.table.moves_played == MOVES
