"""Fit and score the win probabilities of judges.

Bots of mixed levels play games. Positions of each are kept now and then, with the figures of every
seat (features_of in nim_tui/bots/GAME/value.py) and the winners. A conditional logit is fitted to
four fifths of the games by Newton's method and scored on the others by the Brier score: the squared
error of the chances, summed over the seats; 0 is best. The present judge of the bots is scored on
them too. Positions of one game share its end, so errors are counted by game. With `--score` only
material is fitted, and the judge scored beside it on fresh games.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from importlib import import_module
from itertools import cycle, islice
from math import sqrt
from typing import Any, Final

from nim_tui.bots.bot import bot_chance
from nim_tui.bots.judging import Features, at_the_end, shares
from nim_tui.registry import GameEntry, game_named
from rules.advice import Chances
from rules.chance import Chance

FRESH: Final = 40_000_000
"""The first seed of scored games; nothing was fitted to these, nor gated on them."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A position: the figures of each seat, its winners (sharing 1), and the number of its game."""

    rows: tuple[Features, ...]
    judged: Chances
    """The chances by the bots' present judge."""
    won: Chances
    game: int


@dataclass(slots=True)
class Score:
    """The errors of one estimate of the chances: their sums by game, and a count of positions."""

    chances: Callable[[Sample], Chances]
    errors: dict[int, float] = field(default_factory=dict)
    positions: int = 0

    def add(self, sample: Sample) -> None:
        """Add a position."""
        error = error_of(self.chances(sample), sample.won)
        self.errors[sample.game] = self.errors.get(sample.game, 0.0) + error
        self.positions += 1

    @property
    def brier(self) -> float:
        """The mean error over all positions."""
        return sum(self.errors.values()) / self.positions

    def lead(self, other: Score) -> tuple[float, float]:
        """Return how much smaller this Brier score is than another's, and the standard error."""
        games = [other.errors[game] - error for game, error in self.errors.items()]
        mean = sum(games) / len(games)
        spread = sum((each - mean) ** 2 for each in games) / max(1, len(games) - 1)
        scale = len(games) / self.positions
        return scale * mean, scale * sqrt(spread / len(games))


def error_of(chances: Sequence[float], won: Sequence[float]) -> float:
    """Return the squared error of the chances, summed over the seats."""
    return sum((chance - share) ** 2 for chance, share in zip(chances, won))


def scored(found: Iterable[Sample], material: Features) -> str:
    """Return the scores, as text, of equal chances, of weighted material and of the bots' judge."""
    alike = Score(lambda sample: shares(sample.rows, ()))
    alone = Score(lambda sample: shares(sample.rows, material))
    judge = Score(lambda sample: sample.judged)
    for sample in found:
        for score in (alike, alone, judge):
            score.add(sample)
    ahead, error = judge.lead(alone)
    return (
        f"{len(judge.errors)} fresh games, {judge.positions} positions: alike {alike.brier:.3f},"
        f" material {alone.brier:.3f}, judge {judge.brier:.3f};"
        f" ahead of material by {ahead:.3f}, standard error {error:.3f}"
    )


RIDGE: Final = 2.0
"""The ridge penalty, which keeps poorly determined weights near 0."""
STEPS: Final = 12
LEVELS: Final = ("medium", "medium", "easy")
"""The levels that take turns in the seats, so that each wins and loses positions."""
APART: Final = 7
"""Moves between sampled positions, as neighbours are alike."""


def samples(entry: GameEntry, seats: int, games: int, seed: int) -> Iterator[Sample]:
    """Yield positions of games between bots, with the winners of each game."""
    value = value_of(entry.name)
    game = entry.game
    for number in range(seed, seed + games):
        levels = islice(cycle(LEVELS), number % len(LEVELS), number % len(LEVELS) + seats)
        bots = [entry.bot(level) for level in levels]
        chance = Chance(number)
        state: Any = game.new(seats, game.automatic, chance)
        kept, moves, offset = [], 0, number % APART
        while waiting := state.waiting():
            seat = waiting[0]
            if moves % APART == offset:
                kept.append((tuple(value.features_of(state)), value.chances(state)))
            view, legal = game.view(state, seat), game.legal(state, seat)
            advice = bots[seat].choose(game, view, legal, bot_chance(number, seat, moves))
            game.play(state, seat, advice.move, chance)
            moves += 1
        won = at_the_end(game.result(state), seats)
        yield from (Sample(rows, judged, won, number) for rows, judged in kept)


def value_of(name: str) -> Any:
    """Return the module that judges positions of a game."""
    return import_module(f"nim_tui.games.{name}.judge")


def fitted(found: Sequence[Sample], size: int, good: Collection[int] = ()) -> Features:
    """Return the maximum-likelihood weights of the first `size` figures.

    `good` figures get no negative weight: the worst are left out, round after round.
    """
    used = [*range(size)]
    while True:
        weights = _unbound(found, used, size)
        worst = min([weights[n] for n in used if n in good], default=0.0)
        if worst >= 0:
            return weights
        used = [n for n in used if n not in good or weights[n] > worst / 2]


def _unbound(found: Sequence[Sample], used: Sequence[int], size: int) -> Features:
    """Return the weights of the used figures, of any sign; the others weigh 0."""
    chosen = [
        replace(sample, rows=tuple(tuple(row[n] for n in used) for row in sample.rows))
        for sample in found
    ]
    weights = dict(zip(used, _by_newton(chosen, len(used))))
    return tuple(weights.get(n, 0.0) for n in range(size))


def _by_newton(found: Sequence[Sample], size: int) -> Features:
    """Return the weights of all figures, fitted to the samples."""
    weights = [0.0] * size
    for _step in range(STEPS):
        slope = [-RIDGE * weight for weight in weights]
        bend = [[RIDGE * (i == j) for j in range(size)] for i in range(size)]
        for sample in found:
            _lean(sample, weights, slope, bend)
        change = _solved(bend, slope)
        weights = [weight + step for weight, step in zip(weights, change)]
        if max(map(abs, change)) < 1e-4:
            break
    return tuple(weights)


def _lean(
    sample: Sample, weights: list[float], slope: list[float], bend: list[list[float]]
) -> None:
    """Add a position's share of the gradient and curvature of the likelihood."""
    size = len(weights)
    rows = [row[:size] for row in sample.rows]
    chances = shares(rows, tuple(weights))
    mean = [sum(p * row[i] for p, row in zip(chances, rows)) for i in range(size)]
    for chance, won, row in zip(chances, sample.won, rows):
        apart = [value - middle for value, middle in zip(row, mean)]
        for i, value in enumerate(apart):
            slope[i] += (won - chance) * row[i]
            if weighed := chance * value:
                line = bend[i]
                for j in range(i, size):
                    line[j] += weighed * apart[j]


def _solved(bend: list[list[float]], slope: list[float]) -> list[float]:
    """Solve a symmetric system, given the upper half of its matrix (Cholesky)."""
    size = len(slope)
    root = [[0.0] * size for _ in range(size)]
    for i in range(size):
        for j in range(i + 1):
            rest = bend[j][i] - sum(root[i][k] * root[j][k] for k in range(j))
            root[i][j] = max(rest, 1e-9) ** 0.5 if i == j else rest / root[j][j]
    half = list[float]()
    for i in range(size):
        half.append((slope[i] - sum(root[i][k] * half[k] for k in range(i))) / root[i][i])
    found = [0.0] * size
    for i in reversed(range(size)):
        above = sum(root[k][i] * found[k] for k in range(i + 1, size))
        found[i] = (half[i] - above) / root[i][i]
    return found


def brier(found: Sequence[Sample], weights: Features | None) -> float:
    """Return the mean Brier score of a conditional logit; without weights of the bots' judge."""
    total = 0.0
    for sample in found:
        chances = sample.judged if weights is None else shares(sample.rows, weights)
        total += error_of(chances, sample.won)
    return total / len(found)


def main(arguments: Sequence[str]) -> None:
    """Play, fit, and print weights and scores."""
    parser = ArgumentParser(prog="python -m nim_tui.arena.calibration")
    parser.add_argument("game")
    parser.add_argument("seats", type=int)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--score", type=int, help="score the bots' judge on so many fresh games")
    asked = parser.parse_args(arguments)
    entry = game_named(asked.game)
    found = list(samples(entry, asked.seats, asked.games, asked.seed))
    if asked.score:
        material = fitted(found, value_of(entry.name).MATERIAL)
        fresh = samples(entry, asked.seats, asked.score, FRESH)
        print(f"{entry.name}, {asked.seats} players, {scored(fresh, material)}", flush=True)
        return
    learnt = [sample for sample in found if sample.game % 5]
    others = [sample for sample in found if not sample.game % 5]
    value = value_of(entry.name)
    size, material, good = len(found[0].rows[0]), value.MATERIAL, getattr(value, "GOOD", ())
    print(f"{entry.name}, {asked.seats} players: {asked.games} games, {len(found)} positions")
    print(f"Brier score of all alike              {brier(others, ()):.3f}")
    print(f"Brier score by material alone         {brier(others, fitted(learnt, material)):.3f}")
    print(f"Brier score by all figures            {brier(others, fitted(learnt, size, good)):.3f}")
    print(f"Brier score of the bots' judge        {brier(others, None):.3f}")
    print(f"  on all games                        {brier(found, None):.3f}")
    print(", ".join(f"{weight:.3f}" for weight in fitted(found, size, good)))


if __name__ == "__main__":
    main(sys.argv[1:])
