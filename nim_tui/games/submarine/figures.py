"""Figures of a position in *Submarine*, and the win probabilities from them.

Types, jokers and cards, the hopes for more, and the nearness of the end. The weights were fitted to
games between bots.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final

from nim_tui.bots.judging import Features, at_the_end, nearest, shares
from nim_tui.games.submarine.estimate import Estimate
from nim_tui.games.submarine.position import ESTIMATES, KEPT, PlannedPosition, position_of
from rules.submarine.board import RIGHT, TYPES
from rules.submarine.moves import OVER
from rules.submarine.scoring import result
from rules.submarine.state import SubmarineState
from rules.submarine.view import SubmarineView, view_of

MATERIAL: Final = 3
"""The number of leading figures that count material alone."""
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
"""Weights by players, from 300 games of two, 300 of three and 200 of five."""


def chances(state: SubmarineState) -> tuple[float, ...]:
    """Return the win probability of each seat."""
    seats = len(state.boats)
    if state.phase == OVER:
        return at_the_end(result(state), seats)
    return shares(features_of(state), nearest(WEIGHTS, seats))


@dataclass(frozen=True)
class Figured:
    """The counted facts of one seat in a position."""

    view: SubmarineView
    estimate: Estimate
    position: PlannedPosition

    @classmethod
    def of(cls, state: SubmarineState, seat: int) -> Figured:
        """Return the facts of a seat, from its own view of the position."""
        return _figured(view_of(state, seat), seat)

    @cached_property
    def worth(self) -> float:
        """The worth of the position to the seat, in types."""
        return self.estimate.worth(self.position)

    @property
    def most(self) -> int:
        """The most types that a player holds."""
        return max(player.types for player in self.view.players)

    @property
    def near(self) -> float:
        """How near the leader is to all types, from 0 to 1."""
        return self.most / len(TYPES)

    @property
    def least(self) -> float:
        """How near the column with the fewest treasures is to being empty (0..1)."""
        return 1 / (1 + min(self.position.treasures[1:]))


@lru_cache(KEPT)
def _figured(view: SubmarineView, seat: int) -> Figured:
    """Return the facts of a view; many worlds look the same to a seat."""
    return Figured(view, Estimate(view, seat, ESTIMATES), position_of(view, seat))


def features_of(state: SubmarineState) -> list[Features]:
    """Return the features of each seat."""
    return [_features(state, seat) for seat in range(len(state.boats))]


def _features(state: SubmarineState, seat: int) -> Features:
    counted = Figured.of(state, seat)
    near, least, most = counted.near, counted.least, counted.most
    types, jokers, cards = counted.position.standing
    worth = counted.worth - types
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


TYPES_HELD: Final = "types"
HELD: Final = "held"
"""Cards and jokers."""
INCOME: Final = "income"
HASTE: Final = "haste"
TEMPO: Final = "tempo"
BOAT_AHEAD: Final = "boat"
"""Names of figures; further ones are the letters of the types that may still be collected."""


def named_figures(state: SubmarineState, seat: int) -> dict[str, float]:
    """Return what each nameable thing adds to the weighted sum of features of a seat.

    Features that multiply one thing with another count for the thing itself.
    """
    counted, weights = Figured.of(state, seat), nearest(WEIGHTS, len(state.boats))
    near, least, position = counted.near, counted.least, counted.position
    types, jokers, cards = position.standing
    each_type = (weights[0] + near * weights[3] + least * weights[4]) / 3
    each_joker = (weights[1] + least * weights[5]) / 3
    a_type = weights[6] + near * weights[7] + least * weights[8]
    worth = counted.estimate.summands(position)
    one_short = weights[10] * (len(TYPES) - types <= 1)
    money = a_type * (worth.purse + worth.jokers)
    return {
        TYPES_HELD: each_type * types + weights[9] * (types == counted.most) + one_short,
        HELD: each_joker * jokers + weights[2] * cards / 10 + money,
        INCOME: a_type * worth.income,
        HASTE: a_type * worth.haste,
        TEMPO: weights[11] * (state.mover == seat),
        BOAT_AHEAD: weights[12] * state.boats[seat] / RIGHT,
        **{letter: a_type * hope for letter, hope in zip(TYPES, worth.hopes)},
    }
