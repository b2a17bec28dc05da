"""The chance of each seat of Submarine to win, judged from a position.

Types, jokers and cards, what may still be hoped for, and how near the end is. The weights were
fitted to games between bots.
"""

from __future__ import annotations

from typing import Final

from nim_tui.bots.submarine.estimate import Estimate
from nim_tui.bots.submarine.position import position_of
from nim_tui.bots.submarine.weights import ESTIMATES
from nim_tui.bots.value import Features, at_the_end, nearest, shares
from rules.submarine.board import RIGHT, TYPES
from rules.submarine.moves import OVER
from rules.submarine.scoring import result
from rules.submarine.state import SubmarineState
from rules.submarine.view import view_of

MATERIAL: Final = 3
"""So many of the figures, the first ones, count what is held alone."""
WEIGHTS: Final[dict[int, Features]] = {
    2: (
        0.332,
        1.084,
        0.245,
        3.131,
        0.304,
        -0.583,
        0.173,
        1.012,
        -0.537,
        0.002,
        0.603,
        0.193,
        -1.889,
    ),
    3: (
        1.292,
        0.858,
        -0.408,
        2.171,
        -0.091,
        -1.779,
        0.353,
        1.292,
        -0.232,
        -0.035,
        0.223,
        0.221,
        -1.449,
    ),
    5: (
        2.239,
        1.830,
        2.053,
        -0.473,
        2.354,
        1.492,
        0.035,
        0.484,
        0.386,
        0.035,
        0.169,
        0.105,
        -1.064,
    ),
}
"""By players, from 300 games of two, 300 of three and 200 of five."""


def chances(state: SubmarineState) -> tuple[float, ...]:
    """The chance of each seat to win."""
    seats = len(state.boats)
    if state.phase == OVER:
        return at_the_end(result(state), seats)
    return shares(features_of(state), nearest(WEIGHTS, seats))


def features_of(state: SubmarineState) -> list[Features]:
    """What tells for each seat."""
    return [_features(state, seat) for seat in range(len(state.boats))]


def _features(state: SubmarineState, seat: int) -> Features:
    view = view_of(state, seat)
    estimate, position = Estimate(view, seat, ESTIMATES), position_of(view, seat)
    types, jokers, cards = position.standing
    worth = estimate.worth(position) - types
    most = max(player.types for player in view.players)
    near = most / len(TYPES)
    least = 1 / (1 + min(position.treasures[1:]))
    return (
        types / 3,
        jokers / 3,
        cards / 10,
        near * types / 3,
        least * types / 3,
        least * jokers / 3,
        worth,
        near * worth,
        least * worth,
        float(types == most),
        float(len(TYPES) - types <= 1),
        float(state.mover == seat),
        state.boats[seat] / RIGHT,
    )
