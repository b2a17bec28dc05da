"""Trades: cubes, cheapest first; orders that can be filled; trades without effect."""

from __future__ import annotations

import pytest

from rules.himalaya.events import Failed, Filled, Took
from rules.himalaya.moves import FILL, PROGRAM
from tests.rules.himalaya.positions import (
    ANA,
    BEN,
    CLEO,
    counts,
    cubes_of,
    letters,
    names,
    play,
    position,
    run,
    told,
)


@pytest.mark.parametrize(
    ("lying", "trades", "taken"),
    [("gjtbs", 1, "s"), ("gjtb", 1, "b"), ("gjt", 1, "t"), ("gj", 1, "j"), ("g", 1, "g")],
)
def test_the_least_valuable_kind_is_taken(lying: str, trades: int, taken: str) -> None:
    """T: salt, barley, tea, jade, gold, worth least to most."""
    state = position(at=(7, 6, 19), goods={7: lying})
    run(state, "t" * trades)
    assert cubes_of(state, ANA) == taken


def test_one_cube_a_trade_however_many_lie_there() -> None:
    """T: one and only one; the dearest comes last, then trades are lost."""
    state = position(at=(7, 6, 19), goods={7: "sbbjg"})
    events = run(state, "tttttt")
    kinds = [event.cube for event in told(events, Took)]
    assert kinds == ["salt", "barley", "barley", "jade", "gold"]
    assert told(events, Failed) == [Failed(ANA, 7, "empty")]
    assert cubes_of(state, ANA) == "sbbjg"


def test_the_rest_stays_on_the_village() -> None:
    """T: what others find there."""
    state = position(at=(7, 6, 19), goods={7: "sbbjg"})
    run(state, "tt")
    assert letters(state.goods[7]) == "bjg"


def test_at_one_village_each_takes_what_is_cheapest_when_he_comes() -> None:
    """T: in the order of the round."""
    state = position(at=(7, 7, 7), goods={7: "stg"}, first=CLEO)
    run(state, "t", "t", "t")
    assert [cubes_of(state, seat) for seat in (CLEO, ANA, BEN)] == ["s", "t", "g"]


def test_a_trade_where_nothing_is_offered_is_lost() -> None:
    """T: otherwise the trade is lost."""
    state = position(at=(7, 6, 19), cubes=("ssb", "", ""))
    events = run(state, "t")
    assert told(events, Failed) == [Failed(ANA, 7, "empty")]
    assert cubes_of(state, ANA) == "ssb"


@pytest.mark.parametrize("held", ["", "ss", "sb", "bttjjgg", "sttjjgg"])
def test_an_order_that_he_cannot_fill_is_lost(held: str) -> None:
    """T: every cube demanded, of its own kind: dearer ones are no substitute."""
    state = position(at=(5, 6, 19), orders={5: "ssb"}, cubes=(held, "", ""))
    before = state.orders[5]
    events = run(state, "t")
    assert told(events, Failed) == [Failed(ANA, 5, "order")]
    assert "filled" not in names(events)
    assert cubes_of(state, ANA) == held
    assert state.orders[5] == before
    assert (state.phase, state.turn) == (PROGRAM, 2)


@pytest.mark.parametrize(("held", "left"), [("ssb", ""), ("sssbbg", "sbg")])
def test_an_order_that_he_can_fill_must_be_filled(held: str, left: str) -> None:
    """T: he must hand in the cubes, whatever he does with the order then."""
    state = position(at=(5, 6, 19), orders={5: "ssb"}, cubes=(held, "", ""))
    events = run(state, "t")
    assert told(events, Filled) == [Filled(ANA, 5, "salt salt barley", 2)]
    assert state.waiting() == (ANA,)
    assert state.phase == FILL
    assert cubes_of(state, ANA) == left


def test_the_cubes_go_to_the_bag() -> None:
    """T: to the bag of cubes, at once."""
    state = position(at=(5, 6, 19), orders={5: "btt"}, cubes=("bttg", "", ""), cube_bag="ss")
    run(state, "t")
    assert cubes_of(state, ANA) == "g"
    assert state.cube_bag == [*counts("ssbtt")]


def test_cubes_taken_earlier_in_the_turn_fill_an_order_later() -> None:
    """T: orders one by one."""
    state = position(at=(7, 6, 19), goods={7: "ssb"}, orders={5: "ssb"}, cubes=("", "", ""))
    events = run(state, "tttrt")
    assert names([event for event in events if event.seat == ANA])[-2:] == ["walked", "filled"]


def test_who_comes_first_fills_the_order() -> None:
    """T: then the village is empty and the other trade is lost."""
    state = position(at=(5, 5, 19), orders={5: "ssb"}, cubes=("ssb", "ssb", ""), first=BEN, turn=2)
    events = run(state, "t", "t")
    assert state.waiting() == (BEN,)
    events += play(state, "done")
    assert [event.seat for event in told(events, Filled)] == [BEN]
    assert [event.seat for event in told(events, Failed)] == [ANA]
    assert cubes_of(state, ANA) == "ssb"


def test_one_cube_a_turn_is_off_by_default() -> None:
    """F: an option."""
    assert not position().options.one_cube_a_turn


def test_with_one_cube_a_turn_a_village_gives_each_player_one() -> None:
    """F: at most one cube a turn and player; others still get theirs."""
    state = position(at=(7, 7, 19), goods={7: "sbbtg"}, one_cube_a_turn=True)
    events = run(state, "ttt", "ptt")
    assert [cubes_of(state, seat) for seat in (ANA, BEN)] == ["s", "b"]
    assert told(events, Failed) == [Failed(seat, 7, "served") for seat in (ANA, ANA, BEN)]
    assert letters(state.goods[7]) == "btg"


def test_with_one_cube_a_turn_leaving_and_coming_back_does_not_help() -> None:
    """F: a turn, not a stay."""
    state = position(at=(7, 6, 19), goods={7: "sbt", 2: "ss"}, one_cube_a_turn=True)
    run(state, "tstst")
    assert cubes_of(state, ANA) == "ss"
    assert state.caravans[ANA] == 7


def test_with_one_cube_a_turn_the_next_turn_begins_anew() -> None:
    """F: once each turn."""
    state = position(at=(7, 6, 19), goods={7: "sbt"}, one_cube_a_turn=True)
    run(state, "tt")
    run(state, "tt")
    assert cubes_of(state, ANA) == "sb"


def test_with_one_cube_a_turn_orders_are_filled_as_ever() -> None:
    """F: it speaks of cubes."""
    state = position(
        at=(7, 6, 19),
        goods={7: "ss"},
        orders={5: "ssb"},
        cubes=("sb", "", ""),
        one_cube_a_turn=True,
    )
    events = run(state, "trt")
    assert len(told(events, Filled)) == 1
