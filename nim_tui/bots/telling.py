"""Bots that choose by their own lights, and say by the judge of their game what moves are worth.

What a quick bot holds a move to be worth is no chance to win: worths of different bots could not be
compared, nor told to people. So each move is tried in imagined worlds, as the judge tries it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from nim_tui.bots.bot import Advice, Bot, Weighed
from nim_tui.bots.random_bot import quicker_than
from nim_tui.bots.search import HELD, Decision, Judge, weighed
from rules.chance import Chance
from rules.contract import AnyGame, Move


class TellingBot:
    """Plays as another bot does."""

    def __init__(self, own: Bot, judge: Callable[[], Judge]) -> None:
        """`judge` makes the judge once it is asked for."""
        self.own = own
        self._judge = judge

    @property
    def instead(self) -> Bot:
        """What answers in the place of the other one."""
        return quicker_than(self.own)

    def choose(self, game: AnyGame, view: Any, legal: Sequence[Move], chance: Chance) -> Advice:
        """As the other one chooses."""
        return self.own.choose(game, view, legal, chance)

    def weigh(
        self,
        game: AnyGame,
        view: Any,
        legal: Sequence[Move],
        chance: Chance,
        budget: int | None = None,
    ) -> list[Weighed]:
        """What it chooses, then what else could be done, the best first.

        What it chooses may be worth less than another: a beginner guesses.
        """
        decision = Decision(game, view, legal)
        return weighed_by(self.own, self._judge(), decision, chance, budget)


def weighed_by(
    bot: Bot, judge: Judge, decision: Decision, chance: Chance, budget: int | None = None
) -> list[Weighed]:
    """What a bot chooses, then the judge's other candidates, best first, with their chances.

    Without chances, and alone, is a move that there is nothing to be weighed against.
    """
    game, view, legal = decision.game, decision.view, decision.legal
    own = bot.choose(game, view, legal, chance)
    worlds = judge.worlds(game, view, legal, chance) if len(legal) > 1 else None
    if worlds is None:
        return [Weighed(own)]
    others = [each for each in worlds.candidates() if each.move != own.move]
    tries = judge.budget if budget is None else budget
    return weighed(worlds, [own, *others], view, tries, HELD, capped=False)
