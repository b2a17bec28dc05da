"""Filling an order: the cubes it takes, and what it serves for. Nothing is checked here."""

from __future__ import annotations

from rules.himalaya.board import NONE
from rules.himalaya.legal import BIT
from rules.himalaya.moves import Kind, Move
from rules.himalaya.phases import FILL, PROGRAM
from rules.himalaya.state import HimalayaState


def fill_order(state: HimalayaState, seat: int) -> None:
    """Hand in the cubes of the order of the village, and ask what it shall serve for (T)."""
    disc = state.orders[state.caravans[seat]]
    own, bag = state.cubes[seat], state.cube_bag
    for cube, count in enumerate(state.board.discs[disc].demand):
        own[cube] -= count
        bag[cube] += count
    state.filling, state.did, state.envoys = disc, 0, 0
    state.phase, state.mover = FILL, seat


def use_order(state: HimalayaState, seat: int, move: Move) -> None:
    """Barter, offer or envoy.

    The disc is kept for its yaks (T); a stupa is put on the village (T); or delegations go into
    one region beside it (T), or several (option).
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
    """The region of that letter beside the village of a player, if there is one."""
    for region in state.board.regions_of[state.caravans[seat]]:
        if state.board.regions[region].letter == letter:
            return region
    return None


def use_up_order(state: HimalayaState, seat: int) -> int:
    """The order is filled: without barter the disc goes back to the bag; the village is empty.

    Returns the village.
    """
    village = state.caravans[seat]
    if not state.did & BIT[Kind.BARTER]:
        state.disc_bag[state.filling] += 1
    state.orders[village] = NONE
    state.filling, state.did, state.envoys = NONE, 0, 0
    resume(state)
    return village


def resume(state: HimalayaState) -> None:
    """Nobody is asked while orders are carried out; the phase is that of the programs."""
    state.phase = PROGRAM
    state.mover = state.first
