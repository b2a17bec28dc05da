"""The weakest bot: any legal move, all alike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from nim_tui.bots.bot import Advice, Bot, Replaceable
from rules.chance import Chance
from rules.contract import AnyGame, Move
from rules.messages import N_


def quicker_than(bot: Bot) -> Bot:
    """The bot that answers where this one is late: a blind one where there is none better."""
    return bot.instead if isinstance(bot, Replaceable) else RandomBot()


class RandomBot:
    """Plays any legal move of any game."""

    def choose(self, game: AnyGame, view: Any, legal: Sequence[Move], chance: Chance) -> Advice:
        """One of the legal moves, blindly."""
        return Advice(chance.pick(legal), N_("any legal move is as good as another to me"))
