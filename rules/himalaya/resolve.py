"""Carrying out programs, step by step; filling orders."""

from __future__ import annotations

from collections.abc import Iterator

from rules.chance import Chance
from rules.contract import Event
from rules.himalaya.board import CUBES, NONE, ORDERS, WAYS
from rules.himalaya.events import (
    Choosing,
    Delayed,
    Failed,
    Filled,
    Halted,
    Paused,
    Revealed,
    Took,
    Walked,
    cube_words,
    program_letters,
)
from rules.himalaya.legal import BIT
from rules.himalaya.moves import FILL, PAUSE, PROGRAM, TAKE, TRADE, Kind, Move
from rules.himalaya.state import HimalayaState
from rules.himalaya.turns import end_turn


def fill_order(state: HimalayaState, seat: int) -> None:
    """Pay the cubes of the village's order, then ask for the rewards (T)."""
    disc = state.orders[state.caravans[seat]]
    own, bag = state.cubes[seat], state.cube_bag
    for cube, count in enumerate(state.board.discs[disc].demand):
        own[cube] -= count
        bag[cube] += count
    state.filling, state.did, state.envoys = disc, 0, 0
    state.phase, state.mover = FILL, seat


def use_order(state: HimalayaState, seat: int, move: Move) -> None:
    """Barter, offer or envoy.

    Keep the disc for its yaks (T); place a stupa on the village (T); or send delegations into one
    adjacent region (T), or several (option).
    """
    village, kind = state.caravans[seat], move.kind
    if kind == Kind.BARTER:
        state.discs[seat].append(state.filling)
    elif kind == Kind.OFFER:
        state.stupas[village] = seat
    else:
        region = region_called(state, seat, move.letter)
        assert region is not None
        state.delegations[region][seat] += move.count
        state.envoys += move.count
    state.did |= BIT[kind]


def region_called(state: HimalayaState, seat: int, letter: str) -> int | None:
    """Return the region of that letter beside the player's village, or None."""
    for region in state.board.regions_of[state.caravans[seat]]:
        if state.board.regions[region].letter == letter:
            return region
    return None


def use_up_order(state: HimalayaState, seat: int) -> int:
    """Remove a filled order and return its village. Without barter the disc returns to the bag."""
    village = state.caravans[seat]
    if not state.did & BIT[Kind.BARTER]:
        state.disc_bag[state.filling] += 1
    state.orders[village] = NONE
    state.filling, state.did, state.envoys = NONE, 0, 0
    resume(state)
    return village


def resume(state: HimalayaState) -> None:
    """Set the phase to PROGRAM, in which nobody is asked while steps are carried out."""
    state.phase = PROGRAM
    state.mover = state.first


def reveal(state: HimalayaState) -> Iterator[Event]:
    """Open all programs, from the first player on."""
    players = len(state.programs)
    state.step = 0
    for place in range(players):
        seat = (state.first + place) % players
        state.opened += 1
        yield Revealed(seat, program_letters(state.programs[seat]))


def resolve(state: HimalayaState, chance: Chance) -> Iterator[Event]:
    """Carry out steps until a player has a choice, or the turn ends.

    Six rounds, each with every player's next step, clockwise from the first player (T).
    """
    players = len(state.programs)
    first, programs = state.first, state.programs
    while state.step < ORDERS * players:
        slot, place = divmod(state.step, players)
        seat = (first + place) % players
        state.step += 1
        if state.snowed[seat]:
            state.snowed[seat] = False
            yield Delayed(seat)
            continue
        order = programs[seat][slot]
        if order == TRADE:
            yield _trade(state, seat)
            if state.phase in (FILL, TAKE):
                return
        elif order == PAUSE:
            yield Paused(seat)
        else:
            yield _walk(state, seat, order)
    yield from end_turn(state, chance)


def _walk(state: HimalayaState, seat: int, way: int) -> Event:
    """Walk the route of this kind, compulsory (T); without such a route nothing happens (F)."""
    start = state.caravans[seat]
    end = state.board.neighbours[way][start]
    if not end:
        return Halted(seat, WAYS[way], start, "none")
    if state.yetis or state.snows:
        route = (start, end) if start < end else (end, start)
        if route in state.yetis:
            return Halted(seat, WAYS[way], start, "yeti")
        state.snowed[seat] = route in state.snows
    state.caravans[seat] = end
    return Walked(seat, WAYS[way], start, end)


def _trade(state: HimalayaState, seat: int) -> Event:
    """Take a cube, or pay the cubes of an order that can be filled (T)."""
    village = state.caravans[seat]
    if state.goods[village]:
        return _buy(state, seat, village)
    disc = state.orders[village]
    if disc == NONE:
        return Failed(seat, village, "empty")
    kind = state.board.discs[disc]
    if not kind.is_met_by(state.cubes[seat]):
        return Failed(seat, village, "order")
    fill_order(state, seat)
    return Filled(seat, village, cube_words(kind.demand), kind.yaks)


def _buy(state: HimalayaState, seat: int, village: int) -> Event:
    """Buy one cube of the least valuable kind there (T); on a market day ask for the kind."""
    if state.options.one_cube_a_turn and (seat, village) in state.served:
        return Failed(seat, village, "served")
    kinds = [cube for cube, count in enumerate(state.goods[village]) if count]
    if village in state.markets and len(kinds) > 1:
        state.phase, state.mover = TAKE, seat
        return Choosing(seat, village)
    return take_cube(state, seat, kinds[0])


def take_cube(state: HimalayaState, seat: int, cube: int) -> Event:
    """Give the player a cube of the village."""
    village = state.caravans[seat]
    goods = list(state.goods[village])
    goods[cube] -= 1
    state.goods[village] = tuple(goods) if any(goods) else ()
    state.cubes[seat][cube] += 1
    if state.options.one_cube_a_turn:
        state.served.append((seat, village))
    resume(state)
    return Took(seat, CUBES[cube], village)
