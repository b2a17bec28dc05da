"""Filling an order: up to two of barter, offering and delegation, in any order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations

import pytest

from rules.himalaya.board import NONE
from rules.himalaya.events import Bartered, Failed, Offered, UsedUp
from rules.himalaya.moves import FILL, PROGRAM
from rules.himalaya.state import HimalayaState
from tests.rules.himalaya.positions import (
    ANA,
    BEN,
    CLEO,
    NOBODY,
    disc,
    names,
    play,
    position,
    refuse,
    run,
    told,
    words,
)

ACTIONS = ("barter", "offer", "envoy C 2")


def filling(
    village: int = 5,
    demand: str = "ssb",
    stupas: Mapping[int, int] = NOBODY,
    disc_bag: Sequence[str] | None = None,
) -> HimalayaState:
    """Return Ana with an order's cubes just paid; the two others pause this turn."""
    state = position(
        at=(village, 6, 19),
        orders={village: demand},
        cubes=(demand, "", ""),
        stupas=stupas,
        disc_bag=disc_bag,
    )
    run(state, "t")
    assert (state.phase, state.waiting()) == (FILL, (ANA,))
    return state


def done_with(state: HimalayaState) -> bool:
    """Whether the order leaves no further choice."""
    return state.phase == PROGRAM


def test_three_things_may_be_done_with_an_order() -> None:
    """T: barter, offering, delegations; or none of them."""
    envoys = [f"envoy {region} {count}" for region in "AC" for count in (1, 2, 3)]
    assert {*words(filling())} == {"barter", "offer", "done", *envoys}


@pytest.mark.parametrize("pair", [*permutations(ACTIONS, 2)])
def test_two_of_the_three_at_most(pair: tuple[str, str]) -> None:
    """T: up to 2 of these 3, in any order; then the caravans go on."""
    state = filling()
    play(state, pair[0])
    assert not done_with(state)
    assert "done" in words(state)
    refuse(state, pair[0])
    play(state, pair[1])
    assert done_with(state)
    assert state.yaks(ANA) == 2 * ("barter" in pair)
    assert (state.stupas[5] == ANA) == ("offer" in pair)
    assert state.delegations[2] == [2 * ("envoy C 2" in pair), 0, 0]


@pytest.mark.parametrize("action", ACTIONS)
def test_one_is_enough(action: str) -> None:
    """T: up to 2."""
    state = filling()
    play(state, action, "done")
    assert done_with(state)
    assert (state.yaks(ANA), state.stupas.count(ANA)) == (
        2 * (action == "barter"),
        action == "offer",
    )


def test_none_will_do() -> None:
    """T: may; the cubes are gone, the disc is back in its bag, the village empty."""
    state = filling(disc_bag=["tjj"])
    events = play(state, "done")
    assert names(events)[0] == "used_up"
    assert told(events, UsedUp) == [UsedUp(ANA, 5)]
    assert state.yaks(ANA) == 0
    assert state.stupas_left(ANA) == 5
    assert state.delegations_left(ANA) == 15
    assert sum(state.cubes[ANA]) == 0


def test_barter_keeps_the_disc_and_its_yaks() -> None:
    """T: it does not go back to the bag."""
    state = filling(demand="tjj", disc_bag=["ssb"] * 2)
    events = play(state, "barter", "done")
    assert told(events, Bartered) == [Bartered(ANA, 9)]
    assert state.discs[ANA] == [disc("tjj")]
    assert state.yaks(ANA) == 9
    assert disc("tjj") not in state.orders
    assert state.disc_bag[disc("tjj")] == 0


@pytest.mark.parametrize("said", [("done",), ("offer", "done"), ("envoy A 1", "offer")])
def test_without_barter_the_disc_goes_back_to_the_bag(said: tuple[str, ...]) -> None:
    """T: from where it may come out again: here it is the only one there is."""
    state = filling(demand="tjj", disc_bag=[])
    play(state, *said)
    assert state.discs[ANA] == []
    assert state.orders.count(disc("tjj")) + state.disc_bag[disc("tjj")] == 1


@pytest.mark.parametrize("said", [("barter", "done"), ("offer", "done"), ("done",)])
def test_either_way_the_village_is_empty(said: tuple[str, ...]) -> None:
    """T: at once; a later trade there, in the same turn, is lost."""
    state = position(
        at=(5, 6, 5), orders={5: "ssb"}, cubes=("sssssbbb", "", "ssb"), disc_bag=["tjj"]
    )
    run(state, "tt", "p", "t")
    events = play(state, *said)
    assert told(events, Failed) == [Failed(seat, 5, "empty") for seat in (CLEO, ANA)]


@pytest.mark.parametrize(("village", "points"), [(1, 1), (7, 2), (5, 3)])
def test_an_offering_puts_a_stupa_on_this_village(village: int, points: int) -> None:
    """T: a stupa of his own, where his caravan stands."""
    state = filling(village)
    events = play(state, "offer", "done")
    assert told(events, Offered) == [Offered(ANA, village, points)]
    assert state.stupas[village] == ANA
    assert state.stupas_left(ANA) == 4


@pytest.mark.parametrize("owner", [ANA, BEN])
def test_no_offering_where_a_stupa_stands(owner: int) -> None:
    """T: one stupa a village, whoever's."""
    state = filling(stupas={5: owner})
    refuse(state, "offer")
    play(state, "barter", "envoy A 3")
    assert state.stupas.count(NONE) == 20


def test_no_offering_without_a_stupa_left() -> None:
    """T: five each; those of others do not count."""
    five = dict.fromkeys((1, 2, 3, 4, 6), ANA)
    state = filling(stupas=five)
    assert state.stupas_left(ANA) == 0
    refuse(state, "offer")
    four = filling(stupas={**five, 6: BEN})
    assert "offer" in words(four)


def test_nobody_else_is_asked() -> None:
    """T: who fills the order decides."""
    state = filling()
    refuse(state, "barter", "done", "offer", seat=BEN)
    refuse(state, "program pppppp", "take salt", "camp 3", "pass", "market 3")


def test_the_round_goes_on_after_it() -> None:
    """T: then the next player's order, then the next round."""
    state = position(at=(5, 1, 19), orders={5: "ssb"}, cubes=("ssb", "", ""))
    run(state, "tr", "i", "s")
    assert state.caravans == [5, 1, 19]
    play(state, "done")
    assert state.caravans == [7, 5, 15]


def test_several_orders_in_one_turn() -> None:
    """T: one trade, one order; each is asked about."""
    state = position(at=(5, 6, 1), orders={5: "ssb", 7: "sst"}, cubes=("ssssbt", "", "ssb"), turn=3)
    run(state, "trt", "p", "it")
    play(state, "barter", "envoy A 3")
    assert state.waiting() == (ANA,)
    play(state, "barter", "offer")
    assert done_with(state)
    assert state.discs[ANA] == [disc("ssb"), disc("sst")]
    assert state.yaks(ANA) == 5
    assert state.stupas[7] == ANA
