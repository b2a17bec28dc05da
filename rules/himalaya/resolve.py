"""Carrying out the programs, order by order (rules page, Resolve)."""

from __future__ import annotations

from rules.chance import Chance
from rules.contract import Event
from rules.himalaya import events
from rules.himalaya.board import NONE, ORDERS
from rules.himalaya.legal import BIT
from rules.himalaya.moves import PAUSE, TRADE, Kind
from rules.himalaya.phases import FILL, PROGRAM, TAKE
from rules.himalaya.state import HimalayaState
from rules.himalaya.turns import end_turn


def reveal(state: HimalayaState) -> list[Event]:
    """Lay all programs open, from the first player on."""
    players = len(state.programs)
    seats = [(state.first + place) % players for place in range(players)]
    state.step = 0
    return [events.revealed(seat, state.programs[seat]) for seat in seats]


def resolve(state: HimalayaState, chance: Chance) -> list[Event]:
    """Carry out orders until somebody has a choice, or the turn ends.

    Six rounds; in each, from the first player clockwise, everyone's next order (T).
    """
    told: list[Event] = []
    players = len(state.programs)
    first, programs = state.first, state.programs
    while state.step < ORDERS * players:
        slot, place = divmod(state.step, players)
        seat = (first + place) % players
        state.step += 1
        if state.snowed[seat]:
            state.snowed[seat] = False
            told.append(events.delayed(seat))
            continue
        order = programs[seat][slot]
        if order == TRADE:
            told += _trade(state, seat)
            if state.phase in (FILL, TAKE):
                return told
        elif order == PAUSE:
            told.append(events.paused(seat))
        else:
            told.append(_walk(state, seat, order))
    return told + end_turn(state, chance)


def _walk(state: HimalayaState, seat: int, way: int) -> Event:
    """Along the route of that kind, if there is one (compulsory, T); else nothing happens (F)."""
    start = state.caravans[seat]
    end = state.board.neighbours[way][start]
    if not end:
        return events.halted(seat, way, start, "none")
    if state.yetis or state.snows:
        route = (start, end) if start < end else (end, start)
        if route in state.yetis:
            return events.halted(seat, way, start, "yeti")
        state.snowed[seat] = route in state.snows
    state.caravans[seat] = end
    return events.walked(seat, way, start, end)


def _trade(state: HimalayaState, seat: int) -> list[Event]:
    """Take a cube, or hand in the cubes of an order that can be filled (T)."""
    village = state.caravans[seat]
    if state.goods[village]:
        return _buy(state, seat, village)
    disc = state.orders[village]
    kind = state.board.discs[disc]
    if disc == NONE or not kind.is_met_by(state.cubes[seat]):
        return [events.failed(seat, village)]
    own, bag = state.cubes[seat], state.cube_bag
    for cube, count in enumerate(kind.demand):
        own[cube] -= count
        bag[cube] += count
    state.filling, state.did, state.envoys = disc, 0, 0
    state.phase, state.mover = FILL, seat
    return [events.filled(seat, village, kind.demand, kind.yaks)]


def _buy(state: HimalayaState, seat: int, village: int) -> list[Event]:
    """One cube, the least valuable kind there (T); any kind on a market day."""
    if state.options.one_cube_a_turn and (seat, village) in state.served:
        return [events.failed(seat, village)]
    kinds = [cube for cube, count in enumerate(state.goods[village]) if count]
    if village in state.markets and len(kinds) > 1:
        state.phase, state.mover = TAKE, seat
        return [events.choosing(seat, village)]
    return [take_cube(state, seat, kinds[0])]


def take_cube(state: HimalayaState, seat: int, cube: int) -> Event:
    """A cube of the village goes to the player."""
    village = state.caravans[seat]
    goods = list(state.goods[village])
    goods[cube] -= 1
    state.goods[village] = tuple(goods) if any(goods) else ()
    state.cubes[seat][cube] += 1
    if state.options.one_cube_a_turn:
        state.served.append((seat, village))
    _resume(state)
    return events.took(seat, cube, village)


def use_up_order(state: HimalayaState, seat: int) -> Event:
    """The order is filled: without barter the disc goes back to the bag; the village is empty."""
    village = state.caravans[seat]
    if not state.did & BIT[Kind.BARTER]:
        state.disc_bag[state.filling] += 1
    state.orders[village] = NONE
    state.filling, state.did, state.envoys = NONE, 0, 0
    _resume(state)
    return events.used_up(seat, village)


def _resume(state: HimalayaState) -> None:
    """Nobody is asked while orders are carried out; the phase is that of the programs."""
    state.phase = PROGRAM
    state.mover = state.first
