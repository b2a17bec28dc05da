"""Where chart and panels lie on the page of the end of a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from textual.geometry import Region, Size

_LEAST_CHART: Final = 3
_PANEL: Final = 44


def beside(room: Size, heights: Sequence[int]) -> list[Region | None]:
    """The chart, and the panels below each other at its right."""
    found: list[Region | None] = [Region(2, 0, room.width - _PANEL - 3, room.height)]
    y = 0
    for height in heights:
        found.append(Region(room.width - _PANEL, y, _PANEL - 1, height) if height else None)
        y += height
    return found


def below(room: Size, heights: Sequence[int]) -> list[Region | None]:
    """The chart above, figures and what else there is below it; else what the turn brought."""
    turn, figures, aside = heights
    height = min(max(figures, aside or turn), room.height)
    y, half = room.height - height, room.width // 2 + 2
    left, right = Region(1, y, half - 2, height), Region(half, y, room.width - half - 1, height)
    chart = Region(2, 0, room.width - 4, y) if y > _LEAST_CHART else None
    return [chart, None if aside else right, left, right if aside else None]
