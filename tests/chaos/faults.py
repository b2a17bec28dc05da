"""One fault again and again, of one of two servers: `python -m tests.chaos.faults --runs 200`.

Each run measures how long it takes until a game goes on where only a bot is due, where two people
play from both servers, and where only a clock is due. Ends with 1 if that takes longer than
LONGEST, or a move was lost or doubled.
"""

from __future__ import annotations

import asyncio
import glob
import json
import os
import signal
import subprocess
import sys
import time
from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from sqlalchemy import select, text

from nim_tui.server.accounts.store import Account, account_named, register
from nim_tui.server.nodes.channel import NAME
from nim_tui.server.storage.database import Database, StorageError
from nim_tui.server.storage.postgres import open_postgres
from nim_tui.server.storage.schema import LOCKS_HERE, RUNNING, TABLES
from nim_tui.server.tables.game_store import load_record, tables_being_played
from nim_tui.server.tables.seat_store import start
from nim_tui.server.tables.table_store import SeatWish, TablePlan, create_table
from nim_tui.tables.clock import ClockPlan
from nim_tui.tables.record import MoveEntry
from nim_tui.tables.store import replay
from rules.chance import Chance
from rules.messages import Refusal
from tests.chaos.kept import look_at
from tests.chaos.told import Told
from tests.e2e.line import Line
from tests.nim_tui.server.nodes.conftest import Node, Visitor
from tests.nim_tui.server.storage.cluster import Cluster, own_cluster
from tests.nim_tui.server.storage.conftest import key

LONGEST: Final = 15.0
"""Seconds after a fault, or after a paused database goes on, in which play goes on."""
CLOCK: Final = 4
"""Seconds that the people have who never move."""
FAULTS: Final = ("kill", "stop", "cut", "pause", "part", "jump", "fill")
FAKETIME: Final = glob.glob("/usr/lib/*/faketime/libfaketimeMT.so.1")
"""The library by which a clock jumps, if it is here (package `faketime`)."""
CUT_OFF: Final = ("kill", "stop", "part")
"""The faults at which the people of a server are cut off with it."""
JUMPS: Final = (-86_400, -3600, -30, 30, 3600, 86_400)
"""Seconds by which a server's clock is set, as by somebody with wrong ideas of the time."""
EARLY: Final = -1.0
"""Seconds by which a clock of a game may seem to run out too soon, as looks are not exact."""
FULL: Final = 3.0
"""Seconds for which the disk of the database is full."""
PEOPLE: Final = ("Ana", "Ben")


async def plays(address: str, name: str) -> None:
    """Be a server: one person plays here wherever they sit, and somebody looks on at all games."""
    node = await Node(address).open()
    account = await node.database.look(account_named, name)
    eva = await node.database.look(account_named, "Eva")
    assert account is not None
    assert eva is not None
    looker, chance = Visitor(node, eva), Chance(os.getpid())
    print(json.dumps({"ready": name}), flush=True)
    while True:
        await asyncio.sleep(0.1)
        with suppress(StorageError):
            for table in await node.database.look(tables_being_played):
                with suppress(Refusal, OSError):
                    await one_look(node, table, (account, looker), chance)


async def one_look(node: Node, table: str, who: tuple[Account, Visitor], chance: Chance) -> None:
    """Look at a table, and move if it is one's turn."""
    account, looker = who
    game, held = await node.lobby.opener.looked_at(table)
    if held is None:
        return
    if not held.people.seats:  # of bots alone: they take their time where somebody looks on
        looker.at = table
        node.lobby.comings.moved_about(table)
    seat = held.people.seat_of(account.id)
    if seat is None or seat not in game.waiting:
        return
    number = sum(play.seat == seat for play in game.plays)
    move = chance.pick(game.legal(seat))
    await held.play(seat, move)
    print(json.dumps({"at": table, "seat": seat, "number": number, "move": move.word}), flush=True)


def clock_of(jumps: Path) -> dict[str, str]:
    """The environment of a process whose clock of the day is set by a file."""
    return {
        "LD_PRELOAD": FAKETIME[0], "FAKETIME_TIMESTAMP_FILE": str(jumps), "FAKETIME_NO_CACHE": "1",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
    }  # fmt: skip


class Process:
    """One of the servers, with a line of its own to the database, and a clock that can be set."""

    def __init__(
        self, cluster: Cluster, address: str, name: str, folder: Path, *, has_clock: bool
    ) -> None:
        """`has_clock` lets its clock be set, at the price of a read whenever it is looked at."""
        self.line = Line(cluster.socket).__enter__()
        self._about = (cluster.by_port(address, self.line.port), name)
        self._said = folder / f"{name}.said"
        self._jumps = folder / f"{name}.clock"
        self._environment = clock_of(self._jumps) if has_clock else {}
        self.sets_clock(0)
        self.start()

    def sets_clock(self, seconds: int) -> None:
        """Set its clock so far ahead of what it is, or back."""
        self._jumps.write_text(f"{seconds:+d}")

    def end(self) -> None:
        """Kill it for good."""
        self.process.kill()
        self.process.wait()
        self.line.__exit__()

    def start(self) -> None:
        """Start it, again where it gives up as the database is away, and wait until it is there."""
        before = self._said.stat().st_size if self._said.exists() else 0
        self._launch()

        def is_there() -> bool:
            if self.process.poll() is not None:
                self._launch()
            return b"ready" in self._said.read_bytes()[before:]

        wait(is_there, 60, "a server that has begun")

    def _launch(self) -> None:
        command = [sys.executable, "-m", "tests.chaos.faults", "--serve", *self._about]
        with self._said.open("a") as out, self._said.with_suffix(".log").open("a") as log:
            self.process = subprocess.Popen(
                command, stdout=out, stderr=log, env={**os.environ, **self._environment}
            )

    def send(self, number: int) -> None:
        """Send it a signal."""
        self.process.send_signal(number)

    def told(self) -> Iterator[dict[str, object]]:
        """The moves that were told to have been made, of what was said whole."""
        for line in self._said.read_text().splitlines():
            with suppress(ValueError):
                if "move" in (one := json.loads(line)):
                    yield one


def wait(is_so: Callable[[], object], seconds: float, what: str) -> None:
    """Wait until something is so. Raises TimeoutError, which names it."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with suppress(StorageError):
            if is_so():
                return
        time.sleep(0.05)
    raise TimeoutError(f"{what}: not within {seconds:.0f} s")


class Faults:
    """Two servers, the games there, and what happens to one of them."""

    def __init__(
        self, folder: Path, cluster: Cluster, seed: int, *, have_clocks: bool = False
    ) -> None:
        self._cluster, self._chance = cluster, Chance(seed)
        address = cluster.blank()
        self._database: Database = open_postgres(address)
        self._accounts = {
            name: register(self._database, name, key(number))
            for number, name in enumerate((*PEOPLE, "Eva", "Yan", "Zoe"), 1)
        }
        self._address = address
        self._nodes = [
            Process(cluster, address, name, folder, has_clock=have_clocks) for name in PEOPLE
        ]
        self._tables: dict[str, str] = {}
        self._all: list[str] = []
        self.kills = 0

    def close(self) -> None:
        """End both."""
        for node in self._nodes:
            node.end()
        self._database.close()

    def _begin(self, what: str, *names: str, clock: ClockPlan | None = None) -> str:
        if self._tables.get(what) in tables_being_played(self._database):
            return self._tables[what]
        wishes = [SeatWish(account=self._accounts[name].id) for name in names]
        wishes = wishes or [SeatWish(bot="random"), SeatWish(bot="random"), SeatWish(bot="random")]
        plan = TablePlan("submarine" if names else "himalaya", wishes, clock=clock)
        host = self._accounts[names[0] if names else "Eva"].id
        table = create_table(self._database, host, plan)
        start(self._database, table, self._chance.below(2**31))
        self._tables[what] = table
        self._all.append(table)
        wait(lambda: self._owner(table) is not None, 30, "a server that runs a new table")
        return table

    def _owner(self, table: str) -> Process | None:
        """The server that runs a table."""
        runs = f"SELECT pid {LOCKS_HERE} AND objsubid = 1 AND (classid::bigint << 32)"
        query = (
            "SELECT name FROM nodes WHERE id = (SELECT objid::bigint"
            f" {LOCKS_HERE} AND objsubid = 2 AND objid > 0 AND pid = ({runs}"
            " | objid::bigint = hashtextextended(current_schema() || '.' || :table, 0)))"
        )
        with self._database.reading() as connection:
            name = connection.execute(text(query), {"table": table}).scalar() or ":0"
        pid = int(name.rpartition(":")[2])
        return next((node for node in self._nodes if node.process.pid == pid), None)

    def _lines(self, table: str) -> int:
        with self._database.reading() as connection:
            found = connection.execute(select(TABLES.c.plies).where(TABLES.c.id == table))
            return int(found.scalar_one())

    def _is_over(self, table: str) -> bool:
        with self._database.reading() as connection:
            found = connection.execute(select(TABLES.c.status).where(TABLES.c.id == table))
            return bool(found.scalar_one() != RUNNING)

    def _goes_on(self, table: str) -> Callable[[], bool]:
        before = self._lines(table)
        return lambda: self._lines(table) > before or self._is_over(table)

    def run(self, fault: str) -> dict[str, float]:
        """Do it once to whoever runs the bots; seconds until each game went on."""
        bots, people = self._begin("bots"), self._begin("people", *PEOPLE)
        clock = self._begin("clock", "Yan", "Zoe", clock=ClockPlan("move", CLOCK))
        meant = self._owner(bots) or self._nodes[0]
        with getattr(self, f"_{fault}")(meant):
            moved = {"a bot": self._goes_on(bots), "people": self._goes_on(people)}
            took = self._until(moved | {"a clock": lambda: self._is_over(clock)}, fault)
        took["a clock"] -= CLOCK
        return took

    def _until(self, games: dict[str, Callable[[], bool]], fault: str) -> dict[str, float]:
        if fault in CUT_OFF:  # one person is cut off with their server
            del games["people"]
        begun, took = time.monotonic(), dict.fromkeys(games, float("inf"))
        while time.monotonic() < begun + 2 * LONGEST + CLOCK and float("inf") in took.values():
            with suppress(StorageError):
                for name, is_so in games.items():
                    if took[name] == float("inf") and is_so():
                        took[name] = time.monotonic() - begun
            time.sleep(0.05)
        return took

    @contextmanager
    def _kill(self, node: Process) -> Iterator[None]:
        node.process.kill()
        node.process.wait()
        self.kills += 1
        yield
        node.start()

    @contextmanager
    def _stop(self, node: Process) -> Iterator[None]:
        node.send(signal.SIGSTOP)
        yield
        node.send(signal.SIGCONT)
        self._come_back()

    @contextmanager
    def _cut(self, node: Process) -> Iterator[None]:
        """All its connections break."""
        ends = (
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
        )
        with self._database.driver() as connection:
            connection.execute(f"{ends} AND application_name = %s", (NAME,))
        yield

    @contextmanager
    def _pause(self, _node: Process) -> Iterator[None]:
        """The database stands still, sometimes for longer than it is waited for."""
        seconds = 2.0 + self._chance.below(9)
        with self._cluster.frozen():
            time.sleep(seconds)
        yield

    @contextmanager
    def _part(self, node: Process) -> Iterator[None]:
        """Nothing it sends arrives, nor anything that is sent to it; nobody is told."""
        node.line.sleep()
        yield
        node.line.wake()
        self._come_back()

    @contextmanager
    def _jump(self, node: Process) -> Iterator[None]:
        """Its clock is set by up to a day; by then it was as long right as it took to play on."""
        node.sets_clock(self._chance.pick(JUMPS))
        yield
        node.sets_clock(0)

    @contextmanager
    def _fill(self, _node: Process) -> Iterator[None]:
        """The disk of the database is full for a while: it writes nothing, and may stop at that."""
        with self._cluster.full():
            time.sleep(FULL)
        yield

    def _come_back(self) -> None:
        query = text(f"SELECT count(*) {LOCKS_HERE} AND objsubid = 2 AND objid > 0")

        def are_both() -> bool:
            with self._database.reading() as connection:
                return connection.execute(query).scalar() == len(self._nodes)

        wait(are_both, 30, "both servers, known as living")

    def faults(self) -> list[str]:
        """What is wrong with the records: moves that were told and are gone, or are there twice."""
        for node in self._nodes:  # what is told must not go on while it is read
            node.process.kill()
            node.process.wait()
        self.kills += 1
        told: dict[tuple[str, int], list[tuple[int, str]]] = defaultdict(list)
        for node in self._nodes:
            for one in node.told():
                at = str(one["at"]), int(str(one["seat"]))
                told[at].append((int(str(one["number"])), str(one["move"])))
        wrong = look_at(self._address, Told()).faults
        self.moves = sum(map(len, told.values()))
        for table in self._all:
            record = load_record(self._database, table)
            replay(record)
            for seat in range(len(record.header.seats)):
                plays = [one.move for one in record.lines
                         if isinstance(one, MoveEntry) and one.seat == seat]  # fmt: skip
                for number, move in told[table, seat]:
                    if plays[number : number + 1] != [move]:
                        wrong.append(f"{table}: move {number} of seat {seat}, {move}, is lost")
                if len(plays) - len(told[table, seat]) > self.kills and told[table, seat]:
                    wrong.append(f"{table}: seat {seat} has moves that nobody made")
        return wrong


def main(arguments: Sequence[str]) -> int:
    """Print how often each fault was met, and how long it took until play went on."""
    parser = ArgumentParser(prog="python -m tests.chaos.faults")
    parser.add_argument("--serve", nargs=2)
    parser.add_argument("--runs", type=int, default=200, help="of each fault")
    parser.add_argument("--minutes", type=float, default=20.0, help="for each fault, at most")
    parser.add_argument("--faults", nargs="+", default=FAULTS, choices=FAULTS)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(arguments)
    if asked.serve:
        asyncio.run(plays(*asked.serve))
    bad = 0
    with TemporaryDirectory(prefix="nim-tui-") as folder, own_cluster() as cluster:
        have_clocks = "jump" in asked.faults and bool(FAKETIME)
        faults = Faults(Path(folder), cluster, asked.seed, have_clocks=have_clocks)
        try:
            for fault in asked.faults:
                if fault == "jump" and not FAKETIME:
                    print("jump: not tried, as libfaketime is not here")
                    continue
                until, took = time.monotonic() + asked.minutes * 60, defaultdict(list)
                for _run in range(asked.runs):
                    if time.monotonic() > until:
                        break
                    for what, seconds in faults.run(fault).items():
                        took[what].append(seconds)
                bad += told_of(fault, took)
            wrong = faults.faults()
            print(f"{faults.moves} moves told, {len(wrong)} faults", *wrong[:10], sep="\n")
        finally:
            faults.close()
    return int(bool(bad or wrong))


def told_of(fault: str, took: dict[str, list[float]]) -> int:
    """Print how long it took until play went on; how often that was too long."""
    for what, seconds in took.items():
        seconds.sort()
        print(
            f"{fault}: {len(seconds)} runs; where {what} must move play goes on after"
            f" {seconds[len(seconds) // 2]:.1f} s in the median, {seconds[-1]:.1f} s at most",
            flush=True,
        )
    is_set = fault == "jump"
    return sum(
        one > LONGEST or (is_set and what == "a clock" and one < EARLY)
        for what, seconds in took.items()
        for one in seconds
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
