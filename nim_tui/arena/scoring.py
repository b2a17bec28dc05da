"""How good the chances are that the bots' judge gives: Brier scores on games nothing was fitted to.

The Brier score is the squared error of the chances, summed over the seats; 0 is best. Positions of
one game share its end, so errors are counted by game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Final

from nim_tui.bots.bot import Chances
from nim_tui.bots.value import Features, shares

FRESH: Final = 40_000_000
"""Games that are scored begin with this seed; nothing was fitted to these, nor gated on them."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A position: what tells for each seat, who won (shared if several did), of which game."""

    rows: tuple[Features, ...]
    judged: Chances
    """The chances by the judge that the bots have."""
    won: Chances
    game: int


@dataclass(slots=True)
class Score:
    """The errors of one way to tell the chances: their sums by game, and how many positions."""

    chances: Callable[[Sample], Chances]
    errors: dict[int, float] = field(default_factory=dict)
    positions: int = 0

    def add(self, sample: Sample) -> None:
        """One more position."""
        error = error_of(self.chances(sample), sample.won)
        self.errors[sample.game] = self.errors.get(sample.game, 0.0) + error
        self.positions += 1

    @property
    def brier(self) -> float:
        """The mean error of all positions."""
        return sum(self.errors.values()) / self.positions

    def lead(self, other: Score) -> tuple[float, float]:
        """By how much its Brier score is smaller than another's, and the standard error of that."""
        games = [other.errors[game] - error for game, error in self.errors.items()]
        mean = sum(games) / len(games)
        spread = sum((each - mean) ** 2 for each in games) / max(1, len(games) - 1)
        scale = len(games) / self.positions
        return scale * mean, scale * sqrt(spread / len(games))


def error_of(chances: Sequence[float], won: Sequence[float]) -> float:
    """The squared error of some chances, summed over the seats."""
    return sum((chance - share) ** 2 for chance, share in zip(chances, won))


def scored(found: Iterable[Sample], material: Features) -> str:
    """What three ways come to: all alike, material with these weights, and the bots' judge."""
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
