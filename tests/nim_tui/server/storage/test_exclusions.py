"""People excluded from a table neither sit down nor watch there."""

from __future__ import annotations

import pytest

from nim_tui.server.accounts.store import Account, register
from nim_tui.server.storage.database import Database, unsigned
from nim_tui.server.tables.exclusions import by_host, check_welcome_at, exclude, excluded_from
from nim_tui.server.tables.listing import seats_at
from nim_tui.server.tables.seat_store import start, take_seat
from nim_tui.server.tables.table_store import CannotUseTable, SeatWish, TablePlan, create_table
from nim_tui.tables.seeds import fresh_seed
from tests.nim_tui.server.storage.conftest import key


@pytest.fixture
def people(database: Database) -> list[Account]:
    names = ("Ana", "Ben", "Cleo")
    return [register(database, name, key(number)) for number, name in enumerate(names)]


def hosted(database: Database, host: Account, *, invited: str | None = None) -> str:
    return create_table(
        database,
        host.id,
        TablePlan("himalaya", [SeatWish(account=host.id), SeatWish(invited=invited), SeatWish()]),
    )


def test_a_host_turns_somebody_away_before_the_game(
    database: Database, people: list[Account]
) -> None:
    ana, ben, cleo = people
    table = hosted(database, ana, invited="Ben")
    take_seat(database, table, ben.id)
    assert exclude(database, table, ben.id, by_host(table, ana.id))
    assert [seat.account for seat in seats_at(database, table)] == [ana.id, None, None]
    with pytest.raises(CannotUseTable, match="you were excluded"):
        take_seat(database, table, ben.id)
    with pytest.raises(CannotUseTable, match="you were excluded"):
        check_welcome_at(database, table, ben.id)
    assert take_seat(database, table, cleo.id) == 1, "the seat kept for Ben is for anybody"


def test_only_the_host_may_and_only_before_the_game(
    database: Database, people: list[Account]
) -> None:
    ana, ben, cleo = people
    table = hosted(database, ana)
    take_seat(database, table, ben.id)
    with pytest.raises(CannotUseTable, match="only the host"):
        exclude(database, table, cleo.id, by_host(table, ben.id))
    with pytest.raises(CannotUseTable, match="host cannot be excluded"):
        exclude(database, table, ana.id, by_host(table, ana.id))
    take_seat(database, table, cleo.id)
    start(database, table, fresh_seed())
    with pytest.raises(CannotUseTable, match="the game has begun"):
        exclude(database, table, ben.id, by_host(table, ana.id))
    with pytest.raises(CannotUseTable, match="plays there"):
        exclude(database, table, ben.id, unsigned)
    check_welcome_at(database, table, ben.id)


def test_where_somebody_may_not_watch_is_known_while_it_is_played(
    database: Database, people: list[Account]
) -> None:
    ana, ben, cleo = people
    wishes = [SeatWish(account=ana.id), SeatWish(account=cleo.id)]
    table = create_table(database, ana.id, TablePlan("bataille", wishes))
    exclude(database, table, ben.id, by_host(table, ana.id))
    assert excluded_from(database, ben.id) == set()
    start(database, table, fresh_seed())
    assert excluded_from(database, ben.id) == {table}
    assert excluded_from(database, cleo.id) == set()
