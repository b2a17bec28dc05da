"""The chance of each seat of Bataille sous les mers to win, judged from a position.

Submarines and ships left, charges, who is nearly found, and who lies on a watched lane. The
weights were fitted to games between bots.
"""

from __future__ import annotations

from typing import Final

from nim_tui.bots.bataille.sight import in_sight
from nim_tui.bots.value import Features, at_the_end, shares
from rules.bataille.board import PORT, SUNK, number_of
from rules.bataille.deduction import all_placements
from rules.bataille.moves import OVER, SETUP
from rules.bataille.scoring import result
from rules.bataille.state import BatailleState
from rules.bataille.view import view_of

MATERIAL: Final = 6
"""So many of the figures, the first ones, count what is left alone."""
WEIGHTS: Final[dict[int, Features]] = {
    2: (
        0.000,
        1.079,
        1.323,
        0.000,
        0.341,
        -0.074,
        -0.712,
        1.638,
        0.128,
        -0.735,
        -0.358,
        0.336,
        -1.008,
        0.030,
        0.007,
    ),
}
"""Of two players, from 2,000 games."""


def chances(state: BatailleState) -> tuple[float, ...]:
    """The chance of each seat to win."""
    if state.phase == OVER:
        return at_the_end(result(state), 2)
    return shares(features_of(state), WEIGHTS[2])


def features_of(state: BatailleState) -> list[Features]:
    """What tells for each seat."""
    return [_features(state, seat) for seat in (0, 1)]


def _features(state: BatailleState, seat: int) -> Features:
    own, places = state.submarines[seat], state.places[seat]
    laid = state.phase != SETUP
    floating = sum(place != SUNK for place in places)
    living = len(own) if laid else 3
    known = _known(state, seat) if laid else []
    loaded = sum(bool(load) for place, load in zip(places, state.charges[seat]) if place != SUNK)
    return (
        *(float(living > count) for count in range(3)),
        *(float(floating > count) for count in range(3)),
        sum(load for place, load in zip(places, state.charges[seat]) if place != SUNK) / 6,
        loaded / 3,
        float(laid and not state.mine_spent[seat]),
        max(known, default=0.0),
        sum(known),
        _watched(state, seat) if laid else 0.0,
        _watched(state, seat) / floating if laid and floating else 0.0,
        float(laid and state.mover == seat),
        float(laid and state.mover == seat and living == 1),
    )


def _known(state: BatailleState, seat: int) -> list[float]:
    """How nearly each own submarine is found: 1 is certainty."""
    placements = all_placements(view_of(state, None), seat)
    total = placements.total or 1
    return [placements.using(cell) / total for cell in state.submarines[seat]]


def _watched(state: BatailleState, seat: int) -> float:
    """How many own ships lie where an enemy submarine sees them."""
    seen = in_sight(state.lanes, state.places, blocking=state.blocking)
    enemies = {number_of(cell) for cell in state.submarines[1 - seat]}
    return float(sum(place > PORT and bool(enemies & seen[place]) for place in state.places[seat]))
