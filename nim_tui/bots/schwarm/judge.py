"""The judge of Der Schwarm: what cards come to once the others have answered.

Each promising way to play a card is followed card by card, all at a glance; the position
reached is judged by the chance to win.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from nim_tui.bots.bot import Advice, Chances
from nim_tui.bots.schwarm.bot import BEHIND, SHORT, Option, PlanningBot, Turn
from nim_tui.bots.schwarm.follow import follow, told
from nim_tui.bots.schwarm.plan import Breadth, Planner
from nim_tui.bots.schwarm.value import chances
from nim_tui.bots.search import WORLDS
from rules.chance import Chance
from rules.contract import AnyGame
from rules.schwarm.phases import PLAY
from rules.schwarm.state import SchwarmState

FOLLOWED: Final = 5
"""Ways to play a card that are followed."""
COMPARED: Final = 4
"""So many of them are, however far behind: else nothing would tell what the best is worth."""
DEEP: Final = Breadth(6, 6, 3, 4)


class SchwarmJudge:
    """Follows cards until everybody has played so many more."""

    def __init__(
        self, budget: int = 16, rounds: int = 1, followed: int = FOLLOWED, doubt: float = 1.0
    ) -> None:
        self.budget = budget
        self.doubt = doubt
        self.instead = PlanningBot(foresight=SHORT._replace(whole_row=True))
        self._rounds = rounds
        self._followed = followed

    def chances(self, state: Any) -> Chances:
        """The chance of each seat to win."""
        return chances(state)

    def worlds(
        self, game: AnyGame, view: Any, legal: Sequence[Any], chance: Chance
    ) -> SchwarmWorlds | None:
        """What may be drawn; moves within a card are planned, not followed."""
        if view.phase != PLAY:
            return None
        state: SchwarmState = game.sample(view, chance)
        turn = _closely(state, legal, chance)
        options = sorted(
            turn.options(turn.planner, turn.state, turn.legal), key=lambda option: -option[0]
        )
        best = options[: self._followed]
        near = [each for each in best if each[0] > best[0][0] - BEHIND]
        near += best[len(near) : COMPARED]
        return SchwarmWorlds(state, near, chance.below(WORLDS), self._rounds)


class SchwarmWorlds:
    """The cards of one decision, followed."""

    def __init__(
        self, state: SchwarmState, options: Sequence[Option], seed: int, rounds: int
    ) -> None:
        self._state = state
        self._ways = {told(state, option).move: option for option in options}
        self._seed = seed
        self._rounds = rounds

    def candidates(self) -> Sequence[Advice]:
        """The best ways to play a card, and why."""
        return [told(self._state, option) for option in self._ways.values()]

    def simulate(self, advice: Advice, world: int) -> Chances:
        """The chances once everybody has answered; what is drawn on the way differs."""
        chance = Chance(self._seed + world)
        option = self._ways.get(advice.move) or self._way(advice.move, chance)
        return chances(follow(self._state, option, chance, self._rounds))

    def _way(self, move: Any, chance: Chance) -> Option:
        """A move that is no plan of its own."""
        return self._ways.setdefault(move, _closely(self._state, [], chance).option(move))


def _closely(state: SchwarmState, legal: Sequence[Any], chance: Chance) -> Turn:
    """A decision that is looked at closer than by the medium bot."""
    turn = Turn(state, state.mover, list(legal), chance)
    turn.planner = Planner(state, turn.worth, chance, DEEP)
    return turn
