"""What an admin of one server asks of another, and what reaches people at all of them."""

from __future__ import annotations

from typing import cast

import pytest

from nim_tui.server.accounts.keys import recover, remove_key
from nim_tui.server.admin.protocol import (
    BanOrder,
    Drain,
    Erase,
    Kick,
    ListNodes,
    ListSessions,
    Merge,
    Recover,
    Rename,
)
from nim_tui.server.admin.service import AdminService
from nim_tui.server.admin.statistics import Statistics
from nim_tui.server.nodes.presence import NoNode
from nim_tui.server.rate_limit import TooOften
from nim_tui.server.sessions.admin import NoSession
from nim_tui.server.sessions.sessions import SessionRegistry
from nim_tui.server.sessions.sign_in import SignIn
from nim_tui.server.ssh import ClientInfo, Counters, ServedLines, SshServer
from nim_tui.server.tables.table_store import SeatWish, TablePlan
from nim_tui.server.terminal.client import GuestPass
from tests.nim_tui.server.nodes.conftest import Node, Pair, Visitor
from tests.nim_tui.server.storage.conftest import key
from tests.screens.lobby.server import Doorman
from tests.waiting import until


class Run(AdminService):
    """A node that is run by somebody, with who came to it."""

    def __init__(self, node: Node) -> None:
        self.doorman, self.stopped = Doorman(), 0
        self._came_to: list[ServedLines] = []
        self._book = SessionRegistry(SignIn(node.lobby, guests=True, admins=[]), node.database)
        self._book.open(cast(SshServer, self.doorman))
        statistics = Statistics(node.lobby, Counters())
        super().__init__(node.lobby, self._book, statistics, self._stop)
        assert node.nodes.number is not None
        self.number = node.nodes.number

    def _stop(self) -> None:
        self.stopped += 1

    def comes(self, account: int) -> None:
        """A session of this key begins."""
        visit = ClientInfo(len(self.doorman.sessions) + 1, key(account), "192.0.2.7")
        self.doorman.sessions += (visit,)

    async def comes_in(self, account: int | None) -> ClientInfo:
        """The same, and what they came to stands: with the key of an account, or as a guest."""
        fingerprint = None if account is None else key(account)
        visit = ClientInfo(len(self.doorman.sessions) + 1, fingerprint, "192.0.2.7")
        self._came_to.append(await self._book.lines_for(visit))
        self.doorman.sessions += (visit,)
        return visit


@pytest.fixture
def run(pair: Pair) -> tuple[Run, Run]:
    return Run(pair.one), Run(pair.other)


async def test_the_servers_are_listed(pair: Pair, run: tuple[Run, Run]) -> None:
    pair.comes("Ana", pair.other)
    one, other = run
    await until(lambda: pair.one.nodes.people, "Ana")
    first, second = (await one.answer(ListNodes()))["nodes"]
    assert [(node["id"], node["sessions"]) for node in (first, second)] == [
        (one.number, 0),
        (other.number, 1),
    ]
    assert (first["here"], second["here"]) == (True, False)


async def test_sessions_of_another_server_are_listed(pair: Pair, run: tuple[Run, Run]) -> None:
    one, other = run
    ana = pair.comes("Ana", pair.other)
    await until(lambda: pair.one.nodes.people, "Ana")
    (found,) = (await one.answer(ListSessions(find="ana")))["visits"]
    assert (found["name"], found["visit"], found["node"]) == ("Ana", ana.visit, other.number)
    assert (found["address"], found["key"]) == ("", None), "that is its server's alone to tell"
    assert (await other.answer(ListSessions(find="ana")))["visits"] == [], "nobody came by a door"
    (row,) = await one.sessions.rows()
    (node,) = [each for each in (await one.answer(ListNodes()))["nodes"] if not each["here"]]
    assert (row.name, row.number, row.node) == ("Ana", ana.visit, node["name"])
    with pytest.raises(NoSession):
        await one.answer(Kick(ana.visit))


async def test_a_session_of_another_server_is_ended_from_here(
    pair: Pair, run: tuple[Run, Run]
) -> None:
    one, other = run
    ana = pair.comes("Ana", pair.other)
    await until(lambda: pair.one.nodes.people, "Ana")
    other.doorman.sessions += (ClientInfo(ana.visit, key(1), "192.0.2.7"),)
    await one.answer(Kick(ana.visit, "good night", str(other.number)))
    await until(lambda: other.doorman.sent_away == [ana.visit], "the end of the session")
    with pytest.raises(NoSession):
        await one.answer(Kick(ana.visit + 1, node=str(other.number)))
    with pytest.raises(NoNode, match="no server, or more than one, is named 'nowhere'"):
        await one.answer(Kick(ana.visit, node="nowhere"))


class Door:
    """Where people come in."""

    is_open = True

    def stop_listening(self) -> None:
        self.is_open = False


async def test_a_server_that_is_drained_from_another_closes_its_doors_and_stops_at_once(
    pair: Pair, run: tuple[Run, Run], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nim_tui.server.sessions.admin.LOOKS", 0.0)
    one, other = run
    doors = Door(), Door(), Door()
    one.open_doors(doors[0].stop_listening)
    other.open_doors(*(door.stop_listening for door in doors[1:]))
    facts = await one.answer(Drain(3600, str(other.number)))
    assert facts["hands_over"]
    await until(lambda: other.stopped, "the end of the other server")
    assert [door.is_open for door in doors] == [True, False, False]
    assert not one.stopped


async def test_a_guest_comes_back_to_a_seat_at_another_server(pair: Pair) -> None:
    doors = [SignIn(node.lobby, guests=True) for node in (pair.one, pair.other)]
    visits = [ClientInfo(900 + at, None, "192.0.2.7", guest=GuestPass("d1")) for at in (0, 1)]
    account = (await doors[0]._let_in(visits[0])).account
    assert account is not None
    seats = [SeatWish(account=account.id), SeatWish()]
    await pair.one.lobby.tables.create(account.id, TablePlan("bataille", seats))
    assert (await doors[1]._let_in(visits[1])).account == account
    Visitor(pair.other, account)
    await until(lambda: pair.one.nodes.people, "that the guest is told")
    doors[0].left(visits[0])
    await pair.one.database.settled()
    assert (await doors[1]._let_in(visits[1])).account == account, "who is there has not left"


async def test_a_guest_who_chooses_a_name_at_another_server_keeps_their_seat(pair: Pair) -> None:
    doors = [SignIn(node.lobby, guests=True) for node in (pair.one, pair.other)]
    guest = ClientInfo(900, None, "192.0.2.7", guest=GuestPass("d1"))
    account = (await doors[0]._let_in(guest)).account
    assert account is not None
    seats = [SeatWish(account=account.id), SeatWish()]
    table = await pair.one.lobby.tables.create(account.id, TablePlan("bataille", seats))
    await pair.one.lobby.tables.join(table, pair.account("Ben").id)
    member = ClientInfo(901, key(9), "192.0.2.7", guest=GuestPass("d1"))
    kept = (await doors[1]._registration.registrar(member).register("Eva")).account
    assert kept is not None
    assert (kept.id, kept.name, kept.is_guest) == (account.id, "Eva", False)
    await until(lambda: not doors[0]._keyless[900].is_guest, "that the first server hears of it")
    doors[0].left(guest)
    await pair.one.database.settled()
    assert not pair.one.held(table).people.is_lent(0), "the seat is a member's now"


async def test_a_ban_ends_sessions_everywhere(pair: Pair, run: tuple[Run, Run]) -> None:
    one, other = run
    pair.account("Ana")
    for each in run:
        each.comes(1)
    await one.answer(BanOrder("Ana", "spam"))
    await until(lambda: other.doorman.sent_away == [1], "the end of the other session")
    assert one.doorman.sent_away == [1]


async def test_a_ban_that_was_missed_holds_once_its_server_is_back(
    missed: Pair, run: tuple[Run, Run]
) -> None:
    one, other = run
    missed.account("Ana")
    ben = missed.account("Ben")
    other.comes(1)
    other.comes(2)
    await one.answer(BanOrder("Ana", "spam"))
    await missed.other.nodes._known_news.begin_anew()
    assert other.doorman.sent_away == [1], f"and {ben.name} stays"


@pytest.fixture
def missed(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> Pair:
    """The second of two nodes hears nothing, until it begins anew."""

    async def hears_nothing(_post: object) -> None:
        """As if it were cut off."""

    monkeypatch.setattr(pair.other.lobby.node_news, "hear", hears_nothing)
    return pair


@pytest.mark.nightly
async def test_keys_taken_away_and_accounts_made_one_meanwhile_end_sessions(
    missed: Pair, run: tuple[Run, Run]
) -> None:
    one, other = run
    ana, ben, eva, kim = (missed.account(name).id for name in ("Ana", "Ben", "Eva", "Kim"))
    for number in (ana, ben, eva, kim):
        await other.comes_in(number)
    guest = await other.comes_in(None)
    await one.answer(Recover("Ana", key(50)))
    await one.answer(Merge("Ben", "Eva"))
    await one.answer(Erase("Kim"))
    assert other.doorman.sent_away == []
    await missed.other.nodes._known_news.begin_anew()
    assert sorted(other.doorman.sent_away) == [1, 2, 4], "Eva and the guest stay"
    assert guest.number == 5
    assert "This key or browser was removed from your account." in other.doorman.last_lines[1]
    assert (
        "An admin deleted this account, or merged it with another. Sign in again."
        in other.doorman.last_lines[2]
    )


async def test_a_key_removed_by_its_holder_is_told_with_it(
    pair: Pair, run: tuple[Run, Run]
) -> None:
    """Its server may be killed as soon as it is stored."""
    _one, other = run
    ana = pair.account("Ana").id
    await pair.one.database.ask(recover, ana, key(50), keeps_others=True)
    await other.comes_in(ana)
    await pair.one.database.ask(remove_key, ana, key(1))
    await until(lambda: other.doorman.sent_away == [1], "the end of the session")


async def test_names_given_meanwhile_are_read(missed: Pair, run: tuple[Run, Run]) -> None:
    ben = missed.comes("Ben", missed.other)
    await run[0].answer(Rename("Ben", "Benno"))
    assert ben.name == "Ben"
    await missed.other.nodes._known_news.begin_anew()
    assert ben.name == "Benno"


@pytest.mark.slow
async def test_who_comes_later_knows_slow_mode_too(pair: Pair) -> None:
    ana = pair.comes("Ana", pair.one)
    pair.one.lobby.talking.set_slow_mode(30)
    third = await Node(pair.one.database.engine.url.render_as_string(hide_password=False)).open()
    try:
        await until(lambda: third.lobby.talking.slow_mode.seconds == 30, "slow mode")
    finally:
        await third.close()
    assert ana.heard == ["Slow mode in the lobby: one message every 30 s."], "told once"


@pytest.mark.slow
async def test_to_say_too_much_is_counted_at_all_servers(pair: Pair) -> None:
    ana, there = pair.comes("Ana", pair.one), pair.comes("Ana", pair.other)
    lines = pair.one.lobby.limits.lines_at_once
    for number in range(lines):
        node = (pair.one, pair.other)[number % 2]
        await node.lobby.talking.say(ana.account, f"line {number}")
    for node in (pair.one, pair.other):
        with pytest.raises(TooOften):
            await node.lobby.talking.say(there.account, "and another")
    ben = pair.comes("Ben", pair.other)
    await pair.other.lobby.talking.say(ben.account, "hello")


async def test_who_is_blocked_at_one_server_is_not_heard_at_another(pair: Pair) -> None:
    ben, there = pair.comes("Ben", pair.one), pair.comes("Ben", pair.other)
    ana = pair.comes("Ana", pair.other)
    await pair.one.lobby.talking.block(ben.account, ana.account)
    blocks = pair.other.lobby.talking.blocks
    await until(lambda: blocks.of(there.account) == {ana.account}, "that it is known")
    await pair.other.lobby.talking.say(ana.account, "hello")
    assert there.heard == []
    await pair.one.lobby.talking.unblock(ben.account, ana.account)
    await until(lambda: blocks.of(there.account) == frozenset(), "that it is known")
