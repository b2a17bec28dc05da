"""Many games that nobody looks after, and games that could not be held when they should be."""

from __future__ import annotations

import asyncio
import itertools
from collections import Counter

import pytest
from sqlalchemy import select, update

from nim_tui.server.nodes import node_rows as rows
from nim_tui.server.nodes import takeover
from nim_tui.server.nodes.leases import check_lease, claim, owned
from nim_tui.server.play import live_tables as opener
from nim_tui.server.storage.database import StorageError
from nim_tui.server.storage.postgres import open_postgres
from nim_tui.server.storage.schema import LIVE_TABLES, NODES
from nim_tui.server.tables.table_store import SeatWish, TablePlan
from tests.nim_tui.server.database.conftest import begun
from tests.nim_tui.server.nodes.conftest import Node, Pair
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


def owners(pair: Pair) -> Counter[int | None]:
    with pair.one.database.reading() as connection:
        return Counter(connection.execute(select(LIVE_TABLES.c.node)).scalars())


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
        slow_to_open(monkeypatch, node, 0.15)  # all of them take longer than a lease
    living = sorted(node.database.node or 0 for node in nodes)
    tables = {*await orphans(pair, MANY)}
    held: list[set[str]] = [set(), set()]

    def are_all_held() -> bool:
        assert rows.living(pair.one.database) == living, "a sign of life did not come"
        held[:] = [{*node.lobby.held.own_tables()} for node in nodes]
        return tables == held[0] | held[1]

    await until(are_all_held, "an owner for each")
    assert held[0].isdisjoint(held[1]), "each has one owner"
    assert min(len(own) for own in held) >= MANY / 6, "each took its share"
    assert sum(owners(pair).values()) == MANY


async def test_what_another_leaves_for_long_is_anybodys(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pair.other.nodes._takeover, "look", _nothing)
    tables = {*await orphans(pair, 8)}
    await until(lambda: tables <= {*pair.one.lobby.held.own_tables()}, "all of them")


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
    table = await pair.one.lobby.desk.create(ana, plan)
    await until(lambda: table in pair.one.lobby.held.own_tables(), "that it is held")


async def test_what_cannot_be_read_is_tried_ever_more_seldom(
    pair: Pair,
) -> None:
    table = await pair.table("Ana", "Ben")
    seen = takeover.Takeover(pair.one.database, lambda: pair.one.nodes._living)
    asked: list[str] = []

    class House:
        def own_tables(self) -> tuple[str, ...]:
            return ()

        def unread(self) -> tuple[str, ...]:
            return ()

        async def take_over(self, tables: list[str]) -> list[str]:
            asked.extend(tables)
            return tables

    for _look in range(15):
        await seen.look(House())  # type: ignore[arg-type]
    assert asked == [table] * 4, "at the looks 1, 3, 7 and 15"


async def test_one_game_that_cannot_be_read_keeps_no_other_from_being_read_anew(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = [pair.comes(name, pair.other) for name in ("Ana", "Ben", "Eva")]
    tables = [await pair.table("Ana", "Ben") for _each in people]
    for one, table in zip(people, tables, strict=True):
        await one.goes_to(table)
    read, is_away = opener._opened, True

    def refused(database: object, table: str) -> object:
        if table == tables[0] and is_away:
            raise StorageError("gone")
        return read(database, table)  # type: ignore[arg-type]

    monkeypatch.setattr(opener, "_opened", refused)
    before = [pair.other.held(table) for table in tables]
    await pair.other.nodes._known_house.begin_anew()
    after = [pair.other.lobby.held.seated(table) for table in tables]
    assert after[0] is None
    assert all(one is not other for one, other in zip(before[1:], after[1:], strict=True))
    is_away, anew = False, people[0].anew
    await until(lambda: pair.other.lobby.held.seated(tables[0]), "what people look at")
    await until(lambda: people[0].anew > anew, "a new seat")


async def test_games_that_are_over_are_owned_by_nobody(pair: Pair) -> None:
    table, going_on = await pair.table("Ana", "Ben"), await pair.table("Ana", "Ben")
    held = pair.one.held(table)
    await held.resign(1)
    assert owned(pair.one.database, pair.one.database.node or 0) == {going_on}
    assert owners(pair) == Counter({pair.one.database.node: 1, None: 1})
    with pair.one.database.writing() as connection:
        check_lease(connection, held.ownership.lease)  # nobody came to own it since


async def test_a_lease_holds_until_another_node_has_one(pair: Pair) -> None:
    table = await pair.table("Ana", "Ben")
    lease, database = pair.one.held(table).ownership.lease, pair.other.database
    gone = update(NODES).where(NODES.c.id == pair.one.database.node).values(beat=0.0)
    with database.writing() as connection:
        connection.execute(gone)
    assert database.node is not None
    assert claim(database, table, database.node) is not None
    with pytest.raises(StorageError), database.writing() as connection:
        check_lease(connection, lease)
