"""Reproducible randomness, the only one the rules may use."""

from __future__ import annotations

import random
from collections.abc import MutableSequence, Sequence
from typing import Any, TypeVar

T = TypeVar("T")


class Chance:
    """A stream of draws fixed by its seed.

    It rests on `random.Random(seed).random()` alone: the one sequence that Python
    promises to keep between versions, so that seed and moves replay a game anywhere.
    """

    __slots__ = ("_fraction", "_source", "drawn")

    def __init__(self, seed: int) -> None:
        self._draw_from(random.Random(seed))
        self.drawn = 0
        """How many draws were made so far: a table can tell whether a move drew."""

    def _draw_from(self, source: random.Random) -> None:
        self._source = source
        self._fraction = source.random

    def __reduce__(self) -> Any:
        """By what it draws from: deep copies, and what was pickled, go on with the same draws."""
        return _continued, (self._source, self.drawn)

    def below(self, count: int) -> int:
        """A whole number from 0 to count - 1, all alike; count is at least 1."""
        self.drawn += 1
        return int(self._fraction() * count)

    def pick(self, items: Sequence[T]) -> T:
        """One of the items, all alike."""
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Put the items in a random order, in place."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]


def _continued(source: random.Random, drawn: int) -> Chance:
    """A stream that was drawn from before."""
    chance = Chance.__new__(Chance)
    chance._draw_from(source)
    chance.drawn = drawn
    return chance
