"""The games as OpenSpiel games: importing this module registers each as `nim_` and its name.

Draws of the rules are chance nodes, one each, with equally likely outcomes; set-up and moves have
as many as they need. Only sampled games (`resample_from_infostate`) draw by themselves, inside
`apply_action`, as chance nodes would only cost a search time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Final

import numpy as np
import pyspiel

from nim_tui.registry import GameEntry, all_games
from nim_tui.research.encoding import fill
from nim_tui.research.environment import Environment
from nim_tui.research.subject import Subject, subject_of
from rules.chance import Chance
from rules.options import OptionValue

PREFIX: Final = "nim_"
PLAYERS: Final = "players"
"""The parameter that is not an option."""
MOST_OUTCOMES: Final = 512
"""The most outcomes of any draw."""
MOST_ACTIONS: Final = 100_000
"""The most actions of any game under the options that bots play with."""
SEEDS: Final = 2**53


def _given_as(entry: GameEntry) -> dict[str, OptionValue]:
    """Return the options that are parameters, with their values for play among bots.

    Options without a default, such as a board file, are excluded.
    """
    defaults = {option.name: option.default for option in entry.game.options}
    settled = {**defaults, **entry.game.automatic}
    return {name: value for name, value in settled.items() if value is not None}


def _type_of(entry: GameEntry) -> Any:
    """Return the description of a game for OpenSpiel, for any parameters."""
    return pyspiel.GameType(
        short_name=PREFIX + entry.name,
        long_name=entry.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        min_num_players=entry.game.seats[0],
        max_num_players=entry.game.seats[-1],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            PLAYERS: entry.game.seats[0],
            **_given_as(entry),
        },
    )


class NimGame(pyspiel.Game):
    """A game of ours; its parameters are `players` and, as texts, the options of the game."""

    entry: ClassVar[GameEntry]

    def __init__(self, parameters: Mapping[str, Any] | None = None) -> None:
        """Raise the game's own errors if it cannot be set up with these parameters."""
        entry, given = self.entry, dict(parameters or {})
        options = {name: value for name, value in given.items() if name != PLAYERS}
        self.subject: Subject = subject_of(entry.name, given.get(PLAYERS), options)
        self._root = Environment(self.subject)
        seats = self.subject.seats
        info = pyspiel.GameInfo(
            num_distinct_actions=self.subject.actions,
            max_chance_outcomes=MOST_OUTCOMES,
            num_players=seats,
            min_utility=-1.0 / (seats - 1),
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=MOST_ACTIONS,
        )
        super().__init__(TYPES[entry.name], info, given)

    def __reduce__(self) -> Any:
        return game_of, (self.entry.name, self.subject.seats, dict(self.subject.options))

    def __deepcopy__(self, _memo: object) -> NimGame:
        return self

    def new_initial_state(self) -> NimState:
        """Return a state before the set-up."""
        return NimState(self, self._root.copy())

    def imagined(self, view: Any, chance: Chance) -> NimState:
        """Return a sampled game that fits the view of one seat, at the start of its choice."""
        return NimState(self, Environment.imagined(self.subject, view, (), chance))

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> NimObserver:
        """Return the observer of views, in words and in numbers."""
        return NimObserver(self.subject)


def game_of(
    name: str, players: int | None = None, options: Mapping[str, OptionValue] | None = None
) -> NimGame:
    """Return a game of the catalog. Raises UnknownName, UnsuitableTable."""
    subject = subject_of(name, players, options)
    given = {option: value for option, value in subject.options.items() if value is not None}
    made = pyspiel.load_game(PREFIX + subject.game.name, {PLAYERS: subject.seats, **given})
    assert isinstance(made, NimGame)
    return made


class NimState(pyspiel.State):
    """A game in progress."""

    def __init__(self, game: NimGame, course: Environment) -> None:
        super().__init__(game)
        self.course = course

    def __reduce__(self) -> Any:
        """Pickle by the history, unless the state was sampled."""
        if self.course.draws_by_itself:
            return NimState, (self.get_game(), self.course)
        return _retraced, (self.get_game(), self.history())

    def current_player(self) -> int:
        """Return the seat that must choose."""
        if self.course.draw is not None:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self.course.seat
        return int(pyspiel.PlayerId.TERMINAL) if seat is None else seat

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.course.is_over

    def is_chance_node(self) -> bool:
        """Whether the rules need a draw."""
        return self.course.draw is not None

    def _legal_actions(self, player: int) -> list[int]:
        return self.course.actions

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the equally likely outcomes of the draw."""
        outcomes = self.course.actions
        return [(outcome, 1 / len(outcomes)) for outcome in outcomes]

    def _apply_action(self, action: int) -> None:
        self.course.choose(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"draw {action}"
        return self.course.subject.numbering.names[action]

    def returns(self) -> list[float]:
        """Return the utility of the game to each player."""
        return self.course.returns()

    def information_state_string(self, player: int | None = None) -> str:
        """Return a player's view, in words; without a number, that of the player to choose."""
        return self.course.information(self.current_player() if player is None else player)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> NimState:
        """Return a sampled game that fits all that a player knows; it draws by itself."""
        chance = Chance(int(sampler() * SEEDS))
        return NimState(self.get_game(), self.course.imagine(player, chance))

    def __str__(self) -> str:
        return str(self.course)


def _retraced(game: NimGame, history: list[int]) -> NimState:
    state = game.new_initial_state()
    for action in history:
        state.apply_action(action)
    return state


class NimObserver:
    """The views in words and in numbers.

    A view holds all that a seat may know now, derived from all it has seen; so OpenSpiel's
    information state and observation are the same here.
    """

    def __init__(self, subject: Subject) -> None:
        self.tensor = np.zeros(subject.observation_size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: NimState, player: int) -> None:
        """Write a player's view as numbers."""
        self.tensor[:] = 0
        fill(self.tensor, state.course.observation(player))

    def string_from(self, state: NimState, player: int) -> str:
        """Return a player's view in words."""
        return state.course.information(player)


TYPES: Final = {name: _type_of(entry) for name, entry in all_games().items() if entry.own_encoding}

for _name, _entry in all_games().items():
    if not _entry.own_encoding:
        continue
    # The factory must be a class: OpenSpiel frees it after Python is gone, and freeing a real
    # Python object then would crash the process.
    _class = type(f"Nim{_name.capitalize()}", (NimGame,), {"entry": _entry})
    pyspiel.register_game(TYPES[_name], _class)
