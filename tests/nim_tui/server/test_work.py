"""What each source may have the server do, by a clock that is handed in."""

from __future__ import annotations

import pytest

from nim_tui.server.settings.sections import Limits
from nim_tui.server.work import (
    A_CONNECTION,
    CALM_A_SECOND,
    CALM_POINTS,
    CROWDED,
    LONGEST_PENALTY,
    Sources,
)
from tests.nim_tui.server.storage.conftest import Clock

LIMITS = Limits(work_at_once=1000, work_a_second=100.0, penalty_seconds=30.0)
ANA, BEN, CLEO = "203.0.113.7", "203.0.113.8", "198.51.100.1"


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def sources(clock: Clock) -> Sources:
    return Sources(LIMITS, clock)


def test_whoever_plays_never_pays_with_what_an_address_has(sources: Sources, clock: Clock) -> None:
    """Thirty people of one address type for a minute; a flood beside takes nothing of theirs."""
    people = [sources.meter(ANA) for _ in range(30)]
    flood = sources.meter(ANA)
    assert not flood.pay(CALM_POINTS + LIMITS.work_at_once + 1)
    for _second in range(60):
        assert all(one.pay(CALM_A_SECOND) for one in people)
        clock.pass_by(1)


def test_a_connection_is_used_up_until_it_calms_down(sources: Sources, clock: Clock) -> None:
    meter = sources.meter(ANA)
    assert meter.pay(CALM_POINTS)
    assert meter.is_used_up()
    clock.pass_by(1 / CALM_A_SECOND)
    assert not meter.is_used_up()


def test_what_is_used_up_grows_again(sources: Sources, clock: Clock) -> None:
    meter = sources.meter(ANA)
    assert meter.pay(CALM_POINTS + LIMITS.work_at_once)
    clock.pass_by(2)
    assert meter.pay(2 * (CALM_A_SECOND + LIMITS.work_a_second))
    assert not sources.is_penalised(ANA)
    assert not meter.pay(1)
    assert sources.is_penalised(ANA)
    clock.pass_by(1000)
    assert not meter.pay(1), "a connection that ended stays so"


def test_all_connections_of_an_address_share_it_and_others_do_not(sources: Sources) -> None:
    several = [sources.meter(ANA) for _ in range(4)]
    part = CALM_POINTS + LIMITS.work_at_once // 4
    assert all(one.pay(part) for one in several)
    assert not several[0].pay(1)
    assert sources.meter(BEN).pay(part)
    six = [sources.meter(f"2001:db8::{number}") for number in range(2)]
    assert six[0].pay(CALM_POINTS + LIMITS.work_at_once), "an address of IPv6 is its /64"
    assert not six[1].pay(CALM_POINTS + 1)


def test_a_penalty_is_twice_as_long_each_time_and_forgiven_later(
    sources: Sources, clock: Clock
) -> None:
    lengths = []
    for _time in range(9):
        sources.penalise(ANA)
        sources.penalise(ANA)  # while it lasts it grows no longer
        began = clock.time
        while sources.is_penalised(ANA):
            assert not sources.comes(ANA)
            clock.pass_by(5)
        lengths.append(clock.time - began)
    assert lengths == [30, 60, 120, 240, 480, 960, 1920, LONGEST_PENALTY, LONGEST_PENALTY]
    clock.pass_by(5 * LONGEST_PENALTY)
    sources.penalise(ANA)
    clock.pass_by(30)
    assert sources.comes(ANA)


def test_new_connections_are_paid_for(sources: Sources, clock: Clock) -> None:
    most = LIMITS.work_at_once // A_CONNECTION
    assert all(sources.comes(ANA) for _ in range(most))
    assert not sources.comes(ANA)
    assert sources.is_penalised(ANA)
    assert sources.comes(BEN)
    assert all(sources.comes("") for _ in range(10 * most)), "a proxy stands for many"


@pytest.mark.parametrize(
    ("one", "beside", "apart"),
    [
        ("203.0.113.{1}", "203.0.113.99", "203.0.114.1"),
        ("2001:db8:0:{0:x}{1:02x}::1", "2001:db8:0:999::1", "2001:db9::1"),
        ("2001:db8:0:7{1:02x}::1", "2001:db8:0:7ff::1", "2001:db8:0:800::1"),
    ],
)
def test_many_of_one_network_have_all_of_it_turned_away(
    sources: Sources, clock: Clock, one: str, beside: str, apart: str
) -> None:
    crowd = [one.format(far, near) for far in range(CROWDED) for near in range(CROWDED)]
    for address in crowd[: CROWDED - 1]:
        sources.penalise(address)
    assert sources.comes(beside)
    for address in crowd[CROWDED - 1 :]:
        sources.penalise(address)
    assert not sources.comes(beside)
    assert sources.comes(apart)
    clock.pass_by(31)
    assert sources.comes(beside)


def test_what_is_no_address_is_never_penalised(sources: Sources) -> None:
    sources.penalise("")
    sources.penalise("a socket")
    assert sources.comes("a socket")
