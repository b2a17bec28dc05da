"""Choosing by simulations: those few moves that look best are tried ever more often.

Every move is tried in the same imagined worlds, so that luck weighs on all alike; after each
round the worse half is left out (sequential halving; Karnin, Koren and Somekh 2013). What a quick
bot would do may be held on to, unless another is better by more than chance makes likely.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, log2, sqrt
from typing import Generic, TypeVar

from nim_tui.bots.bot import Chances

C = TypeVar("C")


@dataclass(slots=True)
class Runner(Generic[C]):
    """A move that is tried: how often, and what it came to in sum."""

    candidate: C
    results: list[Chances]
    """Of each world it was tried in; all are tried in the same worlds, in the same order."""

    @property
    def tries(self) -> int:
        """In how many worlds."""
        return len(self.results)

    @property
    def chances(self) -> Chances:
        """The chance of each seat to win, on average."""
        return _mean(self.results)

    def beside(self, best: Runner[C]) -> Chances:
        """The same as if it had been tried as often: by what it is worse where both were."""
        here = _mean(best.results[: self.tries])
        return tuple(
            min(1.0, max(0.0, own + everywhere - there))
            for own, everywhere, there in zip(self.chances, best.chances, here)
        )

    def is_better(self, other: Runner[C], own: int, doubt: float) -> bool:
        """Whether it is by so many standard errors, in the worlds both were tried in."""
        gains = [here[own] - there[own] for here, there in zip(self.results, other.results)]
        mean = sum(gains) / len(gains)
        spread = sum((gain - mean) ** 2 for gain in gains) / max(1, len(gains) - 1)
        return mean > doubt * sqrt(spread / len(gains))


def race(
    candidates: Sequence[C],
    simulate: Callable[[C, int], Chances],
    *,
    own: int,
    budget: int,
    doubt: float = 0.0,
) -> list[Runner[C]]:
    """All candidates, best first for the seat `own`, after `budget` simulations or a few more.

    `simulate(candidate, world)` plays on from a candidate in an imagined world: the same number
    is the same world for all. With `doubt` the first candidate is tried to the end, and the best
    unless another is better by so many standard errors.
    """
    runners = [Runner(candidate, []) for candidate in candidates]
    first, left, out = runners[0], list(runners), list[Runner[C]]()
    rounds = max(1, ceil(log2(len(runners))))
    world = 0
    for _round in range(rounds):
        tries = max(1, budget // (rounds * len(left)))
        for number in range(world, world + tries):
            for runner in left:
                runner.results.append(simulate(runner.candidate, number))
        world += tries
        left.sort(key=lambda runner: -runner.chances[own])
        keep = max(1, ceil(len(left) / 2))
        if doubt and first in left[keep:]:
            left.remove(first)
            left.insert(keep, first)
            keep += 1
        out = left[keep:] + out
        left = left[:keep]
    if doubt:
        left.sort(key=lambda each: each is not first and not each.is_better(first, own, doubt))
    return left + out


def _mean(results: Sequence[Chances]) -> Chances:
    return tuple(sum(seat) / len(results) for seat in zip(*results))
