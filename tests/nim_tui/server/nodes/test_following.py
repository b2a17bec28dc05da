"""A table that is looked at from two nodes: every line comes to both, once and in order."""

from __future__ import annotations

import asyncio

import pytest

from nim_tui.server.nodes.channel import NAME
from nim_tui.server.play.live_table import LiveTable
from nim_tui.server.tables.game_store import download, load
from nim_tui.tables.record import EndEntry, MoveEntry
from nim_tui.testing.tables import everything
from rules.chance import Chance
from rules.contract import IllegalMove
from tests.nim_tui.server.nodes.conftest import Node, Pair, some_move
from tests.waiting import until


async def at_both(pair: Pair, table: str) -> tuple[LiveTable, LiveTable]:
    """Ana looks at a table from one node, Ben from the other."""
    here = await pair.comes("Ana", pair.one).goes_to(table)
    there = await pair.comes("Ben", pair.other).goes_to(table)
    return here, there


def alike(*held: LiveTable) -> bool:
    one, other = held
    return one.table.changes == other.table.changes and (
        everything(one.table) == everything(other.table)
    )


@pytest.mark.slow
@pytest.mark.parametrize("game", ["bataille", "submarine"])
async def test_a_game_is_played_from_two_nodes(pair: Pair, game: str) -> None:
    table = await pair.table("Ana", "Ben", game=game, rated_from=None)
    held, chance = await at_both(pair, table), Chance(5)
    for _move in range(40):
        if held[0].table.result is not None:
            break
        seat = chance.pick(held[0].table.waiting)
        await some_move(held[seat], chance, seat)
        if held[seat].table.can_undo(seat) and chance.below(3) == 0:
            await held[seat].undo(seat)
        await until(lambda: alike(*held), "the same table")
    lines = load(pair.one.database, table)[1]
    assert len(lines) >= 40
    assert [held[0].is_own, held[1].is_own] == [True, False]


@pytest.mark.nightly
async def test_two_who_move_at_once_both_have_moved(pair: Pair) -> None:
    table = await pair.table("Ana", "Ben")
    held, chance = await at_both(pair, table), Chance(5)
    for _round in range(3):  # both hide their submarines
        await asyncio.gather(*(some_move(held[seat], chance, seat) for seat in range(2)))
        await until(lambda: alike(*held), "the same table")
    seats = [line.seat for line in load(pair.one.database, table)[1] if isinstance(line, MoveEntry)]
    assert sorted(seats) == [0, 0, 0, 1, 1, 1]


@pytest.mark.slow
async def test_who_has_not_heard_of_a_move_is_told_what_the_rules_say(pair: Pair) -> None:
    table = await pair.table("Ana", "Ben", game="submarine")
    (here, there), chance = await at_both(pair, table), Chance(5)
    while len(here.table.waiting) != 1 or here.table.turns_of(0) == 0:
        seat = here.table.waiting[0]
        await some_move(here, chance, seat)
    await until(lambda: alike(here, there), "the same table")
    seat = here.table.waiting[0]
    await pair.other.stands_still()
    late = there.table.legal(seat)[0]
    turns = here.table.turns_of(seat)
    while here.table.turns_of(seat) == turns:
        await some_move(here, chance, seat)
    with pytest.raises(IllegalMove, match=r"not your turn|over"):
        await there.play(seat, late)
    assert alike(here, there), "and what came first is there"
    await pair.other.wakes()


@pytest.mark.nightly
async def test_who_resigns_has_lost_at_both(pair: Pair) -> None:
    table = await pair.table("Ana", "Ben")
    here, there = await at_both(pair, table)
    await there.resign(1)
    await until(lambda: here.table.result is not None, "the end")
    assert here.table.result == there.table.result
    assert isinstance(load(pair.one.database, table)[1][-1], EndEntry)
    with pytest.raises(IllegalMove):
        await here.resign(0)


@pytest.mark.slow
async def test_what_was_told_while_a_connection_was_broken_is_read(pair: Pair) -> None:
    table = await pair.table("Ana", "Ben")
    (here, there), chance = await at_both(pair, table), Chance(5)
    with pair.one.database.driver() as connection:
        ends = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = %s"
        connection.execute(ends, (NAME,))
    await some_move(here, chance, 0)
    await until(lambda: alike(here, there), "the line")


@pytest.mark.slow
async def test_of_lines_that_are_done_nothing_is_kept(pair: Pair) -> None:
    table = await pair.table("Ana", "Ben")
    (here, there), chance = await at_both(pair, table), Chance(5)
    for seat in (0, 1, 0):
        await some_move(here, chance, seat)
    await until(lambda: alike(here, there), "the same table")
    await until(lambda: not pair.other.lobby.node_news._following, "the end of what was told")


@pytest.mark.slow
async def test_who_comes_while_moves_are_made_misses_none(pair: Pair) -> None:
    table = await pair.table("Ana", "Ben")
    here, chance = await pair.comes("Ana", pair.one).goes_to(table), Chance(5)
    eva = pair.comes("Eva", pair.other)

    async def moves() -> None:
        for seat in (0, 1, 0, 1, 0, 1):
            await some_move(here, chance, seat)

    _done, there = await asyncio.gather(moves(), eva.goes_to(table))
    await until(lambda: alike(here, there), "the same table")


@pytest.mark.slow
async def test_ratings_are_read_again_at_all_nodes_after_a_game(pair: Pair) -> None:
    table = await pair.table("Ana", "Ben")
    ana, known = pair.account("Ana").id, pair.other.lobby.ratings
    await until(lambda: pair.other.lobby.table_list.known(table), "the table")
    await known.learn((ana,))
    assert known.of(ana) == {}
    await pair.one.lobby.tables.resign(table, pair.account("Ben").id)
    await until(lambda: ana not in known._known, "the end of the game")
    await known.learn((ana,))
    assert "bataille" in known.of(ana)


@pytest.mark.slow
async def test_lists_elsewhere_are_read_again_for_what_everybody_notices_alone(pair: Pair) -> None:
    table = await pair.table("Ana", "Ben")
    here, chance = await pair.comes("Ana", pair.one).goes_to(table), Chance(5)
    await pair.one.database.settled()
    ben = pair.comes("Ben", pair.other)
    await pair.one.lobby.talking.say(here.people.accounts[0] or 0, "what was told so far")
    await until(lambda: ben.heard, "what was told so far")
    noted: list[str] = []
    note = pair.other.lobby.table_list.note

    def watched(*tables: str) -> None:
        noted.extend(tables)
        note(*tables)

    pair.other.lobby.table_list.note = watched  # type: ignore[method-assign]
    await here.mark(0, "5", "x")
    await pair.one.lobby.talking.say(here.people.accounts[0] or 0, "after the mark")
    await until(lambda: len(ben.heard) > 1, "what was told after it")
    assert noted == [], "a private mark"
    while not here.table.log(None):
        await some_move(here, chance)
    await until(lambda: table in noted, "what everybody is told")


@pytest.mark.slow
async def test_a_log_asked_for_is_as_long_at_a_node_that_lags(pair: Pair) -> None:
    table = await pair.table("Ana", "Ben", game="bataille", rated_from=None)
    here, there = await at_both(pair, table)
    ana, chance = pair.account("Ana").id, Chance(5)

    def told(node: Node) -> bytes:
        return download(node.database, table, ana, log=node.lobby.held.log_of(table, ana))

    await pair.other.stands_still()
    before = told(pair.one)
    while told(pair.one) == before:
        await some_move(here, chance, chance.pick(here.table.waiting))
    assert len(there.table.log(0)) < len(here.table.log(0))
    assert told(pair.other) == told(pair.one)
