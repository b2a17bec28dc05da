"""The games and tables for the tests of the contract."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import pytest

from rules.bataille.game import BATAILLE
from rules.chance import Chance
from rules.contract import AnyGame, State
from rules.himalaya.game import HIMALAYA
from rules.options import OptionValue
from rules.schwarm.game import SCHWARM
from rules.submarine.game import SUBMARINE
from tests.rules.tiny import TINY

GAMES: Final[tuple[AnyGame, ...]] = (BATAILLE, SUBMARINE, HIMALAYA, SCHWARM, TINY)


@dataclass(frozen=True)
class Setting:
    """A game, with a number of seats and options under which it always ends."""

    game: AnyGame
    seats: int
    options: tuple[tuple[str, OptionValue], ...]

    def new(self, chance: Chance) -> State:
        """Return a new table."""
        state: State = self.game.new(self.seats, dict(self.options), chance)
        return state

    @property
    def is_usual(self) -> bool:
        """Whether all options have their defaults."""
        return dict(self.options) == self.game.automatic

    def __str__(self) -> str:
        chosen = "-".join(f"{name}={value}" for name, value in self.options)
        return f"{self.game.name}-{self.seats}-{chosen}"


def _settings() -> Iterator[Setting]:
    """Yield each game with each number of seats; with the fewest, each option changed alone too."""
    for game in GAMES:
        turned = [
            {**game.automatic, option.name: value}
            for option in game.options
            for value in option.values
            if value not in (None, option.default)
        ]
        for seats in game.seats:
            seen: set[tuple[tuple[str, OptionValue], ...]] = set()
            for options in ({**game.automatic}, *(turned if seats == game.seats[0] else ())):
                chosen = tuple(sorted(options.items()))
                if chosen not in seen:
                    seen.add(chosen)
                    yield Setting(game, seats, chosen)


SETTINGS: Final = tuple(_settings())
each_setting: Final = pytest.mark.parametrize(
    "setting",
    [
        pytest.param(setting, id=str(setting), marks=() if setting.is_usual else pytest.mark.slow)
        for setting in SETTINGS
    ],
)
"""A parameter with all settings, where those with a changed option are slow tests."""
