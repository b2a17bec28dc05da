"""The views of both seats in one: for replays of games that are over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rules.bataille.view import BatailleView


def combine(views: Sequence[BatailleView]) -> BatailleView:
    """Both camps open."""
    return replace(views[0], seat=None, camps=(views[0].camps[0], views[1].camps[1]))


def hides(view: BatailleView) -> bool:
    """Whether the seat sees what the other may not: its camp."""
    return True
