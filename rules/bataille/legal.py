"""What a seat may do now. Lists are made from tables and ordered by what the moves are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.bataille.board import COLUMN_OF_CELLS, REACH, SQUARES, SUBMARINES
from rules.bataille.lanes import COMMON
from rules.bataille.moves import (
    DROPS,
    FIRES,
    HOLD,
    MINES,
    SAILS,
    SAILS_FROM,
    SHIP_DROPS,
    STAY,
    SUBS,
    Move,
)
from rules.bataille.phases import CHARGE, MOVE, NOBODY, SETUP, TORPEDO

if TYPE_CHECKING:
    from rules.bataille.state import BatailleState

_DROP_OR_HOLD = [*DROPS, HOLD]


def legal(state: BatailleState, seat: int) -> list[Move]:
    """The legal moves of a seat; none unless it is waited for."""
    phase = state.phase
    if phase == SETUP:
        return _camp(state, seat)
    if seat != state.mover:
        return []
    if phase == MOVE:
        return _sails(state, seat)
    if phase == CHARGE:
        return _drops(state, seat)
    if phase == TORPEDO:
        fires = torpedoes(state, seat)
        if state.acted:
            fires.append(HOLD)
        return fires
    return []


def _camp(state: BatailleState, seat: int) -> list[Move]:
    own = state.submarines[seat]
    if len(own) < SUBMARINES:
        return [move for move in SUBS if move.place not in own]
    if state.mines[seat]:
        return []
    return [move for move in MINES if mine_fits(own, move.place)]


def mine_fits(submarines: list[int], number: int) -> bool:
    """Whether no own submarine lies under the number, at any level (T)."""
    return not any(cell in submarines for cell in COLUMN_OF_CELLS[number])


def _sails(state: BatailleState, seat: int) -> list[Move]:
    reach = REACH[seat]
    taken = [place for places in state.places for place in places if place > 0]
    moves: list[Move] = []
    for ship, place in enumerate(state.places[seat]):
        if place < 0:
            continue
        sails = SAILS_FROM[seat][ship][place][:]
        for other in taken:
            if other in reach[place]:
                sails.remove(SAILS[ship][other])
        moves += sails
    if can_drop(state, seat) or torpedoes(state, seat):
        moves.append(STAY)
    return moves


def can_drop(state: BatailleState, seat: int) -> bool:
    """Whether any ship at sea carries a charge: this is public."""
    for place, load in zip(state.places[seat], state.charges[seat]):
        if place > 0 and load:
            return True
    return False


def _drops(state: BatailleState, seat: int) -> list[Move]:
    if state.moved != NOBODY:
        return _DROP_OR_HOLD[:]
    moves = [
        drop
        for ship, place in enumerate(state.places[seat])
        if place > 0 and state.charges[seat][ship]
        for drop in SHIP_DROPS[ship]
    ]
    if torpedoes(state, seat):
        moves.append(HOLD)
    return moves


def torpedoes(state: BatailleState, seat: int) -> list[Move]:
    """The torpedoes that could be fired now, by lane and target (T, torpedoes 1-4).

    After the first of a turn: the same lane, and only from submarines on it that have not
    fired; which of them fired does not matter, so counting is enough.
    """
    common = COMMON[state.lanes]
    own = state.submarines[seat]
    found: set[tuple[int, int]] = set()
    for ship, place in enumerate(state.places[1 - seat]):
        if place > 0:
            shared = common[place]
            for cell in own:
                for lane in shared[(cell - 1) % SQUARES + 1]:
                    found.add((lane, ship))
    if state.lane != NOBODY and found:
        fired = state.lane
        shooters = sum(fired in common[number][number] for number in _numbers(own))
        found = {shot for shot in found if shot[0] == fired} if shooters > state.shots else set()
    return [FIRES[lane][ship] for lane, ship in sorted(found)]


def _numbers(cells: list[int]) -> list[int]:
    return [(cell - 1) % SQUARES + 1 for cell in cells]
