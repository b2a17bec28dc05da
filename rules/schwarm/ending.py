"""The end of a game: who has most points, and what they rest on."""

from __future__ import annotations

from collections.abc import Sequence

from rules.contract import Result
from rules.schwarm import scoring
from rules.schwarm.phases import OVER
from rules.schwarm.state import SchwarmState


def ranking(points: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Groups of seats with the same points, best first; ties are shared (R)."""
    return tuple(
        tuple(seat for seat, own in enumerate(points) if own == figure)
        for figure in sorted(set(points), reverse=True)
    )


def result(state: SchwarmState) -> Result | None:
    """Who won and by which figures, once it is over."""
    if state.phase != OVER:
        return None
    finals = [scoring.final(state.pieces(seat)) for seat in range(len(state.points))]
    ends = [final.queen + final.shores for final in finals]
    figures = {
        "before": tuple(points - end for points, end in zip(state.points, ends)),
        "queen": tuple(final.queen for final in finals),
        "shores": tuple(final.shores for final in finals),
        "points": tuple(state.points),
    }
    return Result(ranking(state.points), "points", figures)
