"""The review of a game and its statistics.

All chances are from 0 to 1. See docs/explanation/review.md for the meaning of the figures.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from itertools import pairwise
from math import exp
from string import Formatter
from typing import Annotated, Final

from msgspec import Meta, Struct

from nim_tui.review.course import Costly, account, loss_kinds, turning_points
from rules.advice import Advice
from rules.contract import AnyGame
from rules.messages import Counted, Phrase, SeatName, Value
from screens.positions import NO_TURN, Turn
from screens.review.api import (
    Account,
    ChanceBreakdown,
    CostlyMove,
    LossKind,
    SetUpShare,
    TurningPoint,
)

Text = Annotated[str, Meta(max_length=400)]
Number = Annotated[int, Meta(ge=-(10**12), le=10**12)]
MOST_NESTED: Final = 4
"""The deepest nesting of phrases that is read."""


class CountedFact(Struct, frozen=True, forbid_unknown_fields=True, tag="counted"):
    """A number with its noun."""

    one: Text
    many: Text
    count: Number


class PhraseFact(Struct, frozen=True, forbid_unknown_fields=True, tag="phrase"):
    """A part of a sentence."""

    text: Text
    facts: dict[str, KeptFact]


class SeatFact(Struct, frozen=True, forbid_unknown_fields=True, tag="seat"):
    """The name of the player of a seat."""

    seat: Annotated[int, Meta(ge=0, le=9)]


KeptFact = Text | Number | CountedFact | PhraseFact | SeatFact


def kept(facts: Mapping[str, Value]) -> dict[str, KeptFact]:
    """Return facts as they are saved."""
    return {name: _kept(value) for name, value in facts.items()}


def kept_phrase(phrase: Phrase) -> PhraseFact:
    """Return a sentence as it is saved."""
    return PhraseFact(phrase.text, kept(phrase.facts))


def _kept(value: Value) -> KeptFact:
    match value:
        case Counted(one=one, many=many, count=count):
            return CountedFact(one, many, count)
        case Phrase():
            return kept_phrase(value)
        case SeatName(seat=seat):
            return SeatFact(seat)
        case _:
            return value


def said(facts: Mapping[str, KeptFact]) -> dict[str, Value]:
    """Return saved facts as screens use them."""
    return {name: _said(value) for name, value in facts.items()}


def _said(value: KeptFact) -> Value:
    match value:
        case CountedFact(one=one, many=many, count=count):
            return Counted(one, many, count)
        case PhraseFact(text=text, facts=facts):
            return Phrase(text, said(facts))
        case SeatFact(seat=seat):
            return SeatName(seat)
        case _:
            return value


def is_sound(text: str, facts: Mapping[str, KeptFact], seats: int, depth: int = 0) -> bool:
    """Whether a sentence is safe to format: it names only facts that exist, and plain ones.

    Its seats must be below `seats`. Text from a file goes into `str.format`, which could be asked
    for much more.
    """
    if depth > MOST_NESTED or not _is_plain(text, facts):
        return False
    for value in facts.values():
        match value:
            case CountedFact(one=one, many=many):
                if not (_is_plain(one, {"count": 0}) and _is_plain(many, {"count": 0})):
                    return False
            case PhraseFact(text=part, facts=inner):
                if not is_sound(part, inner, seats, depth + 1):
                    return False
            case SeatFact(seat=seat):
                if seat >= seats:
                    return False
    return True


def _is_plain(text: str, facts: Mapping[str, object]) -> bool:
    try:
        parts = [*Formatter().parse(text)]
    except ValueError:
        return False
    return all(
        name is None or (name in facts and not form and not conversion)
        for _text, name, form, conversion in parts
    )


VERSION: Final = 6
"""Increased whenever the review of the same game would change."""
MOST_COSTLY: Final = 3
LEAST_COST: Final = 0.005
"""The least loss that is shown: no trial distinguishes less from 0."""
SHARPNESS: Final = 10.0
"""The decay of accuracy: a mean loss of a hundredth lowers it by a tenth."""

Chance = Annotated[float, Meta(ge=0, le=1)]
Chances = Annotated[tuple[Chance, ...], Meta(max_length=10)]
Word = Annotated[str, Meta(max_length=300)]
Group = Annotated[str, Meta(max_length=20)]
Spot = Annotated[str, Meta(max_length=20, pattern="^[a-z0-9.]*$")]


class BestMove(Struct, frozen=True, forbid_unknown_fields=True):
    """The best move, its reason, and all seats' chances after it and after the played one."""

    best: Word
    reason: Text
    facts: dict[str, KeptFact]
    chances: Chances
    played: Chances
    at: Spot = ""
    """The place of the move, if its words name none."""
    why: Annotated[tuple[PhraseFact, ...], Meta(max_length=3)] = ()
    """Why it is better than the played move, the most important first."""
    group: Group = ""
    """The group of figures that makes most of the difference."""

    def advice(self, game: AnyGame) -> Advice:
        """Return the best move and why. Raises NotAMove."""
        return Advice(game.parse(self.best), self.reason, said(self.facts))


class ReviewedPosition(Struct, frozen=True, forbid_unknown_fields=True):
    """A position: the true chances, each seat's own chance from its view; and the move played.

    At the end no move was played. There is no verdict without a choice or an evaluation, and no
    `expected` without a draw.
    """

    true: Chances
    fair: Chances
    seat: Annotated[int, Meta(ge=0, le=9)] | None = None
    move: Word = ""
    expected: Chances | None = None
    """The mean chances after the move, over fresh draws."""
    verdict: BestMove | None = None
    at: Spot = ""
    """The place of the move, if its words name none."""
    is_choice: bool = False
    """Whether there were several candidates: without a verdict the move was not evaluated."""
    turn: Turn = NO_TURN
    """The turn or round then."""
    parts: Annotated[dict[Group, float], Meta(max_length=20)] = {}
    """Where a lap of the seat begins, the change of its chance in it by group of figures."""

    @property
    def loss(self) -> float:
        """The loss of the move's seat in win probability, against the best move."""
        if self.verdict is None or self.seat is None:
            return 0.0
        return max(0.0, self.verdict.chances[self.seat] - self.verdict.played[self.seat])

    def given(self, seat: int) -> float:
        """Return a seat's gain from the move, against the best move of its player."""
        if self.verdict is None or self.loss == 0.0:
            return 0.0
        return self.verdict.played[seat] - self.verdict.chances[seat]


class SetUpTry(Struct, frozen=True, forbid_unknown_fields=True):
    """The games that a bot played with itself from one set-up."""

    name: Text
    """A sentence about the `{share}` of wins."""
    games: Annotated[int, Meta(ge=1, le=100_000)]
    wins: Annotated[float, Meta(ge=0, le=100_000)]


class SetUpFinding(Struct, frozen=True, forbid_unknown_fields=True):
    """What the set-up of a seat is worth beside others; the first is its own."""

    seat: Annotated[int, Meta(ge=0, le=9)]
    tries: Annotated[tuple[SetUpTry, ...], Meta(min_length=1, max_length=9)]


class Review(Struct, frozen=True, forbid_unknown_fields=True):
    """The review of a game."""

    version: int
    stamp: Annotated[str, Meta(max_length=64)]
    """The digest of the game: see `RecordedGame.stamp`."""
    steps: Annotated[tuple[ReviewedPosition, ...], Meta(min_length=1)]
    """A position each, including the end."""
    set_ups: Annotated[tuple[SetUpFinding, ...], Meta(max_length=10)] = ()

    @property
    def seats(self) -> int:
        """The number of players."""
        return len(self.steps[0].true)

    @property
    def turns(self) -> Sequence[Turn]:
        """The turn or round after 0, 1, 2 ... moves."""
        return [step.turn for step in self.steps]

    def true(self, seat: int) -> Sequence[float]:
        """Return the true chances of a seat after 0, 1, 2 ... moves."""
        return [step.true[seat] for step in self.steps]

    def fair(self, seat: int) -> Sequence[float]:
        """Return the chances of a seat as far as it could know."""
        return [step.fair[seat] for step in self.steps]

    def losses(self, seat: int) -> Sequence[float]:
        """Return the loss of each decision of a seat."""
        own = (step for step in self.steps if step.seat == seat)
        return [step.loss for step in own if step.verdict is not None]

    def accuracy(self, seat: int) -> int | None:
        """Return how near a seat's moves were to the best (0-100); None without evaluated ones."""
        losses = self.losses(seat)
        if not losses:
            return None
        return round(100 * exp(-SHARPNESS * sum(losses) / len(losses)))

    def costliest(self, seat: int) -> Sequence[CostlyMove]:
        """Return the moves of a seat that cost most, costliest first."""
        found = []
        for number, step in enumerate(self.steps):
            verdict = step.verdict
            if verdict is not None and step.seat == seat and step.loss >= LEAST_COST:
                why = [Phrase(each.text, said(each.facts)) for each in verdict.why]
                why = why or [Phrase(verdict.reason, said(verdict.facts))]
                moves = step.move, step.at, verdict.best, verdict.at
                found.append(CostlyMove(number, seat, *moves, why, step.loss))
        return sorted(found, key=lambda one: (-one.loss, one.number))[:MOST_COSTLY]

    def turning_points(self, seat: int) -> Sequence[TurningPoint]:
        """Return the moves that changed a seat's win chance for good, in the order of the game."""
        return turning_points([step.seat for step in self.steps], self.true(seat), seat)

    def loss_kinds(self, seat: int) -> Sequence[LossKind]:
        """Return a seat's repeated kinds of mistakes, costliest first."""
        return loss_kinds(self.costly(seat))

    def costly(self, seat: int) -> Sequence[Costly]:
        """Return the moves of a seat that cost it something, with the better ones."""
        return [(step.move, verdict.best, step.loss) for step, verdict in self._mistakes(seat)]

    def _mistakes(self, seat: int) -> Iterator[tuple[ReviewedPosition, BestMove]]:
        for step in self.steps:
            if step.seat == seat and step.verdict is not None and step.loss:
                yield step, step.verdict

    def account(self, seat: int, groups: Container[str]) -> Account:
        """Return in which of these groups of figures a seat lost or won the game."""
        laps = [step.parts for step in self.steps if step.seat == seat]
        losses = [(verdict.group, step.loss) for step, verdict in self._mistakes(seat)]
        true = self.true(seat)
        return account(laps, losses, true[-1] - true[0], groups)

    def set_up(self, seat: int) -> Sequence[SetUpShare]:
        """Return what the set-up of a seat is worth beside others, its own first."""
        tries = [one for found in self.set_ups if found.seat == seat for one in found.tries]
        return [SetUpShare(one.name, one.wins / one.games, one.games) for one in tries]

    def balance(self, seat: int) -> ChanceBreakdown:
        """Return the sources of the change of a seat's chance."""
        play = others = draws = hidden = unweighed = 0.0
        for step, after in pairwise(self.steps):
            given = step.given(seat)
            rest = after.true[seat] - step.true[seat] - given
            if step.seat == seat:
                play += given
            else:
                others += given
            drawn = 0.0 if step.expected is None else after.true[seat] - step.expected[seat]
            draws += drawn
            if step.is_choice and step.verdict is None:
                unweighed += rest - drawn
            else:
                hidden += rest - drawn
        true = self.true(seat)
        return ChanceBreakdown(true[0], true[-1], play, others, draws, hidden, unweighed)
