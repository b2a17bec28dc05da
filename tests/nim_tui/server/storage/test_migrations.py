"""Databases of before are brought on: nothing is lost, and servers of before write on."""

from __future__ import annotations

import logging
import subprocess
import sys
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path

import pytest
from sqlalchemy import MetaData, create_engine, insert, select, text
from sqlalchemy.exc import SQLAlchemyError

from nim_tui.server.accounts.keys import new_code, redeem
from nim_tui.server.accounts.store import NameTaken, account_named, register
from nim_tui.server.admin.verify import restore, verify
from nim_tui.server.storage.backup import OF_NOW
from nim_tui.server.storage.migrate import (
    FILE,
    OLDEST,
    UnusableDatabase,
    upgrade,
    version,
)
from nim_tui.server.storage.schema import BOARDS, METADATA, SCHEMA
from nim_tui.server.tables.game_store import open_table
from nim_tui.server.tables.listing import table_seen
from nim_tui.server.tables.seat_store import take_seat
from nim_tui.server.tables.table_store import CannotUseTable
from rules.bataille import BATAILLE
from tests.nim_tui.server.kept_in import ON_POSTGRESQL
from tests.nim_tui.server.storage.conftest import key, lines_of
from tests.nim_tui.server.storage.older import (
    BEFORE_ALEMBIC,
    RELEASED,
    Place,
    bring,
    by_hand,
    dump,
    opened,
    rows,
)

FORMER = "nim_tui_schema"
CHANGED = {("accounts", "skeleton"), ("seats", "invited"), ("seats", "invited_skeleton")}
"""What migrations wrote anew in rows that were there."""


@pytest.fixture
def new_place(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], Place]:
    """Where there is no database yet, each time another place."""
    if kind == ON_POSTGRESQL:
        blank: Callable[[], str] = request.getfixturevalue("cluster").blank
        return blank
    numbers = count()
    return lambda: tmp_path / f"data-{next(numbers)}"


@pytest.fixture
def place(new_place: Callable[[], Place]) -> Place:
    return new_place()


both = pytest.mark.parametrize("kept", [RELEASED, BEFORE_ALEMBIC])


def table_titled(place: Place, title: str) -> str:
    return next(str(row["id"]) for row in rows(place)["tables"] if row["title"] == title)


def test_migrations_end_where_the_schema_is(new_place: Callable[[], Place]) -> None:
    """If not: `make migration`."""
    place, other = new_place(), new_place()
    opened(place).close()
    with by_hand(other) as connection:
        upgrade(connection)
    assert dump(other) == dump(place)
    assert (
        rows(other)
        == rows(place)
        == {name: [] for name in METADATA.tables}
        | {SCHEMA.name: [{"version_num": f"{version():04}"}]}
    )


GONE = ("live_tables", "posts", "places", "paces")
"""Tables that no server asks any more."""

NEW = {
    "audit", "warnings", "exclusions", "alerts", "alert_notices", "day_messages", "vacations",
    "follows", "private_messages", "clubs", "club_members", "bots",
}  # fmt: skip
"""Tables that came later, and hold nothing of before."""

SERVERS = ("nodes", "presence")
"""Tables that hold what servers are and who is there: none of before is."""


@both
def test_an_older_database_holds_all_it_held(kept: str, new_place: Callable[[], Place]) -> None:
    place, other = new_place(), new_place()
    bring(kept, place)
    before = rows(place)
    opened(other).close()
    opened(place).close()
    assert dump(place) == dump(other)
    after = rows(place)
    assert set(after) == set(before) - {FORMER, *GONE} | {SCHEMA.name, BOARDS.name, *NEW}
    assert not any(after[name] for name in NEW)
    boards = [{name: row[name] for name in ("table", "board", "again")}
              for row in before["live_tables"]]  # fmt: skip
    assert after[BOARDS.name] == boards
    for name in set(before) - {FORMER, *GONE, *SERVERS}:
        for old, new in zip(before[name], after[name], strict=True):
            changed = {column for column in old if old[column] != new[column]}
            assert {(name, column) for column in changed} <= (
                CHANGED if kept == RELEASED else set()
            )
    assert all(before[name] for name in METADATA.tables if name not in {*OF_NOW, *NEW, SCHEMA.name})


@both
def test_games_and_people_of_an_older_database_go_on(
    kept: str, place: Place, caplog: pytest.LogCaptureFixture
) -> None:
    bring(kept, place)
    caplog.set_level(logging.INFO)
    table = table_titled(place, "Tea at ten")
    database = opened(place)
    assert f"from version {OLDEST} to {version()}" in caplog.text or kept == BEFORE_ALEMBIC
    open_table(database, table).play(0, BATAILLE.parse("sub 31.200"))
    assert len(lines_of(database, table)) == 3
    assert register(database, "Cleo", key(7)).id == max(
        row["id"] for row in rows(place)["accounts"]
    ), "numbers go on after those that were kept"
    database.close()
    opened(place).close()


def test_names_alike_from_before_stay_usable_and_are_told_apart(place: Place) -> None:
    """Ana and 4na were two names, and Zed's seat was for whoever would take that name."""
    bring(RELEASED, place)
    ids = {row["name"]: row["id"] for row in rows(place)["accounts"]}
    table = table_titled(place, "Himalaya")
    database = opened(place)
    for name, written in (("ana", "Ana"), ("4na", "4na"), ("Tea", "7ea")):
        found = account_named(database, name)
        assert found is not None
        assert found.id == ids[written]
    assert redeem(database, "4na", new_code(database, ids["4na"]), key(7)) == ids["4na"]
    for name in ("An4", "T34", "7e4"):
        with pytest.raises(NameTaken):
            register(database, name, key(8))
    for stranger in (ids["Ana"], register(database, "Zed", key(9)).id):
        with pytest.raises(CannotUseTable):
            table_seen(database, table, stranger)
        with pytest.raises(CannotUseTable):
            take_seat(database, table, stranger)
    assert take_seat(database, table, ids["4na"]) == 1
    database.close()


@both
def test_a_backup_of_before_is_tried_out_and_brought_back(
    kept: str, place: Place, tmp_path: Path
) -> None:
    bring(kept, tmp_path / "before")
    copy = tmp_path / "before" / FILE
    was = copy.read_bytes()
    assert verify(copy).replayed == 1
    database = opened(place)
    restored = restore(copy, database).figures
    assert (restored.lines, restored.running_tables) == (2, 1)
    assert account_named(database, "Ben") is not None
    assert copy.read_bytes() == was, "a copy is only read"
    database.close()


def test_one_older_than_the_last_release_is_left_alone_and_told_what_to_do(place: Place) -> None:
    bring(RELEASED, place)
    with by_hand(place) as connection:
        connection.execute(text(f"UPDATE {FORMER} SET version = {OLDEST - 1}"))
    before = rows(place)
    with pytest.raises(UnusableDatabase, match=r"open it once with nim_tui 0\.2\.0") as caught:
        opened(place)
    assert str(caught.value).isprintable()
    assert rows(place) == before


def test_another_program_that_migrates_by_alembic_is_left_alone(place: Place) -> None:
    opened(place).close()
    with by_hand(place) as connection:
        connection.execute(text(f"UPDATE {SCHEMA.name} SET version_num = 'ae1027a6acf0'"))
    with pytest.raises(UnusableDatabase, match="is not a nim_tui database"):
        opened(place)


def test_a_migration_that_fails_changes_nothing(place: Place) -> None:
    """The second one, once the first is done."""
    bring(RELEASED, place)
    with by_hand(place) as connection:
        connection.execute(text("ALTER TABLE seats RENAME COLUMN invited TO guest"))
    before, shape = rows(place), dump(place)
    with pytest.raises(UnusableDatabase, match=r"cannot be used .*invited"):
        opened(place)
    assert (rows(place), dump(place)) == (before, shape)
    with by_hand(place) as connection:
        connection.execute(text("ALTER TABLE seats RENAME COLUMN guest TO invited"))
    opened(place).close()


KILLED = """
import os, signal, sys
from pathlib import Path
from sqlalchemy import Engine, event
from tests.nim_tui.server.storage.older import opened

@event.listens_for(Engine, "after_cursor_execute")
def ends(_connection, _cursor, statement, *_more):
    if sys.argv[2] in statement:
        os.kill(os.getpid(), signal.SIGKILL)

opened(Path(sys.argv[1]) if sys.argv[1][0] == "/" else sys.argv[1])
"""


@pytest.mark.slow
@pytest.mark.parametrize("after", ["ALTER TABLE seats", "='0017'"])
def test_one_that_is_killed_on_the_way_leaves_the_database_as_it_was(
    place: Place, after: str
) -> None:
    bring(RELEASED, place)
    before, shape = rows(place), dump(place)
    killed = subprocess.run(
        [sys.executable, "-c", KILLED, str(place), after], stderr=subprocess.PIPE, check=False
    )
    assert killed.returncode == -9, killed.stderr
    assert (rows(place), dump(place)) == (before, shape)
    opened(place).close()
    assert FORMER not in rows(place)


def test_of_several_that_start_at_once_one_alone_brings_it_on(place: Place) -> None:
    bring(RELEASED, place)
    with ThreadPoolExecutor(3) as servers:
        for database in servers.map(opened, [place] * 3):
            assert account_named(database, "Ana") is not None
            database.close()


NOT_BESIDE: Mapping[int, str] = {
    17: "leases became locks, which servers of before know nothing of: all are stopped for it",
    18: "paces are gone, which 0.2 alone wrote: it is stopped for 17 already",
}
"""Versions whose servers cannot go on once the next has brought the database on, and why."""

VALUES: Mapping[type, object] = {bool: True, int: 7, float: 7.0, str: "seven"}


@pytest.mark.parametrize("before", range(OLDEST, version()))
def test_servers_of_the_version_before_write_and_read_on(before: int) -> None:
    known, unfit = MetaData(), []
    with create_engine("sqlite://").begin() as connection:
        upgrade(connection, f"{before:04}")
        known.reflect(connection)
        upgrade(connection, f"{before + 1:04}")
        for sheet in known.sorted_tables:
            row = {column.name: VALUES[column.type.python_type] for column in sheet.columns}
            try:
                connection.execute(sheet.delete())
                connection.execute(insert(sheet), row)
                assert connection.execute(select(sheet)).one()._asdict() == row
            except SQLAlchemyError:
                unfit.append(sheet.name)
    assert bool(unfit) == (before in NOT_BESIDE), f"{unfit}: say in NOT_BESIDE why it may not"
