"""Imagined worlds in which a quick bot plays on for everybody, up to where a judge looks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from nim_tui.bots.bot import Advice, Bot, Chances
from rules.chance import Chance
from rules.contract import AnyGame


@dataclass(frozen=True, slots=True)
class PlayingOn:
    """The worlds of one decision.

    The same number is the same world: what is hidden is drawn alike for every move, and then
    chance falls alike as far as the same is drawn.
    """

    game: AnyGame
    view: Any
    moves: Sequence[Advice]
    """The moves worth a try, and why."""
    bot: Bot
    """Plays on for all seats."""
    is_far_enough: Callable[[Any], bool]
    """Whether a position is where the judge looks."""
    chances: Callable[[Any], Chances]
    seed: int
    cost: int = 1
    """Simulations that each one here counts as."""

    def candidates(self) -> Sequence[Advice]:
        """The moves worth a try."""
        return self.moves

    def simulate(self, advice: Advice, world: int) -> Chances:
        """The chances after this move, once the quick bot has played on."""
        game, chance = self.game, Chance(self.seed + world)
        state = game.sample(self.view, chance)
        game.play(state, self.view.seat, advice.move, chance)
        while (waiting := state.waiting()) and not self.is_far_enough(state):
            seat = waiting[0]
            legal = game.legal(state, seat)
            move = legal[0]
            if len(legal) > 1:
                move = self.bot.choose(game, game.view(state, seat), legal, chance).move
            game.play(state, seat, move, chance)
        return self.chances(state)
