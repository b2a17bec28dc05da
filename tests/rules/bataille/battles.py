"""Random games with many charges and torpedoes, and so with many answers."""

from __future__ import annotations

from random import Random

from rules.bataille.board import level_of, number_of
from rules.bataille.game import BATAILLE
from rules.bataille.moves import Move
from rules.bataille.state import BatailleState
from rules.chance import Chance


def battle(seed: int, moves: int, **options: bool | str | int) -> BatailleState:
    """Return a game after so many moves, or just before the move that would end it."""
    pick, chance = Random(seed), Chance(seed)
    state = BATAILLE.new(2, options, chance)
    for _ in range(moves):
        seat = pick.choice(state.waiting())
        before, move = state.copy(), _fierce(state, seat, pick)
        BATAILLE.play(state, seat, move, chance)
        if not state.waiting():
            return before
    return state


def _fierce(state: BatailleState, seat: int, pick: Random) -> Move:
    """Return an attack, or sometimes a charge above an enemy submarine that hits it."""
    legal = BATAILLE.legal(state, seat)
    prey = state.submarines[1 - seat]
    wanted = {str(number_of(cell)) for cell in prey} | {str(level_of(cell)) for cell in prey}
    sure = [move for move in legal if move.word.split()[-1] in wanted]
    attacks = [move for move in legal if move.word.startswith(("drop", "fire"))]
    if sure and pick.random() < 0.25:
        return pick.choice(sure)
    return pick.choice(attacks if attacks and pick.random() < 0.8 else legal)
