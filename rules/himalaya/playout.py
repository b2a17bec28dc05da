"""Random playouts for search, with the moves of `legal` and the effects of `play`.

The rest of a turn is played at a time, without events.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from rules.chance import Chance
from rules.himalaya.board import INVENTORIES, MARKETS, NONE, ORDERS, TURNS, VILLAGES
from rules.himalaya.legal import legal
from rules.himalaya.moves import DONE, FILL, LETTERS, OVER, PAUSE, PROGRAM, PROGRAMS, TRADE
from rules.himalaya.resolve import fill_order, use_order, use_up_order
from rules.himalaya.state import HimalayaState
from rules.himalaya.turns import advance, give_token, offer_goods, offer_orders, pass_start_on
from rules.playouts import Fraction

_PROGRAMS: Final = len(LETTERS) ** ORDERS
_HALVES: Final = len(LETTERS) ** (ORDERS // 2)
_HALF: Final = tuple(PROGRAMS[number].program[ORDERS // 2 :] for number in range(_HALVES))
"""By number: half the steps of a program, the first or the last."""
_NUMBER_OF: Final = {half: number for number, half in enumerate(_HALF)}
_UNOFFERED: Final = len(VILLAGES) + 1 - MARKETS
"""The number of places without goods, or without orders, once the map is filled."""
_VILLAGE: Final = 6
"""Bits for a village, below the place of its trader in turn order."""
_PLACE: Final = 4
"""Bits for a place in turn order, below the slot of the step."""
_SLOT: Final = _VILLAGE + _PLACE
_LATE: Final = ORDERS // 2 << _SLOT
"""The slots before the last half."""

Trip = tuple[tuple[int, ...], int]
"""The trades of half a program, as numbers of slot and village, and the village it ends at."""
Trips = tuple[tuple[Trip, ...], ...]
"""By number of the half, and by the village it begins at."""


@lru_cache(8)
def trips_on(neighbours: Sequence[Sequence[int]]) -> Trips:
    """Return all trips over the routes of a board."""
    return tuple(
        tuple(_trip(neighbours, half, village) for village in (0, *VILLAGES)) for half in _HALF
    )


def _trip(neighbours: Sequence[Sequence[int]], half: Sequence[int], village: int) -> Trip:
    trades = []
    for slot, order in enumerate(half):
        if order == TRADE:
            trades.append(slot << _SLOT | village)
        elif order != PAUSE:
            village = neighbours[order][village] or village
    return tuple(trades), village


def is_plain_turn(state: HimalayaState) -> bool:
    """Check for a turn whose programs are being written or carried out as usual.

    No event tokens are in play, and the option one_cube_a_turn is off.
    """
    return not (
        state.phase not in (PROGRAM, FILL)
        or state.markets
        or state.yetis
        or state.snows
        or state.options.one_cube_a_turn
    )


def play_turn(state: HimalayaState, trips: Trips, chance: Chance, fraction: Fraction) -> None:
    """Play a plain turn to its end; `trips` are those on its board."""
    if state.phase == FILL:
        _use(state, state.mover, fraction)
        _go_on(state, fraction)
    else:
        _travel(state, trips, fraction)
    _end_turn(state, chance)


def _go_on(state: HimalayaState, fraction: Fraction) -> None:
    """Carry out the steps that are left of a turn."""
    players, caravans = len(state.programs), state.caravans
    for step in range(state.step, ORDERS * players):
        slot, place = divmod(step, players)
        seat = (state.first + place) % players
        order = state.programs[seat][slot]
        if order == TRADE:
            _trade(state, seat, fraction)
        elif order != PAUSE:
            caravans[seat] = state.board.neighbours[order][caravans[seat]] or caravans[seat]
    state.step = ORDERS * players


def _halves(state: HimalayaState, fraction: Fraction) -> list[tuple[int, int]]:
    """Write the missing programs; return the numbers of the halves of all."""
    programs, numbers = state.programs, []
    for seat, program in enumerate(programs):
        if program:
            halves = _NUMBER_OF[program[: ORDERS // 2]], _NUMBER_OF[program[ORDERS // 2 :]]
        else:
            halves = divmod(int(fraction() * _PROGRAMS), _HALVES)
            programs[seat] = _HALF[halves[0]] + _HALF[halves[1]]
        numbers.append(halves)
    return numbers


def _travel(state: HimalayaState, trips: Trips, fraction: Fraction) -> None:
    """Carry out the programs of a turn: caravans do not meet, so only trades are in order."""
    halves, caravans = _halves(state, fraction), state.caravans
    players = len(halves)
    turn = [*range(state.first, players), *range(state.first)]
    trades, ends, trader = list[int](), caravans[:], 0
    for seat in turn:
        first, last = halves[seat]
        early, village = trips[first][caravans[seat]]
        late, ends[seat] = trips[last][village]
        for trade in early:
            trades.append(trade + trader)
        for trade in late:
            trades.append(trade + trader + _LATE)
        trader += 1 << _VILLAGE
    trades.sort()
    for trade in trades:
        seat = turn[trade >> _VILLAGE & (1 << _PLACE) - 1]
        caravans[seat] = trade & (1 << _VILLAGE) - 1
        _trade(state, seat, fraction)
    state.caravans = ends
    state.opened, state.step = players, ORDERS * players


def _trade(state: HimalayaState, seat: int, fraction: Fraction) -> None:
    """Buy a cube, or fill an order if that is possible."""
    village = state.caravans[seat]
    if state.goods[village]:
        _buy(state, seat, village)
        return
    disc = state.orders[village]
    if disc != NONE and state.board.discs[disc].is_met_by(state.cubes[seat]):
        fill_order(state, seat)
        _use(state, seat, fraction)


def _use(state: HimalayaState, seat: int, fraction: Fraction) -> None:
    """Use an order that is being filled."""
    uses = legal(state, seat)
    while True:
        use = uses[int(fraction() * len(uses))]
        if use is DONE:
            break
        use_order(state, seat, use)
        uses = legal(state, seat)
        if len(uses) == 1:
            break
    use_up_order(state, seat)


def _buy(state: HimalayaState, seat: int, village: int) -> None:
    """Buy the cheapest cube of the village."""
    goods = [*state.goods[village]]
    cube = 0
    while not goods[cube]:
        cube += 1
    goods[cube] -= 1
    state.goods[village] = tuple(goods) if any(goods) else ()
    state.cubes[seat][cube] += 1


def _end_turn(state: HimalayaState, chance: Chance) -> None:
    if state.goods.count(()) > _UNOFFERED:
        deque(offer_goods(state, chance), 0)
    if state.orders.count(NONE) > _UNOFFERED:
        deque(offer_orders(state, chance), 0)
    if state.turn in INVENTORIES:
        for held in zip(*state.cubes):
            give_token(state, held)
    if state.turn == TURNS:
        state.phase = OVER
    else:
        pass_start_on(state)
        advance(state)
