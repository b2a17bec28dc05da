"""The easy level: it plays as the medium one does, and loses sight of that every now and then."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from nim_tui.bots.bot import Advice, Bot
from nim_tui.bots.random_bot import quicker_than
from nim_tui.bots.slips import Slips
from rules.chance import Chance
from rules.contract import AnyGame, Move
from rules.messages import N_

_WHOLE: Final = 100


class EasyBot:
    """A beginner."""

    def __init__(self, model: Bot, slips: Slips) -> None:
        self._model = model
        self._slips = slips

    @property
    def instead(self) -> Bot:
        """The bot that answers where the model of this one would be late."""
        return quicker_than(self._model)

    def choose(self, game: AnyGame, view: Any, legal: Sequence[Move], chance: Chance) -> Advice:
        """A slip, or what the model would do."""
        slips = self._slips
        if len(legal) > 1:
            drawn = chance.below(_WHOLE)
            let_go = next((move for move in legal if move.word in slips.letting_go), None)
            if let_go is not None and drawn < slips.idle:
                return Advice(let_go, N_("nothing better comes to mind"))
            if let_go is None and drawn < slips.guessed:
                return Advice(chance.pick(legal), N_("a guess"))
        return self._model.choose(game, view, legal, chance)
