"""Databases of versions before are brought on: nothing is lost, and servers of before write on."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, MetaData, create_engine, event, insert, select, text
from sqlalchemy.exc import SQLAlchemyError

from nim_tui.server.accounts.keys import new_code, redeem
from nim_tui.server.accounts.store import NameTaken, account_named, register
from nim_tui.server.moderation.bans import Ban, bans
from nim_tui.server.moderation.bans import key as banned_key
from nim_tui.server.storage import migrate as opening
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.migrate import FILE, STEPS, UnusableDatabase, open_database
from nim_tui.server.storage.schema import PRIVATE
from nim_tui.server.tables.listing import TableQuery, list_tables, table_seen
from nim_tui.server.tables.seat_store import take_seat
from nim_tui.server.tables.table_store import CannotUseTable, SeatWish, TablePlan, create_table
from tests.nim_tui.server.database.conftest import key
from tests.nim_tui.server.database.older import UNDONE, made_older, shape_of

LAST = len(UNDONE)
"""The version before this one."""


def versions(*quick: int) -> pytest.MarkDecorator:
    """All versions before this one, most of them as slow tests."""
    return pytest.mark.parametrize(
        "version",
        [
            pytest.param(version, marks=() if version in quick else pytest.mark.slow)
            for version in range(1, LAST + 1)
        ],
    )


@versions(1, LAST)
def test_an_old_database_is_like_a_new_one_once_it_is_opened(
    folder: Path, database: Database, version: int
) -> None:
    assert opening.version() == LAST + 1
    new = shape_of(database)
    with database.writing() as connection:
        made_older(connection, version)
    assert (shape_of(database) != new) == any(UNDONE[version - 1 :])
    database.close()
    again = open_database(folder)
    old = shape_of(again)
    again.close()
    assert old == new


NOT_BESIDE: Mapping[int, str] = {
    4: "bans of keys alone became bans of anybody: no server of before ran beside newer ones then",
}
"""Versions whose servers cannot go on once the next has brought the database on, and why."""

VALUES: Mapping[type, object] = {bool: True, int: 7, float: 7.0, str: "seven"}


def brought_on(folder: Path, database: Database, version: int) -> tuple[MetaData, Database]:
    """The sheets as a server of a version knows them, and the database as the next makes them."""
    with database.writing() as connection:
        made_older(connection, version)
    database.close()
    known = MetaData()
    engine = create_engine(f"sqlite:///{folder / FILE}")
    known.reflect(engine)
    engine.dispose()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(opening, "STEPS", STEPS[:version])
        return known, open_database(folder)


@versions(LAST)
def test_servers_of_the_version_before_write_and_read_on(
    folder: Path, database: Database, version: int
) -> None:
    known, newer = brought_on(folder, database, version)
    unfit = []
    with newer.driver() as sqlite:
        sqlite.execute("PRAGMA foreign_keys = OFF")
    with newer.writing() as connection:
        for sheet in known.sorted_tables:
            row = {column.name: VALUES[column.type.python_type] for column in sheet.columns}
            try:
                connection.execute(sheet.delete())
                connection.execute(insert(sheet), row)
                assert connection.execute(select(sheet)).one()._asdict() == row
            except SQLAlchemyError:
                unfit.append(sheet.name)
    newer.close()
    assert bool(unfit) == (version in NOT_BESIDE), f"{unfit}: say in NOT_BESIDE why it may not"


def test_keys_that_were_banned_stay_so(folder: Path, database: Database) -> None:
    with database.writing() as connection:
        made_older(connection, 4)
        connection.execute(text(f"INSERT INTO bans VALUES ('{key(1)}', 'rude', 5)"))
    database.close()
    again = open_database(folder)
    assert bans(again) == [Ban(banned_key(key(1)), "rude", "", 5, None)]
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
    list_tables(again, TableQuery(status="over", by_age=True))
    statement, values = next(one for one in asked if "ORDER BY tables.created" in one[0])
    with again.driver() as sqlite:
        plan = sqlite.execute(f"EXPLAIN QUERY PLAN {statement}", values).fetchall()
    again.close()
    assert any("USING INDEX tables_by_age (status=?)" in str(step) for step in plan)


def test_names_alike_from_before_stay_usable_and_are_told_apart(
    folder: Path, database: Database
) -> None:
    """Ana and 4na were two names, and Zed's seat was for whoever would take that name."""
    ana, other, tea = (
        register(database, name, key(number)) for number, name in enumerate(("Ana", "Bo", "7ea"), 1)
    )
    seats = [SeatWish(account=tea.id), SeatWish(invited="Bo"), SeatWish(invited="Zed")]
    table = create_table(database, tea.id, TablePlan("himalaya", seats, visibility=PRIVATE))
    with database.writing() as connection:
        made_older(connection, LAST)
        for statement in (
            "UPDATE accounts SET skeleton = '7ea' WHERE name = '7ea'",
            "UPDATE accounts SET name = '4na', skeleton = '4na', folded = '4na' WHERE name = 'Bo'",
            "UPDATE seats SET invited = '4na', invited_skeleton = '4na' WHERE invited = 'Bo'",
            "UPDATE seats SET invited_skeleton = 'zed' WHERE invited = 'Zed'",
        ):
            connection.execute(text(statement))
    database.close()
    again = open_database(folder)
    for name, number in (("ana", ana.id), ("4na", other.id), ("Tea", tea.id)):
        found = account_named(again, name)
        assert found is not None
        assert found.id == number
    assert redeem(again, "4na", new_code(again, other.id), key(7)) == other.id
    for name in ("An4", "T34", "7e4"):
        with pytest.raises(NameTaken):
            register(again, name, key(8))
    for stranger in (ana.id, register(again, "Zed", key(9)).id):
        with pytest.raises(CannotUseTable):
            table_seen(again, table, stranger)
        with pytest.raises(CannotUseTable):
            take_seat(again, table, stranger)
    assert take_seat(again, table, other.id) == 1
    again.close()


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
