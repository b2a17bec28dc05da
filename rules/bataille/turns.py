"""What is asked next: a charge, a torpedo, the turn of the other; or the game is over."""

from __future__ import annotations

from collections.abc import Iterator

from rules.bataille.board import PORT, SUNK
from rules.bataille.events import Drawn, Won
from rules.bataille.lanes import LANE_NUMBERS
from rules.bataille.phases import CHARGE, MOVE, NOBODY, OVER, TORPEDO
from rules.bataille.state import BatailleState
from rules.contract import Event


def ask_charge(state: BatailleState, seat: int) -> Iterator[Event]:
    """Ask for a charge of the ship that moved, if it carries one."""
    if state.charges[seat][state.moved]:
        state.phase = CHARGE
    else:
        yield from ask_torpedo(state)


def ask_torpedo(state: BatailleState) -> Iterator[Event]:
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
    else:
        yield from end_turn(state)


def end_turn(state: BatailleState) -> Iterator[Event]:
    """On to the other player, or to the end at the turn limit."""
    if state.turn == state.turn_limit:
        state.phase = OVER
        state.reason = "turn_limit"
        yield Drawn(state.reason)
        return
    state.mover = 1 - state.mover
    state.turn += 1
    state.phase = MOVE
    state.moved = state.lane = NOBODY
    state.acted = False
    state.shots = 0


def end_or_ask_torpedo(state: BatailleState, seat: int) -> Iterator[Event]:
    """A seat that was hit loses with its last submarine or ship, else a torpedo is asked for."""
    if not state.submarines[seat]:
        yield _win(state, 1 - seat, "submarines")
    elif max(state.places[seat]) == SUNK:
        yield _win(state, 1 - seat, "ships")
    else:
        yield from ask_torpedo(state)


def _win(state: BatailleState, seat: int, reason: str) -> Won:
    state.phase = OVER
    state.winner = seat
    state.reason = reason
    return Won(seat, reason)
