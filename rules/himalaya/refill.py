"""Filling the map again: 5 villages offer cubes and 5 an order, as long as the bags last."""

from __future__ import annotations

from collections.abc import Iterator

from rules.chance import Chance
from rules.contract import Event
from rules.himalaya.board import CUBES, CUBES_AT_ONCE, MARKETS, NONE, VILLAGES
from rules.himalaya.events import Goods, Order, cube_words
from rules.himalaya.state import HimalayaState


def refill(state: HimalayaState, chance: Chance) -> Iterator[Event]:
    """What is offered anew, told village by village."""
    for village in offer_goods(state, chance):
        yield Goods(village, cube_words(state.goods[village]))
    for village in offer_orders(state, chance):
        disc = state.board.discs[state.orders[village]]
        yield Order(village, cube_words(disc.demand), disc.yaks)


def offer_goods(state: HimalayaState, chance: Chance) -> Iterator[int]:
    """Cubes come first (F); villages that still offer something are not topped up.

    To be run to its end; each village stands as it will when it is yielded.
    """
    offering = len(VILLAGES) + 1 - state.goods.count(())
    while offering < MARKETS and any(state.cube_bag):
        village = _free_village(state, chance)
        state.goods[village] = _draw_cubes(state, chance)
        yield village
        offering += 1


def offer_orders(state: HimalayaState, chance: Chance) -> Iterator[int]:
    """The same with orders."""
    offering = len(VILLAGES) + 1 - state.orders.count(NONE)
    while offering < MARKETS and any(state.disc_bag):
        village = _free_village(state, chance)
        state.orders[village] = _draw(state.disc_bag, chance)
        yield village
        offering += 1


def _free_village(state: HimalayaState, chance: Chance) -> int:
    """The village the die shows, or the first free one upward, 20 wrapping to 1 (T, R)."""
    village = chance.below(len(VILLAGES)) + 1
    while state.goods[village] or state.orders[village] != NONE:
        village = village % len(VILLAGES) + 1
    return village


def _draw_cubes(state: HimalayaState, chance: Chance) -> tuple[int, ...]:
    drawn = [0] * len(CUBES)
    for _each in range(min(CUBES_AT_ONCE, sum(state.cube_bag))):
        drawn[_draw(state.cube_bag, chance)] += 1
    return tuple(drawn)


def _draw(bag: list[int], chance: Chance) -> int:
    """Draw one thing blind; its kind."""
    rest = chance.below(sum(bag))
    for kind, count in enumerate(bag):
        if rest < count:
            bag[kind] -= 1
            return kind
        rest -= count
    raise AssertionError("the draw lies within the bag")
