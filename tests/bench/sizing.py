"""What so many people would take of several servers at one PostgreSQL, and what gives way first.

`python -m tests.bench.sizing [--people 1000,10000,100000]` measures what a move, a line of talk,
somebody who goes about and a sign of life cost at a PostgreSQL server of its own, with two servers
that write in turns, and what hearing of others costs; it lets people play in a simulation by these
figures. What a key, a move, a session and the lobby cost is measured by `make load` and
`python -m tests.bench.nodes`.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count
from math import ceil
from pathlib import Path
from statistics import quantiles
from time import perf_counter, process_time
from typing import Final

import click
from sqlalchemy import event

from nim_tui.server.accounts.store import register
from nim_tui.server.chat.store import say
from nim_tui.server.lobby.updates import SELDOM
from nim_tui.server.nodes import locks
from nim_tui.server.nodes.presence import join, keep_presence
from nim_tui.server.nodes.several import LOOK, ORPHANS
from nim_tui.server.rate_limit import RateLimit
from nim_tui.server.settings.sections import LobbyLimits
from nim_tui.server.storage import postgres
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.migrate import version
from nim_tui.server.tables.game_store import lines_since
from nim_tui.server.tables.record_store import append
from nim_tui.server.tables.seat_store import start
from nim_tui.server.tables.table_store import SeatWish, TablePlan, create_table
from nim_tui.tables.record import MoveEntry
from rules.chance import Chance
from tests.bench.hearing import a_post
from tests.bench.report import Bar, tell
from tests.nim_tui.server.storage.cluster import Cluster

ROUNDS: Final = 300
AT_TABLES: Final = 0.6
"""Of all people; the others look at the lobby."""
WAIT: Final = Bar(150, at_least=False, unit="ms")
"""For the turn to write, of 99 in 100 moves."""
CONNECTIONS: Final = postgres.CONNECTIONS + 1
"""Of a server to its database: those of its pool, and one by which it is woken."""
PLACES: Final = Bar(97, at_least=False, unit="")
"""Connections that PostgreSQL takes unless `max_connections` is set, but for its superuser's."""
HEARD: Final = Bar(0.3, at_least=False, unit="")
"""Of a processor, above which more servers help little."""
BUSY: Final = 0.6
"""Of a processor, which a server should not take more of."""
SECONDS: Final = 120


@dataclass(frozen=True, slots=True)
class Habits:
    """How often one person does something, in seconds from one to the next."""

    key: float = 3.0
    move: float = 30.0
    line: float = 300.0
    going_about: float = 120.0
    """Coming, going, sitting down: what others see in the lobby."""


@dataclass(frozen=True, slots=True)
class Cost:
    """Of one thing done: seconds in which nobody else writes, and statements of it."""

    seconds: float
    statements: int
    processor: float
    """Seconds of the server's own; PostgreSQL's are not among them."""


@dataclass(frozen=True, slots=True)
class Costs:
    """What was measured."""

    move: Cost
    line: Cost
    going: Cost
    """Of somebody who comes, goes or sits down, as others hear it."""
    beat: Cost
    reading: Cost
    """What another server reads of a move, where the people it is told sit."""
    hearing: float
    """Seconds of processor to hear of one move, line or person elsewhere, told whole."""


class Shared:
    """Two servers at one database, which do the same in turns."""

    def __init__(self, address: str) -> None:
        self._both = [postgres.open_postgres(address), postgres.open_postgres(address)]
        self.statements = 0
        for number, node in enumerate(self._both, 1):
            node.node = number
            event.listen(node.engine, "after_cursor_execute", self._count)

    def _count(self, *_what: object) -> None:
        self.statements += 1

    @property
    def both(self) -> Sequence[Database]:
        """The databases of both."""
        return self._both

    @property
    def first(self) -> Database:
        """One of them."""
        return self._both[0]

    def measured(self, do: Callable[[Database, int], object], *, both: bool = True) -> Cost:
        """What something costs, done so often by two servers at once, or by one."""
        numbers, before = count(), self.statements
        servers = self._both if both else self._both[:1]
        begun, worked = perf_counter(), process_time()

        def work(node: Database) -> None:
            for _round in range(ROUNDS):
                do(node, next(numbers))

        with ThreadPoolExecutor(len(servers)) as pool:
            for done in [pool.submit(work, node) for node in servers]:
                done.result()
        times = ROUNDS * len(servers)
        taken, worked = perf_counter() - begun, process_time() - worked
        return Cost(taken / times, round((self.statements - before) / times), worked / times)

    def close(self) -> None:
        """Let both go."""
        for node in self._both:
            node.close()


def measure() -> Costs:
    """What things cost here."""
    with (
        tempfile.TemporaryDirectory(prefix="nim-tui-") as folder,
        Cluster(Path(folder) / "pg") as cluster,
    ):
        shared = Shared(cluster.blank())
        try:
            return _costs(shared)
        finally:
            shared.close()


def _costs(shared: Shared) -> Costs:
    database = shared.first
    limit = RateLimit(database, "lines", 5, 2.0, shared=True)
    ana = register(database, "Ana", "SHA256:" + "A" * 43)
    seats = [SeatWish(account=ana.id), SeatWish(bot="easy")]
    tables = [create_table(database, ana.id, TablePlan("bataille", seats)) for _n in range(2)]
    for table in tables:
        start(database, table, 1)
    plies = {table: count() for table in tables}

    for number, node in enumerate(shared.both, 1):
        join(node, number, f"node{number}", version())

    def going(node: Database, number: int) -> None:
        keep_presence(node, node.node or 0, {number: (ana.id, None)}, {number - 1})

    def move(node: Database, _number: int) -> None:
        table = tables[0] if node is database else tables[1]
        append(node, table, next(plies[table]), MoveEntry(0, "move 1.1.1.1"), (0, 1))

    def line(node: Database, number: int) -> None:
        limit._take_row(node, f"somebody {number}")
        say(node, ana.id, f"line {number}")

    def beat(node: Database, _number: int) -> None:
        locks.living(node)

    moves = shared.measured(move)
    last = next(plies[tables[0]]) - 1
    return Costs(
        move=moves,
        line=shared.measured(line),
        going=shared.measured(going),
        beat=shared.measured(beat),
        reading=shared.measured(
            lambda node, _number: lines_since(node, tables[0], last), both=False
        ),
        hearing=a_post().our_median,
    )


@dataclass(frozen=True, slots=True)
class Measured:
    """Seconds of a processor that things take, and memory, as measured elsewhere."""

    key: float
    move: float
    """With all that the people at the table are shown of it."""
    looking_on: float
    """For one in the lobby, and an update of it."""
    megabytes: float
    """Of a session."""


@dataclass(frozen=True, slots=True)
class Crowd:
    """So many people, at servers of one processor each."""

    people: int
    habits: Habits
    costs: Costs
    measured: Measured

    @property
    def keys(self) -> float:
        """A second, of all."""
        return self.people / self.habits.key

    @property
    def moves(self) -> float:
        """A second, of all."""
        return self.people * AT_TABLES / self.habits.move

    @property
    def lines(self) -> float:
        """A second, of talk."""
        return self.people / self.habits.line

    @property
    def goings(self) -> float:
        """A second, which lists show."""
        return self.people / self.habits.going_about

    @property
    def servers(self) -> int:
        """How many it takes, so that none is busier than it should be; 0: no number is enough."""
        left = BUSY - self.hearing
        reading = self.moves * self.costs.reading.processor
        return ceil((self.painting + reading) / left) if left > 0 else 0

    @property
    def painting(self) -> float:
        """Processors that keys, moves and the lobby take, wherever people are."""
        most = 1 / (LobbyLimits().paint_seconds * SELDOM)
        looking_on = self.people * (1 - AT_TABLES) * min(self.goings, most)
        at_tables = self.keys * self.measured.key + self.moves * self.measured.move
        return at_tables + looking_on * self.measured.looking_on

    @property
    def hearing(self) -> float:
        """The share of its processor that each server needs to hear all others."""
        costs = self.costs
        return self.notifications * costs.hearing + costs.beat.processor / LOOK

    @property
    def connections(self) -> int:
        """To PostgreSQL, of all servers."""
        return self.servers * CONNECTIONS

    @property
    def notifications(self) -> float:
        """A second, each heard by every server."""
        return self.moves + self.lines + self.goings

    @property
    def statements(self) -> float:
        """A second: of who writes, and of all who are woken by it."""
        costs = self.costs
        written = self.moves * costs.move.statements + self.lines * costs.line.statements
        written += self.goings * costs.going.statements
        signs = self.servers / LOOK * (1 + 1 / ORPHANS)
        return written + signs + self.moves * costs.reading.statements

    @property
    def writing(self) -> float:
        """The share of time in which somebody writes: one at a time does."""
        costs = self.costs
        taken = self.moves * costs.move.seconds + self.lines * costs.line.seconds
        return taken + self.goings * costs.going.seconds


def waits(crowd: Crowd, seed: int) -> list[float]:
    """Seconds that each move waits until it is written, over two minutes, in a simulation."""
    chance = Chance(seed)
    kinds = (
        (crowd.moves, crowd.costs.move.seconds, True),
        (crowd.lines, crowd.costs.line.seconds, False),
        (crowd.goings, crowd.costs.going.seconds, False),
    )
    due: list[tuple[float, int]] = []
    for kind, (rate, _seconds, _counts) in enumerate(kinds):
        for _one in range(round(rate * SECONDS)):
            heappush(due, (chance.below(10**9) / 10**9 * SECONDS, kind))
    free, waited = 0.0, []
    while due:
        at, kind = heappop(due)
        free = max(free, at) + kinds[kind][1]
        if kinds[kind][2]:
            waited.append(free - at)
    return waited


def report(crowd: Crowd) -> None:
    """Print what they take."""
    tell(f"{crowd.people} people", "")
    tell("  keys a second", f"{crowd.keys:.0f}")
    tell("  processors for keys, moves and the lobby", f"{crowd.painting:.1f}")
    tell("  of each server's, to hear the others", f"{crowd.hearing:.0%}", HEARD, crowd.hearing)
    if not crowd.servers:
        return
    tell("  servers of one processor", str(crowd.servers))
    tell("  connections to PostgreSQL", str(crowd.connections), PLACES, crowd.connections)
    tell("  memory of all", f"{crowd.people * crowd.measured.megabytes / 1000:.1f} GB")
    tell("  moves a second", f"{crowd.moves:.0f}")
    tell("  notifications a second", f"{crowd.notifications:.0f}")
    tell("  statements a second", f"{crowd.statements:.0f}")
    tell("  share of time that somebody writes", f"{crowd.writing:.0%}")
    late = quantiles(waits(crowd, 1), n=100)[98] * 1000
    tell("  a move is written after, p99", f"{late:.1f} ms", WAIT, late)
    most = crowd.people / crowd.writing
    tell("  one who writes at a time bears", f"{most:.0f} people")


@click.command()
@click.option("--people", default="1000,10000,100000", show_default=True)
@click.option("--key-ms", default=3.4, show_default=True, help="Of a processor, by `make load`.")
@click.option("--move-ms", default=124.0, show_default=True, help="Likewise, by tests.bench.nodes.")
@click.option("--lobby", default=250, show_default=True, help="Updates of it, a processor.")
@click.option("--session-mb", default=2.1, show_default=True, help="By `make load`.")
def main(people: str, key_ms: float, move_ms: float, lobby: int, session_mb: float) -> None:
    """Measure what things cost, and simulate people."""
    costs = measure()
    for name in ("move", "line", "going", "beat", "reading"):
        cost = getattr(costs, name)
        own = f"{cost.processor * 1000:.2f} ms of processor"
        tell(f"a {name}", f"{cost.seconds * 1000:.2f} ms, {cost.statements} statements, {own}")
    tell("hearing of one elsewhere", f"{costs.hearing * 1e6:.0f} µs of processor")
    measured = Measured(key_ms / 1000, move_ms / 1000, 1 / lobby, session_mb)
    for number in map(int, people.split(",")):
        report(Crowd(number, Habits(), costs, measured))


if __name__ == "__main__":
    main()
