"""What an answer is worth that nobody weighed beforehand, beside the best move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from nim_tui.bots.bot import Advice
from nim_tui.bots.search import Judge, weighed
from rules.chance import Chance
from rules.contract import AnyGame

MORE: Final = 3
"""Times the budget of a decision, for the two moves alone."""
_UNSAID: Final = ""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two moves to be tried in the same imagined worlds: a job for another process."""

    judge: Judge
    game: AnyGame
    view: Any
    """What the seat that is asked may know."""
    best: str
    other: str
    """Both in canonical words, as moves are not sent."""
    seed: int

    def __str__(self) -> str:
        return f"puzzle of {self.game.name}"

    def do(self) -> float | None:
        """By how many games in a hundred the best wins more often; None if nothing can tell."""
        game, own = self.game, self.view.seat
        chance = Chance(self.seed)
        legal = game.legal(game.sample(self.view, chance), own)
        worlds = self.judge.worlds(game, self.view, legal, chance)
        if worlds is None:
            return None
        both = [Advice(game.parse(words), _UNSAID) for words in (self.best, self.other)]
        found = weighed(worlds, both, self.view, self.judge.budget * MORE)
        wins = {each.advice.move.word: each.chances[own] for each in found}
        behind: float = 100 * (wins[self.best] - wins[self.other])
        return behind
