"""Bots for tests: one that plays the first move at once, and one that waits."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Event
from typing import Any, Final

from nim_tui.bots.levels import RandomBot
from nim_tui.testing.screens import UNAWAITED
from rules.advice import Advice
from rules.chance import Chance
from rules.contract import AnyGame, Move

HELD_BACK: Final = frozenset({"bots", "hint", "review"})
"""The groups of workers that wait for a bot."""


class Answering(Event):
    """Set, except in tests that keep the slow bot from answering, and wait for no bot."""

    def set(self) -> None:
        """Let bots answer."""
        UNAWAITED.difference_update(HELD_BACK)
        super().set()

    def clear(self) -> None:
        """Keep bots from answering."""
        UNAWAITED.update(HELD_BACK)
        super().clear()


MAY_ANSWER: Final = Answering()
MAY_ANSWER.set()


class FirstBot:
    """A bot that plays the first legal move, for the random bot's reason."""

    def choose(self, game: AnyGame, view: Any, legal: Sequence[Move], chance: Chance) -> Advice:
        """Return the first legal move."""
        return Advice(legal[0], RandomBot().choose(game, view, legal, chance).reason)


class SlowBot(FirstBot):
    """A bot that waits until it may answer, with a timeout, and prefers ship B."""

    def choose(self, game: AnyGame, view: Any, legal: Sequence[Move], chance: Chance) -> Advice:
        """Wait, then return the first move of ship B, or else the first legal move."""
        with_b = [move for move in legal if move.word.startswith("B ")]
        MAY_ANSWER.wait(120)
        return super().choose(game, view, with_b or legal, chance)
