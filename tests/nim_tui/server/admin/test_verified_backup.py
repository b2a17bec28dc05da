"""Copies of the database that are tried out, and say so; those that do not hold are told."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from nim_tui.server.accounts.store import Account
from nim_tui.server.admin.verify import verify
from nim_tui.server.storage.backup import NoBackup, backup
from nim_tui.server.storage.database import Database
from nim_tui.server.tables.game_store import open_table
from rules.bataille import BATAILLE
from tests.nim_tui.server.admin.conftest import person, run
from tests.nim_tui.server.storage.conftest import begun


@pytest.fixture
def ana(database: Database) -> Account:
    return person(database, "Ana").account


@pytest.fixture
def table(database: Database, ana: Account) -> str:
    """A game with two moves."""
    made = begun(database, ana, person(database, "Ben").account)
    game = open_table(database, made)
    for words in ("sub 14.200", "sub 13.300"):
        game.play(0, BATAILLE.parse(words))
    return made


def spoil(copy: Path, statement: str) -> None:
    with closing(sqlite3.connect(copy)) as sqlite:
        sqlite.execute(statement)
        sqlite.commit()


def test_a_copy_is_tried_out_and_says_so(
    folder: Path, database: Database, table: str, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.sqlite"
    told = run(folder, "backup", copy)
    assert told.code == 0
    assert (
        told.out.splitlines()[1] == "verified: 2 accounts, 2 lines of game records, 1 game replayed"
    )
    checked = run(folder, "backup", tmp_path / "more.sqlite", "--json").facts["checked"]
    assert (checked["accounts"], checked["lines"], checked["replayed"]) == (2, 2, 1)
    left = run(folder, "backup", tmp_path / "other.sqlite", "--no-check")
    assert "verified" not in left.out


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("DELETE FROM lines WHERE ply = 1", "lines of game"),
        ("UPDATE lines SET line = replace(line, '14.200', '99.999')", "failed its test"),
        ("UPDATE keys SET account = 77", "a row of keys refers to a row that does not exist"),
        ("UPDATE nim_tui_version SET version_num = '0099'", "has version 99"),
        ("UPDATE tables SET header = 'x' WHERE status = 'running'", "failed its test"),
    ],
)
def test_a_copy_that_does_not_hold_is_told(
    database: Database, table: str, tmp_path: Path, statement: str, said: str
) -> None:
    copy = tmp_path / "copy.sqlite"
    backup(database, copy)
    assert verify(copy).replayed == 1
    spoil(copy, statement)
    before = copy.read_bytes()
    with pytest.raises(NoBackup, match=said):
        verify(copy)
    assert copy.read_bytes() == before, "a copy is only read"


def test_a_torn_copy_does_not_hold(database: Database, table: str, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite"
    backup(database, copy)
    copy.write_bytes(copy.read_bytes()[:-20_000])
    with pytest.raises(NoBackup, match="failed its test"):
        verify(copy)
    with pytest.raises(NoBackup):
        verify(tmp_path / "nowhere.sqlite")
