"""Figures by which a position of *Der Schwarm* is judged: points, held and expected.

Every point that is expected counts the same, wherever it comes from: told apart, the few games of
a fit gave signs that nobody holds to be good, such as for a link to the queen. Points tell more
with every round, so all grow with the part of the game that is past.
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
"""Points that hazard cards in hand are believed to bring, at most."""
GROWTH: Final = 2.0
"""How much more a point tells at the end than at the beginning, as a part."""
UNIT: Final = 10.0
"""Points that make 1 in the figures."""


class SchwarmFigures(NamedTuple):
    """What a seat has, and what it may expect, in points."""

    points: float = 0.0
    queen: float = 0.0
    shores: float = 0.0
    network: float = 0.0
    """At the ends of all rounds."""
    tiles: float = 0.0
    """Tiles still to be laid."""
    berths: float = 0.0
    """Ships that lie among tiles."""
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
    """Return the weight of each figure: that of points held, and for all others of expected."""
    held, awaited = weights
    return (held, *[awaited] * (len(SchwarmFigures._fields) - 1))
