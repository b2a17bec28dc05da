"""Backups of a database on PostgreSQL: tried out as those of a file, and brought back."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update

from nim_tui.server.accounts.store import register
from nim_tui.server.admin.verify import restore, verify
from nim_tui.server.nodes.presence import join
from nim_tui.server.storage import backup as copying
from nim_tui.server.storage.backup import OF_NOW, NoBackup, backup
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.migrate import version
from nim_tui.server.storage.postgres import open_postgres
from nim_tui.server.storage.schema import METADATA, SCHEMA
from nim_tui.server.tables.game_store import load, open_table
from rules.bataille import BATAILLE
from tests.nim_tui.server.storage.cluster import Cluster
from tests.nim_tui.server.storage.conftest import Clock, begun, key


@pytest.fixture
def shared(cluster: Cluster, clock: Clock) -> Iterator[Database]:
    """A database on PostgreSQL with a game of two moves, which a server uses."""
    database = open_postgres(cluster.blank(), clock)
    ana, ben = register(database, "Ana", key(1)), register(database, "Ben", key(2))
    game = open_table(database, begun(database, ana, ben, title="Tea at ten"))
    for words in ("sub 14.200", "sub 13.300"):
        game.play(0, BATAILLE.parse(words))
    join(database, 1, "one", 1)
    yield database
    database.close()


@pytest.fixture
def empty(cluster: Cluster, clock: Clock) -> Iterator[Database]:
    """Another one, which holds nobody."""
    database = open_postgres(cluster.blank(), clock)
    yield database
    database.close()


def kept(database: Database) -> dict[str, list[Any]]:
    """All that is kept for good."""
    with database.reading() as connection:
        return {
            sheet.name: sorted(map(tuple, connection.execute(select(sheet))), key=repr)
            for sheet in METADATA.sorted_tables
            if sheet.name not in OF_NOW
        }


@pytest.mark.slow
def test_a_copy_is_tried_out_and_brought_back_whole(
    shared: Database, empty: Database, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.sqlite"
    backup(shared, copy)
    assert copy.stat().st_mode & 0o777 == 0o600
    assert verify(copy).replayed == 1
    assert restore(copy, empty).figures.lines == 2
    assert kept(empty) == kept(shared)
    assert register(empty, "Cleo", key(3)).id == 3, "numbers go on after those that were kept"
    (table,) = (row[0] for row in kept(empty)["tables"])
    open_table(empty, table).play(0, BATAILLE.parse("sub 31.200"))
    assert len(load(empty, table)[1]) == 3


def test_what_is_written_meanwhile_is_in_no_part_of_the_copy(
    shared: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copies = copying._copy_rows

    def slow(source: Any, copy: Any) -> None:
        source.execute(select(SCHEMA)).all()  # the moment that is copied
        with ThreadPoolExecutor(1) as other:
            other.submit(register, shared, "Zora", key(9)).result()
        copies(source, copy)

    monkeypatch.setattr(copying, "_copy_rows", slow)
    copy = tmp_path / "copy.sqlite"
    backup(shared, copy)
    assert verify(copy).figures.accounts == 2


def test_nothing_is_restored_over_somebody(
    shared: Database, empty: Database, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.sqlite"
    backup(shared, copy)
    before = kept(shared)
    with pytest.raises(NoBackup, match="that database already has accounts: choose an empty one"):
        restore(copy, shared)
    assert kept(shared) == before


def test_a_copy_that_does_not_hold_is_not_restored(
    shared: Database, empty: Database, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.sqlite"
    backup(shared, copy)
    with closing(sqlite3.connect(copy)) as sqlite:
        sqlite.execute("DELETE FROM lines WHERE ply = 1")
        sqlite.commit()
    before = kept(empty)
    with pytest.raises(NoBackup, match="lines of game"):
        restore(copy, empty)
    assert kept(empty) == before


def test_a_database_that_a_newer_server_brought_on_is_not_copied_in_part(
    shared: Database, tmp_path: Path
) -> None:
    with shared.writing() as connection:
        connection.execute(update(SCHEMA).values(version_num=f"{version() + 1:04}"))
    copy = tmp_path / "copy.sqlite"
    with pytest.raises(
        NoBackup, match="a newer nim_tui has upgraded this database; back it up with that version"
    ):
        backup(shared, copy)
    assert not copy.exists()
