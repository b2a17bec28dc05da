"""Routes: walked if the village has one of that kind, else nothing happens."""

from __future__ import annotations

import pytest

from rules.himalaya.board import VILLAGES, WAYS
from rules.himalaya.events import Halted, Walked
from tests.rules.himalaya.positions import ANA, BEN, names, position, run, told

ROUTES = {
    "soil": ((2, 7), (3, 9), (5, 10), (6, 11), (8, 13), (12, 14), (15, 19), (16, 18), (17, 20)),
    "ice": ((1, 5), (2, 4), (3, 8), (7, 9), (10, 16), (11, 15), (12, 18), (13, 17), (14, 20)),
    "stone": ((1, 4), (3, 6), (5, 7), (8, 11), (9, 14), (10, 12), (13, 15), (17, 19), (18, 20)),
}
"""The routes by kind, as in board.toml."""
LETTERS = dict(zip(WAYS, "sir"))


@pytest.mark.parametrize("way", WAYS)
def test_each_route_leads_both_ways_and_villages_without_one_hold(way: str) -> None:
    """T, F: along that route if the village has one; otherwise nothing happens."""
    ends = dict(ROUTES[way]) | {other: village for village, other in ROUTES[way]}
    for village in VILLAGES:
        state = position(at=(village, 6, 19))
        events = [e for e in run(state, LETTERS[way]) if e.seat == ANA]
        if village in ends:
            assert told(events, Walked) == [Walked(ANA, way, village, ends[village])]
        else:
            assert told(events, Halted) == [Halted(ANA, way, village, "none")]
        assert state.caravans[ANA] == ends.get(village, village)


def test_walking_is_compulsory() -> None:
    """T: where there is a route it is walked, though cubes lie where he stands."""
    state = position(at=(7, 6, 19), goods={7: "g"})
    run(state, "st")
    assert state.caravans[ANA] == 2
    assert sum(state.cubes[ANA]) == 0


def test_a_route_that_is_missing_costs_its_order_alone() -> None:
    """F: nothing happens; the next order is carried out."""
    state = position(at=(1, 6, 19), goods={1: "s"})
    events = [event for event in run(state, "sti") if event.seat == ANA]
    assert names(events)[2:5] == ["halted", "took", "walked"]
    assert state.caravans[ANA] == 5


def test_caravans_may_share_a_village() -> None:
    """F: to any number; both may trade there."""
    state = position(at=(1, 4, 5), goods={1: "st"})
    run(state, "t", "rt", "i")
    assert state.caravans == [1, 1, 1]
    assert [sum(own) for own in state.cubes] == [1, 1, 0]


def test_caravans_pass_each_other_on_a_route() -> None:
    """F: nothing is in the way."""
    state = position(at=(1, 5, 19))
    run(state, "i", "i")
    assert state.caravans[ANA] == 5
    assert state.caravans[BEN] == 1


def test_six_steps_at_most() -> None:
    """T: six orders, six villages."""
    state = position(at=(1, 6, 19))
    events = run(state, "isrirs")
    walked = [event.village for event in told(events, Walked) if event.seat == ANA]
    assert walked == [5, 10, 12, 18, 20, 17]
    assert state.caravans[ANA] == 17
