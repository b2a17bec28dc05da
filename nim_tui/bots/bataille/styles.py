"""Medium bots for Bataille sous les mers that are known for something."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from nim_tui.bots.bataille.bot import MediumBot
from nim_tui.bots.bataille.weights import MEDIUM, Weights
from nim_tui.bots.styles import AGGRESSIVE, CAUTIOUS, GRASPING, Style

_WEIGHTS: Final[dict[Style, Weights]] = {
    CAUTIOUS: replace(MEDIUM, ship=(0.0, 5.0, 2.6, 1.5), exposure=0.45, shoots=0.65),
    GRASPING: replace(MEDIUM, news=0.6, refill=0.12, top_up=0.03, kept=0.05),
    AGGRESSIVE: replace(MEDIUM, prey=(0.0, 2.4, 1.5, 1.2), ship=(0.0, 4.0, 1.4, 0.7), shoots=0.35),
}


def styled(style: Style) -> MediumBot:
    """One that fears for its ships, one that gathers charges and news, one that hunts ships."""
    return MediumBot(_WEIGHTS[style])
