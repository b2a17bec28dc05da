"""The private marks that seats put on places of the board."""

from __future__ import annotations

from typing import Final

from nim_tui.names import takes_a_cell
from rules.contract import IllegalMove
from rules.messages import N_

MOST_MARKS: Final = 1000
LONGEST_PLACE: Final = 20


class Marks:
    """The marks of one seat: place to sign."""

    def __init__(self) -> None:
        self._signs: dict[str, str] = {}

    def all(self) -> dict[str, str]:
        """Place to sign."""
        return dict(self._signs)

    def check(self, place: str, sign: str) -> None:
        """Whether a place can be marked so; an empty sign wipes it. Raises IllegalMove."""
        if not _fits(place, sign):
            raise IllegalMove(N_("a mark is one plain character on a place of the board"))
        if sign and place not in self._signs and len(self._signs) >= MOST_MARKS:
            raise IllegalMove(N_("there are {most} marks already"), most=MOST_MARKS)

    def put(self, place: str, sign: str) -> None:
        """Mark a place, or wipe it."""
        self._signs.pop(place, None)
        if sign:
            self._signs[place] = sign


def _fits(place: str, sign: str) -> bool:
    if not (1 <= len(place) <= LONGEST_PLACE and place.isprintable()):
        return False
    return sign == "" or (len(sign) == 1 and takes_a_cell(sign))
