"""Servers as processes on one PostgreSQL server, and games on them that go as the rules say."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from sqlalchemy import select, text

from nim_tui.server.accounts.store import account_named
from nim_tui.server.nodes.messages import TablesChanged, tell_nodes
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.postgres import open_postgres
from nim_tui.server.storage.schema import LOCKS_HERE, SERVER_LOCKS, TABLES
from nim_tui.server.tables.game_store import load_record, open_table
from nim_tui.tables.clock import ClockPlan
from nim_tui.tables.record import EndEntry, Line, MoveEntry
from nim_tui.tables.store import replay
from rules.chance import Chance
from tests.e2e.course import Round
from tests.e2e.people import Come, Person
from tests.e2e.server_process import ServerProcess
from tests.nim_tui.server.storage.cluster import Cluster
from tests.nim_tui.server.storage.conftest import begun
from tests.waiting import wait_until


class Processes:
    """Two nodes or more, and the database they share, looked at from outside."""

    def __init__(
        self, folder: Path, cluster: Cluster, seed: int, *options: str, count: int = 2,
        address: str = "", pooled: str = "",
    ) -> None:  # fmt: skip
        """So many are started, all with these `options`; `pooled` leads to a pooler."""
        self.cluster = cluster
        self.address = address or cluster.blank()
        if pooled:
            options = (*options, "--channel", self.address)
        self.database: Database = open_postgres(self.address)
        self.nodes: list[ServerProcess] = []
        self._chance = Chance(seed)
        try:
            for number in range(count):
                own = folder / f"node {number}"
                own.mkdir()
                node = ServerProcess(own, seed)
                self.nodes.append(node)
                node.start(
                    "--database", pooled or self.address, "--node", f"node{number}", *options
                )
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        for node in self.nodes:
            if node.is_running:
                self.goes_on(node)
            node.close()
        self.database.close()

    # Nodes

    @staticmethod
    def stops(node: ServerProcess) -> None:
        """It stands still, as if its machine did."""
        assert node._process is not None
        node._process.send_signal(signal.SIGSTOP)

    @staticmethod
    def goes_on(node: ServerProcess) -> None:
        assert node._process is not None
        node._process.send_signal(signal.SIGCONT)

    def owner(self, table: str) -> ServerProcess | None:
        """The node that looks after a table."""
        runs = f"SELECT pid {LOCKS_HERE} AND objsubid = 1 AND (classid::bigint << 32)"
        query = (
            f"SELECT name FROM nodes WHERE id = (SELECT objid::bigint {LOCKS_HERE}"
            f" AND objsubid = 2 AND classid = {SERVER_LOCKS}::oid AND objid > 0 AND pid = ({runs}"
            " | objid::bigint = hashtextextended(current_schema() || '.' || :table, 0)))"
        )
        with self.database.reading() as connection:
            name = connection.execute(text(query), {"table": table}).scalar() or ""
        return self.nodes[int(name.removeprefix("node"))] if name else None

    def the_other(self, node: ServerProcess) -> ServerProcess:
        """The next one that runs."""
        at = self.nodes.index(node)
        return next(one for one in self.nodes[at + 1 :] + self.nodes[:at] if one.is_running)

    # Games

    def table(
        self,
        *people: Person,
        game: str,
        bots: tuple[str, ...] = (),
        clock: ClockPlan | None = None,
    ) -> str:
        """A game of people who are known, and bots, which one of the nodes looks after."""
        accounts = filter(None, [account_named(self.database, one.name) for one in people])
        made = begun(self.database, *accounts, game=game, bots=bots, clock=clock)
        self.database.node = 0  # as if it came from another server
        tell_nodes(self.database, TablesChanged([made]))
        self.database.node = None
        wait_until(lambda: self.owner(made) is not None, "an owner")
        return made

    def only_table(self) -> str:
        with self.database.reading() as connection:
            return str(connection.execute(select(TABLES.c.id)).scalar_one())

    def lines(self, table: str) -> tuple[Line, ...]:
        """Its record, which is whole: it replays."""
        record = load_record(self.database, table)
        replay(record)
        return record.lines

    def waiting(self, table: str) -> tuple[int, ...]:
        """The seats that must move."""
        return open_table(self.database, table).waiting

    def is_over(self, table: str) -> bool:
        return any(isinstance(line, EndEntry) for line in self.lines(table))

    def plays(self, table: str, seat: int) -> list[str]:
        lines = self.lines(table)
        return [line.move for line in lines if isinstance(line, MoveEntry) and line.seat == seat]

    def say_all(self, people: Sequence[Person], course: Iterable[Round]) -> None:
        """Play a game told in words; each speaks once what was said before is on their screen."""
        for together in course:
            for one in together:
                people[one.seat].is_asked()
            for one in reversed(together):
                people[one.seat].is_asked()
                people[one.seat].at_rest()
                people[one.seat].say(one.words)
                words = one.words.split("; ")
                table = self.only_table()
                people[one.seat].wait_until(
                    lambda _screen: self.plays(table, one.seat)[-len(words) :] == words,  # noqa: B023
                    f"{words} in the record",
                )

    def play_on(self, table: str, people: Sequence[Person], moves: int) -> list[tuple[int, str]]:
        """People make so many moves, by keys, and bots theirs between; what people said."""
        said: list[tuple[int, str]] = []
        while len(said) < moves:
            game = open_table(self.database, table)
            mine = [seat for seat in game.waiting if seat < len(people)]
            if not mine:
                before = len(self.lines(table))
                wait_until(lambda before=before: len(self.lines(table)) > before, "a move of a bot")  # type: ignore[misc]
                continue
            seat = mine[0]
            word = self._chance.pick(game.legal(seat)).word
            before = len(self.plays(table, seat))
            people[seat].say(word)
            wait_until(
                lambda seat=seat, before=before: len(self.plays(table, seat)) > before,  # type: ignore[misc]
                "the move in the record",
            )
            said.append((seat, word))
        return said


def come_to(node: ServerProcess, person: Come, *names: str) -> list[Person]:
    """People who are new come to a node."""
    people = [person(name) for name in names]
    for one in people:
        one.register(node)
    return people


def seconds_until(is_so: Callable[[], object], what: str, patience: float = 15.0) -> float:
    """How long something took that may not take longer."""
    begun_at = time.monotonic()
    while not is_so():
        assert time.monotonic() < begun_at + patience, f"{what} did not come in {patience} s"
        time.sleep(0.05)
    return time.monotonic() - begun_at
