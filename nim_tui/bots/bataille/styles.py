"""Bots for Bataille sous les mers that are known for something."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from nim_tui.bots.bataille.bot import MediumBot
from nim_tui.bots.bataille.weights import HARD, MEDIUM, Weights
from nim_tui.bots.styles import AGGRESSIVE, CAUTIOUS, GRASPING, Style

_FACTORS: Final[dict[Style, Mapping[str, float]]] = {
    CAUTIOUS: {"ship": 1.3, "exposure": 1.5, "shoots": 1.3},
    GRASPING: {"news": 1.3, "refill": 1.5, "top_up": 3.0, "kept": 2.0},
    AGGRESSIVE: {"prey": 1.4, "ship": 0.8, "shoots": 0.7},
}
"""How much more, or less, each holds things to be worth or likely."""


def medium(style: Style) -> MediumBot:
    """One that fears for its ships, one that gathers charges and news, one that hunts ships."""
    return MediumBot(_leaning(MEDIUM, style))


def hard(style: Style) -> MediumBot:
    """The same with the better worths."""
    return MediumBot(_leaning(HARD, style))


def _leaning(weights: Weights, style: Style) -> Weights:
    changed: dict[str, Any] = {}
    for name, factor in _FACTORS[style].items():
        worth = getattr(weights, name)
        is_one = isinstance(worth, float)
        changed[name] = worth * factor if is_one else tuple(each * factor for each in worth)
    return replace(weights, **changed)
