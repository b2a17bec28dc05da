"""The interface between the review page and the code that computes a review."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from rules.messages import Phrase, Refusal
from screens.people import SeatNames
from screens.table.vocabulary import Vocabulary


@dataclass(frozen=True, slots=True)
class CostlyMove:
    """A move that cost much: how many moves stood before it, and what would have been better."""

    number: int
    seat: int
    move: str
    at: str
    """Where it was made, if its words name no place."""
    best: str
    best_at: str
    why: Sequence[Phrase]
    """Why the better move is better, the most important first."""
    loss: float


@dataclass(frozen=True, slots=True)
class CostlyMoveText:
    """A costly move and the better one, in the words of the log; empty where it has none."""

    played: str = ""
    better: str = ""


class TurningPoint(NamedTuple):
    """A move after which the chance of a seat was another for good."""

    number: int
    """The moves that stood before it."""
    before: float
    after: float
    """The win probability at the beginning and at the end of the seat's lap with that move."""


class LossKind(NamedTuple):
    """A verb that a seat chose again and again where another was better."""

    played: str
    better: str
    """Both as the first word of a move in canonical words."""
    times: int
    loss: float
    """The win probability that it cost in all."""


@dataclass(frozen=True, slots=True)
class ChanceBreakdown:
    """Where the change of a seat's chance came from; the parts add up to the whole of it."""

    start: float
    end: float
    play: float
    """By the own moves, against the best: never more than 0."""
    others: float
    """By what the others did worse than they could."""
    draws: float
    """By what was drawn, dealt or spun, against what was to be expected of it."""
    hidden: float
    """By what was hidden, or what nobody foresaw."""
    unweighed: float = 0.0
    """By choices of anybody that the judge cannot weigh: play and luck in one."""

    @property
    def luck(self) -> float:
        """The part of a result that no decision explains; unevaluated choices are not luck."""
        return self.draws + self.hidden


class ReviewApi(Protocol):
    """All that was found of a game."""

    def true(self, seat: int) -> Sequence[float]:
        """The chances of a seat as they stood after 0, 1, 2 ... moves."""

    def fair(self, seat: int) -> Sequence[float]:
        """The chances of a seat as far as it could know."""

    def accuracy(self, seat: int) -> int | None:
        """How near its moves were to the best, of 100; None where nothing was to be chosen."""

    def costliest(self, seat: int) -> Sequence[CostlyMove]:
        """The moves of a seat that cost most."""

    def balance(self, seat: int) -> ChanceBreakdown:
        """Where the change of a seat's chance came from."""

    def turning_points(self, seat: int) -> Sequence[TurningPoint]:
        """Return where the chance of a seat changed for good, in the order of the game."""

    def loss_kinds(self, seat: int) -> Sequence[LossKind]:
        """Return what a seat did again and again where something else was better, worst first."""


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
    said: Callable[[CostlyMove], CostlyMoveText]
    go: Callable[[int, int], None]
    """Shows the table after so many moves, as a seat saw it."""
    try_again: Callable[[int, int], None]
    """Begins a new table after so many moves, to be played from a seat. Raises a Refusal."""
    happened: Callable[[int], str] = lambda _number: ""
    """What the log says of the move after so many others."""
    one_line: str = ""
    """Why what a seat could know is no line of its own in this game; empty where it is one."""
