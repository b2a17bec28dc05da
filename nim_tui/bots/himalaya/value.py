"""The chance of each seat of Himalaya to win, judged from a position between two turns.

What a seat has of the three influences, against the best of the others, is weighed; how much
each weighs changes with the turns left. The weights were fitted to games between bots.
"""

from __future__ import annotations

from math import exp
from typing import Final

from nim_tui.bots.himalaya.stakes import influence_figures
from nim_tui.bots.himalaya.weights import WEIGHTS
from nim_tui.bots.himalaya.worth import CUBE
from rules.himalaya.board import NONE, TURNS
from rules.himalaya.moves import OVER
from rules.himalaya.scoring import region_holder, result
from rules.himalaya.state import HimalayaState

Features = tuple[float, ...]

MATERIAL: Final = 9
"""So many of the figures, the first ones, count the three influences alone."""


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
            *influence_figures((religion, politics, yaks), seat),
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
