"""People at different nodes: who is here, what is said and told, guests, and a database away."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

import pytest
from psycopg import sql

from nim_tui.server.accounts.merging import rename
from nim_tui.server.accounts.store import account_numbered, register_guest
from nim_tui.server.nodes import presence as rows
from nim_tui.server.nodes import several as nodes
from nim_tui.server.nodes.channel import ChannelBroken, NodeChannel
from nim_tui.server.nodes.locks import NodeLocks
from nim_tui.server.nodes.messages import PeopleMoved, decoded
from nim_tui.server.nodes.presence import PeopleElsewhere, PresenceRows
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.off_loop import QueryThreads
from nim_tui.server.tables.record_store import end_game
from nim_tui.server.tables.table_store import SeatWish, TablePlan
from tests.nim_tui.server.nodes.conftest import Pair
from tests.waiting import until, wait_until


class Rejoining(QueryThreads):
    """A database to which a server comes back, with another number, during its first write."""

    node = 1

    def __init__(self) -> None:
        super().__init__()
        self.sessions = PresenceRows(cast(Database, self))
        self.kept: list[tuple[int, dict[int, tuple[int, str | None]]]] = []

    async def ask(self, _keep: object, node: int, here: Any, _gone: object) -> None:
        self.kept.append((node, here))
        if self.node == 1:
            self.node = 2
            self.sessions.begin_anew()


def test_sessions_are_stored_anew_though_a_server_comes_back_as_they_are_stored() -> None:
    database = Rejoining()
    database.sessions.is_open = True
    database.sessions.show(5, 17, None)
    assert database.kept == [(1, {5: (17, None)}), (2, {5: (17, None)})]


class CountedLocks(NodeChannel):
    """A channel of which only the locks are told, which one session can take repeatedly."""

    def __init__(self) -> None:
        self.held: Counter[str] = Counter()

    async def ask(
        self, query: str | sql.Composed, values: Sequence[Any] = ()
    ) -> Sequence[tuple[Any, ...]]:
        await asyncio.sleep(0)
        self.held[values[0]] += -1 if "unlock" in str(query) else 1
        return [(True,)]


async def test_a_table_that_is_taken_twice_at_once_is_free_afterwards() -> None:
    channel = CountedLocks()
    locks = NodeLocks(channel)
    assert all(await asyncio.gather(*(locks.take("kesu-1") for _each in range(2))))
    await locks.free("kesu-1")
    assert channel.held["kesu-1"] == 0


async def test_everybody_is_seen_from_everywhere(pair: Pair) -> None:
    pair.comes("Ana", pair.one)
    ben = pair.comes("Ben", pair.other)
    for node in (pair.one, pair.other):
        await until(lambda node=node: [*node.lobby.shown.people()] == ["Ana", "Ben"], "both")  # type: ignore[misc]
    ben.leaves()
    await until(lambda: [*pair.one.lobby.shown.people()] == ["Ana"], "Ana alone")
    assert pair.one.lobby.attendance.gone_at(ben.account) is not None


@pytest.mark.slow
async def test_who_comes_while_everybody_is_read_is_known(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    loop, read, own = asyncio.get_running_loop(), rows.people_elsewhere, pair.one.nodes

    def slowly(database: Database, node: int) -> rows.Sessions:
        found = read(database, node)
        if node == own.number and not own.people.called("Ben"):
            loop.call_soon_threadsafe(pair.comes, "Ben", pair.other)
            wait_until(lambda: own.people.called("Ben"), "Ben")
        return found

    monkeypatch.setattr(rows, "people_elsewhere", slowly)
    await own._read_people()
    assert own.people.called("Ben")


@pytest.mark.nightly
async def test_of_those_who_move_nothing_is_read(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = [await pair.table("Ana", "Ben") for _each in range(2)]
    ben, eva = pair.comes("Ben", pair.other), pair.comes("Eva", pair.other)
    here = pair.one.lobby.guests
    await until(lambda: {one.name for one in here.elsewhere} == {"Ben", "Eva"}, "both")
    monkeypatch.setattr(nodes, "READS", 10**6)
    pair.one.nodes._looks += 1  # not the one at which all are read
    monkeypatch.setattr(rows, "people_elsewhere", lambda *_about: pytest.fail("all were read"))
    for table in tables:
        await ben.goes_to(table)
        await until(lambda at=table: here.names(at) == ["Ben"], "where Ben is")  # type: ignore[misc]
    eva.leaves()
    await until(lambda: {one.name for one in here.elsewhere} == {"Ben"}, "that Eva went")
    assert here.names(tables[0]) == []


async def test_of_many_who_move_at_once_all_are_read(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rows, "MOST_TOLD", 1)
    for name in ("Ana", "Ben", "Eva"):
        pair.comes(name, pair.other)
    await until(lambda: len(pair.one.lobby.guests.elsewhere) == 3, "all of them")


def test_of_a_node_of_the_version_before_all_are_read() -> None:
    old = decoded('7 {"type":"PeopleMoved","visits":[3]}')
    assert old == (7, PeopleMoved([3]))
    assert PeopleElsewhere().hear(7, PeopleMoved([3])) is None


def test_who_moves_is_told_as_a_difference() -> None:
    people = PeopleElsewhere()
    ana, ben = (3, 1, "Ana", "a-1"), (4, 2, "ben", None)
    assert people.hear(7, PeopleMoved([3, 4], here=[ana, ben])) == ([1, 2], [], {"a-1"})
    assert people.hear(8, PeopleMoved([3], here=[(3, 1, "Ana", "a-2")])) == ([], [], {"a-2"})
    assert [name for _folded, name in people.names()] == ["Ana", "ben"]
    assert people.hear(7, PeopleMoved([3], here=[(3, 1, "Anna", "a-1")])) == ([], [], {"a-1"})
    assert [name for _folded, name in people.names()] == ["Ana", "Anna", "ben"]
    assert [one.name for one in people.at("a-1")] == ["Anna"]
    assert people.hear(7, PeopleMoved([3, 4], gone=[3, 4], here=[])) == ([], [2], {"a-1"})
    assert (people.has(1), people.has(2), len(people)) == (True, False, 1)
    assert people.replace({}) == ([], [1], {"a-2"})
    assert (people.names(), [*people], [*people.at("a-2")]) == ([], [], [])


@pytest.mark.slow
async def test_what_is_said_in_the_lobby_is_heard_everywhere(pair: Pair) -> None:
    ana, ben = pair.comes("Ana", pair.one), pair.comes("Ben", pair.other)
    pair.other.lobby.talking.said(None, ben.account)
    await pair.one.lobby.talking.say(ana.account, "hello")
    await until(lambda: ben.heard == ["Ana: hello"], "the line")
    await until(
        lambda: (
            [line.text for line in pair.other.lobby.talking.said(None, ben.account)] == ["hello"]
        )
    )
    await pair.other.lobby.talking.say(ben.account, "good evening")
    await until(lambda: ana.heard == ["Ben: good evening"], "the answer")


@pytest.mark.slow
async def test_spectators_elsewhere_are_not_read_by_players(pair: Pair) -> None:
    table = await pair.table("Ana", "Ben")
    ana, eva = pair.comes("Ana", pair.one), pair.comes("Eva", pair.other)
    ben = pair.comes("Ben", pair.other)
    for one in (ana, eva, ben):
        await one.goes_to(table)
    await pair.other.lobby.talking.say(eva.account, "she is at 14.200", table)
    await pair.other.lobby.talking.say(ben.account, "good luck", table)
    await until(lambda: any("good luck" in line for line in ana.heard), "talk of players")
    assert not any("14.200" in line for line in (*ana.heard, *ben.heard))
    await until(lambda: pair.one.lobby.talking.said(table, ana.account), "talk of players")
    read = pair.one.lobby.talking.said(table, ana.account)
    assert [line.text for line in read] == ["good luck"]


@pytest.mark.slow
async def test_tables_invitations_and_beginnings_reach_people_elsewhere(pair: Pair) -> None:
    ana, ben = pair.comes("Ana", pair.one), pair.comes("Ben", pair.other)
    plan = TablePlan("bataille", [SeatWish(account=ana.account), SeatWish(invited="Ben")])
    table = await pair.one.lobby.tables.create(ana.account, plan)
    await until(
        lambda: any("invites you" in line for line in ben.heard),
        "withdraw N: withdraw the invite links to your table N",
    )
    assert pair.other.lobby.table_list.known(table) is not None
    await pair.other.lobby.tables.join(table, ben.account)
    await until(lambda: any("The game begins" in line for line in ana.heard), "the beginning")
    await until(lambda: ana.rung > 0 or pair.one.lobby.held.waits_for(ana.account), "the turn")
    assert pair.other.held(table).is_own, "whoever begins it looks after it"


@pytest.mark.nightly
async def test_a_rematch_is_one_table_wherever_it_is_wanted(pair: Pair) -> None:
    table = await pair.table("Ana", "Ben")
    ana, ben = pair.comes("Ana", pair.one), pair.comes("Ben", pair.other)
    await ana.goes_to(table)
    await (await ben.goes_to(table)).resign(1)
    await until(lambda: pair.one.held(table).table.result is not None, "the end")
    again = await pair.one.lobby.rematches.play_again(table, ana.account)
    await until(lambda: pair.other.lobby.rematch_book.played_before(again), "the rematch")
    assert await pair.other.lobby.rematches.play_again(table, ben.account) == again
    await until(lambda: f"on to {again}" in ana.heard, "the next game")


@pytest.mark.slow
async def test_admins_reach_everybody(pair: Pair) -> None:
    table = await pair.table("Ana", "Ben")
    ben = pair.comes("Ben", pair.other)
    await ben.goes_to(table)
    pair.one.lobby.telling.announce("tea is ready")
    pair.one.lobby.talking.set_slow_mode(30)
    end_game(pair.one.database, table, None)
    pair.one.lobby.held.let_go(table)
    await until(lambda: "tea is ready" in ben.heard, "the announcement")
    await until(lambda: pair.other.lobby.talking.slow_mode.seconds == 30, "slow mode")
    await until(lambda: ben.shown_out == [table], "the way out")


@pytest.mark.nightly
async def test_guests_are_forgotten_with_their_node_alone(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rows, "YOUNG", -1.0)
    monkeypatch.setattr(nodes, "TIDIES", 1_000_000)  # nobody else tidies
    guests = [register_guest(pair.one.database) for _guest in range(2)]
    pair._accounts |= {guest.name: guest for guest in guests}
    pair.comes(guests[0].name, pair.one)
    pair.comes(guests[1].name, pair.other)
    for node in (pair.one, pair.other):  # what is told there is stored
        await until(lambda node=node: len(node.lobby.shown.people()) == 2, "both")  # type: ignore[misc]
    gone = pair.other.database.node
    assert rows.tidy(pair.one.database, {gone or 0}) == set()
    await pair.other.stands_still()
    await until(lambda: rows.tidy(pair.one.database, ()) == {gone}, "that it is gone")
    assert account_numbered(pair.one.database, guests[1].id) is not None, "it may come back"
    assert rows.tidy(pair.one.database, {gone or 0}) == set()
    assert account_numbered(pair.one.database, guests[0].id) is not None
    assert account_numbered(pair.one.database, guests[1].id) is None
    await pair.other.wakes()  # it notices, and is another node
    await until(lambda: pair.other.database.node != gone, "another number")


@pytest.mark.slow
async def test_guests_keep_their_seats_for_as_long_as_they_are_told(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rows, "YOUNG", -1.0)
    guest = register_guest(pair.one.database)
    pair.one.lobby.limits = replace(pair.one.lobby.limits, away_seconds=600.0)
    await pair.one.nodes._tidy()
    assert account_numbered(pair.one.database, guest.id) is not None
    pair.one.lobby.limits = replace(pair.one.lobby.limits, away_seconds=0.0)
    await pair.one.nodes._tidy()
    assert account_numbered(pair.one.database, guest.id) is None


async def test_people_are_told_that_the_database_is_away_and_back(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana = pair.comes("Ana", pair.one)
    opens, channel = NodeChannel.open, pair.one.nodes._channel

    async def refused(_channel: NodeChannel) -> None:
        raise ChannelBroken("gone")

    monkeypatch.setattr(NodeChannel, "open", refused)
    assert channel._connection is not None
    channel._break(channel._connection, OSError("gone"))
    await until(lambda: any("does not answer" in line for line in ana.heard), "the trouble")
    monkeypatch.setattr(NodeChannel, "open", opens)
    await until(lambda: any("answers again" in line for line in ana.heard), "its end")
    assert len(ana.heard) == 2


async def test_names_that_change_do_so_everywhere(pair: Pair) -> None:
    ben = pair.comes("Ben", pair.other)
    rename(pair.one.database, pair.account("Ben"), "Benno")
    await until(lambda: ben.name == "Benno", "the name")
