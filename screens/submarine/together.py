"""The views of all seats in one: for replays of games that are over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rules.submarine.view import SubmarineView


def combine(views: Sequence[SubmarineView]) -> SubmarineView:
    """Every hand open."""
    hands = tuple(view.players[seat] for seat, view in enumerate(views))
    return replace(views[0], seat=None, players=hands)


def hides(view: SubmarineView) -> bool:
    """Whether the seat sees what others may not: its hand."""
    return True
