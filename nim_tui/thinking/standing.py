"""How a seat stands: what a bot that is offered a draw goes by."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from nim_tui.bots.bot import bot_chance
from nim_tui.bots.search import Judge, fair_chances
from rules.contract import AnyGame

_WORLDS: Final = 24
"""Tables that fit what the seat sees."""
_ROUNDING: Final = 1e-9


@dataclass(frozen=True, slots=True)
class Standing:
    """The question whether a seat stands better than an equal share, from its view alone."""

    judge: Judge
    game: AnyGame
    view: Any

    def do(self) -> bool:
        """Return whether the seat stands better than that; the same view gives the same answer."""
        chance = bot_chance(0, self.view.seat, 0)
        chances = fair_chances(self.judge, self.game, self.view, chance, _WORLDS)
        own: float = chances[self.view.seat]
        return own > 1 / len(chances) + _ROUNDING
