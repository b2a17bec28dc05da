"""The next decision: a charge, a torpedo or the other player's turn; or the end of the game.

Each function changes the state and returns the events.
"""

from __future__ import annotations

from typing import Final

from rules.bataille.board import LANE_NUMBERS, PORT, SUNK
from rules.bataille.events import Drawn, Won
from rules.bataille.moves import CHARGE, MOVE, NOBODY, OVER, TORPEDO
from rules.bataille.state import BatailleState
from rules.contract import Event, Result

SEVERAL: Final = "several"
ONE: Final = "one"
AFTER_MINE: Final = (SEVERAL, ONE)
"""The values of the option `after_mine`.

A mine's victim is answered by all submarines of one lane, as in any turn, or by "une torpille d'un
sous-marin" (T, mine 2) read as one.
"""
BOTH: Final = "both"
EITHER: Final = "either"
WITHOUT_MOVE: Final = (BOTH, EITHER)
"""The values of the option `without_move`.

A turn without a move has a charge and torpedoes, or "une grenade ou une torpille" (T, rule 1) read
as one of the two.
"""


def ask_charge(state: BatailleState, seat: int) -> tuple[Event, ...]:
    """Ask for a charge of the ship that moved, unless it carries none."""
    if state.charges[seat][state.moved]:
        state.phase = CHARGE
        return ()
    return ask_torpedo(state)


def ask_torpedo(state: BatailleState) -> tuple[Event, ...]:
    """Ask for a torpedo if, as far as the enemy can tell, one could be fired (R).

    This depends on public facts alone, so that a question left out tells nothing.
    """
    seat, enemy = state.mover, state.places[1 - state.mover]
    if has_fired_enough(state):
        asked = False
    elif state.lane == NOBODY:
        asked = max(enemy) > PORT
    else:
        targets = LANE_NUMBERS[state.lane]
        unfired = len(state.submarines[seat]) > state.shots
        asked = unfired and not targets.isdisjoint(enemy)
    if asked:
        state.phase = TORPEDO
        return ()
    return end_turn(state)


def has_fired_enough(state: BatailleState) -> bool:
    """Whether the options allow no further torpedo this turn."""
    if state.moved == NOBODY:
        has_dropped = state.acted and not state.shots
        return has_dropped and state.without_move == EITHER
    struck = state.places[state.mover][state.moved] == SUNK
    return struck and state.shots > 0 and state.after_mine == ONE


def end_turn(state: BatailleState) -> tuple[Event, ...]:
    """Pass the turn to the other player, or end the game at the turn limit."""
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
    """End the game if the seat lost its last submarine or ship, else ask for a torpedo."""
    return end_if_lost(state, seat) or ask_torpedo(state)


def end_if_lost(state: BatailleState, seat: int) -> tuple[Event, ...]:
    """End the game if a seat has lost its last submarine or ship; return the events, if any."""
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


def result(state: BatailleState) -> Result | None:
    """Return the winner and the reason; None before the end of the game."""
    if state.phase != OVER:
        return None
    figures = {
        "submarines_lost": tuple(len(lost) for lost in state.lost),
        "ships_lost": tuple(places.count(SUNK) for places in state.places),
        "turns": (state.turn, state.turn),
    }
    if state.winner == NOBODY:
        return Result(((0, 1),), state.reason, figures)
    return Result(((state.winner,), (1 - state.winner,)), state.reason, figures)
