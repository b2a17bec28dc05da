"""The sequence of turns, and the refill of the map."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.chance import Chance
from rules.contract import Event
from rules.himalaya import scoring as ending
from rules.himalaya.board import (
    CUBES,
    CUBES_AT_ONCE,
    INVENTORIES,
    MARKETS,
    NONE,
    TURNS,
    VILLAGES,
)
from rules.himalaya.events import Began, Ended, Goods, Inventory, Order, cube_words, held_words
from rules.himalaya.moves import EVENT, OVER, PROGRAM
from rules.himalaya.state import HimalayaState


def refill(state: HimalayaState, chance: Chance) -> Iterator[Event]:
    """Offer new goods and orders, and yield an event for each village."""
    for village in offer_goods(state, chance):
        yield Goods(village, cube_words(state.goods[village]))
    for village in offer_orders(state, chance):
        disc = state.board.discs[state.orders[village]]
        yield Order(village, cube_words(disc.demand), disc.yaks)


def offer_goods(state: HimalayaState, chance: Chance) -> Iterator[int]:
    """Put cubes, before orders (F), on free villages until MARKETS offer cubes; yield each village.

    Must be run to its end.
    """
    offering = len(VILLAGES) + 1 - state.goods.count(())
    while offering < MARKETS and any(state.cube_bag):
        village = _free_village(state, chance)
        state.goods[village] = _draw_cubes(state, chance)
        yield village
        offering += 1


def offer_orders(state: HimalayaState, chance: Chance) -> Iterator[int]:
    """Put orders on free villages until MARKETS offer one or the bag is empty; yield them."""
    offering = len(VILLAGES) + 1 - state.orders.count(NONE)
    while offering < MARKETS and any(state.disc_bag):
        village = _free_village(state, chance)
        state.orders[village] = _draw(state.disc_bag, chance)
        yield village
        offering += 1


def _free_village(state: HimalayaState, chance: Chance) -> int:
    """Return the village of the die roll, or the first free one upward, 20 wrapping to 1 (T, R)."""
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
    """Draw an item blind; return its kind."""
    rest = chance.below(sum(bag))
    for kind, count in enumerate(bag):
        if rest < count:
            bag[kind] -= 1
            return kind
        rest -= count
    raise AssertionError("the draw lies within the bag")


def begin_turn(state: HimalayaState) -> Event:
    """Advance the turn marker, then ask for event tokens (if any are left) or for programs."""
    advance(state)
    return Began(state.first, state.turn)


def advance(state: HimalayaState) -> None:
    """Begin a turn without an event."""
    players = len(state.caravans)
    state.turn += 1
    state.programs = [()] * players
    state.snowed = [False] * players
    state.opened = state.step = 0
    state.markets, state.yetis, state.snows, state.served = [], [], [], []
    _ask_for_token(state, 0)


def next_event_player(state: HimalayaState) -> None:
    """Ask the next player with a token, clockwise from the first; after the last for programs."""
    _ask_for_token(state, (state.mover - state.first) % len(state.caravans) + 1)


def _ask_for_token(state: HimalayaState, place: int) -> None:
    tokens = state.event_tokens
    holder = token_holder(tokens, state.first, place) if any(tokens) else NONE
    state.phase = PROGRAM if holder == NONE else EVENT
    state.mover = state.first if holder == NONE else holder


def token_holder(tokens: Sequence[int], first: int, place: int) -> int:
    """Return the next holder of an event token in turn order from `place`, or NONE."""
    players = len(tokens)
    for later in range(place, players):
        seat = (first + later) % players
        if tokens[seat]:
            return seat
    return NONE


def end_turn(state: HimalayaState, chance: Chance) -> Iterator[Event]:
    """End the turn: refill, count the inventory after turns 4, 8 and 12, pass the start on (T)."""
    yield from refill(state, chance)
    if state.turn in INVENTORIES:
        for cube, name in enumerate(CUBES):
            held = [cubes[cube] for cubes in state.cubes]
            yield Inventory(give_token(state, held), name, held_words(held))
    if state.turn == TURNS:
        yield _end(state)
        return
    yield begin_next_turn(state)


def give_token(state: HimalayaState, held: Sequence[int]) -> int | None:
    """Give an inventory token to the sole holder of most of a kind; a tie gives nothing (T).

    `held` counts the cubes of that kind by seat.
    """
    most = max(held)
    if not most or held.count(most) > 1:
        return None
    seat = held.index(most)
    state.tokens[seat] += 1
    return seat


def begin_next_turn(state: HimalayaState) -> Event:
    """Begin a turn with the next player first (T)."""
    pass_start_on(state)
    return begin_turn(state)


def pass_start_on(state: HimalayaState) -> None:
    """Make the next player the first (T)."""
    state.first = (state.first + 1) % len(state.caravans)


def _end(state: HimalayaState) -> Event:
    state.phase = OVER
    winners = ending.count_of(state).ranking[0]
    return Ended(winners[0] if len(winners) == 1 else None)
