"""Moves a second of random play: whole games, each move drawn from the legal ones.

The second is one of processor time: what else the machine does counts less.

A move is one change of the position made by its engine: with peers whose chance is a player
of its own, a draw of chance counts as a move of theirs. Every engine is handed the same few
instructions to pick a move, and the time of setting up a game counts for all.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from random import Random
from time import process_time
from typing import Final

from rules.chance import Chance
from rules.contract import AnyGame, State
from rules.playouts import Fraction, play_at_random, play_out
from tests.bench.pairs import Pairs, in_turns

PlayGame = Callable[[int, Fraction], int]
"""Plays the game of a seed, picking by the fractions; returns what is counted: the moves made."""

ROUNDS: Final = 7
SLICE: Final = 0.4
"""Seconds of processor time spent on whole games, a measurement."""
MIDDLES: Final = 8
"""Positions that playouts start from."""


def playing(game: AnyGame, seats: int) -> PlayGame:
    """Plays games of ours through the contract, their events made and dropped."""

    def play_game(seed: int, fraction: Fraction) -> int:
        chance = Chance(seed)
        state = game.new(seats, game.automatic, chance)
        return play_at_random(game, state, chance, fraction)

    return play_game


def playing_unlisted(game: AnyGame, seats: int) -> PlayGame:
    """Plays the same games as playouts from the deal on: nothing listed, nothing told."""

    def play_game(seed: int, fraction: Fraction) -> int:
        moves = 0

        def counted() -> float:
            nonlocal moves
            moves += 1
            return fraction()

        chance = Chance(seed)
        play_out(game, game.new(seats, game.automatic, chance), chance, counted)
        return moves

    return play_game


def playing_on(game: AnyGame, seats: int, to_the_end: Callable[..., object] = play_out) -> PlayGame:
    """Playouts of ours, each counting as one: copies from mid-game, played to the end."""
    middles = [_middle(game, seats, seed) for seed in range(MIDDLES)]

    def play_one_out(seed: int, fraction: Fraction) -> int:
        to_the_end(game, middles[seed % MIDDLES].copy(), Chance(seed), fraction)
        return 1

    return play_one_out


def playing_on_move_by_move(game: AnyGame, seats: int) -> PlayGame:
    """The same playouts through the contract, with each move listed, made and told."""
    return playing_on(game, seats, play_at_random)


def _middle(game: AnyGame, seats: int, seed: int) -> State:
    """Where a random game stands after half of its moves."""
    moves = playing(game, seats)(seed, Random(seed).random)
    chance = Chance(seed)
    state: State = game.new(seats, game.automatic, chance)
    play_at_random(game, state, chance, Random(seed).random, moves // 2)
    return state


class Player:
    """Plays game after game with an engine, each with a fresh seed."""

    def __init__(self, play_game: PlayGame) -> None:
        self._play_game = play_game
        self._fraction = Random(1).random
        self._seed = 0

    def a_second(self) -> float:
        """The pace over games that take about SLICE seconds together."""
        gc.collect()
        count = 0
        start = process_time()
        while (elapsed := process_time() - start) < SLICE:
            self._seed += 1
            count += self._play_game(self._seed, self._fraction)
        return count / elapsed


def against(ours: PlayGame, peer: PlayGame, rounds: int = ROUNDS) -> Pairs:
    """Moves a second of a game of ours and of a peer, in turns."""
    return in_turns(Player(ours).a_second, Player(peer).a_second, rounds)
