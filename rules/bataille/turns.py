"""What is asked next: a charge, a torpedo, the turn of the other; or the game is over.

Each of these changes the state and returns what is to be told of it.
"""

from __future__ import annotations

from rules.bataille.board import PORT, SUNK
from rules.bataille.events import Drawn, Won
from rules.bataille.lanes import LANE_NUMBERS
from rules.bataille.phases import CHARGE, MOVE, NOBODY, OVER, TORPEDO
from rules.bataille.state import BatailleState
from rules.contract import Event


def ask_charge(state: BatailleState, seat: int) -> tuple[Event, ...]:
    """Ask for a charge of the ship that moved, if it carries one."""
    if state.charges[seat][state.moved]:
        state.phase = CHARGE
        return ()
    return ask_torpedo(state)


def ask_torpedo(state: BatailleState) -> tuple[Event, ...]:
    """Ask for a torpedo whenever one could exist for all the enemy knows (R).

    That depends on public things alone, so that a question never asked tells nothing.
    """
    seat, enemy = state.mover, state.places[1 - state.mover]
    if state.lane == NOBODY:
        asked = max(enemy) > PORT
    else:
        targets = LANE_NUMBERS[state.lane]
        unfired = len(state.submarines[seat]) > state.shots
        asked = unfired and not targets.isdisjoint(enemy)
    if asked:
        state.phase = TORPEDO
        return ()
    return end_turn(state)


def end_turn(state: BatailleState) -> tuple[Event, ...]:
    """On to the other player, or to the end at the turn limit."""
    if state.turn == state.turn_limit:
        state.phase = OVER
        state.reason = "turn_limit"
        return (Drawn(state.reason),)
    state.mover = 1 - state.mover
    state.turn += 1
    state.phase = MOVE
    state.moved = state.lane = NOBODY
    state.acted = False
    state.shots = 0
    return ()


def end_or_ask_torpedo(state: BatailleState, seat: int) -> tuple[Event, ...]:
    """A seat that was hit loses with its last submarine or ship, else a torpedo is asked for."""
    return end_if_lost(state, seat) or ask_torpedo(state)


def end_if_lost(state: BatailleState, seat: int) -> tuple[Event, ...]:
    """A seat loses with its last submarine or ship; nothing else has happened if none is told."""
    if not state.submarines[seat]:
        return _win(state, 1 - seat, "submarines")
    if max(state.places[seat]) == SUNK:
        return _win(state, 1 - seat, "ships")
    return ()


def _win(state: BatailleState, seat: int, reason: str) -> tuple[Event, ...]:
    state.phase = OVER
    state.winner = seat
    state.reason = reason
    return (Won(seat, reason),)
