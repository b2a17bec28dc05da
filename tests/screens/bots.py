"""Programs to play against in tests: one that answers the first move, and one that waits."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Event
from typing import Any, Final

from nim_tui.bots.levels import RandomBot
from rules.advice import Advice
from rules.chance import Chance
from rules.contract import AnyGame, Move

MAY_ANSWER: Final = Event()
"""Set, but for tests that keep the slow bot from answering."""
MAY_ANSWER.set()


class FirstBot:
    """Takes the first of the legal moves, for the random bot's reason."""

    def choose(self, game: AnyGame, view: Any, legal: Sequence[Move], chance: Chance) -> Advice:
        """The first move."""
        return Advice(legal[0], RandomBot().choose(game, view, legal, chance).reason)


class SlowBot(FirstBot):
    """Thinks until it may answer; not for ever, lest a failing test hangs. It likes ship B."""

    def choose(self, game: AnyGame, view: Any, legal: Sequence[Move], chance: Chance) -> Advice:
        """The first move of ship B, or the first move, when it may."""
        with_b = [move for move in legal if move.word.startswith("B ")]
        MAY_ANSWER.wait(120)
        return super().choose(game, view, with_b or legal, chance)
