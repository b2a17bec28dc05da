"""The chance of each seat of Der Schwarm to win, judged from a position.

Points, what may be expected beside them, and the rounds left. The weights were fitted to games
between bots.
"""

from __future__ import annotations

from typing import Final

from nim_tui.bots.schwarm.plan import sheltered
from nim_tui.bots.schwarm.worth import expected, standing
from nim_tui.bots.value import Features, at_the_end, nearest, shares
from rules.schwarm.board import ROUNDS
from rules.schwarm.moves import OVER, PLAY, START
from rules.schwarm.scoring import result
from rules.schwarm.state import SchwarmState

MATERIAL: Final = 2
"""So many of the figures, the first ones, count points alone."""
WEIGHTS: Final[dict[int, Features]] = {
    2: (0.075, 0.139, -0.012, 0.435, 0.247, -0.112, -0.166, 0.011, -0.810),
    4: (-0.179, 0.240, 0.222, 0.524, -0.460, 0.497, -0.825, 0.006, -0.048),
}
"""By players, from 120 games of two and 50 of four."""


def chances(state: SchwarmState) -> tuple[float, ...]:
    """The chance of each seat to win."""
    seats = len(state.points)
    if state.phase == OVER:
        return at_the_end(result(state), seats)
    return shares(features_of(state), nearest(WEIGHTS, seats))


def features_of(state: SchwarmState) -> list[Features]:
    """What tells for each seat."""
    return [_features(state, seat) for seat in range(len(state.points))]


def _features(state: SchwarmState, seat: int) -> Features:
    past = state.round / ROUNDS[len(state.points)]
    points = state.points[seat] / 10
    if state.phase == START:
        return (points, past * points, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    plain = sheltered(state, seat) if state.phase == PLAY else state
    worth = (plain.points[seat] + expected(plain, seat)) / 10
    stands = standing(plain, seat) / 10
    return (
        points,
        past * points,
        worth,
        past * worth,
        stands,
        past * stands,
        float(state.is_linked[seat]),
        len(state.cards[seat]) / 3,
        (state.order.index(seat) - state.turn) % len(state.order) / 3,
    )
