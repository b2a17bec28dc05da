"""Choosing by simulations: those few moves that look best are tried ever more often.

Every move is tried in the same imagined worlds, so that luck weighs on all alike; after each
round the worse half is left out (sequential halving; Karnin, Koren and Somekh 2013).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, log2
from typing import Generic, TypeVar

C = TypeVar("C")

Chances = tuple[float, ...]
"""The chance of each seat to win."""


@dataclass(slots=True)
class Runner(Generic[C]):
    """A move that is tried: how often, and what it came to in sum."""

    candidate: C
    tries: int
    sums: list[float]

    @property
    def chances(self) -> Chances:
        """The chance of each seat to win, on average."""
        return tuple(total / self.tries for total in self.sums)


def race(
    candidates: Sequence[C],
    simulate: Callable[[C, int], Chances],
    *,
    seats: int,
    own: int,
    budget: int,
) -> list[Runner[C]]:
    """All candidates, best first for the seat `own`, after `budget` simulations or a few more.

    `simulate(candidate, world)` plays on from a candidate in an imagined world: the same number
    is the same world for all.
    """
    runners = [Runner(candidate, 0, [0.0] * seats) for candidate in candidates]
    left, out = list(runners), list[Runner[C]]()
    rounds = max(1, ceil(log2(len(runners))))
    world = 0
    for _round in range(rounds):
        tries = max(1, budget // (rounds * len(left)))
        for number in range(world, world + tries):
            for runner in left:
                _try(runner, simulate(runner.candidate, number))
        world += tries
        left.sort(key=lambda runner: -runner.chances[own])
        keep = max(1, ceil(len(left) / 2))
        out = left[keep:] + out
        left = left[:keep]
    return left + out


def _try(runner: Runner[C], chances: Chances) -> None:
    runner.tries += 1
    for seat, chance in enumerate(chances):
        runner.sums[seat] += chance
