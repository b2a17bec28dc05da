"""The interface between the review page and the code that computes a review."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from rules.messages import Phrase, Refusal
from screens.people import SeatNames
from screens.positions import Turn
from screens.table.vocabulary import Vocabulary


@dataclass(frozen=True, slots=True)
class CostlyMove:
    """A costly move by the number of moves before it, with the better move."""

    number: int
    seat: int
    move: str
    at: str
    """The place of the move, if its words name none."""
    best: str
    best_at: str
    why: Sequence[Phrase]
    """The reasons why the better move is better, most important first."""
    loss: float


@dataclass(frozen=True, slots=True)
class CostlyMoveText:
    """A costly move and the better one, in words of the log; empty if the log has none."""

    played: str = ""
    better: str = ""


class TurningPoint(NamedTuple):
    """A move that changed a seat's win chance for good."""

    number: int
    """The number of moves before it."""
    before: float
    after: float
    """The win chances, 0 to 1, before and after the seat's turn with that move."""


class LossKind(NamedTuple):
    """A verb that a seat chose several times although another was better."""

    played: str
    better: str
    """The first words of the chosen and the better moves, in canonical words."""
    times: int
    loss: float
    """The total loss of win chance, from 0 to 1."""


class GroupShare(NamedTuple):
    """The share of a group of figures, such as ships, in the change of a seat's chance."""

    group: str
    change: float
    """Win probability."""
    turns: int
    """The laps in which most of it came."""


class OwnShare(NamedTuple):
    """The group of figures in which the moves of a seat cost most."""

    group: str
    loss: float
    total: float
    """The win probability that all its moves cost."""


class Account(NamedTuple):
    """Why a game went as it did for a seat."""

    groups: Sequence[GroupShare]
    """Those in which it was lost or won, the most important first."""
    against: GroupShare | None = None
    """The one that went most against it."""
    own: OwnShare | None = None


class SetUpShare(NamedTuple):
    """The wins of a bot that plays all seats on from a set-up."""

    name: str
    """A sentence about the `{share}` of wins, to translate."""
    share: float
    games: int


@dataclass(frozen=True, slots=True)
class ChanceBreakdown:
    """The causes of the change of a seat's win chance, which add up to the whole change."""

    start: float
    end: float
    play: float
    """The loss by the seat's own moves, against the best: at most 0."""
    others: float
    """The gain by the others' mistakes."""
    draws: float
    """The effect of draws, deals and spins, against the average."""
    hidden: float
    """The effect of hidden facts, and of facts nobody foresaw."""
    unweighed: float = 0.0
    """The effect of all choices that cannot be evaluated: play and luck together."""

    @property
    def luck(self) -> float:
        """The effect of luck; choices that cannot be evaluated are not luck."""
        return self.draws + self.hidden


class ReviewApi(Protocol):
    """The findings of a review, by seat; chances are from 0 to 1."""

    @property
    def turns(self) -> Sequence[Turn]:
        """The turn or round after 0, 1, 2 ... moves."""

    def true(self, seat: int) -> Sequence[float]:
        """Return the chances of a seat after 0, 1, 2 ... moves, given the full state."""

    def fair(self, seat: int) -> Sequence[float]:
        """Return the chances of a seat after 0, 1, 2 ... moves, given what the seat could know."""

    def accuracy(self, seat: int) -> int | None:
        """Return the accuracy of a seat's moves, in per cent; None if the seat had no choice."""

    def costliest(self, seat: int) -> Sequence[CostlyMove]:
        """Return the moves of a seat that cost most."""

    def balance(self, seat: int) -> ChanceBreakdown:
        """Return the causes of the change of a seat's win chance."""

    def account(self, seat: int, groups: Container[str]) -> Account:
        """Return in which of these groups of figures a seat lost or won the game."""

    def set_up(self, seat: int) -> Sequence[SetUpShare]:
        """Return what the set-up of a seat is worth beside others, its own first; maybe nothing."""

    def turning_points(self, seat: int) -> Sequence[TurningPoint]:
        """Return the moves that changed a seat's win chance for good, in the order of the game."""

    def loss_kinds(self, seat: int) -> Sequence[LossKind]:
        """Return the verbs that a seat chose although others were better, costliest first."""


class ReviewProgress(Protocol):
    """A review, finished or in progress."""

    @property
    def review(self) -> ReviewApi | None:
        """The finished review; None until all of it is computed."""

    @property
    def trouble(self) -> Refusal | None:
        """The reason why the review failed; None if it did not."""

    @property
    def is_over(self) -> bool:
        """Whether the review has finished or failed."""

    @property
    def progress(self) -> tuple[int, int]:
        """The number of finished parts, and of all parts."""

    async def changed(self) -> None:
        """Wait for the next finding."""

    def leave(self) -> None:
        """Stop waiting for the review."""


@dataclass(frozen=True, slots=True)
class Reviewed:
    """The game under review, and the actions on its page."""

    title: str
    people: SeatNames
    vocabulary: Vocabulary
    said: Callable[[CostlyMove], CostlyMoveText]
    go: Callable[[int, int], None]
    """Show the table after a number of moves, from the view of a seat."""
    try_again: Callable[[int, int], None]
    """Open a new table after a number of moves, with the user on a seat. Raises a Refusal."""
    happened: Callable[[int], str] = lambda _number: ""
    """The words of the log on the move after a number of moves."""
    groups: Mapping[str, str] = field(default_factory=dict)
    """What the game calls each group of figures in which it may be lost, to translate."""
    one_line: str = ""
    """The reason why a seat's knowledge has no line of its own in this game, or ""."""
