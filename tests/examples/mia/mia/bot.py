"""The medium bot of Mia."""

from collections.abc import Sequence
from typing import Any, Final

from rules.advice import Advice
from rules.chance import Chance
from rules.contract import AnyGame
from rules.messages import N_, Value

from mia.rules.moves import BELIEVE, DOUBT, MIA, ROLLS

WAYS: Final = [1 if roll == "21" or roll[0] == roll[1] else 2 for roll in ROLLS]
"""How many of 36 throws of two dice show each roll, but for Mia."""
WAYS[MIA] = 2
_TRUSTED: Final = 14
"""The least of 36 throws that must reach an announcement for the bot to believe it."""


class MediumBot:
    """A bot that says the truth where it can, and doubts what is rare."""

    def choose(self, game: AnyGame, view: Any, legal: Sequence[Any], chance: Chance) -> Advice:
        """Choose an answer by the odds; announce the roll, or little more than the last."""
        if DOUBT in legal:
            throws = sum(WAYS[view.said :])
            facts: dict[str, Value] = {"throws": throws}
            if BELIEVE not in legal or throws < _TRUSTED:
                return Advice(DOUBT, N_("{throws} of 36 throws are as high as that"), facts)
            return Advice(BELIEVE, N_("{throws} of 36 throws are as high as that"), facts)
        true = [move for move in legal if move.value == view.roll]
        if true:
            return Advice(true[0], N_("it is true"), {})
        lie = legal[min(chance.below(3), len(legal) - 1)]
        return Advice(lie, N_("a lie a little above the last announcement is believed most"), {})
