"""Random playouts for search, with the moves of `legal` and the effects of `play`.

A whole turn is played at a time, without events.
"""

from __future__ import annotations

from collections import deque
from typing import Final

from rules.chance import Chance
from rules.himalaya.board import CUBES, INVENTORIES, NONE, ORDERS, TURNS
from rules.himalaya.legal import legal
from rules.himalaya.moves import DONE, LETTERS, OVER, PAUSE, PROGRAM, PROGRAMS, TRADE
from rules.himalaya.resolve import fill_order, use_order, use_up_order
from rules.himalaya.state import HimalayaState
from rules.himalaya.turns import begin_next_turn, give_token, offer_goods, offer_orders
from rules.playouts import Fraction

_PROGRAMS: Final = len(LETTERS) ** ORDERS
_HALVES: Final = len(LETTERS) ** (ORDERS // 2)
_HALF: Final = tuple(PROGRAMS[number].program[ORDERS // 2 :] for number in range(_HALVES))
"""By number: half the steps of a program, the first or the last."""


def is_plain_turn(state: HimalayaState) -> bool:
    """Check for the start of a turn without event tokens in play or option one_cube_a_turn."""
    return not (
        state.phase != PROGRAM
        or any(state.programs)
        or state.step
        or state.markets
        or state.yetis
        or state.snows
        or state.options.one_cube_a_turn
    )


def play_turn(state: HimalayaState, chance: Chance, fraction: Fraction) -> None:
    """Play a plain turn, from the programs to its end."""
    players = len(state.caravans)
    programs = []
    for _seat in range(players):
        first, last = divmod(int(fraction() * _PROGRAMS), _HALVES)
        programs.append(_HALF[first] + _HALF[last])
    state.programs, state.opened = programs, players
    state.step = ORDERS * players
    caravans, neighbours = state.caravans, state.board.neighbours
    turn = [*range(state.first, players), *range(state.first)]
    for slot in range(ORDERS):
        for seat in turn:
            order = programs[seat][slot]
            if order < TRADE:
                end = neighbours[order][caravans[seat]]
                if end:
                    caravans[seat] = end
            elif order != PAUSE:
                _trade(state, seat, fraction)
    _end_turn(state, chance)


def _trade(state: HimalayaState, seat: int, fraction: Fraction) -> None:
    village = state.caravans[seat]
    if state.goods[village]:
        _buy(state, seat, village)
        return
    disc = state.orders[village]
    if disc == NONE or not state.board.discs[disc].is_met_by(state.cubes[seat]):
        return
    fill_order(state, seat)
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
    deque(offer_goods(state, chance), 0)
    deque(offer_orders(state, chance), 0)
    if state.turn in INVENTORIES:
        for cube in range(len(CUBES)):
            give_token(state, cube)
    if state.turn == TURNS:
        state.phase = OVER
    else:
        begin_next_turn(state)
