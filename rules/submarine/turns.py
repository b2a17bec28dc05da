"""Whose turn it is, and what is asked first in it."""

from __future__ import annotations

from rules.contract import Event
from rules.submarine import events
from rules.submarine.board import DEPTH, LEFT, RIGHT
from rules.submarine.ending import end
from rules.submarine.legal import can_exchange
from rules.submarine.phases import BOAT, EXCHANGE
from rules.submarine.state import SubmarineState


def begin_turn(state: SubmarineState) -> list[Event]:
    """Ask for the boat, or outside right for an exchange, if one can change anything."""
    seat = state.mover
    if state.boats[seat] != RIGHT:
        state.phase = BOAT
        return []
    if can_exchange(state, seat):
        state.phase = EXCHANGE
        return []
    return end_turn(state)


def end_turn(state: SubmarineState) -> list[Event]:
    """On to the next player; when all boats are right, all go back to the left first (T)."""
    told: list[Event] = []
    if min(state.boats) == RIGHT:
        state.crossing += 1
        if state.crossing == state.round_limit:
            return end(state, "round_limit")
        state.boats = [LEFT] * len(state.boats)
        told.append(events.returned(state.crossing))
    state.mover = (state.mover + 1) % len(state.boats)
    state.turn += 1
    state.ready = [0] * DEPTH
    state.collecting = []
    state.laid = []
    return told + begin_turn(state)
