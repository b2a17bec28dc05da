"""Bots for Der Schwarm that are known for something."""

from __future__ import annotations

from typing import Final

from nim_tui.bots.schwarm.bot import MediumBot
from nim_tui.bots.schwarm.judge import SchwarmJudge
from nim_tui.bots.schwarm.worth import EVEN, Regard
from nim_tui.bots.search import SearchBot
from nim_tui.bots.styles import AGGRESSIVE, CAUTIOUS, GRASPING, Style

_REGARDS: Final[dict[Style, Regard]] = {
    CAUTIOUS: EVEN,
    GRASPING: Regard(only=0.3, leader=0.2, other=0.1),
    AGGRESSIVE: Regard(only=2.0, leader=1.2, other=0.4),
}


def medium(style: Style) -> MediumBot:
    """One that weighs all alike, one that looks to its own points, one that holds others down."""
    return MediumBot(_REGARDS[style])


def hard(style: Style) -> SearchBot:
    """The same tastes where moves are nearly alike."""
    return SearchBot(SchwarmJudge(), medium(style))
