"""The result of an answer to a puzzle, in words: the same on a screen and in text mode."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from screens.text import N_, _, labelled

_SAID: Final = {
    (False, False): N_("Not the best move: {move}. The best wins {best}%."),
    (False, True): N_("{move} wins {wins}%; the best move wins {best}%."),
    (True, False): N_("{move} is right"),
    (True, True): N_("{move} wins {wins}%"),
}
"""Of an answer: by whether it is right, and whether it is known what it is worth."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of an answer."""

    move: str
    """Its canonical words."""
    is_right: bool
    wins: float | None
    """In a hundred games; None where nothing could tell."""
    best_wins: float


@dataclass(frozen=True, slots=True)
class AnswerRating:
    """The effect of a puzzle on the rating of the person who solves it."""

    rating: int
    change: int
    """0 where it had counted before."""


def said(verdict: Verdict) -> str:
    """Return the value of an answer beside the best move; its move stands in backticks."""
    text = _(_SAID[verdict.is_right, verdict.wins is not None])
    wins, best = round(verdict.wins or 0), round(verdict.best_wins)
    return text.format(move=f"`{verdict.move}`", wins=wins, best=best)


def said_of_wrong(verdict: Verdict, against: str, best: str) -> tuple[str, str]:
    """Return two sentences: one on a wrong answer, one on the best move.

    The first gives the worth of the answer, and the reason in its favour if that is known.
    `against` and `best` are the reasons for the answer and for the best move.
    """
    first = said(verdict)
    if against:
        text = _(_SAID[True, True]).format(move=f"`{verdict.move}`", wins=round(verdict.wins or 0))
        first = labelled(text, against)
    text = _("The best wins {best}%").format(best=round(verdict.best_wins))
    return first, labelled(text, best)
