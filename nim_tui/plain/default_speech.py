"""Sentences for a game without a description of its board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rules.contract import Event, Move, Result
from screens.people import SeatNames
from screens.table.speech import GameSentences, SeatSight
from screens.table.vocabulary import PLAIN, Vocabulary
from screens.text import _


class _Names:
    """Sentences made from the names of events."""

    def sentence(self, event: Event, people: SeatNames) -> str:
        """Return the event's name, with blanks for underscores."""
        return event.name.replace("_", " ")

    def is_weighty(self, event: Event) -> bool:
        """Return False: no event stands out."""
        return False

    def verdict(self, result: Result, people: SeatNames) -> str:
        """Return the winners, as a sentence."""
        return people.winners(result)

    def legend(self) -> Mapping[str, str]:
        """Return no signs."""
        return {}


speech: GameSentences = _Names()
vocabulary: Vocabulary = PLAIN
meanings: Final[Mapping[str, str]] = {}


def combine(views: Sequence[Any]) -> Any:
    """Return the first seat's view."""
    return views[0]


def hides(view: Any) -> bool:
    """Return True: views may hold secrets."""
    return True


def question(sight: SeatSight) -> str:
    """Return a general question."""
    return _("choose a move")


def look(sight: SeatSight, place: str) -> list[str]:
    """Return nothing: the game has no sentences of its own."""
    return []


def where(sight: SeatSight, thing: str) -> list[str]:
    """Return nothing: the game has no sentences of its own."""
    return []


def around(sight: SeatSight, place: str) -> list[str]:
    """Return nothing: the game has no sentences of its own."""
    return []


def row(sight: SeatSight, place: str) -> list[str]:
    """Return nothing: the game has no sentences of its own."""
    return []


def own(sight: SeatSight) -> list[str]:
    """Return nothing: the game has no sentences of its own."""
    return []


def score(sight: SeatSight) -> list[str]:
    """Return nothing: the game has no sentences of its own."""
    return []


def foreseen(sight: SeatSight, move: Move) -> list[str]:
    """Return nothing: the game has no sentences of its own."""
    return []


def choices(sight: SeatSight, words: Sequence[str]) -> list[str] | None:
    """Return None: the choices are read from the moves."""
    return None
