"""Many games that nobody looks after, and games that could not be held when they should be."""

from __future__ import annotations

import asyncio
import itertools

import pytest

from nim_tui.server.nodes import locks
from nim_tui.server.play import live_tables as opener
from nim_tui.server.storage.database import StorageError
from nim_tui.server.storage.postgres import DatabaseClock, open_postgres
from nim_tui.server.tables.game_store import lines_since
from nim_tui.server.tables.table_store import SeatWish, TablePlan
from tests.nim_tui.server.nodes.conftest import Node, Pair
from tests.nim_tui.server.storage.conftest import begun
from tests.waiting import until

pytestmark = pytest.mark.nightly

MANY = 60


async def orphans(pair: Pair, number: int) -> list[str]:
    """Games that no node has ever looked after."""
    people = (pair.account("Ana"), pair.account("Ben"))
    address = pair.one.database.engine.url.render_as_string(hide_password=False)
    outside = open_postgres(address, threads=1)

    def begin_all() -> list[str]:
        return [begun(outside, *people) for _each in range(number)]

    try:
        return await outside.do(begin_all)
    finally:
        outside.close()


def slow_to_open(monkeypatch: pytest.MonkeyPatch, node: Node, seconds: float) -> None:
    brought_back = node.lobby.opener.live

    async def slowly(table: str) -> object:
        await asyncio.sleep(seconds)
        return await brought_back(table)

    monkeypatch.setattr(node.lobby.opener, "live", slowly)


async def test_many_orphans_keep_no_node_from_its_signs_of_life(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    nodes = (pair.one, pair.other)
    for node in nodes:
        slow_to_open(monkeypatch, node, 0.15)  # all of them take longer than a look may
    living = sorted(node.database.node or 0 for node in nodes)
    tables = {*await orphans(pair, MANY)}
    held: list[set[str]] = [set(), set()]

    def are_all_held() -> bool:
        assert locks.living(pair.one.database) == living, "a sign of life did not come"
        held[:] = [node.own_tables() for node in nodes]
        return tables == held[0] | held[1]

    await until(are_all_held, "an owner for each")
    assert held[0].isdisjoint(held[1]), "each has one owner"
    assert min(len(own) for own in held) >= MANY / 6, "each took its share"
    assert locks.orphans(pair.one.database) == []


async def test_what_another_leaves_for_long_is_anybodys(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pair.other.nodes, "_take_over", _nothing)
    tables = {*await orphans(pair, 8)}
    await until(lambda: tables <= pair.one.own_tables(), "all of them")


async def _nothing(*_about: object, **_more: object) -> None:
    """See to no game."""


async def test_a_game_that_was_claimed_but_not_read_is_tried_again(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, tries = opener._opened, itertools.count()

    def refused(*about: object) -> object:
        if next(tries) < 2:
            raise StorageError("gone")
        return read(*about)  # type: ignore[arg-type]

    monkeypatch.setattr(opener, "_opened", refused)
    ana = pair.account("Ana").id
    plan = TablePlan("submarine", [SeatWish(account=ana), SeatWish(bot="easy")])
    table = await pair.one.lobby.tables.create(ana, plan)
    nodes = (pair.one, pair.other)
    await until(lambda: any(table in node.own_tables() for node in nodes), "an owner")


def test_what_cannot_be_read_is_tried_ever_more_seldom() -> None:
    free, tries = locks.Orphans(), []
    for look in range(1, 16):
        wanted = free.to_take(["damaged"], (), lambda _table: True)
        free.note(wanted, failed=wanted)
        tries += [look] * len(wanted)
    assert tries == [1, 3, 7, 15]


async def test_one_game_that_cannot_be_read_keeps_no_other_from_being_read_anew(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = [pair.comes(name, pair.other) for name in ("Ana", "Ben", "Eva")]
    tables = [await pair.table("Ana", "Ben") for _each in people]
    for one, table in zip(people, tables, strict=True):
        await one.goes_to(table)
    read, since, is_away = opener._opened, lines_since, True

    def refused(database: object, table: str) -> object:
        if table == tables[0] and is_away:
            raise StorageError("gone")
        return read(database, table)  # type: ignore[arg-type]

    def unread(database: object, table: str, ply: int) -> object:
        if table == tables[0] and is_away:
            raise StorageError("gone")
        return since(database, table, ply)  # type: ignore[arg-type]

    monkeypatch.setattr(opener, "_opened", refused)
    monkeypatch.setattr("nim_tui.server.play.changes.lines_since", unread)
    before = [pair.other.held(table) for table in tables]
    await pair.other.nodes._known_news.begin_anew()
    after = [pair.other.lobby.held.seated(table) for table in tables]
    assert after[0] is None
    assert after[1:] == before[1:], "the others go on"
    assert not any(one.changes.is_closed for one in before[1:])
    is_away, anew = False, people[0].anew
    await until(lambda: pair.other.lobby.held.seated(tables[0]), "what people look at")
    await until(lambda: people[0].anew > anew, "a new seat")


async def test_games_that_are_over_are_run_by_nobody(pair: Pair) -> None:
    table, going_on = await pair.table("Ana", "Ben"), await pair.table("Ana", "Ben")
    await pair.one.held(table).resign(1)
    await until(lambda: pair.one.lobby.held.seated(table) is None, "that it is let go")
    await pair.one.database.settled()
    assert not await pair.other.nodes.take(table), "it is over"
    assert not await pair.other.nodes.take(going_on), "it is the other one's"
    assert pair.one.nodes.holds(going_on)
    pair.one.lobby.held.drop(going_on)
    await pair.one.database.settled()
    assert await pair.other.nodes.take(going_on)


async def test_who_stands_still_loses_all_locks_and_another_has_them(pair: Pair) -> None:
    table, gone = await pair.table("Ana", "Ben"), pair.one.database.node
    await pair.one.stands_still()
    await until(lambda: table in pair.other.own_tables(), "another server")
    assert gone not in locks.living(pair.other.database)
    assert pair.other.nodes.leads
    await pair.one.wakes()
    await until(lambda: len(locks.living(pair.other.database)) == 2, "both")
    assert not pair.one.nodes.holds(table)


@pytest.mark.slow
async def test_a_clock_that_differs_from_the_database_is_set(pair: Pair) -> None:
    clock = pair.other.database.now
    assert isinstance(clock, DatabaseClock)
    clock.note(clock() + 3600, 0.0)
    await until(lambda: abs(clock() - pair.one.database.now()) < 1.0, "the same time")
