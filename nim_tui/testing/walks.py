"""Tables of any game, and random walks through it, as positions for tests."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any, ClassVar, Final

from hypothesis import HealthCheck, settings

from rules.chance import Chance
from rules.contract import AnyGame, Event, State
from rules.options import OptionValue

THOROUGH: Final = os.environ.get("NIM_TUI_TESTS", "") in ("long", "soak")
"""Whether to try much: NIM_TUI_TESTS is `long`."""
SEQUENCES: Final = settings(
    max_examples=60 if THOROUGH else 10,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.differing_executors],
)
"""The number of sequences for property tests: fixed, small, and the same every time."""

LONG: Final = 1_000
"""The least number of moves, such as programs, of which only some are tested."""


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


class GameSuite:
    """Tests of games; the plug-in runs each for each of them, or for each of their tables."""

    games: ClassVar[Sequence[AnyGame]] = ()
    """The games to test, set by a class of tests that derives from suites."""


def settings_of(game: AnyGame) -> Iterator[Setting]:
    """Yield a game with each number of seats; with the fewest, each option changed alone too."""
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


def some(moves: Sequence[Any]) -> list[Any]:
    """Return all moves; of a long list its ends, and some spread evenly between them, in order."""
    count = len(moves)
    if count <= LONG:
        return [*moves]
    return [moves[n] for n in sorted({*range(10), *range(0, count, count // 40), count - 1})]


class Walk:
    """A state played on at random, with its moves and events."""

    def __init__(
        self, game: AnyGame, state: State, seed: int, chance: Chance | None = None
    ) -> None:
        self.game = game
        self.state = state
        self.chance = chance or Chance(seed)
        self.record: list[tuple[int, str]] = []
        self.events: list[list[Event]] = []
        self._pick = Random(seed)

    def choose(self) -> tuple[int, Any]:
        """Return a seat that must move, and one of its moves."""
        seat = self._pick.choice(self.state.waiting())
        return seat, self._pick.choice(self.game.legal(self.state, seat))

    def go(self, moves: int = 100_000) -> None:
        """Play `moves` moves, or to the end."""
        for _ in range(moves):
            if not self.state.waiting():
                return
            seat, move = self.choose()
            self.record.append((seat, move.word))
            self.events.append(self.game.play(self.state, seat, move, self.chance))


def at(setting: Setting, seed: int, depth: int) -> State:
    """Return the position after `depth` random moves, or at the end of the game."""
    walk = Walk(setting.game, setting.new(Chance(seed)), seed)
    walk.go(depth)
    return walk.state


def random_game(setting: Setting, seed: int) -> tuple[State, int]:
    """Return a game played at random to its end, and its number of moves."""
    game, pick, chance = setting.game, Random(seed), Chance(seed)
    state, moves = setting.new(chance), 0
    while waiting := state.waiting():
        seat = waiting[0] if len(waiting) == 1 else pick.choice(waiting)
        game.play(state, seat, pick.choice(game.legal(state, seat)), chance)
        moves += 1
    return state, moves


def random_games(
    settings: Sequence[Setting], *, games: int, moves: int
) -> Iterator[tuple[Setting, State]]:
    """Yield finished games, the settings in turn: `games`, or fewer after `moves` moves."""
    for seed in range(games):
        setting = settings[seed % len(settings)]
        state, played = random_game(setting, seed)
        yield setting, state
        moves -= played
        if moves <= 0 and seed + 1 >= len(settings):
            return


def vocabulary(setting: Setting) -> tuple[Any, ...]:
    """Return moves of every phase: all that were legal at some point of some random games."""
    return _vocabulary(next(settings_of(setting.game)))


@cache
def _vocabulary(first: Setting) -> tuple[Any, ...]:
    game, found = first.game, dict[str, Any]()
    for setting in settings_of(game):
        for seed in range(4):
            walk = Walk(game, setting.new(Chance(seed)), seed)
            while walk.state.waiting():
                for seat in walk.state.waiting():
                    found |= {move.word: move for move in some(game.legal(walk.state, seat))}
                walk.go(1)
    return tuple(found.values())
