"""Opening: made for its owner alone, brought on, and refused in one line where it is unfit."""

from __future__ import annotations

import os
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, event, inspect, text

from nim_tui.server.database import migrate as opening
from nim_tui.server.database.accounts import account_named, register
from nim_tui.server.database.bans import Ban, bans
from nim_tui.server.database.bans import key as banned_key
from nim_tui.server.database.clocks import clock_of
from nim_tui.server.database.connection import Database, StorageTrouble
from nim_tui.server.database.listing import Search, list_tables
from nim_tui.server.database.migrate import FILE, UnusableDatabase, open_database
from nim_tui.server.database.mutes import Muted, check_not_muted, mute
from nim_tui.server.database.steps import STEPS
from nim_tui.server.database.tables import SeatWish, TablePlan, create_table
from nim_tui.tables.clock import ClockPlan, SeatTime
from tests.nim_tui.server.database.conftest import Clock, key

A_MINUTE = ClockPlan("move", 60)


UNDONE = [
    ["ALTER TABLE seats DROP COLUMN used", "ALTER TABLE seats DROP COLUMN since"],
    ["DROP INDEX tables_by_age"],
    ["DROP TABLE invitations"],
    [
        "DROP TABLE bans",
        "CREATE TABLE bans (fingerprint VARCHAR(100) NOT NULL, reason VARCHAR(200) NOT NULL,"
        " added DOUBLE NOT NULL, PRIMARY KEY (fingerprint))",
    ],
    ["DROP TABLE mutes"],
    ["ALTER TABLE keys DROP COLUMN name"],
    [
        "ALTER TABLE tables DROP COLUMN rated_from",
        *(
            f"ALTER TABLE seats DROP COLUMN {column}"
            for column in ("joined", "is_rated", "has_left")
        ),
        "DROP TABLE rating_course",
    ],
    ["ALTER TABLE chat DROP COLUMN channel", "DROP TABLE blocks", "DROP TABLE reports"],
    [f"DROP TABLE {name}" for name in ("presence", "live_tables", "posts", "nodes")],
    ["DROP TABLE paces"],
    ["DROP TABLE notices", "DROP TABLE notice_subscriptions"],
    [
        f"DROP TABLE {name}"
        for name in (
            "tournament_games",
            "tournament_invited",
            "tournament_players",
            "tournaments",
            "ladder_challenges",
            "ladder_places",
        )
    ],
    [
        "DROP TABLE push_browsers",
        "DROP TABLE push_key",
        "ALTER TABLE tournaments DROP COLUMN options",
        "DROP TABLE passkey_challenges",
        "DROP TABLE passkey_browsers",
        "DROP TABLE passkeys",
        "DROP TABLE seat_links",
        "DROP TABLE done_lately",
        "DROP TABLE places",
        "ALTER TABLE nodes DROP COLUMN home",
    ],
]
"""What takes each step back, from version 2 on."""


def made_older(connection: Connection, version: int) -> None:
    """Bring a database back to a version of before."""
    for statements in reversed(UNDONE[version - 1 :]):
        for statement in statements:
            connection.execute(text(statement))
    connection.execute(text(f"UPDATE nim_tui_schema SET version = {version}"))


def shape_of(database: Database) -> dict[str, list[str]]:
    """The tables, columns and indexes of a database."""
    found = inspect(database.engine)
    return {
        name: sorted(
            str((row["name"], str(row["type"]), row["nullable"])) for row in found.get_columns(name)
        )
        + sorted(str(row["name"]) for row in found.get_indexes(name))
        + sorted(str(row["column_names"]) for row in found.get_unique_constraints(name))
        + found.get_pk_constraint(name)["constrained_columns"]
        for name in found.get_table_names()
    }


@pytest.mark.parametrize("version", range(1, len(UNDONE) + 1))
def test_an_old_database_is_like_a_new_one_once_it_is_opened(
    folder: Path, database: Database, version: int
) -> None:
    assert opening.version() == len(UNDONE) + 1
    new = shape_of(database)
    with database.writing() as connection:
        made_older(connection, version)
    assert shape_of(database) != new
    database.close()
    again = open_database(folder)
    old = shape_of(again)
    again.close()
    assert old == new


def test_keys_that_were_banned_stay_so(folder: Path, database: Database) -> None:
    with database.writing() as connection:
        made_older(connection, 4)
        connection.execute(text(f"INSERT INTO bans VALUES ('{key(1)}', 'rude', 5)"))
    database.close()
    again = open_database(folder)
    assert bans(again) == [Ban(banned_key(key(1)), "rude", "", 5, None)]
    again.close()


@pytest.fixture
def open_to_all() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def refusal(folder: Path) -> str:
    """Why it cannot be opened: one line, and no file is left changed."""
    path = folder / FILE
    before = path.read_bytes() if path.is_file() else None
    with pytest.raises(UnusableDatabase) as caught:
        open_database(folder)
    assert before is None or path.read_bytes() == before
    message = str(caught.value)
    assert message.isprintable()
    return message


@pytest.mark.usefixtures("open_to_all")
def test_folder_and_files_are_for_their_owner_alone(folder: Path, clock: Clock) -> None:
    database = open_database(folder, clock)
    account_named(database, "Ana")
    assert mode(folder) == 0o700
    assert {path.name: mode(path) for path in folder.iterdir()} == {
        path.name: 0o600 for path in folder.iterdir()
    }
    database.close()


def test_a_folder_that_was_opened_to_others_is_closed_again(
    folder: Path, database: Database
) -> None:
    folder.chmod(0o755)
    (folder / FILE).chmod(0o644)
    open_database(folder).close()
    assert (mode(folder), mode(folder / FILE)) == (0o700, 0o600)


def test_a_folder_with_other_files_is_left_alone(folder: Path) -> None:
    folder.mkdir(mode=0o755)
    (folder / "letter.txt").write_text("mine")
    assert "a folder of its own" in refusal(folder)
    assert mode(folder) == 0o755
    assert [path.name for path in folder.iterdir()] == ["letter.txt"]


@pytest.mark.usefixtures("folder")
def test_what_is_committed_is_on_the_disk(database: Database) -> None:
    for _ in range(2):
        with database.driver() as sqlite, database.driver() as another:
            for one in (sqlite, another):
                settings = [
                    one.execute(f"PRAGMA {name}").fetchone()[0]
                    for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
                ]
                assert settings == ["wal", 2, 1, 3000]


def test_a_newer_database_is_refused(folder: Path, database: Database) -> None:
    with database.writing() as connection:
        connection.execute(text("UPDATE nim_tui_schema SET version = 99"))
    database.close()
    known = f"this nim_tui knows versions up to {opening.version()}"
    assert f"has version 99; {known}" in refusal(folder)


def test_a_database_without_clocks_gets_them(folder: Path, database: Database) -> None:
    ana = register(database, "Ana", key(1))
    with database.writing() as connection:
        made_older(connection, 1)
    plan = TablePlan("bataille", [SeatWish(account=ana.id), SeatWish()], clock=A_MINUTE)
    with pytest.raises(StorageTrouble, match="used"):
        create_table(database, ana.id, plan)
    database.close()
    again = open_database(folder)
    table = create_table(again, ana.id, plan)
    clock = clock_of(again, table)
    assert clock is not None
    assert clock.plan == A_MINUTE
    assert clock.seats == {0: SeatTime(), 1: SeatTime()}
    again.close()


def test_a_database_without_mutes_gets_them(folder: Path, database: Database) -> None:
    made = set(inspect(database.engine).get_columns("mutes")[0])
    ana = register(database, "Ana", key(1))
    with database.writing() as connection:
        made_older(connection, 5)
    database.close()
    again = open_database(folder)
    assert set(inspect(again.engine).get_columns("mutes")[0]) == made
    mute(again, ana.id, None)
    with pytest.raises(Muted):
        check_not_muted(again, ana.id)
    again.close()


def test_a_database_without_an_index_for_lists_gets_it(folder: Path, database: Database) -> None:
    """Games that are over are listed by their age without a look at each of them."""
    with database.writing() as connection:
        made_older(connection, 2)
    database.close()
    again = open_database(folder)
    asked: list[tuple[str, Any]] = []

    def note(_c: object, _cursor: object, statement: str, values: Any, *_: object) -> None:
        asked.append((statement, values))

    event.listen(again.engine, "before_cursor_execute", note)
    list_tables(again, Search(status="over", by_age=True))
    statement, values = next(one for one in asked if "ORDER BY tables.created" in one[0])
    with again.driver() as sqlite:
        plan = sqlite.execute(f"EXPLAIN QUERY PLAN {statement}", values).fetchall()
    again.close()
    assert any("USING INDEX tables_by_age (status=?)" in str(step) for step in plan)


def test_an_older_database_is_brought_on_once(
    folder: Path, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    database.close()
    before = STEPS
    steps = [
        lambda connection: connection.execute(text("ALTER TABLE accounts ADD COLUMN one INTEGER")),
        lambda connection: connection.execute(text("ALTER TABLE accounts ADD COLUMN two INTEGER")),
    ]
    for known in (1, 2, 2):
        monkeypatch.setattr(opening, "STEPS", (*before, *steps[:known]))
        again = open_database(folder)
        with again.reading() as connection:
            columns = connection.execute(text("SELECT * FROM accounts")).keys()
            version = connection.execute(text("SELECT version FROM nim_tui_schema")).scalars().all()
        assert ("one" in columns, "two" in columns) == (True, known == 2)
        assert version == [len(before) + known + 1]
        again.close()


def test_a_step_that_fails_changes_nothing(
    folder: Path, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(connection: Connection) -> None:
        connection.execute(text("ALTER TABLE accounts ADD COLUMN more INTEGER"))
        connection.execute(text("ALTER TABLE nowhere ADD COLUMN more INTEGER"))

    database.close()
    before = STEPS
    monkeypatch.setattr(opening, "STEPS", (*before, fails))
    with pytest.raises(UnusableDatabase, match="no such table: nowhere"):
        open_database(folder)
    monkeypatch.setattr(opening, "STEPS", before)
    again = open_database(folder)
    with again.reading() as connection:
        assert "more" not in connection.execute(text("SELECT * FROM accounts")).keys()  # noqa: SIM118
    again.close()


@pytest.mark.parametrize(
    "content", [b"hello\n" * 1000, b"\x00" * 8192, b"SQLite format 3\x00" * 99]
)
def test_a_foreign_file_is_refused(folder: Path, content: bytes) -> None:
    folder.mkdir(mode=0o700)
    (folder / FILE).write_bytes(content)
    assert "cannot be used" in refusal(folder)


def test_another_programs_database_is_refused(folder: Path) -> None:
    folder.mkdir(mode=0o700)
    with sqlite3.connect(folder / FILE) as connection:
        connection.execute("CREATE TABLE birds (name TEXT)")
    connection.close()
    assert "is not a database of nim_tui" in refusal(folder)


@pytest.mark.parametrize("keep", [0.3, 0.6])
def test_a_cut_file_is_refused(folder: Path, database: Database, keep: float) -> None:
    database.close()
    whole = (folder / FILE).read_bytes()
    (folder / FILE).write_bytes(whole[: int(len(whole) * keep)])
    assert "cannot be used" in refusal(folder)


def test_a_file_with_a_scribbled_page_is_refused(folder: Path, database: Database) -> None:
    database.close()
    whole = bytearray((folder / FILE).read_bytes())
    whole[8192:12288] = b"\xa5" * 4096
    (folder / FILE).write_bytes(whole)
    assert "cannot be used" in refusal(folder)


def test_a_file_where_the_folder_should_be_is_refused(folder: Path) -> None:
    folder.write_text("not a folder")
    with pytest.raises(UnusableDatabase, match="cannot be used"):
        open_database(folder)


def test_a_folder_where_the_file_should_be_is_refused(folder: Path) -> None:
    (folder / FILE).mkdir(parents=True)
    assert "unable to open database file" in refusal(folder)


def test_several_processes_may_open_a_new_folder_at_once(folder: Path) -> None:
    program = (
        "import sys, pathlib; from nim_tui.server.database.migrate import open_database;"
        "print('up', flush=True); sys.stdin.readline(); open_database(pathlib.Path(sys.argv[1]))"
    )
    openers = [
        subprocess.Popen(
            [sys.executable, "-c", program, str(folder)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )
        for _ in range(3)
    ]  # fmt: skip
    for opener in openers:
        assert opener.stdout is not None
        assert opener.stdout.readline() == "up\n"
    for opener in openers:
        assert opener.stdin is not None
        opener.stdin.write("go\n")
        opener.stdin.flush()
    assert [(opener.communicate()[1], opener.returncode) for opener in openers] == [("", 0)] * 3
