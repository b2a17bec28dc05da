"""The legal moves of a seat, looked up in tables, in the order of the moves."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rules.bataille.board import (
    LANE_COUNT,
    LANE_NUMBERS,
    SEA_REACH,
    SQUARES,
    SUBMARINES,
    SUNK,
    THROUGH,
    can_all_fire,
    stretch,
)
from rules.bataille.moves import (
    CHARGE,
    DROPS,
    FIRES,
    HOLD,
    MINES,
    MOVE,
    NOBODY,
    SAILS,
    SAILS_FROM,
    SETUP,
    SHIP_DROPS,
    STAY,
    SUBS,
    TORPEDO,
    Move,
)
from rules.bataille.state import BatailleState
from rules.bataille.view import BatailleView

_DROP_OR_HOLD = [*DROPS, HOLD]


def legal(state: BatailleState, seat: int) -> list[Move]:
    """Return the legal moves of a seat; none unless it must move now."""
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
        return _without(SUBS, own)
    if state.mines[seat]:
        return []
    return _without(MINES, numbers_of(own))


def _without(moves: tuple[Move, ...], places: Collection[int]) -> list[Move]:
    """Return the moves to places 1, 2, 3 … except those to `places`."""
    left = list(moves)
    for place in sorted(places, reverse=True):
        del left[place - 1]
    return left


def numbers_of(cells: list[int]) -> set[int]:
    """Return the numbers above some cells; a mine may not lie under its own camp's (T)."""
    return {(cell - 1) % SQUARES + 1 for cell in cells}


def _sails(state: BatailleState, seat: int) -> list[Move]:
    moves = _ways(state.places, seat)
    if can_drop(state, seat) or torpedoes(state, seat):
        moves.append(STAY)
    return moves


def _ways(places: Sequence[Sequence[int]], seat: int) -> list[Move]:
    """Return the moves of the ships of a side, which are public."""
    taken = (*places[0], *places[1])
    moves: list[Move] = []
    for ship, place in enumerate(places[seat]):
        if place == SUNK:
            continue
        sails = SAILS_FROM[seat][ship][place][:]
        reach = SEA_REACH[seat][place]
        for other in taken:
            if other in reach:
                sails.remove(SAILS[ship][other])
        moves += sails
    return moves


def hides_choice(view: BatailleView) -> bool:
    """Check whether only hidden submarines decide if the player has a choice.

    True while a torpedo may be fired, and where a ship has a single move: staying in place is the
    alternative if a torpedo is possible.
    """
    if view.phase == MOVE:
        return len(_ways([fleet.places for fleet in view.fleets], view.mover)) == 1
    return view.phase == TORPEDO


def can_drop(state: BatailleState, seat: int) -> bool:
    """Whether any ship at sea carries a charge, which is public."""
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
    """Return the torpedoes that can be fired now, by lane and target (T, torpedoes 1-4)."""
    lane, targets = state.lane, state.places[1 - seat]
    if lane != NOBODY:
        return [
            FIRES[lane][ship] for ship in range(len(targets)) if can_fire(state, seat, lane, ship)
        ]
    if state.blocking:
        return [
            FIRES[lane][ship]
            for lane in range(LANE_COUNT[state.lanes])
            for ship in range(len(targets))
            if can_fire(state, seat, lane, ship)
        ]
    through = THROUGH[state.lanes]
    own = {lane for cell in state.submarines[seat] for lane in through[cell]}
    shots = []
    for ship, place in enumerate(targets):
        if place > 0:
            for lane in through[place]:
                if lane in own:
                    shots.append((lane, ship))
    shots.sort()
    return [FIRES[lane][ship] for lane, ship in shots]


def can_fire(state: BatailleState, seat: int, lane: int, ship: int) -> bool:
    """Check whether a submarine can fire at an enemy ship along a lane (T, torpedoes 1-4).

    After the first torpedo of a turn only the same lane is allowed, for submarines on it that have
    not fired. Unless ships block, their number suffices: the shooter does not matter.
    """
    if lane >= LANE_COUNT[state.lanes] or state.lane not in (NOBODY, lane):
        return False
    numbers = LANE_NUMBERS[lane]
    if state.places[1 - seat][ship] not in numbers:
        return False
    if state.blocking:
        return _can_fire_past_ships(state, seat, lane, ship)
    unfired = -state.shots
    for cell in state.submarines[seat]:
        unfired += (cell - 1) % SQUARES + 1 in numbers
    return unfired > 0


def _can_fire_past_ships(state: BatailleState, seat: int, lane: int, ship: int) -> bool:
    """Check, under the option `blocking`, that no other ship hides the target from a submarine."""
    part = stretch(lane, state.places[1 - seat][ship], state.places)
    fired = state.stretches[seat][-state.shots :] if state.shots else []
    submarines = [(cell - 1) % SQUARES + 1 for cell in state.submarines[seat]]
    return can_all_fire(lane, [*fired, part], submarines)
