"""Copies taken while the database is used, figures, and statements that are everybody's SQL."""

from __future__ import annotations

import stat
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import CreateTable

from nim_tui.server.accounts.keys import keys_of, new_code, redeem
from nim_tui.server.accounts.store import (
    Account,
    account_named,
    forget_guests,
    keep_settings,
    register_guest,
)
from nim_tui.server.chat.store import said, say
from nim_tui.server.moderation.bans import ban
from nim_tui.server.moderation.bans import key as banned_key
from nim_tui.server.ratings.store import best
from nim_tui.server.storage.backup import Figures, NoBackup, backup, figures
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.migrate import FILE, open_database
from nim_tui.server.storage.schema import METADATA
from nim_tui.server.tables.game_store import download, open_table
from nim_tui.server.tables.listing import TableQuery, count_tables, list_tables
from nim_tui.server.tables.record_store import append, end_game
from nim_tui.server.tables.seat_store import take_seat
from nim_tui.server.tables.table_store import SeatWish, TablePlan, create_table
from nim_tui.tables.record import EndEntry
from tests.nim_tui.server.storage.conftest import begun, key, lines_of, play

POSTGRESQL_AT_NIGHT = True


@pytest.mark.usefixtures("folder")
def test_a_copy_is_whole_and_private(
    database: Database, ana: Account, table: str, tmp_path: Path
) -> None:
    append(database, table, 0, play(0))
    saved = tmp_path / "saved"
    saved.mkdir(mode=0o700)
    backup(database, saved / FILE)
    assert stat.S_IMODE((saved / FILE).stat().st_mode) == 0o600
    append(database, table, 1, play(1))
    copy = open_database(saved)
    assert lines_of(copy, table) == (play(0),)
    assert account_named(copy, "Ana") == ana
    copy.close()


@pytest.mark.usefixtures("folder")
def test_a_copy_is_made_while_moves_are_written(
    database: Database, table: str, tmp_path: Path
) -> None:
    stop = Event()
    written: list[bool] = []

    def write() -> None:
        while not stop.is_set():
            append(database, table, len(written), play(len(written)))
            written.append(True)

    writer = Thread(target=write, daemon=True)
    writer.start()
    for number in range(3):
        saved = tmp_path / str(number)
        saved.mkdir(mode=0o700)
        before = len(written)
        backup(database, saved / FILE)
        after = len(written)
        copy = open_database(saved)
        kept = lines_of(copy, table)
        copy.close()
        assert before <= len(kept) <= after + 1
        assert kept == tuple(play(ply) for ply in range(len(kept)))
    stop.set()
    writer.join()


@pytest.mark.usefixtures("folder")
def test_a_copy_overwrites_nothing(database: Database, tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("mine")
    with pytest.raises(NoBackup, match="File exists"):
        backup(database, tmp_path / "letter")
    assert (tmp_path / "letter").read_text() == "mine"
    with pytest.raises(NoBackup, match="No such file"):
        backup(database, tmp_path / "nowhere" / "copy")


def test_a_copy_that_fails_leaves_no_file(database: Database, tmp_path: Path, folder: Path) -> None:
    database.close()
    (folder / FILE).write_bytes(b"scribble" * 4096)
    with pytest.raises(NoBackup, match="refused") as caught:
        backup(database, tmp_path / "copy")
    assert str(caught.value).isprintable()
    assert not (tmp_path / "copy").exists()


def test_figures_count_what_there_is(database: Database, ana: Account, ben: Account) -> None:
    register_guest(database)
    ban(database, banned_key(key(9)), "rude")
    create_table(database, ana.id, TablePlan("bataille", [SeatWish(), SeatWish()]))
    begun(database, ana, ben)
    append(database, begun(database, ana, ben), 0, EndEntry(((0, 1),), "turns"))
    say(database, ana.id, "hello")
    assert figures(database) == Figures(
        accounts=2, guests=1, keys=2, bans=1, open_tables=1, running_tables=1,
        finished_tables=1, lines=1, said=1,
    )  # fmt: skip


@pytest.fixture
def statements(database: Database) -> Iterator[list[Any]]:
    """What is asked of the database from now on."""
    asked: list[Any] = []

    def before(_: object, statement: Any, *__: object) -> None:
        asked.append(statement)

    event.listen(database.engine, "before_execute", before)
    yield asked
    event.remove(database.engine, "before_execute", before)


def test_every_statement_is_one_that_postgresql_knows_too(
    database: Database, statements: list[Any], ana: Account, ben: Account
) -> None:
    redeem(database, "Ana", new_code(database, ana.id), key(8))
    keys_of(database, ana.id)
    keep_settings(database, ana.id, {})
    made = create_table(database, ana.id, TablePlan("bataille", [SeatWish(), SeatWish()]))
    take_seat(database, made, ben.id)
    game = open_table(database, begun(database, ana, ben))
    game.play(0, game.legal(0)[0])
    game.undo(0)
    end_game(database, begun(database, ana, ben), EndEntry(((0,), (1,)), "ships"))
    for search in (
        TableQuery(),
        TableQuery(ana.id, "over", "bataille", ben.id, "a", my_turn_first=True),
    ):
        list_tables(database, search)
        count_tables(database, search)
    download(database, list_tables(database, TableQuery(status="over"))[0].id, ana.id)
    say(database, ana.id, "hello")
    said(database)
    best(database, "bataille")
    forget_guests(database)
    assert len(statements) > 50
    for statement in (*statements, *map(CreateTable, METADATA.sorted_tables)):
        dialect: Any = postgresql.dialect()  # type: ignore[no-untyped-call]
        assert str(statement.compile(dialect=dialect))
