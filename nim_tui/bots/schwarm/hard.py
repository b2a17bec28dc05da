"""The hard bot for Der Schwarm: it looks closer than the medium one, at whole rows and hands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from nim_tui.bots.bot import Advice, Bot, Weighed
from nim_tui.bots.schwarm.bot import PlanningBot
from nim_tui.bots.schwarm.foresight import FAR
from nim_tui.bots.schwarm.judge import SchwarmJudge
from nim_tui.bots.schwarm.worth import EVEN, Regard
from nim_tui.bots.search import Decision, weigh
from rules.chance import Chance
from rules.contract import AnyGame


class HardBot:
    """Takes cards by what the row leaves to all, and plans each with the whole rest of its hand."""

    beats: Final = 2

    def __init__(self, regard: Regard = EVEN) -> None:
        self._planning = PlanningBot(regard, FAR)
        self._judge = SchwarmJudge(regard=regard)
        self._regard = regard

    @property
    def instead(self) -> Bot:
        """The bot that answers where this one cannot."""
        return PlanningBot(self._regard)

    def choose(self, game: AnyGame, view: Any, legal: Sequence[Any], chance: Chance) -> Advice:
        """The best of the legal moves as far as it can tell, and why."""
        return self._planning.choose(game, view, legal, chance)

    def weigh(
        self,
        game: AnyGame,
        view: Any,
        legal: Sequence[Any],
        chance: Chance,
        budget: int | None = None,
    ) -> list[Weighed]:
        """The same first, then the best other moves, with what all are worth."""
        tries = self._judge.budget if budget is None else budget
        return weigh(self._judge, Decision(game, view, legal), chance, tries)
