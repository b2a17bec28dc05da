"""What tests of several servers at one database share: two of them in this process, and people."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from itertools import count

import pytest

from nim_tui.server.accounts.store import Account, register
from nim_tui.server.nodes import channel, several
from nim_tui.server.nodes.several import SeveralNodes, end
from nim_tui.server.play.live_table import LiveTable
from nim_tui.server.services import Services
from nim_tui.server.settings.sections import LobbyLimits
from nim_tui.server.storage.off_loop import THREADS
from nim_tui.server.storage.postgres import open_postgres
from nim_tui.server.tables.table_store import SeatWish, TablePlan
from nim_tui.tables.clock import ClockPlan
from rules.chance import Chance
from rules.messages import Fact
from screens.people import PersonalSentence, say_to
from tests.nim_tui.server.storage.cluster import Cluster
from tests.nim_tui.server.storage.conftest import key

_visits = count(1)


class Visitor:
    """Somebody at a node, in its lobby or at a table, and what they hear."""

    def __init__(self, node: Node, account: Account) -> None:
        self.account = account.id
        self.name = account.name
        self.at: str | None = None
        self.heard: list[str] = []
        self.rung = 0
        self.asked = 0
        self.shown_out: list[str] = []
        self.anew = 0
        self._node = node
        self.visit = next(_visits)
        node.lobby.comings.enter(self.visit, self)

    @property
    def who(self) -> Visitor:
        return self

    async def goes_to(self, table: str) -> LiveTable:
        """Look at a table."""
        _game, held = await self._node.lobby.opener.looked_at(table)
        assert held is not None
        before, self.at = self.at, table
        self._node.lobby.comings.moved_about(before, table)
        return held

    def leaves(self) -> None:
        """End the session."""
        self._node.lobby.comings.leave(self.visit)

    def turn_changed(self, *, rings: bool) -> None:
        self.rung += rings

    def hear(self, line: str) -> None:
        self.heard.append(line)

    def be_told(self, told: PersonalSentence | str, facts: Mapping[str, Fact]) -> None:
        self.heard.append(say_to(self.name, told, facts))

    def be_announced(self, text: str) -> None:
        self.heard.append(text)

    def be_asked(self) -> None:
        self.asked += 1

    def be_excluded(self, table: str) -> None:
        """Do nothing."""

    def be_shown_out(self, table: str) -> None:
        self.shown_out.append(table)

    def move_on(self, table: str, again: str) -> None:
        self.heard.append(f"on to {again}")

    def people_changed(self) -> None:
        pass

    def is_kept(self, account: Account) -> None:
        pass

    def is_renamed(self, account: Account) -> None:
        self.name = account.name

    def sit_anew(self) -> None:
        self.anew += 1


class Node:
    """A server of this process, without its transport."""

    def __init__(self, address: str) -> None:
        self.database = open_postgres(address, threads=THREADS)
        self.nodes = SeveralNodes(self.database)
        limits = LobbyLimits(rated_hours=0.0, away_seconds=0.0, line_seconds=3600.0)
        self.lobby = Services(self.database, limits=limits, nodes=self.nodes)

    async def open(self) -> Node:
        await self.lobby.bring_back()
        return self

    def held(self, table: str) -> LiveTable:
        held = self.lobby.held.seated(table)
        assert held is not None
        return held

    def own_tables(self) -> set[str]:
        """The games being played that this one runs."""
        held = self.lobby.held.by_id.items()
        return {table for table, one in held if one.is_own and one.table.result is None}

    async def stands_still(self) -> None:
        """Ask nothing and hear nothing from now on, though it believes to hold what it held."""
        tasks, self.nodes._tasks = self.nodes._tasks, []
        await end(*tasks)
        await self.nodes._care.close()
        async with self.nodes._channel._turn:  # what was asked runs to its end, and looks again
            connection = self.nodes._channel._connection
            assert connection is not None
            channel._look_away(connection)

    async def wakes(self) -> None:
        """Go on as if nothing had been."""
        connection = self.nodes._channel._connection
        assert connection is not None
        self.nodes._channel._watch(connection)
        self.nodes._begin()

    async def close(self) -> None:
        self.lobby.close()
        await self.database.settled()
        await self.nodes.close()
        await self.database.settled()
        self.database.close()


class Pair:
    """Two nodes, and people who are known to both."""

    def __init__(self, one: Node, other: Node) -> None:
        self.one, self.other = one, other
        self._accounts: dict[str, Account] = {}

    def account(self, name: str) -> Account:
        if name not in self._accounts:
            made = register(self.one.database, name, key(len(self._accounts) + 1))
            self._accounts[name] = made
        return self._accounts[name]

    def comes(self, name: str, node: Node) -> Visitor:
        return Visitor(node, self.account(name))

    async def table(
        self,
        *names: str,
        game: str = "bataille",
        bots: tuple[str, ...] = (),
        clock: ClockPlan | None = None,
        rated_from: int | None = 0,
    ) -> str:
        """A game that the first of two nodes has begun, and owns."""
        host, *others = [self.account(name).id for name in names]
        seats = [SeatWish(account=host), *(SeatWish() for _one in others)]
        seats += [SeatWish(bot=bot) for bot in bots]
        plan = TablePlan(game, seats, clock=clock, rated_from=rated_from)
        table = await self.one.lobby.tables.create(host, plan)
        for other in others:
            await self.one.lobby.tables.join(table, other)
        assert self.one.held(table).is_own
        return table


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server is looked for often, and soon loses its locks where it stands still."""
    monkeypatch.setattr(channel, "IDLE", 2.0)
    monkeypatch.setattr(several, "LOOK", 0.1)
    monkeypatch.setattr(several, "RETRY", 0.05)


@pytest.fixture
async def pair(cluster: Cluster, quick: None) -> AsyncIterator[Pair]:
    address = cluster.blank()
    one = await Node(address).open()
    other = await Node(address).open()
    yield Pair(one, other)
    await other.close()
    await one.close()


async def some_move(held: LiveTable, chance: Chance, seat: int | None = None) -> None:
    """Make a move by chance, as whoever is waited for."""
    who = chance.pick(held.table.waiting) if seat is None else seat
    await held.play(who, chance.pick(held.table.legal(who)))
