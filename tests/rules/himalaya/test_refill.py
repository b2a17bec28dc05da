"""Refilling: cubes, then orders, by the die, until five villages offer each."""

from __future__ import annotations

import pytest

from rules.himalaya.events import Failed, Goods, Order
from tests.rules.himalaya.positions import (
    ANA,
    LoadedDie,
    is_public,
    letters,
    names,
    offering,
    play,
    position,
    run,
    told,
)

CUBES = {1: "s", 2: "t", 3: "sb", 4: "g", 5: "bbb"}
ORDERS = {11: "ssb", 12: "sst", 13: "ssb", 14: "sst", 15: "ssb"}


def without(offers: dict[int, str], *villages: int) -> dict[int, str]:
    """Return the offers of other villages."""
    return {village: offer for village, offer in offers.items() if village not in villages}


def test_nothing_is_added_while_five_and_five_are_offered() -> None:
    """R: villages not emptied are not topped up, be but one cube left."""
    state = position(goods=CUBES, orders=ORDERS)
    goods, orders = state.goods[:], state.orders[:]
    events = run(state)
    assert not {"goods", "order"} & {*names(events)}
    assert (state.goods, state.orders) == (goods, orders)


def test_a_village_with_a_cube_less_is_not_topped_up() -> None:
    """T: only what was emptied is renewed."""
    state = position(at=(5, 6, 19), goods=CUBES, orders=ORDERS)
    events = run(state, "tt")
    assert letters(state.goods[5]) == "b"
    assert "goods" not in names(events)


def test_a_village_emptied_of_cubes_is_replaced_by_the_die() -> None:
    """T: five cubes on the village that the die names."""
    state = position(at=(1, 6, 19), goods=CUBES, orders=ORDERS)
    events = run(state, "t", chance=LoadedDie(8))
    assert [event.village for event in told(events, Goods)] == [8]
    assert offering(state) == ([2, 3, 4, 5, 8], [*ORDERS])
    assert sum(state.goods[8]) == 5


def test_the_village_just_emptied_is_free_again() -> None:
    """T: it offers nothing."""
    state = position(at=(1, 6, 19), goods=CUBES, orders=ORDERS)
    run(state, "t", chance=LoadedDie(1))
    assert offering(state)[0] == [1, 2, 3, 4, 5]
    assert sum(state.goods[1]) == 5


def test_an_order_filled_is_replaced_by_the_die() -> None:
    """T: one disc."""
    state = position(at=(13, 6, 19), goods=CUBES, orders=ORDERS, cubes=("ssb", "", ""))
    run(state, "t")
    events = play(state, "barter", "done", chance=LoadedDie(9))
    assert [event.village for event in told(events, Order)] == [9]
    assert offering(state) == ([*CUBES], [9, 11, 12, 14, 15])


@pytest.mark.parametrize(
    ("die", "village"), [(2, 6), (5, 6), (6, 6), (11, 16), (15, 16), (20, 20), (3, 6)]
)
def test_the_first_free_village_upward(die: int, village: int) -> None:
    """T: past villages that offer cubes or an order."""
    state = position(goods=without(CUBES, 1), orders=ORDERS)
    events = run(state, chance=LoadedDie(die))
    assert [event.village for event in told(events, Goods)] == [village]


@pytest.mark.parametrize(("die", "village"), [(19, 2), (20, 2), (1, 2), (18, 18)])
def test_upward_from_20_comes_1(die: int, village: int) -> None:
    """R: 20 wraps to 1."""
    state = position(
        goods={19: "s", 1: "t", 5: "b", 7: "g"},
        orders={20: "ssb", 3: "sst", 4: "ssb", 8: "ssb", 9: "sst"},
    )
    events = run(state, chance=LoadedDie(die))
    assert [event.village for event in told(events, Goods)] == [village]


def test_orders_pass_by_villages_with_cubes_too() -> None:
    """T: no village ever has both."""
    state = position(goods=CUBES, orders=without(ORDERS, 11))
    events = run(state, chance=LoadedDie(1))
    assert [event.village for event in told(events, Order)] == [6]


def test_cubes_come_before_orders() -> None:
    """F: the die's village goes to the cubes; the order goes on to the next."""
    state = position(goods=without(CUBES, 1), orders=without(ORDERS, 11))
    events = run(state, chance=LoadedDie(8, 8))
    placed = [event for event in events if isinstance(event, Goods | Order)]
    assert [(event.name, event.village) for event in placed] == [("goods", 8), ("order", 9)]


def test_several_villages_are_filled_one_by_one() -> None:
    """T: the operation is repeated; a village just filled is no longer free."""
    state = position(goods={3: "s"}, orders=without(ORDERS, 12, 13))
    run(state, chance=LoadedDie(3, 3, 14, 3, 5, 20))
    assert offering(state) == ([3, 4, 5, 6, 16], [7, 11, 14, 15, 20])


@pytest.mark.parametrize(
    ("bag", "placed"),
    [("", []), ("g", ["g"]), ("sbtj", ["sbtj"]), ("ggggg", ["ggggg"]), ("ssssss", ["sssss", "s"])],
)
def test_a_short_bag_of_cubes(bag: str, placed: list[str]) -> None:
    """R: fewer than 5: what is there; none: none."""
    state = position(goods={}, orders=ORDERS, cube_bag=bag)
    run(state, chance=LoadedDie(1, 2))
    assert [letters(goods) for goods in state.goods if goods] == placed
    assert sum(state.cube_bag) == 0


@pytest.mark.parametrize(("bag", "placed"), [([], 0), (["tjj"], 1), (["tjj", "ttj", "ssb"], 3)])
def test_a_short_bag_of_orders(bag: list[str], placed: int) -> None:
    """R: the same for orders."""
    state = position(goods=CUBES, orders={}, disc_bag=bag)
    events = run(state, chance=LoadedDie(6, 7, 8, 9))
    assert len(told(events, Order)) == placed
    assert offering(state) == ([*CUBES], [6, 7, 8][:placed])
    assert sum(state.disc_bag) == 0


def test_the_game_goes_on_with_empty_bags() -> None:
    """R: if none, none."""
    state = position(goods={}, orders={}, cube_bag="", disc_bag=[])
    run(state)
    assert state.turn == 2
    assert offering(state) == ([], [])


def test_draws_are_told_to_all_and_mark_chance() -> None:
    """Page: cubes and orders on villages are public; R: what was drawn was hidden before."""
    events = run(position(goods=without(CUBES, 1), orders=without(ORDERS, 11)))
    drawn = [*told(events, Goods), *told(events, Order)]
    assert len(drawn) == 2
    assert all(event.reveals and is_public(event) for event in drawn)


def test_refilling_waits_for_the_end_of_the_turn() -> None:
    """T: phase 4: a village emptied in the first round offers nothing in the second."""
    state = position(at=(1, 6, 19), goods=CUBES, orders=ORDERS)
    events = run(state, "tt", chance=LoadedDie(1))
    assert told(events, Failed) == [Failed(ANA, 1, "empty")]
    assert state.cubes[ANA] == [1, 0, 0, 0, 0]
