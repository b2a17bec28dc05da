"""OpenSpiel's own IS-MCTS as a bot at our tables, given as much processor time as another bot."""

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
"""Simulations that any search makes: the first only takes up the root."""
UCT_C: Final = 2**0.5
"""The weight of exploration (Kocsis and Szepesvári, 2006)."""
SEEDS: Final = 2**31


class TimeBudget:
    """The processor time that one bot takes, and so what another may take.

    The other's decisions get the mean time of the first one's so far, in total: time not used for
    one decision is left for the next, and excess is taken from it.
    """

    def __init__(self, expected: float) -> None:
        """`expected` stands for the first one's mean until it has decided anything."""
        self._seconds, self._decisions = expected, 1
        self._used, self._asked = 0.0, 0

    def took(self, seconds: float) -> None:
        """The first bot has decided."""
        self._seconds += seconds
        self._decisions += 1

    def allowance(self) -> float:
        """The seconds that the other bot's next decision may take."""
        mean = self._seconds / self._decisions
        return max(0.0, mean * (self._asked + 1) - self._used)

    def used(self, seconds: float) -> None:
        """The other bot has decided."""
        self._used += seconds
        self._asked += 1


class Paced:
    """A bot whose time sets the pace of another one."""

    def __init__(self, bot: Bot, pace: TimeBudget) -> None:
        self._bot, self._pace = bot, pace

    def choose(self, game: AnyGame, view: Any, legal: Sequence[Move], chance: Chance) -> Advice:
        """Return the answer of the bot itself."""
        begun = process_time()
        advice = self._bot.choose(game, view, legal, chance)
        self._pace.took(process_time() - begun)
        return advice


class TimedIsmcts(ismcts.ISMCTSBot):
    """The search as OpenSpiel has it, but for that it ends by time and not by simulations."""

    def __init__(self, game: NimGame, chance: Chance) -> None:
        luck = np.random.RandomState(chance.below(SEEDS))
        rollouts = mcts.RandomRolloutEvaluator(1, luck)
        policy = ismcts.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
        super().__init__(game, rollouts, UCT_C, 0, random_state=luck, final_policy_type=policy)
        self.set_resampler(lambda state, player: state.resample_from_infostate(player, luck.rand))
        self.seconds = 0.0
        """The time limit of a search, in seconds."""

    def run_search(self, state: NimState) -> Any:
        """Run as many simulations as there is time for; return as ISMCTSBot.run_search does."""
        begun, done = process_time(), 0
        self.reset()
        root = self._root_node = self.create_new_node(state)
        while done < FEWEST or process_time() - begun < self.seconds:
            self.run_simulation(self.sample_root_state(state))
            done += 1
        return self.get_final_policy(state, root)


class IsmctsBot:
    """A player that is OpenSpiel's search. It is shown what its seat may know, as any bot."""

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
    """The action that a search prefers; where there is no other, without any."""
    return choices.actions[0] if len(choices.actions) == 1 else int(search.step(state))
