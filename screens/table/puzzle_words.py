"""The result of a puzzle answer in words, the same on a screen and in text mode."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rules.messages import Phrase
from screens.text import N_, _

_SAID: Final = {
    (False, False): N_("Not the best move: {move}. The best wins {best}%."),
    (False, True): N_("{move} wins {wins}%, the best move {best}%: it costs {cost} points."),
    (True, False): N_("{move} is right"),
    (True, True): N_("{move} wins {wins}%"),
}
"""The texts on an answer: by whether it is right, and whether its win chance is known."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of an answer."""

    move: str
    """The answer in canonical words."""
    is_right: bool
    wins: float | None
    """The win chance in per cent; None if unknown."""
    best_wins: float
    why: tuple[Phrase, ...] = ()
    """The reasons for a right answer, or what a wrong one overlooks; most important first."""


@dataclass(frozen=True, slots=True)
class AnswerRating:
    """The effect of a puzzle on the rating of the person who solves it."""

    rating: int
    change: int
    """The change of the rating; 0 for a puzzle that had counted before."""


def said(verdict: Verdict) -> str:
    """Return the win chance of an answer beside the best move; moves are in backticks."""
    text = _(_SAID[verdict.is_right, verdict.wins is not None])
    wins, best = round(verdict.wins or 0), round(verdict.best_wins)
    return text.format(move=f"`{verdict.move}`", wins=wins, best=best, cost=best - wins)


def speaks_for(reason: str) -> str:
    """Return the sentence on what favours a wrong answer."""
    return _("In its favour: {reason}").format(reason=reason)
