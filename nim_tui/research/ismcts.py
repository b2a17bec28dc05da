"""OpenSpiel's IS-MCTS as a bot at our tables, with as much processor time as another bot."""

from __future__ import annotations

from collections.abc import Sequence
from time import process_time
from typing import Any, Final

import numpy as np
from open_spiel.python.algorithms import ismcts, mcts

from nim_tui.bots.bot import Bot
from nim_tui.research.encoding import Choices, CompleteMove
from nim_tui.research.spiel import NimGame, NimState
from rules.advice import Advice
from rules.chance import Chance
from rules.contract import AnyGame, Move

FEWEST: Final = 2
"""The least number of simulations: the first only adds the root."""
UCT_C: Final = 2**0.5
"""The weight of exploration (Kocsis and Szepesvári, 2006)."""
SEEDS: Final = 2**31


class TimeBudget:
    """The processor time that one bot takes, and another may take.

    On average, the other bot's decisions get the mean time of the first one's: unused time is
    carried over, and excess is subtracted.
    """

    def __init__(self, expected: float) -> None:
        """`expected` stands for the first bot's mean, in seconds, until its first decision."""
        self._seconds, self._decisions = expected, 1
        self._used, self._asked = 0.0, 0

    def took(self, seconds: float) -> None:
        """Count a decision of the first bot."""
        self._seconds += seconds
        self._decisions += 1

    def allowance(self) -> float:
        """Return the seconds that the other bot's next decision may take."""
        mean = self._seconds / self._decisions
        return max(0.0, mean * (self._asked + 1) - self._used)

    def used(self, seconds: float) -> None:
        """Count a decision of the other bot."""
        self._used += seconds
        self._asked += 1


class Paced:
    """A bot whose time sets the budget of another one."""

    def __init__(self, bot: Bot, pace: TimeBudget) -> None:
        self._bot, self._pace = bot, pace

    def choose(self, game: AnyGame, view: Any, legal: Sequence[Move], chance: Chance) -> Advice:
        """Return the wrapped bot's answer."""
        begun = process_time()
        advice = self._bot.choose(game, view, legal, chance)
        self._pace.took(process_time() - begun)
        return advice


class TimedIsmcts(ismcts.ISMCTSBot):
    """OpenSpiel's search, ended by time instead of simulations."""

    def __init__(self, game: NimGame, chance: Chance) -> None:
        luck = np.random.RandomState(chance.below(SEEDS))
        rollouts = mcts.RandomRolloutEvaluator(1, luck)
        policy = ismcts.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
        super().__init__(game, rollouts, UCT_C, 0, random_state=luck, final_policy_type=policy)
        self.set_resampler(lambda state, player: state.resample_from_infostate(player, luck.rand))
        self.seconds = 0.0
        """The time limit of a search, in seconds."""

    def run_search(self, state: NimState) -> Any:
        """Run simulations until the time is up; return as ISMCTSBot.run_search does."""
        begun, done = process_time(), 0
        self.reset()
        root = self._root_node = self.create_new_node(state)
        while done < FEWEST or process_time() - begun < self.seconds:
            self.run_simulation(self.sample_root_state(state))
            done += 1
        return self.get_final_policy(state, root)


class IsmctsBot:
    """OpenSpiel's search as a bot, which sees the view of its seat alone."""

    def __init__(self, game: NimGame, pace: TimeBudget) -> None:
        self._game, self._pace = game, pace

    def choose(self, game: AnyGame, view: Any, legal: Sequence[Move], chance: Chance) -> Advice:
        """Return one of the legal moves, by a search for each of its parts in one time budget."""
        begun, numbering = process_time(), self._game.subject.numbering
        ends = begun + self._pace.allowance()
        search, state = TimedIsmcts(self._game, chance), self._game.imagined(view, chance)
        after: Choices | CompleteMove = numbering.choices(legal)
        parts_left = len(numbering.parts(legal[0]))
        while not isinstance(after, CompleteMove):
            search.seconds = (ends - process_time()) / max(1, parts_left)
            action = _chosen(search, state, after)
            after = after.after(action)
            parts_left -= 1
            if not isinstance(after, CompleteMove):
                state.apply_action(action)
        self._pace.used(process_time() - begun)
        return Advice(after.move, "OpenSpiel's search likes it best")


def _chosen(search: TimedIsmcts, state: NimState, choices: Choices) -> int:
    """Return the action that a search prefers; the only action needs no search."""
    return choices.actions[0] if len(choices.actions) == 1 else int(search.step(state))
