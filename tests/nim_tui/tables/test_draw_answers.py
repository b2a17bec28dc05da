"""What bots answer to the offer of a draw: by how they stand, as far as their seat can know."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from nim_tui.tables.bot_runner import Declined, end_if_all_agree
from nim_tui.tables.record import SeatPlan
from nim_tui.tables.table import Table
from nim_tui.thinking.pool import Standing
from nim_tui.thinking.question import InThread, Job
from rules.contract import Result
from rules.submarine import SUBMARINE
from tests.nim_tui.tables.test_agreed_end import past_the_first_round
from tests.screens.tables import ALONE, ANA, BEHIND, BOT, LAID, PAIR, SEARCHED, table_after


class Once(InThread):
    """Thinks at once, and knows what it was asked."""

    def __init__(self) -> None:
        self.asked: list[Any] = []

    async def do(self, job: Job) -> Any:
        self.asked.append(job)
        return job.do()


def end(table: Table, thinker: Once | None = None) -> None:
    """The people of a table want to end its game."""
    asyncio.run(end_if_all_agree(table, thinker or Once()))


def test_a_bot_agrees_only_where_it_stands_no_better_than_an_equal_share() -> None:
    """After the same moves the second seat stands better than the first."""
    better, worse = table_after(BEHIND, seats=ALONE), table_after(BEHIND, seats=(BOT, ANA))
    with pytest.raises(Declined, match="Ben declines a draw"):
        end(better)
    assert better.result is None
    end(worse)
    assert worse.result == Result(((0, 1),), "agreed")


def test_it_is_asked_about_nothing_but_what_its_own_seat_knows() -> None:
    table, thinker = table_after(BEHIND, seats=ALONE), Once()
    with pytest.raises(Declined):
        end(table, thinker)
    (asked,) = thinker.asked
    assert isinstance(asked, Standing)
    assert asked.view == table.view(1)
    assert asked.view != table.view(0)


def test_all_bots_must_agree_and_those_that_do_not_are_named() -> None:
    seats = [SeatPlan("Ana"), *(SeatPlan(name, "random") for name in ("Cleo", "Dan"))]
    table, thinker = past_the_first_round(Table(SUBMARINE, {}, seats, 7)), Once()
    with pytest.raises(Declined) as told:
        end(table, thinker)
    better = [job.view.seat for job in thinker.asked if job.do()]
    assert [job.view.seat for job in thinker.asked] == [1, 2]
    assert str(told.value).startswith(", ".join(seats[seat].name for seat in better))
    assert table.result is None


def test_people_alone_and_an_end_without_a_result_are_asked_of_no_bot() -> None:
    for table, reason in (
        (table_after(SEARCHED, seats=PAIR), "agreed"),
        (table_after(LAID, seats=ALONE), "aborted"),
    ):
        thinker = Once()
        end(table, thinker)
        assert (thinker.asked, table.result and table.result.reason) == ([], reason)


def test_what_happens_while_it_thinks_is_answered_too() -> None:
    class Slow(Once):
        async def do(self, job: Job) -> Any:
            if not self.asked:
                table.play(0, table.legal(0)[0])
            return await super().do(job)

    table, thinker = table_after(BEHIND, seats=ALONE), Slow()
    with pytest.raises(Declined):
        end(table, thinker)
    assert [job.view == table.view(1) for job in thinker.asked] == [False, True]
