"""Vacations: how many days a year, who is told, and the clocks that stand."""

from __future__ import annotations

import pytest

from nim_tui.server.accounts.store import Account
from nim_tui.server.moderation.blocks import block
from nim_tui.server.storage.database import Database
from nim_tui.server.tables.game_store import clock_of
from nim_tui.server.tables.vacations import (
    DAY,
    YEAR,
    NoVacation,
    apart,
    begin_vacation,
    end_vacation,
    opponents,
    vacation_of,
)
from tests.nim_tui.server.correspondence import by_calendar, waits
from tests.nim_tui.server.storage.conftest import Clock

MOST = 30


def test_the_days_of_a_year_are_bounded(database: Database, clock: Clock, ana: Account) -> None:
    until = begin_vacation(database, ana.id, 10, MOST)
    assert until == clock.time + 10 * DAY
    with pytest.raises(NoVacation, match="already"):
        begin_vacation(database, ana.id, 1, MOST)
    clock.pass_by(4 * DAY)
    end_vacation(database, ana.id)
    with pytest.raises(NoVacation, match="not on vacation"):
        end_vacation(database, ana.id)
    assert vacation_of(database, ana.id, MOST).left == 26 * DAY
    with pytest.raises(NoVacation, match="1 to 26"):
        begin_vacation(database, ana.id, 27, MOST)
    begin_vacation(database, ana.id, 26, MOST)
    clock.pass_by(YEAR - 2 * DAY)
    assert vacation_of(database, ana.id, MOST).left == 2 * DAY, "that much is a year ago"


def test_a_clock_stands_and_opponents_but_no_blockers_are_told(
    database: Database, clock: Clock, ana: Account, ben: Account
) -> None:
    table = by_calendar(database, ana, ben)
    waits(database, clock, table, 0)
    clock.pass_by(DAY)
    begin_vacation(database, ana.id, 10, MOST)
    clock.pass_by(9 * DAY)
    kept = clock_of(database, table)
    assert kept is not None
    assert kept.left(0, clock.time) == 2 * DAY
    assert kept.left(1, clock.time) == 3 * DAY
    assert kept.next_end() == clock.time + 3 * DAY
    assert opponents(database, ana.id) == {ben.id}
    block(database, ben.id, ana.id)
    assert opponents(database, ana.id) == set()


def test_vacations_that_overlap_count_once() -> None:
    assert apart([(5.0, 9.0), (1.0, 6.0), (9.0, 9.0), (12.0, 13.0)]) == [(1.0, 9.0), (12.0, 13.0)]
