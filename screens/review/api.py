"""The interface between the review page and the code that computes a review."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from rules.messages import Refusal, Value
from screens.people import SeatNames
from screens.table.vocabulary import Vocabulary


class Costly(Protocol):
    """A move that cost much, and what would have been better."""

    @property
    def number(self) -> int:
        """How many moves stood before it."""

    @property
    def move(self) -> str:
        """The move, in canonical words."""

    @property
    def at(self) -> str:
        """Where it was made, if its words name no place."""

    @property
    def best(self) -> str:
        """The better one."""

    @property
    def best_at(self) -> str:
        """Where that would have been made, if its words name no place."""

    @property
    def reason(self) -> str:
        """Why that is better, as a text to translate."""

    @property
    def facts(self) -> Mapping[str, Value]:
        """The facts that the reason rests on."""

    @property
    def loss(self) -> float:
        """The chance that it cost, of 1."""


@dataclass(frozen=True, slots=True)
class CostlyMoveText:
    """A costly move and the better one, in the words of the log; empty where it has none."""

    played: str = ""
    better: str = ""


class Balance(Protocol):
    """Where the change of a seat's chance came from: parts of 1 that add up."""

    @property
    def start(self) -> float:
        """The chance at the start."""

    @property
    def end(self) -> float:
        """The chance at the end."""

    @property
    def play(self) -> float:
        """By the own moves, against the best."""

    @property
    def others(self) -> float:
        """By what others did worse than they could."""

    @property
    def draws(self) -> float:
        """By what was drawn."""

    @property
    def hidden(self) -> float:
        """By what was hidden, or nobody foresaw."""

    @property
    def unweighed(self) -> float:
        """By choices that the judge cannot weigh."""


class ReviewApi(Protocol):
    """All that was found of a game."""

    def true(self, seat: int) -> Sequence[float]:
        """The chances of a seat as they stood after 0, 1, 2 ... moves."""

    def fair(self, seat: int) -> Sequence[float]:
        """The chances of a seat as far as it could know."""

    def accuracy(self, seat: int) -> int | None:
        """How near its moves were to the best, of 100; None where nothing was to be chosen."""

    def costliest(self, seat: int) -> Sequence[Costly]:
        """The moves of a seat that cost most."""

    def balance(self, seat: int) -> Balance:
        """Where the change of a seat's chance came from."""


class ReviewProgress(Protocol):
    """A review, done or under way."""

    @property
    def review(self) -> ReviewApi | None:
        """The finished review; None until all of it is computed."""

    @property
    def trouble(self) -> Refusal | None:
        """Why nothing will be found, if so."""

    @property
    def is_over(self) -> bool:
        """Whether there is nothing to wait for."""

    @property
    def progress(self) -> tuple[int, int]:
        """How many parts are done, of how many."""

    async def changed(self) -> None:
        """Wait until something more was found."""

    def leave(self) -> None:
        """Nobody looks here any more."""


@dataclass(frozen=True, slots=True)
class Reviewed:
    """The game that is reviewed, and what can be done from its page."""

    title: str
    people: SeatNames
    vocabulary: Vocabulary
    said: Callable[[Costly], CostlyMoveText]
    go: Callable[[int, int], None]
    """Shows the table after so many moves, as a seat saw it."""
    try_again: Callable[[int, int], None]
    """Begins a new table after so many moves, to be played from a seat. Raises a Refusal."""
    one_line: str = ""
    """Why what a seat could know is no line of its own in this game; empty where it is one."""
