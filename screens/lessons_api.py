"""What screens ask of lessons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class LessonOnOffer:
    """A lesson that can be taken, and how far it was."""

    number: int
    """Of the lessons of its game, from 1."""
    title: str
    summary: str
    steps: int
    done: int

    @property
    def is_done(self) -> bool:
        """Whether it was taken to its end."""
        return self.done >= self.steps


class LessonsApi(Protocol):
    """The lessons, and how far the person came in them."""

    def of(self, game: str) -> Sequence[LessonOnOffer]:
        """The lessons of a game, in their order."""

    def is_new(self, game: str) -> bool:
        """Whether the game was neither learnt nor played yet, as far as is known here."""

    def start(self, game: str, number: int = 0) -> None:
        """Begin a lesson, or go on with it; 0: the first that was not taken to its end.

        Raises CannotStart.
        """

    async def first_game(self, game: str) -> None:
        """A game against bots that are easy to beat. Raises CannotStart."""
