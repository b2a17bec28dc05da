"""How much each of the three influences of Himalaya adds to the chance to win, as things stand.

Asked of the judge: what would a little more of one influence alone make of the chance of a seat?
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import exp
from typing import Final

from nim_tui.bots.himalaya.weights import WEIGHTS
from rules.himalaya.board import TURNS

RELIGION, POLITICS, YAKS = range(3)
STEPS: Final = ((1, 2, 3), (1, 2), (2, 4, 6))
"""How much more of each influence is imagined."""
LEAST: Final = 0.6
MOST: Final = 1.7
"""Bounds of how much less or more than that it is taken to be."""

Standing = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
"""Religion, politics and yaks, by seat."""


@lru_cache(maxsize=4096)  # searches ask for the same standings over and over
def stakes(
    standing: Standing, seat: int, turn: int, worths: tuple[float, float, float]
) -> tuple[float, float, float]:
    """How much more than usual each influence is worth to a seat; `worths`: one more of each."""
    base = _chance(standing, seat, turn)
    gains = []
    for kind, steps in enumerate(STEPS):
        gain = 0.0
        for step in steps:
            more = list(standing[kind])
            more[seat] += step
            imagined = (*standing[:kind], more, *standing[kind + 1 :])
            gain += (_chance(imagined, seat, turn) - base) / step
        gains.append(max(0.0, gain / len(steps) / worths[kind]))
    mean = sum(gains) / len(gains) or 1.0
    religion, politics, yaks = (max(LEAST, min(MOST, gain / mean)) for gain in gains)
    return religion, politics, yaks


def _chance(standing: Sequence[Sequence[int]], seat: int, turn: int) -> float:
    powers = [_power(standing, each, turn) for each in range(len(standing[0]))]
    return powers[seat] / sum(powers)


def _power(standing: Sequence[Sequence[int]], seat: int, turn: int) -> float:
    figures = influence_figures(standing, seat)
    weights = WEIGHTS[len(standing[0])]
    left = max(0, TURNS - turn + 1) / TURNS
    half = len(weights) // 2
    return exp(
        sum((weights[n] + left * weights[half + n]) * each for n, each in enumerate(figures))
    )


def influence_figures(standing: Sequence[Sequence[int]], seat: int) -> tuple[float, ...]:
    """How a seat stands in each influence, and whether it is alone first in two of them."""
    religion, politics, yaks = standing
    return (
        *_against(religion, seat, 4.0),
        *_against(politics, seat, 3.0),
        *_against(yaks, seat, 12.0),
        float(sum(_first(points, seat) for points in standing) >= 2),
    )


def _first(points: Sequence[int], seat: int) -> bool:
    return all(points[seat] > other for place, other in enumerate(points) if place != seat)


def _against(points: Sequence[int], seat: int, scale: float) -> tuple[float, float, float]:
    """How far ahead of the best of the others, of the worst of them, and whether alone first."""
    own, others = points[seat], [each for place, each in enumerate(points) if place != seat]
    ahead = max(-1.0, min(1.0, (own - max(others)) / scale))
    behind = max(-1.0, min(1.0, (own - min(others)) / scale))
    return ahead, behind, float(own > max(others))
