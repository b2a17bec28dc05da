"""Two servers as processes on one PostgreSQL server, and games on them that go as the rules say."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from sqlalchemy import select

from nim_tui.server.database.accounts import account_named
from nim_tui.server.database.connection import Database
from nim_tui.server.database.games import load_record, open_table
from nim_tui.server.database.node_schema import LIVE_TABLES, NODES
from nim_tui.server.database.postgres import open_postgres
from nim_tui.server.database.posts import TablesChanged, tell_nodes
from nim_tui.server.database.schema import TABLES
from nim_tui.tables.record import Line, Play
from nim_tui.tables.store import replay
from rules.chance import Chance
from tests.nim_tui.server.database.cluster import Cluster
from tests.nim_tui.server.database.conftest import begun
from tests.nim_tui.server.lobby.course import Round
from tests.nim_tui.server.lobby.people import Person
from tests.nim_tui.server.lobby.server_process import ServerProcess, until


class TwoProcesses:
    """Two nodes, and the database they share, looked at from outside."""

    def __init__(self, folder: Path, cluster: Cluster, seed: int, *options: str) -> None:
        """Both are started with these `options`."""
        self.cluster = cluster
        self.address = cluster.blank()
        self.database: Database = open_postgres(self.address)
        self.nodes = []
        for name in ("one", "other"):
            (folder / name).mkdir()
            node = ServerProcess(folder / name, seed)
            self.nodes.append(node)
            node.start("--database", self.address, *options)
        self._chance = Chance(seed)

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
        query = select(NODES.c.name).join(LIVE_TABLES, LIVE_TABLES.c.node == NODES.c.id)
        with self.database.reading() as connection:
            name = connection.execute(query.where(LIVE_TABLES.c.table == table)).scalar() or ""
        pid = name.rpartition(":")[2]
        own = (node for node in self.nodes if node._process and str(node._process.pid) == pid)
        return next(own, None)

    def the_other(self, node: ServerProcess) -> ServerProcess:
        return self.nodes[1 - self.nodes.index(node)]

    # Games

    def table(self, *people: Person, game: str, bots: tuple[str, ...] = ()) -> str:
        """A game of people who are known, and bots, which one of the nodes looks after."""
        accounts = [account_named(self.database, one.name) for one in people]
        made = begun(self.database, *filter(None, accounts), game=game, bots=bots)
        self.database.node = 0  # as if it came from another server
        tell_nodes(self.database, TablesChanged([made]))
        self.database.node = None
        until(lambda: self.owner(made) is not None, "an owner")
        return made

    def only_table(self) -> str:
        with self.database.reading() as connection:
            return str(connection.execute(select(TABLES.c.id)).scalar_one())

    def lines(self, table: str) -> tuple[Line, ...]:
        """Its record, which is whole: it replays."""
        record = load_record(self.database, table)
        replay(record)
        return record.lines

    def plays(self, table: str, seat: int) -> list[str]:
        lines = self.lines(table)
        return [line.move for line in lines if isinstance(line, Play) and line.seat == seat]

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
                until(
                    lambda: self.plays(table, one.seat)[-len(words) :] == words,  # noqa: B023
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
                until(lambda before=before: len(self.lines(table)) > before, "a move of a bot")  # type: ignore[misc]
                continue
            seat = mine[0]
            word = self._chance.pick(game.legal(seat)).word
            before = len(self.plays(table, seat))
            people[seat].say(word)
            until(
                lambda seat=seat, before=before: len(self.plays(table, seat)) > before,  # type: ignore[misc]
                "the move in the record",
            )
            said.append((seat, word))
        return said


def seconds_until(is_so: Callable[[], object], what: str, patience: float = 15.0) -> float:
    """How long something took that may not take longer."""
    begun_at = time.monotonic()
    while not is_so():
        assert time.monotonic() < begun_at + patience, f"{what} did not come in {patience} s"
        time.sleep(0.05)
    return time.monotonic() - begun_at
