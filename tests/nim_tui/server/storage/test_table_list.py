"""The roll of tables that are not over: what everybody sees of it is what the database says."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from random import Random

import pytest
from sqlalchemy import event

from nim_tui.server.accounts.store import Account, forget_guest, register, register_guest
from nim_tui.server.lobby.table_list import SearchResult, TableList, Viewer
from nim_tui.server.storage.database import Database, StorageError
from nim_tui.server.storage.off_loop import at_once
from nim_tui.server.tables.game_store import open_table
from nim_tui.server.tables.listing import TableQuery, TableRow, count_tables, list_tables
from nim_tui.server.tables.record_store import end_game
from nim_tui.server.tables.seat_store import leave_seat, set_stand_in, start, take_seat
from nim_tui.server.tables.table_store import SeatWish, TablePlan, create_table
from rules.messages import Refusal
from tests.nim_tui.server.storage.conftest import Clock, begun, key

NAMES = ("Ana", "Ben", "Zoé", "Maria")
STATUSES = ("open", "running")


@pytest.fixture
def people(database: Database) -> list[Account]:
    named = [register(database, name, key(number)) for number, name in enumerate(NAMES)]
    return [*named, register_guest(database)]


@pytest.fixture
def asked(database: Database) -> Iterator[list[str]]:
    """The statements that the database is asked from now on."""
    statements: list[str] = []

    def note(_c: object, _cursor: object, statement: str, *_: object) -> None:
        if statement.startswith("SELECT") and "set_config" not in statement:
            statements.append(statement)

    event.listen(database.engine, "before_cursor_execute", note)
    yield statements
    event.remove(database.engine, "before_cursor_execute", note)


def happens(database: Database, people: list[Account], tables: list[str], chance: Random) -> str:
    """Something happens to some table; which one."""
    one = chance.choice(people)
    if not tables or chance.random() < 0.3:
        wishes = [
            chance.choice([SeatWish(), SeatWish(bot="random"), SeatWish(invited="Zoe")])
            for _seat in range(chance.randint(1, 2))
        ]
        plan = TablePlan(
            "himalaya",
            [SeatWish(account=one.id), SeatWish(), *wishes],
            title=chance.choice(["Tea", "Thé", "Late"]),
            visibility=chance.choice(["public", "private"]),
        )
        tables.append(create_table(database, one.id, plan))
        return tables[-1]
    table = chance.choice(tables)
    deeds: list[Callable[[], object]] = [
        lambda: take_seat(database, table, one.id),
        lambda: take_seat(database, table, one.id),
        lambda: leave_seat(database, table, one.id),
        lambda: start(database, table, 7),
        lambda: set_stand_in(database, table, 0, chance.choice([None, "medium"])),
        lambda: _move(database, table),
        lambda: end_game(database, table, None) if chance.random() < 0.3 else None,
    ]
    with suppress(Refusal):
        chance.choice(deeds)()
    return table


def _move(database: Database, table: str) -> None:
    game = open_table(database, table)
    seat = game.waiting[0]
    game.play(seat, game.legal(seat)[0])


def page(
    table_list: TableList, viewer: Viewer, sought: SearchResult, most: int, skip: int = 0
) -> tuple[list[TableRow], int]:
    """What somebody finds, once what changed was read."""
    at_once(table_list.catch_up())
    return table_list.page(viewer, sought, most, skip)


def told(database: Database, viewer: Viewer, sought: SearchResult) -> tuple[list[str], int]:
    """What the database says somebody finds: the ids in their order, and how many."""
    rows: list[TableRow] = []
    count = 0
    for status in STATUSES if sought.status is None else [sought.status]:
        search = TableQuery(
            viewer=viewer.account, status=status, text=sought.text, by_age=True,
            account=viewer.account if sought.only_own else None, sees_all=viewer.sees_all,
        )  # fmt: skip
        rows += list_tables(database, search, most=100)
        count += count_tables(database, search)

    def group(row: TableRow) -> int:
        """Where one must move, what waits for players, what else one sits at, all others."""
        own = [seat for seat in row.seats if seat.account == viewer.account]
        if any(seat.must_move and seat.stand_in is None for seat in own):
            return 0
        return 2 if own else 1 if row.status == "open" else 3

    rows.sort(key=lambda row: (group(row), -row.created, row.id))
    return [row.id for row in rows], count


@pytest.mark.parametrize(
    ("seed", "turns"),
    [(0, 24), *(pytest.param(seed, 120, marks=pytest.mark.slow) for seed in (1, 2))],
)
def test_everybody_finds_what_the_database_says(
    database: Database, people: list[Account], clock: Clock, seed: int, turns: int
) -> None:
    """Whatever happened to the tables: private ones are found by whom they concern alone."""
    chance = Random(seed)
    table_list, tables = TableList(database), list[str]()
    viewers = [Viewer(one.id, one.name) for one in people]
    viewers += [Viewer(people[0].id, people[0].name, sees_all=True), Viewer(99, "Nobody")]
    for turn in range(turns):
        clock.pass_by(chance.choice([0, 60]))
        table_list.note(happens(database, people, tables, chance))
        if turn % 6:
            continue
        for viewer in viewers:
            sought = SearchResult(
                chance.choice([None, *STATUSES]), chance.choice(["", "the", "ben", "%"]),
                chance.random() < 0.3,
            )  # fmt: skip
            rows, count = page(table_list, viewer, sought, 100)
            assert ([row.id for row in rows], count) == told(database, viewer, sought)
            assert [row.id for row in page(table_list, viewer, sought, 3, 2)[0]] == [
                row.id for row in rows[2:5]
            ]


def test_one_reading_serves_everybody(
    database: Database, people: list[Account], asked: list[str]
) -> None:
    table_list = TableList(database)
    tables = [begun(database, *people[:2]), begun(database, *people[1:3])]
    everybody = [Viewer(one.id, one.name) for one in people] * 200
    for changed in (tables, tables[:1], tables[1:]):
        asked.clear()
        table_list.note(*changed)
        for viewer in everybody:
            assert page(table_list, viewer, SearchResult(text="ana"), 50)[1] == 1
        assert len(asked) == 2, "the tables that changed, and their seats"
    asked.clear()
    table_list.note()
    for viewer in everybody:
        page(table_list, viewer, SearchResult(), 50)
    assert asked == [], "people came, or talked: no table is other than before"


def test_games_that_are_over_are_not_in_it(database: Database, people: list[Account]) -> None:
    table = begun(database, *people[:2])
    table_list, ana = TableList(database), Viewer(people[0].id, "Ana")
    assert [row.id for row in page(table_list, Viewer(None, ""), SearchResult(), 9)[0]] == [table]
    assert [row.status for row in (table_list.known(table),) if row] == ["running"]
    end_game(database, table, None)
    table_list.note(table)
    assert page(table_list, ana, SearchResult(), 9) == ([], 0)
    assert table_list.known(table) is None


def test_a_guest_who_is_forgotten_leaves_it(database: Database, people: list[Account]) -> None:
    table_list, guest = TableList(database), people[-1]
    hosted = create_table(
        database, guest.id, TablePlan("bataille", [SeatWish(account=guest.id), SeatWish()])
    )
    joined = create_table(
        database, people[0].id, TablePlan("bataille", [SeatWish(), SeatWish(account=people[0].id)])
    )
    take_seat(database, joined, guest.id)
    at_once(table_list.catch_up())
    assert table_list.hosted_by(guest.id) == 1
    assert sorted(table_list.of(guest.id)) == sorted([hosted, joined])
    forget_guest(database, guest.id)
    table_list.note(*table_list.of(guest.id))
    at_once(table_list.catch_up())
    assert table_list.hosted_by(guest.id) == 0
    assert table_list.of(guest.id) == []
    row = table_list.known(joined)
    assert row is not None
    assert row.seats[0].account is None


def test_a_reading_that_fails_is_tried_again_at_the_next_change_alone(
    database: Database, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_list, tries = TableList(database), 0

    def fails(*_what: object) -> None:
        nonlocal tries
        tries += 1
        raise StorageError("the disk is away")

    with monkeypatch.context() as patch:
        patch.setattr("nim_tui.server.lobby.table_list.unfinished", fails)
        for _viewer in range(50):
            with pytest.raises(StorageError, match="the disk is away"):
                page(table_list, Viewer(None, ""), SearchResult(), 9)
        assert tries == 1
    table_list.note()
    assert [row.id for row in page(table_list, Viewer(None, ""), SearchResult(), 9)[0]] == [table]
