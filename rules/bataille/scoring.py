"""The result of a game."""

from __future__ import annotations

from rules.bataille.board import SUNK
from rules.bataille.moves import NOBODY, OVER
from rules.bataille.state import BatailleState
from rules.contract import Result


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
