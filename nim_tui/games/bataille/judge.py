"""The judge of *Bataille sous les mers*, its hard bot, and the bots' styles.

The hard bot keeps its own choice: the judge's choices win less often against it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from nim_tui.bots.levels import AGGRESSIVE, CAUTIOUS, GREEDY, Style
from nim_tui.bots.playout import SampledWorlds
from nim_tui.bots.search import HELD, WORLDS
from nim_tui.games.bataille.bot import MediumBot, turn_value
from nim_tui.games.bataille.estimate import HARD, MEDIUM, Estimate, Weights
from nim_tui.games.bataille.explainer import BatailleExplainer
from nim_tui.games.bataille.figures import MATERIAL, chances, features_of
from nim_tui.games.bataille.reasons import why_drop, why_fire, why_sail
from rules.advice import Chances
from rules.bataille.moves import CHARGE, MOVE, SETUP, TORPEDO
from rules.chance import Chance
from rules.contract import AnyGame

__all__ = ["MATERIAL", "BatailleJudge", "chances", "features_of", "hard", "hard_bot", "medium"]

SHIPS: Final = 6
"""The number of ways to move a ship that are tried."""


_WHY: Final = {MOVE: why_sail, CHARGE: why_drop, TORPEDO: why_fire}


class BatailleJudge:
    """A search some turns ahead, of both players together."""

    def __init__(self, budget: int = 60, turns: int = 2) -> None:
        self.budget = budget
        self.doubt = HELD
        self.explainer = BatailleExplainer()
        self.instead = MediumBot(HARD)
        self._turns = turns

    def chances(self, state: Any) -> Chances:
        """Return the win probability of each seat."""
        return chances(state)

    def worlds(
        self, game: AnyGame, view: Any, legal: Sequence[Any], chance: Chance
    ) -> SampledWorlds | None:
        """Return the possible enemy camps; None while camps are laid, as nothing is known yet."""
        if view.phase == SETUP:
            return None
        first = self.instead.choose(game, view, legal, chance)
        estimate, moves = Estimate(view, view.mover, HARD), list(legal)
        if view.phase == MOVE:
            moves.sort(key=lambda move: -turn_value(estimate, move))
        why = _WHY[view.phase]
        others = [why(estimate, move) for move in moves if move != first.move]
        until = view.turn + self._turns
        return SampledWorlds(
            game, view, [first, *others[: SHIPS - 1]], self.instead,
            lambda state: state.turn >= until, chances, chance.below(WORLDS),
        )  # fmt: skip


def hard_bot() -> MediumBot:
    """Return the hard bot: one turn with better weights proved stronger than a deeper search."""
    return MediumBot(HARD)


_FACTORS: Final[dict[Style, Mapping[str, float]]] = {
    CAUTIOUS: {"ship": 1.3, "exposure": 1.5, "shoots": 1.3},
    GREEDY: {"news": 1.3, "refill": 1.5, "top_up": 3.0, "kept": 2.0},
    AGGRESSIVE: {"prey": 1.4, "ship": 0.8, "shoots": 0.7},
}
"""The factors of each style on the weights."""


def medium(style: Style) -> MediumBot:
    """Return a medium bot: cautious about ships, greedy for charges and news, or hunting ships."""
    return MediumBot(_leaning(MEDIUM, style))


def hard(style: Style) -> MediumBot:
    """Return a hard bot of the same style."""
    return MediumBot(_leaning(HARD, style))


def _leaning(weights: Weights, style: Style) -> Weights:
    changed: dict[str, Any] = {}
    for name, factor in _FACTORS[style].items():
        worth = getattr(weights, name)
        is_one = isinstance(worth, float)
        changed[name] = worth * factor if is_one else tuple(each * factor for each in worth)
    return replace(weights, **changed)
