"""Random play from a position to the end of its game: what searches by playouts are made of."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

from rules.chance import Chance
from rules.contract import AnyGame, State

Fraction = Callable[[], float]
"""A draw from 0 up to, not including, 1."""


def play_out(game: AnyGame, state: State, chance: Chance, fraction: Fraction) -> None:
    """Play a state to its end, each move drawn alike from the legal ones: for its result alone.

    A game may have a quicker way to make the moves that `play_at_random` would: its `play_on`.
    """
    play_on = getattr(game, "play_on", None)
    if play_on is None:
        play_at_random(game, state, chance, fraction)
    else:
        play_on(state, chance, fraction)


def play_at_random(
    game: AnyGame, state: State, chance: Chance, fraction: Fraction, most: float = inf
) -> int:
    """Play random moves to the end of the game or up to `most` moves; return their number."""
    moves = 0
    while moves < most and (waiting := state.waiting()):
        seat = waiting[0]
        legal = game.legal(state, seat)
        game.play(state, seat, legal[int(fraction() * len(legal))], chance)
        moves += 1
    return moves
