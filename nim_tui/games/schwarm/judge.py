"""The judge of *Der Schwarm*, its hard bot, and the bots' styles.

A position is evaluated by points held, points expected, and the part of the game that is past. The
weights were fitted to games between bots. A move is first followed as in `followed.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from nim_tui.bots.bot import Bot
from nim_tui.bots.judging import Features, at_the_end, nearest, shares
from nim_tui.bots.levels import AGGRESSIVE, CAUTIOUS, GREEDY, Style
from nim_tui.bots.search import HELD, WORLDS, Decision, weigh
from nim_tui.games.schwarm.bot import CardDecision, PlanningBot
from nim_tui.games.schwarm.explainer import SchwarmExplainer, figures_of
from nim_tui.games.schwarm.followed import SchwarmWorlds
from nim_tui.games.schwarm.plan import FAR, SHORT
from nim_tui.games.schwarm.worth import EVEN, Weighting
from rules.advice import Advice, Chances, Weighed
from rules.chance import Chance
from rules.contract import AnyGame
from rules.schwarm.moves import OVER
from rules.schwarm.scoring import result
from rules.schwarm.state import SchwarmState

MATERIAL: Final = 1
"""The number of leading figures that count points alone."""
WEIGHTS: Final[dict[int, Features]] = {2: (0.291, 0.155), 4: (0.181, 0.131)}
"""Weights of points held and expected, by players, from 71 games of two and 56 of four."""


def chances(state: SchwarmState) -> tuple[float, ...]:
    """Return the win probability of each seat."""
    seats = len(state.points)
    if state.phase == OVER:
        return at_the_end(result(state), seats)
    return shares(features_of(state), nearest(WEIGHTS, seats))


def features_of(state: SchwarmState) -> list[Features]:
    """Return the features of each seat: points held, and points expected."""
    found = (figures_of(state, seat) for seat in range(len(state.points)))
    return [(figures.points, sum(figures[1:])) for figures in found]


class SchwarmJudge:
    """A search that keeps the hard bot's plan unless an alternative is clearly better.

    The tiles that ships lift are drawn anew in every world, so a move is tried in several.
    """

    def __init__(self, budget: int = 16, rounds: int = 1, regard: Weighting = EVEN) -> None:
        self.budget = budget
        self.doubt = HELD
        self.explainer = SchwarmExplainer(WEIGHTS)
        self.instead = PlanningBot(regard, SHORT._replace(whole_row=True))
        self._rounds = rounds
        self._regard = regard

    def chances(self, state: Any) -> Chances:
        """Return the win probability of each seat."""
        return chances(state)

    def worlds(
        self, game: AnyGame, view: Any, legal: Sequence[Any], chance: Chance
    ) -> SchwarmWorlds | None:
        """Return the sampled worlds of a decision; None once the game is over."""
        if view.phase == OVER:
            return None
        state: SchwarmState = game.sample(view, chance)
        turn = CardDecision(state, view.seat, list(legal), chance, self._regard, foresight=FAR)
        return SchwarmWorlds(state, turn, chance.below(WORLDS), self._rounds, chances)


class HardBot:
    """A bot that takes cards by the final outcome of the row, and plans with its whole hand."""

    beats: Final = 2

    def __init__(self, regard: Weighting = EVEN) -> None:
        self._planning = PlanningBot(regard, FAR)
        self.judge = SchwarmJudge(regard=regard)
        self._regard = regard

    @property
    def instead(self) -> Bot:
        """The bot that answers if this one cannot."""
        return PlanningBot(self._regard)

    def choose(self, game: AnyGame, view: Any, legal: Sequence[Any], chance: Chance) -> Advice:
        """Return the best legal move by the bot's estimate, and why."""
        return self._planning.choose(game, view, legal, chance)

    def weigh(
        self,
        game: AnyGame,
        view: Any,
        legal: Sequence[Any],
        chance: Chance,
        budget: int | None = None,
    ) -> list[Weighed]:
        """Return the chosen move, then the best other moves, all evaluated."""
        tries = self.judge.budget if budget is None else budget
        return weigh(self.judge, Decision(game, view, legal), chance, tries)


_REGARDS: Final[dict[Style, Weighting]] = {
    CAUTIOUS: EVEN,
    GREEDY: Weighting(only=0.3, leader=0.2, other=0.1),
    AGGRESSIVE: Weighting(only=2.0, leader=1.2, other=0.4),
}


def medium(style: Style) -> PlanningBot:
    """Return a medium bot: balanced, intent on its own points, or on hindering others."""
    return PlanningBot(_REGARDS[style])


def hard(style: Style) -> HardBot:
    """Return a hard bot of the same style."""
    return HardBot(_REGARDS[style])
