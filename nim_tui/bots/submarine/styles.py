"""Bots for Submarine that are known for something."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from nim_tui.bots.search import SearchBot
from nim_tui.bots.styles import AGGRESSIVE, CAUTIOUS, GRASPING, Style
from nim_tui.bots.submarine.bot import MediumBot
from nim_tui.bots.submarine.judge import SubmarineJudge
from nim_tui.bots.submarine.weights import ESTIMATES, Weights

_WEIGHTS: Final[dict[Style, Weights]] = {
    CAUTIOUS: replace(ESTIMATES, wait=0.7, dive=0.3, gift=0.6),
    GRASPING: replace(ESTIMATES, need=0.8, slack=2.5, income=0.1, deny=0.05),
    AGGRESSIVE: replace(ESTIMATES, deny=0.3, gift=0.6, finish=0.4),
}


def medium(style: Style) -> MediumBot:
    """One that takes what is near, one that hoards cards, one that takes what others need."""
    return MediumBot(_WEIGHTS[style])


def hard(style: Style) -> SearchBot:
    """The same tastes where moves are nearly alike."""
    return SearchBot(SubmarineJudge(), medium(style))
