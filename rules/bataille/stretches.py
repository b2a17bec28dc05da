"""The part of a lane that a torpedo at a ship can come from, where ships in the way stop it.

The print says nothing of ships in between; that they block is the option `blocking` (R). A
submarine under the very number of a ship in the way has that ship above it, not before it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import permutations

from rules.bataille.board import LANES, PORT

Stretch = tuple[int, int]
"""The first and the last number of a part of a lane."""


def stretch(lane: int, place: int, places: Sequence[Sequence[int]]) -> Stretch:
    """From where along a lane a ship at `place` can be hit, with all ships where they are."""
    numbers = LANES[lane].numbers
    ships = {other for fleet in places for other in fleet if other > PORT}
    target = numbers.index(place)
    before = [number for number in numbers[:target] if number in ships]
    behind = [number for number in numbers[target + 1 :] if number in ships]
    return (before[-1] if before else numbers[0], behind[0] if behind else numbers[-1])


def numbers_along(lane: int, part: Stretch) -> tuple[int, ...]:
    """The numbers of a part of a lane."""
    numbers = LANES[lane].numbers
    return numbers[numbers.index(part[0]) : numbers.index(part[1]) + 1]


def can_all_fire(lane: int, parts: Sequence[Stretch], submarines: Sequence[int]) -> bool:
    """Whether torpedoes from these parts of a lane can come from as many of some submarines.

    They are given by their numbers. Which of them fired which torpedo is never told, so it need
    not be settled before the last one of a turn.
    """
    wanted: list[Collection[int]] = [numbers_along(lane, part) for part in parts]
    return any(
        all(number in part for number, part in zip(some, wanted))
        for some in permutations(submarines, len(wanted))
    )
