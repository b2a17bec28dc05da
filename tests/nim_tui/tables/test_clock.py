"""Clocks: how long seats may be waited for, who runs out, what is forgiven."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nim_tui.tables.clock import LONGEST, Clock, ClockPlan, SeatTime

BOTH = (0, 1)
EACH_MOVE = pytest.mark.parametrize("kind", ["move", "days"])
EVERY = pytest.mark.parametrize("kind", ["move", "game", "days"])


def clock(kind: str, seats: int = 2, seconds: int = 60) -> Clock:
    """A clock on which nobody has been waited for yet."""
    plan = msgspec.convert({"kind": kind, "seconds": seconds}, ClockPlan)
    return Clock(plan, {seat: SeatTime() for seat in range(seats)})


def turns(kind: str, *lengths: float) -> tuple[Clock, float]:
    """Two in turn, from 100 on, each for so long: the clock, and when the last turn ended."""
    told, now = clock(kind), 100.0
    told.settle((0,), None, now)
    for turn, length in enumerate(lengths):
        now += length
        told.settle(((turn + 1) % 2,), turn % 2, now)
    return told, now


@EACH_MOVE
def test_each_wait_for_a_move_has_the_whole_allowance(kind: str) -> None:
    told, now = turns(kind, 59, 5, 59, 5)
    assert told.left(0, now) == 60
    assert told.left(0, now + 20) == 40
    assert told.next_end() == now + 60


def test_all_moves_of_a_game_share_one_allowance() -> None:
    told, now = turns("game", 20, 5, 25, 5)
    assert told.left(0, now) == 15
    assert told.left(0, now + 4) == 11
    assert told.left(1, now + 4) == 50, "the time of who is not waited for stands"
    assert told.next_end() == now + 15
    assert told.out(now + 14.9) == ()
    assert told.out(now + 15) == (0,)


@EVERY
def test_who_moved_and_is_to_move_on_begins_anew_alone(kind: str) -> None:
    told = clock(kind)
    told.settle(BOTH, None, 100.0)
    told.settle(BOTH, 0, 140.0)
    assert told.left(0, 150.0) == (10 if kind == "game" else 50)
    assert told.left(1, 150.0) == 10


@EVERY
def test_a_change_that_is_no_move_gives_nobody_new_time(kind: str) -> None:
    told = clock(kind)
    for now in (100.0, 110.0, 130.0):
        told.settle(BOTH, None, now)
    assert [told.left(seat, 140.0) for seat in BOTH] == [20, 20]
    assert told.next_end() == 160


@EVERY
def test_nobody_has_less_than_nothing_left(kind: str) -> None:
    told = clock(kind)
    told.settle((0,), None, 100.0)
    assert told.left(0, 1000.0) == 0
    told.settle((1,), 0, 1000.0)
    assert told.left(0, 1000.0) == (0 if kind == "game" else 60)


def test_a_seat_that_is_not_counted_has_all_the_time() -> None:
    told = clock("move", seats=1)
    told.settle((1,), None, 100.0)
    assert (told.left(1, 10**9), told.out(10**9), told.next_end()) == (None, (), None)


def test_nobody_runs_out_who_is_not_waited_for() -> None:
    told = clock("move")
    assert (told.out(10**9), told.next_end()) == ((), None)
    told.settle(BOTH, None, 100.0)
    told.settle((), None, 130.0)
    assert (told.out(10**9), told.next_end()) == ((), None)


def test_both_at_the_same_instant_are_out_together() -> None:
    told = clock("move")
    told.settle(BOTH, None, 100.0)
    assert told.out(159.9) == ()
    assert sorted(told.out(160.0)) == [0, 1]
    assert sorted(told.out(500.0)) == [0, 1]


@pytest.mark.parametrize("first", BOTH)
def test_who_ran_out_first_is_out_alone_however_late_one_looks(first: int) -> None:
    told = clock("days")
    told.settle((first,), None, 100.0)
    told.settle(BOTH, None, 101.0)
    assert told.out(10_000.0) == (first,)


@pytest.mark.parametrize("kind", ["move", "game"])
def test_the_wait_while_the_server_was_away_is_forgiven(kind: str) -> None:
    told, now = turns(kind, 20, 5)
    told.forgive(now + 1000)
    assert told.left(0, now + 1000) == (40 if kind == "game" else 60)
    assert told.out(now + 1001) == ()
    assert told.next_end() == now + 1000 + (40 if kind == "game" else 60)


def test_the_calendar_goes_on_while_the_server_is_away() -> None:
    told, now = turns("days", 20, 5)
    told.forgive(now + 30)
    assert told.left(0, now + 30) == 30
    assert told.out(now + 60) == (0,)


@EVERY
def test_nothing_is_forgiven_who_is_not_waited_for(kind: str) -> None:
    told, now = turns(kind, 20, 5)
    told.forgive(now + 1000)
    assert told.left(1, now + 2000) == (55 if kind == "game" else 60)


@EVERY
def test_a_clock_put_back_takes_nothing_from_anybody(kind: str) -> None:
    told = clock(kind)
    told.settle((0,), None, 100.0)
    assert told.left(0, 50.0) == 60
    told.settle((1,), 0, 50.0)
    told.settle((0,), 1, 50.0)
    assert told.left(0, 50.0) == 60


@given(st.lists(st.integers(0, 30), max_size=30))
def test_what_is_used_of_a_game_is_the_sum_of_the_own_waits(lengths: list[int]) -> None:
    told, now = turns("game", *lengths)
    for seat in BOTH:
        assert told.left(seat, now) == max(0, 60 - sum(lengths[seat::2]))


@pytest.mark.parametrize(
    "plan", ['{"kind":"weeks","seconds":60}', '{"kind":"move","seconds":0}',
             f'{{"kind":"days","seconds":{LONGEST + 1}}}', '{"kind":"move"}',
             '{"kind":"game","seconds":60,"more":1}'],
)  # fmt: skip
def test_a_plan_that_makes_no_sense_is_refused(plan: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(plan, type=ClockPlan)


LENGTHS = st.lists(st.integers(0, 90), max_size=12)
EXTRA = st.integers(0, 20)


def game_clock(increment: int, delay: int) -> Clock:
    plan = ClockPlan("game", 60, increment=increment, delay=delay)
    return Clock(plan, {seat: SeatTime() for seat in BOTH})


@given(LENGTHS, EXTRA, EXTRA)
def test_increment_and_delay_are_worth_what_they_say(
    lengths: list[int], increment: int, delay: int
) -> None:
    told, now, left = game_clock(increment, delay), 100.0, [60, 60]
    told.settle((0,), None, now)
    for turn, length in enumerate(lengths):
        seat, now = turn % 2, now + length
        told.settle((1 - seat,), seat, now)
        left[seat] -= max(0, length - delay)
        left[seat] += increment if left[seat] > 0 else 0
        assert told.left(seat, now) == max(0, left[seat])
        if left[seat] <= 0:
            return


@given(st.integers(0, 59), EXTRA, EXTRA)
def test_a_move_taken_back_is_worth_nothing(length: int, increment: int, delay: int) -> None:
    told = game_clock(increment, delay)
    told.settle((0,), None, 100.0)
    now = 100.0 + length
    before = told.left(0, now)
    told.settle((1,), 0, now)
    told.settle((0,), None, now, taken_back=(0,))
    assert told.left(0, now) == before
    told.settle((1,), 0, now)
    assert told.left(0, now) == 60 - max(0, length - delay) + increment


PAUSES = st.lists(st.integers(0, 200), max_size=6, unique=True).map(
    lambda days: [*zip(*[iter(float(day) for day in sorted(days))] * 2)]
)


@given(PAUSES, st.integers(0, 100), st.integers(0, 200))
def test_a_clock_stands_in_pauses_and_ends_when_nothing_is_left(
    pauses: list[tuple[float, float]], since: int, passed: int
) -> None:
    told = Clock(ClockPlan("days", 60), {0: SeatTime()}, {0: pauses})
    told.settle((0,), None, float(since))
    now = since + passed
    ran = sum(not any(a <= second < b for a, b in pauses) for second in range(since, now))
    assert told.left(0, now) == max(0, 60 - ran)
    end = told.next_end()
    assert end is not None
    assert told.left(0, end) == 0
    assert told.left(0, end - 0.5) == 0.5
    assert [told.out(end - 0.5), told.out(end)] == [(), (0,)]


@pytest.mark.parametrize("more", ['"increment":5', '"delay":5'])
def test_only_a_clock_for_the_game_has_an_increment_or_a_delay(more: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(f'{{"kind":"move","seconds":60,{more}}}', type=ClockPlan)
