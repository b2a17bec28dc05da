"""How long things take: what of the last measurements is told, and the delay of the loop."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nim_tui.server.measurements import (
    BEAT,
    MOST,
    TEN_MINUTES,
    LoopDelay,
    Measurements,
    Spread,
)
from tests.nim_tui.server.lobby.still_time import SteadyLoop, steadily


class Hand:
    """The hand of a clock."""

    time = 1000.0

    def __call__(self) -> float:
        return self.time


def test_nothing_measured_is_nothing() -> None:
    assert Measurements().over(60) == Spread(0, 0.0, 0.0, 0.0)


def test_what_is_older_is_not_told() -> None:
    hand = Hand()
    kept = Measurements(now=hand)
    kept.note(9.0)
    hand.time += 61
    for milliseconds in range(1, 101):
        kept.note(milliseconds / 1000)
    assert kept.over(60) == Spread(100, 0.050, 0.099, 0.100)
    assert kept.over(600) == Spread(101, 0.051, 0.100, 9.0)


def test_only_so_many_are_kept() -> None:
    kept = Measurements(most=3, now=Hand())
    for seconds in (9.0, 1.0, 2.0, 3.0):
        kept.note(seconds)
    assert kept.over(60) == Spread(3, 2.0, 3.0, 3.0)
    assert MOST * BEAT >= TEN_MINUTES - BEAT


@given(st.lists(st.floats(0, 100), min_size=1))
def test_half_is_not_above_the_middle_and_one_of_a_hundred_at_most_above_the_99th(
    took: list[float],
) -> None:
    kept = Measurements(now=Hand())
    for seconds in took:
        kept.note(seconds)
    found = kept.over(60)
    assert sum(seconds > found.p50 for seconds in took) <= len(took) / 2
    assert sum(seconds > found.p99 for seconds in took) <= len(took) / 100
    assert found.p50 in took
    assert found.p99 in took
    assert (found.number, found.max) == (len(took), max(took))


def test_what_is_done_within_is_measured_even_if_it_fails() -> None:
    hand = Hand()
    kept = Measurements(now=hand)

    @kept.timed()
    def fail() -> None:
        hand.time += 2
        raise KeyError

    with pytest.raises(KeyError):
        fail()
    assert kept.over(60) == Spread(1, 2.0, 2.0, 2.0)


def test_the_loop_is_late_by_what_it_stood_still_for(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, SteadyLoop)
        delay = LoopDelay()
        await asyncio.sleep(30)
        calm = delay.measured.over(60)
        assert calm.number == pytest.approx(30 / BEAT, abs=2)
        assert calm.max < 0.001
        loop.stand_still(2.5)
        await asyncio.sleep(1)
        busy = delay.measured.over(60)
        assert busy.max == pytest.approx(2.5, abs=BEAT)
        assert busy.p99 < 0.001
        await asyncio.sleep(61)
        assert delay.measured.over(60).max < 0.001
        assert delay.measured.over(600).max == pytest.approx(2.5, abs=BEAT)
        delay.stop()
        known = delay.measured.over(600).number
        await asyncio.sleep(5)
        assert delay.measured.over(600).number == known

    steadily(monkeypatch, scene())
