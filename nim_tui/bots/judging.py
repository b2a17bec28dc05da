"""Chances to win from features of a position.

What tells for a seat is a row of figures; weighed and summed, they are its power, and the
chances are as the powers are (a conditional logit; McFadden 1974).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp
from typing import Final

from rules.contract import Result

Features = tuple[float, ...]
"""What tells for a seat, in the order of the weights."""


def shares(rows: Sequence[Features], weights: Features) -> tuple[float, ...]:
    """The chance of each seat, by the row of each."""
    return softmax([sum(w * value for w, value in zip(weights, row)) for row in rows])


def softmax(sums: Sequence[float]) -> tuple[float, ...]:
    """The chance of each seat, by its weighed sum."""
    most = max(sums)
    powers = [exp(each - most) for each in sums]
    total = sum(powers)
    return tuple(power / total for power in powers)


def nearest(weights: Mapping[int, Features], seats: int) -> Features:
    """The weights for so many players, else for the number of players nearest to it."""
    return weights[min(weights, key=lambda number: abs(number - seats))]


def at_the_end(result: Result | None, seats: int) -> tuple[float, ...]:
    """The same once it is over: shared alike by who has won together."""
    winners = result.winners if result is not None and result.winners else tuple(range(seats))
    return tuple((seat in winners) / len(winners) for seat in range(seats))


POINTS: Final = 12
"""Points of the line between two rows at which the gradient is taken."""


def logit_parts(
    better: Sequence[Features], worse: Sequence[Features], weights: Features, own: int
) -> Sequence[Sequence[float]]:
    """Split the difference of the own chance over seats and figures of a conditional logit.

    Rows are the figures of each seat after either move; the answer has their shape, and adds up
    to the difference within 0.0005.
    """
    seats = range(len(better))
    leads = [[w * (a - b) for w, a, b in zip(weights, better[s], worse[s])] for s in seats]
    base = [sum(w * b for w, b in zip(weights, worse[s])) for s in seats]
    whole = [sum(lead) for lead in leads]
    slopes = [0.0 for _ in seats]
    for point in range(POINTS):
        at = (point + 0.5) / POINTS
        chances = softmax([base[s] + at * whole[s] for s in seats])
        for seat in seats:
            slopes[seat] += chances[own] * ((seat == own) - chances[seat]) / POINTS
    return [[lead * slopes[seat] for lead in leads[seat]] for seat in seats]
