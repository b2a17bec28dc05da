"""The easy level: it plays as the medium one does, and loses sight of that every now and then."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from nim_tui.bots.bot import Advice, Bot
from rules.chance import Chance
from rules.contract import AnyGame, Move
from rules.messages import N_

_WHOLE: Final = 100


class EasyBot:
    """A beginner: of so many decisions in a hundred one is made without looking far."""

    def __init__(self, model: Bot, slips: int) -> None:
        self._model = model
        self._slips = slips

    def choose(self, game: AnyGame, view: Any, legal: Sequence[Move], chance: Chance) -> Advice:
        """A slip, or what the model would do."""
        if len(legal) > 1 and chance.below(_WHOLE) < self._slips:
            return Advice(chance.pick(legal), N_("a guess"))
        return self._model.choose(game, view, legal, chance)
