"""Who plays behind a name."""

from __future__ import annotations

from typing import Any

import pytest

from nim_tui.bots.bot import Bot
from nim_tui.bots.levels import TellingBot
from nim_tui.registry import GameEntry


def first_slow(*values: Any) -> list[Any]:
    """Values of a parametrized test: the first is tried as a slow one, all others at night.

    Whole games of bots take long, and one shows what the others show of more seats and seeds.
    """
    return [
        pytest.param(
            *(value if isinstance(value, tuple) else (value,)),
            marks=pytest.mark.nightly if number else pytest.mark.slow,
        )
        for number, value in enumerate(values)
    ]


def played_by(entry: GameEntry, level: str) -> Bot:
    """The bot of a level itself, without what it says of moves."""
    bot = entry.bot(level)
    return bot.own if isinstance(bot, TellingBot) else bot
