"""Clocks as kept: with the table, seat by seat, for people alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from nim_tui.server.accounts.store import Account
from nim_tui.server.ratings.rating import UNRATED
from nim_tui.server.ratings.store import ratings_of
from nim_tui.server.storage.database import Database
from nim_tui.server.storage.migrate import open_database
from nim_tui.server.tables.game_store import clock_of, keep_clock, load_record, open_table
from nim_tui.server.tables.listing import table_seen
from nim_tui.server.tables.seat_store import set_stand_in, start
from nim_tui.server.tables.table_store import CannotUseTable, SeatWish, TablePlan, create_table
from nim_tui.tables.clock import Clock as TableClock
from nim_tui.tables.clock import ClockPlan, SeatTime
from nim_tui.tables.record import EndEntry
from nim_tui.tables.store import replay

QUARTER = ClockPlan("game", 900)


def timed(database: Database, *people: Account, bots: int = 0, game: str = "bataille") -> str:
    """A table with a clock, whose game has begun."""
    wishes = [SeatWish(account=one.id) for one in people] + [SeatWish(bot="random")] * bots
    made = create_table(database, people[0].id, TablePlan(game, wishes, clock=QUARTER))
    start(database, made, 7)
    return made


def kept(database: Database, table: str) -> TableClock:
    """A clock there is."""
    clock = clock_of(database, table)
    assert clock is not None
    return clock


def test_a_new_clock_has_used_nothing(database: Database, ana: Account, ben: Account) -> None:
    table = timed(database, ana, ben)
    clock = kept(database, table)
    assert clock.plan == QUARTER
    assert clock.seats == {0: SeatTime(), 1: SeatTime()}
    assert clock.left(0, database.now()) == 900
    assert table_seen(database, table, None).clock == QUARTER


def test_a_table_without_a_clock_has_none(database: Database, table: str) -> None:
    assert clock_of(database, table) is None
    assert table_seen(database, table, None).clock is None


def test_what_was_used_is_there_after_another_start(
    database: Database, folder: Path, ana: Account, ben: Account
) -> None:
    table, other = timed(database, ana, ben), timed(database, ben, ana)
    clock = kept(database, table)
    clock.settle((0,), None, 1_000_000.0)
    clock.settle((1,), 0, 1_000_012.25)
    keep_clock(database, table, clock.seats)
    database.close()
    elsewhere = open_database(folder)
    assert kept(elsewhere, table).seats == {0: SeatTime(12.25), 1: SeatTime(0.0, 1_000_012.25)}
    assert kept(elsewhere, other).seats == {0: SeatTime(), 1: SeatTime()}, "another table's"
    elsewhere.close()


def test_a_wait_that_is_over_is_kept_as_over(
    database: Database, ana: Account, ben: Account
) -> None:
    table = timed(database, ana, ben)
    clock = kept(database, table)
    for seats in ((0, 1), ()):
        clock.settle(seats, None, 1_000_005.0)
        keep_clock(database, table, clock.seats)
    assert kept(database, table).seats == {0: SeatTime(), 1: SeatTime()}


def test_the_time_of_programs_is_not_counted(database: Database, ana: Account) -> None:
    table = timed(database, ana, bots=2, game="himalaya")
    assert list(kept(database, table).seats) == [0]


def test_a_program_for_somebody_who_is_away_leaves_the_clock_as_it_is(
    database: Database, ana: Account, ben: Account
) -> None:
    table = timed(database, ana, ben)
    clock = kept(database, table)
    clock.settle((0, 1), None, 1_000_000.0)
    clock.settle((0,), None, 1_000_030.0)
    keep_clock(database, table, clock.seats)
    set_stand_in(database, table, 1, "random")
    assert kept(database, table).seats == clock.seats


def test_there_is_no_clock_of_no_table(database: Database) -> None:
    with pytest.raises(CannotUseTable, match="unknown table"):
        clock_of(database, "nowhere-100")


@pytest.mark.parametrize(
    ("losers", "ranking"), [((0,), ((1,), (0,))), ((0, 1), ((0, 1),))], ids=["one", "both"]
)
def test_out_of_time_is_in_the_record_and_is_rated(
    database: Database,
    ana: Account,
    ben: Account,
    losers: tuple[int, ...],
    ranking: tuple[tuple[int, ...], ...],
) -> None:
    table = timed(database, ana, ben)
    game = open_table(database, table)
    game.run_out(losers)
    row = table_seen(database, table, None)
    assert (row.status, row.result) == ("over", EndEntry(ranking, "out_of_time"))
    assert not any(seat.must_move for seat in row.seats)
    assert replay(load_record(database, table)).result == game.result
    assert open_table(database, table).result == game.result
    (anas, played), (bens, _) = (ratings_of(database, one.id)["bataille"] for one in (ana, ben))
    assert played == 1
    assert (anas.mu < UNRATED.mu < bens.mu) if losers == (0,) else anas == bens
