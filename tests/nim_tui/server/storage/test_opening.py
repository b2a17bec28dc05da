"""Opening: made for its owner alone, and refused in one line where it is unfit."""

from __future__ import annotations

import os
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from nim_tui.server.accounts.store import account_named
from nim_tui.server.storage import migrate as opening
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.migrate import FILE, UnusableDatabase, open_database
from tests.nim_tui.server.storage.conftest import Clock


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
        connection.execute(text("UPDATE nim_tui_version SET version_num = '0099'"))
    database.close()
    known = f"this nim_tui knows versions up to {opening.version()}"
    assert f"has version 99; {known}" in refusal(folder)


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
    assert "is not a nim_tui database" in refusal(folder)


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


@pytest.mark.slow
def test_several_processes_may_open_a_new_folder_at_once(folder: Path) -> None:
    program = (
        "import sys, pathlib; from nim_tui.server.storage.migrate import open_database;"
        "print('up', flush=True); sys.stdin.readline(); open_database(pathlib.Path(sys.argv[1]));"
        "assert 'alembic' not in sys.modules, 'it takes long to import, and is seldom wanted'"
    )
    openers = [
        subprocess.Popen(
            [sys.executable, "-c", program, str(folder)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )
        for _ in range(3)
    ]  # fmt: skip
    try:
        for opener in openers:
            assert opener.stdout is not None
            assert opener.stdout.readline() == "up\n"
        for opener in openers:
            assert opener.stdin is not None
            opener.stdin.write("go\n")
            opener.stdin.flush()
        assert [(opener.communicate()[1], opener.returncode) for opener in openers] == [("", 0)] * 3
    finally:
        for opener in openers:
            opener.kill()
