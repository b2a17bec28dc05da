"""Random play from a position to the end of its game: what searches by playouts are made of."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Protocol, TypeVar, runtime_checkable

from rules.chance import Chance
from rules.contract import AnyGame, State

S_contra = TypeVar("S_contra", bound=State, contravariant=True)

Fraction = Callable[[], float]
"""A draw from 0 up to, not including, 1."""


@runtime_checkable
class PlaysOn(Protocol[S_contra]):
    """A game that has a quicker way to do the same, where nobody is told of the moves."""

    def play_on(self, state: S_contra, chance: Chance, fraction: Fraction, /) -> None:
        """The moves that `play_at_random` makes, until the game is over."""


def play_out(game: AnyGame, state: State, chance: Chance, fraction: Fraction) -> None:
    """Play a state to its end, each move drawn alike from the legal ones: for its result alone."""
    if isinstance(game, PlaysOn):
        game.play_on(state, chance, fraction)
    else:
        play_at_random(game, state, chance, fraction)


def play_at_random(
    game: AnyGame, state: State, chance: Chance, fraction: Fraction, most: float = inf
) -> int:
    """Random moves until the game is over, or so many were made; how many."""
    moves = 0
    while moves < most and (waiting := state.waiting()):
        seat = waiting[0]
        legal = game.legal(state, seat)
        game.play(state, seat, legal[int(fraction() * len(legal))], chance)
        moves += 1
    return moves
