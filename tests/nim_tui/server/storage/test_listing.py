"""Lists of tables: filters, order, pages, and what stays private."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import event

from nim_tui.server.accounts.store import Account, register
from nim_tui.server.storage.database import Database, StorageError
from nim_tui.server.tables.game_store import open_table
from nim_tui.server.tables.listing import TableQuery, count_tables, list_tables, table_seen
from nim_tui.server.tables.record_store import end_game
from nim_tui.server.tables.table_store import CannotUseTable, SeatWish, TablePlan, create_table
from tests.nim_tui.server.storage.conftest import Clock, begun, key

POSTGRESQL_AT_NIGHT = True


def ids(database: Database, search: TableQuery, *, most: int = 20, skip: int = 0) -> list[str]:
    return [row.id for row in list_tables(database, search, most=most, skip=skip)]


@pytest.fixture
def zora(database: Database) -> Account:
    return register(database, "Zora", key(7))


@pytest.fixture
def tables(
    database: Database, ana: Account, ben: Account, zora: Account, clock: Clock
) -> dict[str, str]:
    """Some tables, a minute apart, the oldest first."""
    made: dict[str, str] = {}

    def add(name: str, table: str) -> None:
        made[name] = table
        clock.pass_by(60)

    add("quiet", begun(database, ana, ben, title="A quiet evening"))
    add("tea", begun(database, ben, bots=("random",), title="Thé à Paris"))
    add("closed", begun(database, ana, ben, title="100% sure_"))
    end_game(database, made["closed"], None)
    wishes = [SeatWish(account=ben.id), SeatWish(invited="Zora")]
    add(
        "hidden",
        create_table(database, ben.id, TablePlan("bataille", wishes, visibility="private")),
    )
    add("free", create_table(database, ana.id, TablePlan("himalaya", [SeatWish()] * 3)))
    return made


def test_the_last_played_come_first(
    database: Database, tables: dict[str, str], clock: Clock
) -> None:
    order = [tables[name] for name in ("free", "closed", "tea", "quiet")]
    assert ids(database, TableQuery()) == order
    quiet = open_table(database, tables["quiet"])
    quiet.mark(0, "8.100", "x")
    assert ids(database, TableQuery()) == order, "a private mark shows nobody anything"
    quiet.play(0, quiet.legal(0)[0])
    assert ids(database, TableQuery())[0] == tables["quiet"]
    assert table_seen(database, tables["quiet"], None).last_move == clock.time
    assert table_seen(database, tables["quiet"], None).moves == 1


def test_tables_are_found_by_what_they_are(
    database: Database, tables: dict[str, str], ana: Account
) -> None:
    def found(search: TableQuery) -> set[str]:
        assert count_tables(database, search) == len(ids(database, search))
        return {name for name, table in tables.items() if table in ids(database, search)}

    assert found(TableQuery(status="running")) == {"quiet", "tea"}
    assert found(TableQuery(status="open")) == {"free"}
    assert found(TableQuery(status="over")) == {"closed"}
    assert found(TableQuery(game="himalaya")) == {"free"}
    assert found(TableQuery(account=ana.id)) == {"quiet", "closed"}
    assert found(TableQuery(account=ana.id, status="running")) == {"quiet"}
    assert found(TableQuery(text="QUIET eve")) == {"quiet"}
    assert found(TableQuery(text="the a paris")) == {"tea"}
    assert found(TableQuery(text="ana")) == {"quiet", "closed"}
    assert found(TableQuery(text="random")) == {"tea"}
    assert found(TableQuery(text="0%")) == {"closed"}
    assert found(TableQuery(text="%")) == {"closed"}
    assert found(TableQuery(text="'; DROP TABLE tables")) == set()
    assert found(TableQuery(text="qu\x00i\x1bet\ud800")) == {"quiet"}
    assert found(TableQuery(text="x" * 10**6)) == set()


def test_a_private_table_is_seen_by_those_it_concerns(
    database: Database, tables: dict[str, str], ana: Account, ben: Account, zora: Account
) -> None:
    hidden = tables["hidden"]
    for stranger in (None, ana.id, 99):
        assert hidden not in ids(database, TableQuery(viewer=stranger))
        with pytest.raises(CannotUseTable, match="unknown table"):
            table_seen(database, hidden, stranger)
        for odd in ("", "\x00", "'", hidden + "\x00", "x" * 10**5):
            with pytest.raises(CannotUseTable, match="unknown table"):
                table_seen(database, odd, stranger)
    with pytest.raises(StorageError):
        table_seen(database, "\ud800", ben.id)
    for friend in (ben.id, zora.id):
        assert hidden in ids(database, TableQuery(viewer=friend))
        assert table_seen(database, hidden, friend).id == hidden


def test_where_i_am_to_move_comes_first(
    database: Database, tables: dict[str, str], ana: Account, ben: Account
) -> None:
    quiet = open_table(database, tables["quiet"])
    mine = TableQuery(viewer=ana.id, my_turn_first=True)
    assert ids(database, mine)[0] == tables["quiet"]
    while 0 in quiet.waiting:
        quiet.play(0, quiet.legal(0)[0])
    assert ids(database, mine)[0] == tables["quiet"], "now as the last played"
    order = ids(database, TableQuery(viewer=ben.id, my_turn_first=True))
    assert order[:2] == [tables["quiet"], tables["tea"]]


def test_undo_gives_the_turn_back_in_lists_too(
    database: Database, ana: Account, table: str
) -> None:
    game = open_table(database, table)
    while 0 in game.waiting:
        game.play(0, game.legal(0)[0])
    assert not table_seen(database, table, None).seats[0].must_move
    before = table_seen(database, table, None).moves
    game.undo(0)
    row = table_seen(database, table, None)
    assert row.seats[0].must_move
    assert row.moves == before - 1 == game.moves_played


def test_lists_are_paged_and_bounded(database: Database, tables: dict[str, str]) -> None:
    everything = ids(database, TableQuery())
    pages = [ids(database, TableQuery(), most=3, skip=skip) for skip in (0, 3, 6)]
    assert pages == [everything[:3], everything[3:], []]
    assert ids(database, TableQuery(), most=-1, skip=-5) == []
    assert ids(database, TableQuery(), most=10**9) == everything


def test_a_table_that_is_over_waits_for_nobody(database: Database, tables: dict[str, str]) -> None:
    row = table_seen(database, tables["closed"], None)
    assert (row.status, row.result) == ("over", None)
    assert not any(seat.must_move for seat in row.seats)
    assert row.seat_of(None) is None


@pytest.mark.usefixtures("folder")
def test_games_that_are_over_are_listed_by_age_without_a_look_at_each(database: Database) -> None:
    asked: list[tuple[str, Any]] = []

    def note(_c: object, _cursor: object, statement: str, values: Any, *_: object) -> None:
        asked.append((statement, values))

    event.listen(database.engine, "before_cursor_execute", note)
    list_tables(database, TableQuery(status="over", by_age=True))
    statement, values = next(one for one in asked if "ORDER BY tables.created" in one[0])
    with database.driver() as sqlite:
        plan = sqlite.execute(f"EXPLAIN QUERY PLAN {statement}", values).fetchall()
    assert any("USING INDEX tables_by_age (status=?)" in str(step) for step in plan)
