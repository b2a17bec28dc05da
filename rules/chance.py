"""Reproducible randomness, the only one the rules may use."""

from __future__ import annotations

import random
from collections.abc import MutableSequence, Sequence
from typing import TypeVar

T = TypeVar("T")


class Chance:
    """A stream of draws fixed by its seed.

    It rests on `random.Random(seed).random()` alone: the one sequence that Python
    promises to keep between versions, so that seed and moves replay a game anywhere.
    """

    __slots__ = ("_fraction", "drawn")

    def __init__(self, seed: int) -> None:
        self._fraction = random.Random(seed).random
        self.drawn = 0
        """How many draws were made so far: a table can tell whether a move drew."""

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
