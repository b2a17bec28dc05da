"""A database that takes no write: told in plain words, logged in one line, waited for once."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest
from sqlalchemy import event

from nim_tui.server.accounts.store import Account, account_named, keep_settings, register, seen
from nim_tui.server.chat.store import said, say
from nim_tui.server.settings.sections import WorkerLimits
from nim_tui.server.storage.database import PATIENCE, Database, WriteRefused
from nim_tui.server.storage.migrate import open_database
from nim_tui.server.tables.game_store import open_table
from tests.nim_tui.server.storage.conftest import key
from tests.nim_tui.server.storage.locked import locked

ON_THE_LOOP = WorkerLimits().database_milliseconds
LOCKED = "another program is using the database: try again in a moment"
FULL = "the server cannot write to its disk"

Trouble = Callable[[Database, Path], AbstractContextManager[None]]


@contextmanager
def full(database: Database, _folder: Path) -> Iterator[None]:
    """Let no connection to the database make it any larger."""

    def bound(connection: object, *_more: object) -> None:
        connection.execute("PRAGMA max_page_count = 1").close()  # type: ignore[attr-defined]

    def unbound(connection: object, *_more: object) -> None:
        connection.execute("PRAGMA max_page_count = 1000000").close()  # type: ignore[attr-defined]

    event.listen(database.engine, "checkout", bound)
    yield
    event.remove(database.engine, "checkout", bound)
    event.listen(database.engine, "checkout", unbound)


def held(_database: Database, folder: Path) -> AbstractContextManager[None]:
    """Have another program write for as long as this lasts."""
    return locked(folder)


@dataclass
class Crowd:
    """A database as a server opens it, where it lies, and the number of somebody's account."""

    database: Database
    folder: Path
    ana: int


@pytest.fixture
def crowd(on_the_loop: Database, folder: Path, ana: Account) -> Crowd:
    return Crowd(on_the_loop, folder, ana.id)


@pytest.fixture
def on_the_loop(database: Database, folder: Path) -> Iterator[Database]:
    """The database as a server opens it."""
    opened = open_database(folder, database.now, patience=ON_THE_LOOP)
    yield opened
    opened.close()


def say_much(database: Database, account: int) -> None:
    """Have somebody say more than a full database takes."""
    for number in range(2_000):
        say(database, account, f"{number} " + "x" * 250)


@pytest.mark.parametrize(
    ("trouble", "told", "logged"),
    [(held, LOCKED, "database is locked"), (full, FULL, "database or disk is full")],
    ids=["locked", "full"],
)
def test_a_refused_write_is_told_plainly_and_is_one_line_of_the_log(
    crowd: Crowd, caplog: pytest.LogCaptureFixture, trouble: Trouble, told: str, logged: str
) -> None:
    database, ana = crowd.database, crowd.ana
    with trouble(database, crowd.folder):
        with pytest.raises(WriteRefused) as refused:
            say_much(database, ana)
        assert str(refused.value) == told
        assert caplog.messages == [f"a write was refused (say): {logged}"]
        assert said(database, most=1) == said(database)[:1], "reads go on"
        caplog.clear()
        big = {"keys": {"x": "y" * 15_000}}
        with pytest.raises(WriteRefused):
            keep_settings(database, ana, big)
        assert caplog.messages == [f"a write was refused (keep_settings): {logged}"]
        assert not caplog.records[0].exc_info
    say(database, ana, "hello again")
    keep_settings(database, ana, big)


def test_another_program_that_writes_is_waited_for_once(
    on_the_loop: Database, folder: Path, ana: Account
) -> None:
    with locked(folder):
        began = time.monotonic()
        for _write in range(30):
            with pytest.raises(WriteRefused):
                seen(on_the_loop, ana.id)
        assert account_named(on_the_loop, "Ana") is not None
        assert time.monotonic() - began < PATIENCE / 1000, "thirty waits would take ten times that"
    seen(on_the_loop, ana.id)
    assert patience_of(on_the_loop) == 0, "as it was for the write that went well"
    seen(on_the_loop, ana.id)
    assert patience_of(on_the_loop) == ON_THE_LOOP


def patience_of(database: Database) -> int:
    """For how many milliseconds the last transaction would have waited."""
    with database.driver() as sqlite:
        return int(sqlite.execute("PRAGMA busy_timeout").fetchone()[0])


@pytest.mark.usefixtures("folder")
def test_a_command_beside_the_server_waits_longer(database: Database, ana: Account) -> None:
    seen(database, ana.id)
    assert patience_of(database) == PATIENCE


def test_a_move_refused_is_played_once_the_other_program_is_done(
    on_the_loop: Database, folder: Path, table: str
) -> None:
    game = open_table(on_the_loop, table)
    move = game.legal(0)[0]
    with locked(folder), pytest.raises(WriteRefused):
        game.play(0, move)
    assert game.moves_played == 0
    game.play(0, move)
    assert open_table(on_the_loop, table).moves_played == 1


def test_what_is_refused_by_rule_is_not_logged(
    database: Database, ana: Account, caplog: pytest.LogCaptureFixture
) -> None:
    with suppress(ValueError):
        register(database, ana.name, key(5))
    assert caplog.messages == []


@pytest.mark.parametrize("inner", ["reading", "writing", "counting"])
@pytest.mark.parametrize("outer", ["reading", "writing", "counting"])
def test_a_transaction_within_another_is_a_mistake(
    database: Database, outer: str, inner: str
) -> None:
    """So no thread waits for a connection while it keeps one from others: none can deadlock."""
    with (
        getattr(database, outer)(),
        pytest.raises(RuntimeError, match="within another"),
        getattr(database, inner)(),
    ):
        pass
    with getattr(database, inner)():
        pass
