"""Whose turn it is, and what is asked first in it."""

from __future__ import annotations

from collections.abc import Iterator

from rules.contract import Event
from rules.submarine.board import DEPTH, LEFT, RIGHT
from rules.submarine.ending import end
from rules.submarine.events import Returned
from rules.submarine.legal import can_exchange
from rules.submarine.phases import BOAT, EXCHANGE
from rules.submarine.state import SubmarineState


def ask_first(state: SubmarineState) -> bool:
    """Ask for the boat, or outside right for an exchange; whether either can change anything."""
    seat = state.mover
    if state.boats[seat] != RIGHT:
        state.phase = BOAT
        return True
    if can_exchange(state, seat):
        state.phase = EXCHANGE
        return True
    return False


def end_turn(state: SubmarineState) -> Iterator[Event]:
    """On to the next who is asked; when all boats are right, all go back to the left first (T)."""
    is_asked = False
    while not is_asked:
        if min(state.boats) == RIGHT:
            state.crossing += 1
            if state.crossing == state.round_limit:
                yield end(state, "round_limit")
                return
            state.boats = [LEFT] * len(state.boats)
            yield Returned(state.crossing)
        state.mover = (state.mover + 1) % len(state.boats)
        state.turn += 1
        state.ready = [0] * DEPTH
        state.collecting = []
        state.laid = []
        is_asked = ask_first(state)
