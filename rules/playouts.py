"""Random play from a position to the end of its game, for search by playouts."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

from rules.chance import Chance
from rules.contract import AnyGame, State

Fraction = Callable[[], float]
"""A draw from 0 up to but not including 1."""


def play_out(game: AnyGame, state: State, chance: Chance, fraction: Fraction) -> None:
    """Play a state to its end, each legal move equally likely: only the result matters.

    A game may provide a faster equivalent of `play_at_random`: its `play_on`.
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
