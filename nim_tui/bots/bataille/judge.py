"""The judge of Bataille sous les mers: what moves come to once both have had their next turns.

What the hard bot does is held on to: against it the judge's own choices win less often.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from nim_tui.bots.bataille.bot import MediumBot, turn_value
from nim_tui.bots.bataille.estimate import Estimate
from nim_tui.bots.bataille.reasons import why_drop, why_fire, why_sail
from nim_tui.bots.bataille.value import chances
from nim_tui.bots.bataille.weights import HARD
from nim_tui.bots.bot import Chances
from nim_tui.bots.playing_on import PlayingOn
from nim_tui.bots.search import HELD, WORLDS
from rules.bataille.moves import CHARGE, MOVE, SETUP, TORPEDO
from rules.chance import Chance
from rules.contract import AnyGame

SHIPS: Final = 6
"""Ways to move a ship that are tried."""


_WHY: Final = {MOVE: why_sail, CHARGE: why_drop, TORPEDO: why_fire}


class BatailleJudge:
    """Looks so many turns ahead, of both players together."""

    def __init__(self, budget: int = 60, turns: int = 2) -> None:
        self.budget = budget
        self.doubt = HELD
        self.instead = MediumBot(HARD)
        self._turns = turns

    def chances(self, state: Any) -> Chances:
        """The chance of each seat to win."""
        return chances(state)

    def worlds(
        self, game: AnyGame, view: Any, legal: Sequence[Any], chance: Chance
    ) -> PlayingOn | None:
        """The camps that the enemy may have; while camps are laid there is nothing to see."""
        if view.phase == SETUP:
            return None
        first = self.instead.choose(game, view, legal, chance)
        estimate, moves = Estimate(view, view.mover, HARD), list(legal)
        if view.phase == MOVE:
            moves.sort(key=lambda move: -turn_value(estimate, move))
        why = _WHY[view.phase]
        others = [why(estimate, move) for move in moves if move != first.move]
        until = view.turn + self._turns
        return PlayingOn(
            game, view, [first, *others[: SHIPS - 1]], self.instead,
            lambda state: state.turn >= until, chances, chance.below(WORLDS),
        )  # fmt: skip


def hard_bot() -> MediumBot:
    """The hard bot: one turn weighed with better worths came to more than looking further."""
    return MediumBot(HARD)
