"""Who plays behind a name."""

from __future__ import annotations

from nim_tui.bots.bot import Bot
from nim_tui.bots.telling import TellingBot
from nim_tui.catalog import Offer


def played_by(offer: Offer, level: str) -> Bot:
    """The bot of a level itself, without what it says of moves."""
    bot = offer.bot(level)
    return bot.own if isinstance(bot, TellingBot) else bot
