"""Figures of a position in *Bataille sous les mers*, and the win probabilities from them.

The weights were fitted to games between bots. If a sign contradicted human judgment, the figure was
changed or its weight is 0: the third ship is worth its charges, and charges count up to two per
ship. Bad bots keep many charges, so their sum spoke against a seat.
"""

from __future__ import annotations

from math import log
from typing import Final

from nim_tui.bots.judging import Features, at_the_end, shares
from nim_tui.games.bataille.estimate import in_sight
from rules.bataille.board import PORT, SUBMARINES, SUNK, number_of
from rules.bataille.deduction import all_placements
from rules.bataille.moves import OVER, SETUP
from rules.bataille.placements import Placements
from rules.bataille.state import BatailleState
from rules.bataille.turns import result
from rules.bataille.view import view_of

MATERIAL: Final = 4
"""The number of leading figures that count material alone."""
USEFUL: Final = 2
"""The number of charges of a ship that count."""
LAID: Final = Placements(SUBMARINES, (), ()).total
"""The number of layouts of three submarines without any information."""
FIGURES: Final = (
    "submarines: two live",
    "submarines: three live",
    "ships: two float",
    "ships: three float",
    "ships: in sight of the enemy",
    "charges: two a ship",
    "charges: any",
    "mine: not struck",
    "known: the best known submarine",
    "known: the last submarine",
    "known: layouts that are possible",
    "turn: to move",
)
"""The meaning of each figure; its first word is the piece concerned."""
WEIGHTS: Final[dict[int, Features]] = {
    2: (0.490, 0.889, 0.570, 0.0, -0.515, 0.761, 0.419, 0.171, -0.267, -1.100, 1.395, 0.034),
}
"""For two players, from 2,000 games."""


def chances(state: BatailleState) -> tuple[float, ...]:
    """Return the win probability of each seat."""
    if state.phase == OVER:
        return at_the_end(result(state), 2)
    return shares(features_of(state), WEIGHTS[2])


def features_of(state: BatailleState) -> list[Features]:
    """Return the features of each seat."""
    if state.phase == SETUP:
        return [_features(state, seat, 0.0, LAID) for seat in (0, 1)]
    view = view_of(state, None)
    rows = []
    for seat in (0, 1):
        placements = all_placements(view, seat)
        rows.append(_features(state, seat, _known(state, seat, placements), placements.total))
    return rows


def _features(state: BatailleState, seat: int, known: float, layouts: int) -> Features:
    laid = state.phase != SETUP
    living = len(state.submarines[seat]) if laid else SUBMARINES
    fleet = zip(state.places[seat], state.charges[seat])
    loads = [load for place, load in fleet if place != SUNK]
    return (
        *(float(living > count) for count in (1, 2)),
        *(float(len(loads) > count) for count in (1, 2)),
        _watched(state, seat) / len(loads) ** 2 if laid and loads else 0.0,
        sum(min(load, USEFUL) for load in loads) / 6,
        float(any(loads)),
        float(laid and not state.mine_spent[seat]),
        known,
        known * (living == 1),
        log(layouts or 1) / 10,
        float(laid and state.mover == seat),
    )


def _known(state: BatailleState, seat: int, placements: Placements) -> float:
    """Return how well the best known submarine without a ship above it is known: 1 is certainty.

    No enemy ship can get above a submarine under one's own ship.
    """
    total, places = placements.total or 1, state.places[seat]
    open_cells = (cell for cell in state.submarines[seat] if number_of(cell) not in places)
    return max((placements.using(cell) / total for cell in open_cells), default=0.0)


def _watched(state: BatailleState, seat: int) -> float:
    """Return the number of the seat's ships that an enemy submarine sees."""
    seen = in_sight(state.lanes, state.places, blocking=state.blocking)
    enemies = {number_of(cell) for cell in state.submarines[1 - seat]}
    return float(sum(place > PORT and bool(enemies & seen[place]) for place in state.places[seat]))
