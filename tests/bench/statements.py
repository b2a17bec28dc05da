"""Statements a second of servers at one PostgreSQL, by the number of servers that share the people.

`python -m tests.bench.statements [--people 1000] [--servers 2,10] [--seconds 30]` runs the servers
in this process, without transports, at a PostgreSQL of its own. People move, go about and talk at
the pace of `tests.bench.sizing`; who sits where is drawn. What each statement is for is counted by
its first words.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import click
from psycopg import sql
from sqlalchemy import event

from nim_tui.server.accounts.store import register
from nim_tui.server.nodes.channel import NodeChannel
from nim_tui.server.tables.table_store import SeatWish, TablePlan
from rules.chance import Chance
from rules.messages import Refusal
from tests.bench.report import Bar, tell
from tests.bench.sizing import AT_TABLES, Habits
from tests.nim_tui.server.nodes.conftest import Node, Visitor, some_move
from tests.nim_tui.server.storage.cluster import Cluster
from tests.nim_tui.server.storage.conftest import key

GAME: Final = "submarine"
"""A game in which every move changes whose turn it is, as lists show it."""
FLAT: Final = Bar(1.1, at_least=False)
SETTLE: Final = 4.0
"""Seconds in which what the beginning caused is read."""


class Counted:
    """The statements of all servers, by their first words."""

    def __init__(self) -> None:
        self.kinds: Counter[str] = Counter()

    def watch(self, node: Node) -> None:
        """Count what a server asks, by its pool and by its channel."""
        event.listen(node.database.engine, "after_cursor_execute", self._executed)
        channel: NodeChannel = node.nodes._channel
        asked = channel.ask

        async def ask(query: str | sql.Composed, values: Sequence[Any] = ()) -> Any:
            self._count("channel: " + (query if isinstance(query, str) else "LISTEN"))
            return await asked(query, values)

        channel.ask = ask  # type: ignore[method-assign]

    def _executed(self, *about: Any) -> None:
        self._count(about[2])

    def _count(self, statement: str) -> None:
        self.kinds[" ".join(statement.split())[:70]] += 1


@dataclass(frozen=True, slots=True)
class Found:
    """What was counted."""

    a_second: float
    done: int
    seconds: float
    kinds: Counter[str]


class Evening:
    """People at servers, who do what people do."""

    def __init__(self, nodes: Sequence[Node], people: int) -> None:
        self._nodes = nodes
        self._chance = Chance(7)
        self._database = nodes[0].database
        self._accounts = [register(self._database, f"Player{n}", key(n + 1)) for n in range(people)]
        self._tables: list[tuple[str, Node]] = []
        self._here: list[Visitor] = []
        self.done = 0

    async def begin(self) -> None:
        """Bring everybody in, six of ten to tables of two."""
        at_tables = round(len(self._accounts) * AT_TABLES) // 2 * 2
        for number, account in enumerate(self._accounts):
            visitor = Visitor(self._nodes[self._chance.below(len(self._nodes))], account)
            self._here.append(visitor)
            visitor._node.lobby.shown.follow(lambda done: done())
            if number < at_tables and number % 2:
                await self._sit_down(self._here[-2], visitor)

    async def _sit_down(self, host: Visitor, other: Visitor) -> None:
        """Begin a game of two, which the server of the one who joins looks after."""
        plan = TablePlan(GAME, [SeatWish(account=host.account), SeatWish()])
        table = await host._node.lobby.tables.create(host.account, plan)
        await other._node.lobby.tables.join(table, other.account)
        for one in (host, other):
            await one.goes_to(table)
            self._tables.append((table, one._node))

    async def go_on(self, seconds: float, habits: Habits) -> None:
        """Let them do what they do for so long, each at its pace."""
        count = len(self._here)
        await asyncio.gather(
            self._paced(seconds, len(self._tables) / habits.move, self._move),
            self._paced(seconds, count / habits.line, self._say),
            self._paced(seconds, count / habits.going_about, self._go_about),
        )

    async def _paced(
        self, seconds: float, a_second: float, do: Callable[[], Awaitable[None]]
    ) -> None:
        loop = asyncio.get_running_loop()
        begun = loop.time()
        for number in range(round(seconds * a_second)):
            await asyncio.sleep(max(0.0, begun + number / a_second - loop.time()))
            with suppress(Refusal):
                await do()
                self.done += 1

    async def _move(self) -> None:
        table, node = self._chance.pick(self._tables)
        held = node.held(table)
        if held.table.result is None:
            await some_move(held, self._chance)

    async def _say(self) -> None:
        one = self._chance.pick(self._here)
        await one._node.lobby.talking.say(one.account, f"line {self.done}")

    async def _go_about(self) -> None:
        """Leave, and come to another server."""
        at = len(self._tables) + self._chance.below(len(self._here) - len(self._tables))
        before = self._here[at]
        before.leaves()
        account = self._accounts[at]
        self._here[at] = Visitor(self._nodes[self._chance.below(len(self._nodes))], account)


async def counted(people: int, servers: int, seconds: float, address: str) -> Found:
    """Count the statements of so many servers with so many people."""
    async with AsyncExitStack() as stack:
        nodes = []
        for _number in range(servers):
            nodes.append(await Node(address).open())
            stack.push_async_callback(nodes[-1].close)
        evening = Evening(nodes, people)
        await evening.begin()
        for node in nodes:
            await node.database.settled()
        await asyncio.sleep(SETTLE)
        found, loop = Counted(), asyncio.get_running_loop()
        for node in nodes:
            found.watch(node)
        begun, evening.done = loop.time(), 0
        await evening.go_on(seconds, Habits())
        took = loop.time() - begun
        return Found(sum(found.kinds.values()) / took, evening.done, took, found.kinds.copy())


@click.command()
@click.option("--people", default=1000, show_default=True, type=click.IntRange(min=20))
@click.option("--servers", default="2,10", show_default=True)
@click.option("--seconds", default=30.0, show_default=True)
@click.option("--kinds", default=0, show_default=True, help="The most frequent statements, shown.")
def main(people: int, servers: str, seconds: float, kinds: int) -> None:
    """Count statements with each number of servers."""
    rates = []
    for number in map(int, servers.split(",")):
        with tempfile.TemporaryDirectory() as name, Cluster(Path(name) / "pg") as cluster:
            found = asyncio.run(counted(people, number, seconds, cluster.blank()))
        rates.append(found.a_second)
        tell(f"{number} servers, {people} people: done", f"{found.done} in {found.seconds:.0f} s")
        tell("  statements a second", f"{found.a_second:.1f}")
        for kind, times in found.kinds.most_common(kinds):
            print(f"    {times / found.seconds:7.1f}  {kind}")
    ratio = rates[-1] / rates[0]
    tell("ratio", f"{ratio:.2f} x", FLAT, ratio)


if __name__ == "__main__":
    main()
