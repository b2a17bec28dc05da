"""The games as PettingZoo environments, agents moving in turn (AEC)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv
from pettingzoo.utils.env_logger import EnvLogger
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from nim_tui.research.encoding import LatestRow
from nim_tui.research.environment import Environment, NoSuchAction
from nim_tui.research.subject import Subject, subject_of
from rules.chance import Chance
from rules.options import OptionValue

SEEDS: Final = 2**53
Observation = dict[str, "np.ndarray[Any, Any]"]


class ActionSpace(Discrete):
    """The actions of a game, from which a mask samples in one draw."""

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        """Return an action at random; with a mask, each that it allows is equally likely."""
        if mask is None or probability is not None:
            return super().sample(mask, probability)
        if mask.dtype != np.int8 or mask.shape != (self.n,):
            raise ValueError(f"a mask has {self.n} entries of int8")
        allowed = mask.nonzero()[0]
        return allowed[self.np_random.integers(len(allowed))] if len(allowed) else self.start


class NimEnv(AECEnv):
    """A game of ours; agents are `player_0` and so on, by seat.

    An agent that takes a masked action loses, and the game is over.
    """

    render_mode = None

    def __init__(self, subject: Subject) -> None:
        super().__init__()
        self.metadata = {
            "name": f"nim_{subject.game.name}_v0",
            "render_modes": [],
            "is_parallelizable": False,
        }
        self._subject = subject
        self._luck = np.random.default_rng()
        self._course: Environment | None = None
        self.possible_agents = [f"player_{seat}" for seat in range(subject.seats)]
        blank = partial(np.zeros, subject.observation_size, np.float32)
        self._rows = [
            LatestRow(subject.layout, subject.actions, blank()) for _agent in self.possible_agents
        ]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        seen = Dict(
            {
                "observation": Box(0.0, 1.0, (subject.observation_size,), np.float32),
                "action_mask": Box(0, 1, (subject.actions,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = {agent: ActionSpace(subject.actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Dict:
        """Return the space of what `observe` returns for an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """Return the action space of an agent; the mask shows the legal ones."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Set up a game, reproducible by its seed; without one the last seed continues."""
        if seed is not None:
            self._luck = np.random.default_rng(seed)
        self._course = Environment(self._subject, Chance(int(self._luck.integers(SEEDS))))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._next()

    def observe(self, agent: str) -> Observation:
        """Return an agent's view; the mask is empty if it need not choose."""
        course, seat = self._running, self._seat_of[agent]
        mask = np.zeros(self._subject.actions, np.int8)
        if seat == course.seat:
            mask[course.actions] = 1
        row = self._rows[seat]
        course.show(seat, row)
        return {"observation": row.array.copy(), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Take an action for the agent that must choose. Raises NoSuchAction."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise NoSuchAction("who is still in the game must choose an action")
        if not 0 <= action < self._subject.actions:
            raise NoSuchAction(f"{action} is not in the action space")
        course = self._running
        self._cumulative_rewards[agent] = 0.0
        try:
            course.choose(int(action))
        except NoSuchAction:
            EnvLogger.warn_on_illegal_move()
            self._forfeit(agent)
            return
        if course.is_over:
            self.rewards = dict(zip(self.possible_agents, course.returns()))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
        self.agent_selection = self._next()

    def _forfeit(self, agent: str) -> None:
        """End the game: an agent has taken an action that its mask excludes."""
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self.rewards = {one: -1.0 if one == agent else 0.0 for one in self.agents}
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self) -> None:
        """Do nothing: the games have screens of their own."""

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    @property
    def _running(self) -> Environment:
        assert self._course is not None, "reset comes first"
        return self._course

    def _next(self) -> str:
        """Return the agent that must choose; at the end, the first of those left."""
        seat = self._running.seat
        return self.agents[0] if seat is None else self.possible_agents[seat]


class _Ordered(OrderEnforcingWrapper):
    """An environment whose calls are checked to come in order; its facts are asked at once."""

    def last(self, observe: bool = True) -> Any:
        """Return what the agent that must choose sees, and its reward and state."""
        if not self._has_reset:
            EnvLogger.error_observe_before_reset()
        return self.env.last(observe)

    @property
    def agents(self) -> list[str]:
        """The agents still in the game."""
        left: list[str] = self.env.agents
        return left


def pettingzoo_env(
    game: str, players: int | None = None, options: Mapping[str, OptionValue] | None = None
) -> AECEnv:
    """Return an environment of a game; without a number of players, for the fewest.

    Missing options take their values for play among bots, under which every game ends. An agent
    that takes a masked action loses. Raises UnknownName and UnsuitableTable.
    """
    return _Ordered(NimEnv(subject_of(game, players, options)))
