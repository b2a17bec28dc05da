"""Bots for Der Schwarm that are known for something."""

from __future__ import annotations

from typing import Final

from nim_tui.bots.schwarm.bot import PlanningBot
from nim_tui.bots.schwarm.hard import HardBot
from nim_tui.bots.schwarm.worth import EVEN, Regard
from nim_tui.bots.styles import AGGRESSIVE, CAUTIOUS, GRASPING, Style

_REGARDS: Final[dict[Style, Regard]] = {
    CAUTIOUS: EVEN,
    GRASPING: Regard(only=0.3, leader=0.2, other=0.1),
    AGGRESSIVE: Regard(only=2.0, leader=1.2, other=0.4),
}


def medium(style: Style) -> PlanningBot:
    """One that weighs all alike, one that looks to its own points, one that holds others down."""
    return PlanningBot(_REGARDS[style])


def hard(style: Style) -> HardBot:
    """The same, with the whole hand in sight."""
    return HardBot(_REGARDS[style])
