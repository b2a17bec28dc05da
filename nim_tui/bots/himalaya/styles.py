"""Bots for Himalaya that are known for something."""

from __future__ import annotations

from typing import Final

from nim_tui.bots.himalaya.bot import MediumBot, Taste
from nim_tui.bots.himalaya.hard import HimalayaJudge
from nim_tui.bots.search import SearchBot
from nim_tui.bots.styles import AGGRESSIVE, CAUTIOUS, GRASPING, Style

_TASTES: Final[dict[Style, Taste]] = {
    CAUTIOUS: Taste(fear=1.0),
    GRASPING: Taste(barter=1.3),
    AGGRESSIVE: Taste(fear=0.3, envoy=1.3),
}


def medium(style: Style) -> MediumBot:
    """One that keeps out of the way, one that would rather have yaks, one that wants power."""
    return MediumBot(_TASTES[style])


def hard(style: Style) -> SearchBot:
    """The same tastes where moves are nearly alike."""
    return SearchBot(HimalayaJudge(), medium(style))
