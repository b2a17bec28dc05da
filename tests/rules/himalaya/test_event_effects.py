"""The effects of event tokens, which last for one turn."""

from __future__ import annotations

import pytest

from rules.himalaya.events import Delayed, Failed, Filled, Halted, Took, Walked
from rules.himalaya.moves import PROGRAM, TAKE
from rules.himalaya.state import HimalayaState
from tests.rules.himalaya.positions import (
    ANA,
    BEN,
    EVERYTHING,
    cubes_of,
    is_public,
    names,
    play,
    position,
    refuse,
    run,
    told,
    words,
)

GOODS = {7: "sstg", 2: "sb"}


def table(
    *tokens: str, at: tuple[int, ...] = (7, 7, 19), one_cube_a_turn: bool = False
) -> HimalayaState:
    """Return a table after these event tokens of Ana, Ben and Cleo."""
    state = position(
        at=at,
        goods=GOODS,
        orders={5: "ssb"},
        cubes=("ssb", "", ""),
        unplayed=(EVERYTHING,) * 3,
        events=True,
        one_cube_a_turn=one_cube_a_turn,
    )
    play(state, *tokens, *["pass"] * (3 - len(tokens)))
    assert state.phase == PROGRAM
    return state


def test_on_a_market_day_any_kind_may_be_taken() -> None:
    """F: of what lies there."""
    state = table("market 7")
    run(state, "t")
    assert (state.phase, state.waiting()) == (TAKE, (ANA,))
    assert words(state) == ["take salt", "take tea", "take gold"]
    refuse(state, "take jade", "take barley", "done", "barter")
    events = play(state, "take gold")
    assert told(events, Took) == [Took(ANA, "gold", 7)]
    assert cubes_of(state, ANA) == "ssbg"


def test_a_market_day_is_for_everybody_and_every_trade() -> None:
    """F: a trade there this turn, whoever's, whoever played it."""
    state = table("pass", "market 7")
    run(state, "tt", "t")
    for seat, word in ((ANA, "take gold"), (BEN, "take tea")):
        assert state.waiting() == (seat,)
        play(state, word)
    assert [cubes_of(state, seat) for seat in (ANA, BEN)] == ["sssbg", "t"]


def test_elsewhere_the_cheapest_is_taken_as_ever() -> None:
    """F: on that village."""
    state = table("market 7")
    run(state, "st")
    assert state.turn == 2
    assert cubes_of(state, ANA) == "sssb"


def test_a_market_day_on_an_order_changes_nothing() -> None:
    """F: it lets take cubes; an order is filled as ever."""
    state = table("market 5")
    events = run(state, "rt")
    assert len(told(events, Filled)) == 1


@pytest.mark.parametrize("seat", [ANA, BEN])
def test_a_yeti_closes_a_route_to_everybody(seat: int) -> None:
    """F: nobody walks it this turn, from either end."""
    state = table("yeti 2 7", at=(7, 2, 19))
    events = [event for event in run(state, "s", "s") if event.seat == seat]
    village = (7, 2)[seat]
    assert told(events, Halted) == [Halted(seat, "soil", village, "yeti")]
    assert state.caravans == [7, 2, 19]


def test_a_yeti_leaves_other_routes_open() -> None:
    """F: that route; one may go round."""
    state = table("yeti 5 7")
    run(state, "rs")
    assert state.caravans[ANA] == 2
    state = table("yeti 5 7")
    events = run(state, "siris")
    assert told(events, Halted) == []
    assert state.caravans[ANA] == 10


def test_snow_costs_the_next_order() -> None:
    """R: walking it takes two orders: the next order of that caravan is lost."""
    state = table("snow 2 7")
    events = [event for event in run(state, "sttt") if event.seat == ANA]
    assert names(events)[2:6] == ["walked", "delayed", "took", "took"]
    assert state.caravans[ANA] == 2
    assert cubes_of(state, ANA) == "sssbb"


@pytest.mark.parametrize("lost", "sirtp")
def test_whatever_the_next_order_is_it_is_lost(lost: str) -> None:
    """R: a route, a trade or a pause: the one after it is carried out."""
    state = table("snow 2 7")
    events = [event for event in run(state, "s" + lost + "i") if event.seat == ANA]
    assert len(told(events, Delayed)) == 1
    assert [event.village for event in told(events, Walked)] == [2, 4]


def test_snow_is_paid_for_each_time() -> None:
    """R: there and back: two orders each."""
    state = table("snow 2 7")
    events = [event for event in run(state, "ssssss") if event.seat == ANA]
    assert names(events)[2:8] == ["walked", "delayed"] * 3
    assert state.caravans[ANA] == 2


def test_snow_delays_who_walks_it_alone() -> None:
    """R: that caravan."""
    state = table("snow 2 7")
    events = run(state, "st", "tt")
    assert [event.seat for event in told(events, Delayed)] == [ANA]
    assert cubes_of(state, BEN) == "ss"


def test_snow_is_for_everybody() -> None:
    """F: on the route, whoever played it."""
    state = table("snow 2 7")
    events = run(state, "", "st")
    assert [event.seat for event in told(events, Delayed)] == [BEN]
    assert cubes_of(state, BEN) == ""


def test_walking_elsewhere_takes_one_order() -> None:
    """F: that route."""
    state = table("snow 2 7")
    events = run(state, "ri")
    assert "delayed" not in names(events)
    assert state.caravans[ANA] == 1


def test_where_a_yeti_and_snow_lie_nobody_walks_and_nothing_is_lost() -> None:
    """R: closed: an order that goes nowhere takes no second one."""
    state = table("yeti 2 7", "snow 2 7")
    events = [event for event in run(state, "st") if event.seat == ANA]
    assert names(events)[2:4] == ["halted", "took"]
    assert "delayed" not in names(events)


def test_snow_in_the_sixth_order_is_not_carried_over() -> None:
    """R: all effects last this turn: the first order of the next turn is carried out."""
    state = table("snow 2 7")
    run(state, "ppppps")
    assert state.caravans[ANA] == 2
    play(state, "pass", "pass", "pass")
    events = run(state, "t")
    assert "delayed" not in names(events)
    assert cubes_of(state, ANA) == "sssb"


@pytest.mark.parametrize("token", ["market 7", "yeti 2 7", "snow 2 7"])
def test_nothing_carries_over_into_the_next_turn(token: str) -> None:
    """R: all effects last this turn."""
    state = table(token)
    run(state)
    assert (state.markets, state.yetis, state.snows) == ([], [], [])
    play(state, "pass", "pass", "pass")
    events = run(state, "ts", "")
    assert told(events, Took) == [Took(ANA, "salt", 7)]
    assert not {"halted", "delayed"} & {*names(events)}
    assert state.caravans[ANA] == 2
    assert state.turn == 3


def test_two_market_days_and_two_yetis_may_lie_at_once() -> None:
    """Advanced rule: each player his own."""
    state = table("market 7", "market 2", at=(7, 2, 19))
    run(state, "t", "t")
    play(state, "take gold", "take barley")
    assert [cubes_of(state, seat) for seat in (ANA, BEN)] == ["ssbg", "b"]
    closed = table("yeti 2 7", "yeti 5 7", "yeti 7 9")
    run(closed, "sir")
    assert closed.caravans[ANA] == 7


def test_on_a_market_day_one_cube_a_turn_is_still_one() -> None:
    """Option one_cube_a_turn: a village gives each player at most one."""
    state = table("market 7", one_cube_a_turn=True)
    run(state, "tt")
    events = play(state, "take gold")
    lost = Failed(ANA, 7, "served")
    assert [event for event in told(events, Failed) if event.seat == ANA] == [lost]
    assert cubes_of(state, ANA) == "ssbg"


def test_what_is_taken_is_seen_by_all() -> None:
    """Page: it is played openly."""
    state = table("market 7")
    run(state, "t")
    event = told(play(state, "take gold"), Took)[0]
    assert is_public(event)
