"""Games in progress for the tests of this folder: every setting of every game in the catalog."""

from __future__ import annotations

from random import Random
from typing import Final

import pytest

from nim_tui.registry import all_games
from nim_tui.research.environment import Environment
from nim_tui.research.subject import Subject, subject_of
from rules.chance import Chance
from tests.rules.games import SETTINGS

SUBJECTS: Final = tuple(
    subject_of(setting.game.name, setting.seats, dict(setting.options))
    for setting in SETTINGS
    if setting.game.name in all_games()
)

GAMES: Final = tuple(dict.fromkeys(subject.game.name for subject in SUBJECTS))
QUICK: Final = frozenset(
    next(number for number, subject in enumerate(SUBJECTS) if subject.game.name == game)
    for game in GAMES
)
"""Where the first of each game stands: the fewest seats, and no option turned."""

TABLES: Final = tuple(
    (name, players) for name, entry in all_games().items() for players in entry.game.seats
)
"""Every game with every number of players."""


def named(subject: Subject) -> str:
    """A subject as a test's name has it."""
    changed = (f"{name}={value}" for name, value in subject.options.items() if value)
    return "-".join((subject.game.name, str(subject.seats), *changed))


each_subject: Final = pytest.mark.parametrize(
    "subject",
    [
        pytest.param(subject, id=named(subject), marks=() if number in QUICK else pytest.mark.slow)
        for number, subject in enumerate(SUBJECTS)
    ],
)
"""All of them, one of each game in any run."""


def walked(subject: Subject, seed: int, actions: int) -> Environment:
    """A game that drew by itself, after so many actions at random or at its end."""
    course, pick = Environment(subject, Chance(seed)), Random(seed)
    for _ in range(actions):
        if course.is_over:
            break
        course.choose(pick.choice(course.actions))
    return course
