"""What the tests of the storage share: a database of their own, a clock that stands, people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from nim_tui.server.accounts.store import Account, register
from nim_tui.server.storage import postgres
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.migrate import FILE, open_database
from nim_tui.server.storage.postgres import open_postgres
from nim_tui.server.tables.game_store import load
from nim_tui.server.tables.seat_store import start
from nim_tui.server.tables.table_store import SeatWish, TablePlan, create_table
from nim_tui.tables.clock import ClockPlan
from nim_tui.tables.record import Line, MoveEntry
from nim_tui.tables.seeds import Seed
from rules.options import OptionValue
from tests.nim_tui.server.correspondence import by_calendar
from tests.nim_tui.server.kept_in import IN_A_FILE, ON_POSTGRESQL
from tests.nim_tui.server.storage.cluster import Cluster


class Clock:
    """A clock that goes on only when it is told to."""

    def __init__(self) -> None:
        self.time = 1_000_000.0

    def __call__(self) -> float:
        return self.time

    def pass_by(self, seconds: float) -> None:
        self.time += seconds


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture(scope="session")
def blank(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A database as it is made, made once: that takes some waits for the disk."""
    folder = tmp_path_factory.mktemp("blank") / "data"
    open_database(folder, Clock()).close()
    return (folder / FILE).read_bytes()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """What is stored is tried on both kinds of database, unless a test looks at the file.

    On PostgreSQL with the slow tests, or where a module says POSTGRESQL_AT_NIGHT, at night.
    """
    if "kind" in metafunc.fixturenames:
        is_at_night = getattr(metafunc.module, "POSTGRESQL_AT_NIGHT", False)
        mark = pytest.mark.nightly if is_at_night else pytest.mark.slow
        apart = pytest.param(ON_POSTGRESQL, marks=mark)
        is_about_files = "folder" in metafunc.fixturenames
        metafunc.parametrize("kind", [IN_A_FILE] if is_about_files else [IN_A_FILE, apart])


@pytest.fixture
def kind() -> str:
    """The kind of database that is tried."""
    return IN_A_FILE


@pytest.fixture
def database(
    kind: str,
    tmp_path: Path,
    clock: Clock,
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Database]:
    if kind == ON_POSTGRESQL:
        cluster: Cluster = request.getfixturevalue("cluster")
        # A busy machine may let this process stand for longer than a server that hangs may.
        monkeypatch.setattr(postgres, "_LOST", 60_000)
        opened = open_postgres(cluster.blank(), clock)
    else:
        folder = tmp_path / "data"
        folder.mkdir(mode=0o700)
        (folder / FILE).write_bytes(request.getfixturevalue("blank"))
        opened = open_database(folder, clock)
    yield opened
    opened.close()


@pytest.fixture
def ana(database: Database) -> Account:
    return register(database, "Ana", key(1))


@pytest.fixture
def ben(database: Database) -> Account:
    return register(database, "Ben", key(2))


@pytest.fixture
def table(database: Database, ana: Account, ben: Account) -> str:
    """Bataille between Ana and Ben, begun."""
    return begun(database, ana, ben)


@pytest.fixture
def slow(database: Database, ana: Account, ben: Account) -> str:
    """A game by correspondence between Ana and Ben, begun."""
    return by_calendar(database, ana, ben)


def key(number: int) -> str:
    """A fingerprint."""
    return f"SHA256:{number:043}"


def begun(
    database: Database,
    *people: Account,
    game: str = "bataille",
    bots: tuple[str, ...] = (),
    seed: Seed = 7,
    title: str = "",
    options: Mapping[str, OptionValue] | None = None,
    clock: ClockPlan | None = None,
) -> str:
    """A table whose game has begun, hosted by the first of the people."""
    wishes = [SeatWish(account=one.id) for one in people]
    wishes += [SeatWish(bot=level) for level in bots]
    plan = TablePlan(game, wishes, title=title, options=options or {}, clock=clock)
    made = create_table(database, people[0].id, plan)
    start(database, made, seed)
    return made


def lines_of(database: Database, table: str) -> tuple[Line, ...]:
    """The lines of a record."""
    return load(database, table)[1]


def play(number: int) -> MoveEntry:
    """A line that differs from others; nobody asks whether it fits the game."""
    return MoveEntry(number % 2, f"sub {number}.100")
