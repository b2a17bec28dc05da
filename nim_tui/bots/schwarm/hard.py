"""The hard bot for Der Schwarm: it looks closer than the medium one, at whole rows and hands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from nim_tui.bots.bot import Advice, Bot
from nim_tui.bots.schwarm.bot import Foresight, PlanningBot
from nim_tui.bots.schwarm.plan import Breadth
from nim_tui.bots.schwarm.worth import EVEN, Regard
from rules.chance import Chance
from rules.contract import AnyGame

FAR: Final = Foresight(Breadth(6, 6, 3, 4, ends=4), followed=8, ahead=6, whole_row=True)


class HardBot:
    """Takes cards by what the row leaves to all, and plans each with the whole rest of its hand."""

    beats: Final = 2

    def __init__(self, regard: Regard = EVEN) -> None:
        self._planning = PlanningBot(regard, FAR)
        self._regard = regard

    @property
    def instead(self) -> Bot:
        """The bot that answers where this one cannot."""
        return PlanningBot(self._regard)

    def choose(self, game: AnyGame, view: Any, legal: Sequence[Any], chance: Chance) -> Advice:
        """The best of the legal moves as far as it can tell, and why."""
        return self._planning.choose(game, view, legal, chance)
