"""Figures of a position of *Der Schwarm*: points, held and expected.

Expected points count the same wherever they come from: fitted apart, the few games gave implausible
signs, such as for a link to the queen. Points matter more with every round, so all grow with the
part of the game that is past.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from nim_tui.bots.judging import Features
from nim_tui.games.schwarm.plan import sheltered
from nim_tui.games.schwarm.worth import expected_by_source
from rules.schwarm.board import ROUNDS
from rules.schwarm.moves import PLAY, START
from rules.schwarm.state import SchwarmState

MOST_HAZARDS: Final = 25.0
"""The most points that hazard cards in hand are expected to bring."""
GROWTH: Final = 2.0
"""How much more a point matters at the end than at the beginning, as a fraction."""
UNIT: Final = 10.0
"""The points that make 1 in the figures."""


class SchwarmFigures(NamedTuple):
    """The held and expected points of a seat, by source."""

    points: float = 0.0
    queen: float = 0.0
    shores: float = 0.0
    network: float = 0.0
    """At the end of all rounds."""
    tiles: float = 0.0
    """Tiles still to be laid."""
    berths: float = 0.0
    """Ships beside tiles."""
    hazards: float = 0.0


def figures_of(state: SchwarmState, seat: int) -> SchwarmFigures:
    """Return the points of a seat, held and expected, with the weight of the time."""
    scale = (1 + GROWTH * state.round / ROUNDS[len(state.points)]) / UNIT
    points = scale * state.points[seat]
    if state.phase == START:
        return SchwarmFigures(points)
    plain = sheltered(state, seat) if state.phase == PLAY else state
    found, at_berth = expected_by_source(plain, seat)
    return SchwarmFigures(
        points,
        scale * found.queen,
        scale * found.shores,
        scale * (found.network + found.later),
        scale * found.tiles,
        scale * at_berth,
        scale * min(found.hazards, MOST_HAZARDS),
    )


def by_figure(weights: Features) -> Features:
    """Return the weight of each figure: one for held points, another for all expected ones."""
    held, awaited = weights
    return (held, *[awaited] * (len(SchwarmFigures._fields) - 1))
