"""Win probabilities from features of a position.

The features of a seat are a row of figures; their weighted sums give the win probabilities as in a
conditional logit (McFadden 1974).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp
from operator import mul
from typing import Final

from rules.contract import Result

Features = tuple[float, ...]
"""The figures of a seat, in the order of the weights."""


def shares(rows: Sequence[Features], weights: Features) -> tuple[float, ...]:
    """Return the win probability of each seat, from the row of each."""
    return softmax([sum(map(mul, weights, row)) for row in rows])


def softmax(sums: Sequence[float]) -> tuple[float, ...]:
    """Return the win probability of each seat, from its weighted sum."""
    most = max(sums)
    powers = [exp(each - most) for each in sums]
    total = sum(powers)
    return tuple(power / total for power in powers)


def nearest(weights: Mapping[int, Features], seats: int) -> Features:
    """Return the weights for this number of players, or for the nearest number."""
    return weights[min(weights, key=lambda number: abs(number - seats))]


def at_the_end(result: Result | None, seats: int) -> tuple[float, ...]:
    """Return the win probabilities of a finished game: winners share 1 equally."""
    winners = result.winners if result is not None and result.winners else tuple(range(seats))
    return tuple((seat in winners) / len(winners) for seat in range(seats))


POINTS: Final = 12
"""The number of points, on the line between two rows, at which the gradient is taken."""


def logit_parts(
    better: Sequence[Features], worse: Sequence[Features], weights: Features, own: int
) -> Sequence[Sequence[float]]:
    """Split the difference of win probability over seats and figures of a conditional logit.

    Rows are the figures of each seat after either move; the result has their shape, and adds up to
    the difference within 0.0005.
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
