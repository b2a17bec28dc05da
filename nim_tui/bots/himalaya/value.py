"""The chance of each seat of Himalaya to win, judged from a position between two turns.

What a seat has of the three influences, against the best of the others, is weighed; how much
each weighs changes with the turns left. The weights were fitted to games between bots.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from nim_tui.bots.himalaya.weights import WEIGHTS
from nim_tui.bots.himalaya.worth import CUBE
from rules.himalaya.board import NONE, TURNS
from rules.himalaya.count import region_holder
from rules.himalaya.ending import result
from rules.himalaya.phases import OVER
from rules.himalaya.state import HimalayaState

Features = tuple[float, ...]


def chances(state: HimalayaState) -> tuple[float, ...]:
    """The chance of each seat to win; shared alike by who has won together."""
    seats = len(state.caravans)
    if state.phase == OVER:
        ended = result(state)
        winners = ended.winners if ended is not None else ()
        return tuple((seat in winners) / len(winners) for seat in range(seats))
    weights = WEIGHTS[seats]
    powers = [
        exp(sum(weight * value for weight, value in zip(weights, features)))
        for features in features_of(state)
    ]
    total = sum(powers)
    return tuple(power / total for power in powers)


def features_of(state: HimalayaState) -> list[Features]:
    """What is weighed, of each seat: once as it is, and once by the part of the game left."""
    seats = range(len(state.caravans))
    left = max(0, TURNS - state.turn + 1) / TURNS
    religion, politics, leads = _influences(state)
    yaks = [state.yaks(seat) for seat in seats]
    found = []
    for seat in seats:
        goods = sum(count * CUBE[cube] for cube, count in enumerate(state.cubes[seat]))
        plain = (
            *_against(religion, seat, 4.0),
            *_against(politics, seat, 3.0),
            *_against(yaks, seat, 12.0),
            sum(_first(points, seat) for points in (religion, politics, yaks)) >= 2,
            leads[seat] / 8,
            sum(region[seat] for region in state.delegations) / 10,
            goods / 10,
            sum(max(0, each) for each in state.cubes[seat]) / 10,
            (seat - state.first) % len(yaks) / 3,
        )
        found.append((*(float(each) for each in plain), *(left * each for each in plain)))
    return found


def _influences(state: HimalayaState) -> tuple[list[int], list[int], list[float]]:
    """Religion and politics by seat, and how near each is to holding the regions."""
    seats = range(len(state.caravans))
    religion = [0 for _ in seats]
    for village, owner in enumerate(state.stupas):
        if owner != NONE:
            religion[owner] += state.board.villages[village].level
    politics, leads = [0 for _ in seats], [0.0 for _ in seats]
    for region in state.delegations:
        holder = region_holder(region, seats)
        if holder != NONE:
            politics[holder] += 1
        for seat in seats:
            best = max(count for other, count in enumerate(region) if other != seat)
            leads[seat] += max(-3, min(3, region[seat] - best)) / 3
    return religion, politics, leads


def _first(points: Sequence[int], seat: int) -> bool:
    return all(points[seat] > other for place, other in enumerate(points) if place != seat)


def _against(points: Sequence[int], seat: int, scale: float) -> tuple[float, float, float]:
    """How far ahead of the best of the others, of the worst of them, and whether alone first."""
    own, others = points[seat], [each for place, each in enumerate(points) if place != seat]
    ahead = max(-1.0, min(1.0, (own - max(others)) / scale))
    behind = max(-1.0, min(1.0, (own - min(others)) / scale))
    return ahead, behind, float(own > max(others))
