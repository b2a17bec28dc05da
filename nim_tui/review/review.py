"""The review of a game and its counted facts.

All chances are from 0 to 1. See docs/explanation/review.md for what the figures mean.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import exp
from string import Formatter
from typing import Annotated, Final

from msgspec import Meta, Struct

from nim_tui.review.course import loss_kinds, turning_points
from rules.advice import Advice
from rules.contract import AnyGame
from rules.messages import Counted, Phrase, SeatName, Value
from screens.review.api import ChanceBreakdown, CostlyMove, LossKind, TurningPoint

Text = Annotated[str, Meta(max_length=400)]
Number = Annotated[int, Meta(ge=-(10**12), le=10**12)]
MOST_NESTED: Final = 4
"""Phrases within phrases that are read."""


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
    """Facts as they are written."""
    return {name: _kept(value) for name, value in facts.items()}


def kept_phrase(phrase: Phrase) -> PhraseFact:
    """A sentence as it is written."""
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
    """Facts as a screen says them."""
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
    """Whether a sentence can be said: it names facts that are there, and asks nothing else of them.

    The seats it names are among so many. What is read from a file goes into `str.format`, which
    could be asked for much more.
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


VERSION: Final = 5
"""Changes whenever the same game would be reviewed otherwise."""
MOST_COSTLY: Final = 3
LEAST_COST: Final = 0.005
"""What costs less is not told: no trial tells it from nothing."""
SHARPNESS: Final = 10.0
"""How fast accuracy falls: with a mean loss of a hundredth by a tenth."""

Chance = Annotated[float, Meta(ge=0, le=1)]
Chances = Annotated[tuple[Chance, ...], Meta(max_length=10)]
Word = Annotated[str, Meta(max_length=300)]
Spot = Annotated[str, Meta(max_length=20, pattern="^[a-z0-9.]*$")]


class BestMove(Struct, frozen=True, forbid_unknown_fields=True):
    """The best move, its reason, and all seats' chances after it and after the played one."""

    best: Word
    reason: Text
    facts: dict[str, KeptFact]
    chances: Chances
    played: Chances
    at: Spot = ""
    """Where it is made, if its words name no place."""
    why: Annotated[tuple[PhraseFact, ...], Meta(max_length=3)] = ()
    """Why it is better than the played move, the most important first."""

    def advice(self, game: AnyGame) -> Advice:
        """The best move and why. Raises NotAMove."""
        return Advice(game.parse(self.best), self.reason, said(self.facts))


class ReviewedPosition(Struct, frozen=True, forbid_unknown_fields=True):
    """A position: the true chances, what each seat could know of its own; and what was played.

    At the end nothing was. There is no verdict where nothing was to be chosen, or weighed, and
    nothing was to be expected of a draw where nothing was drawn.
    """

    true: Chances
    fair: Chances
    seat: Annotated[int, Meta(ge=0, le=9)] | None = None
    move: Word = ""
    expected: Chances | None = None
    """The chances after the move on average, had it been drawn anew again and again."""
    verdict: BestMove | None = None
    at: Spot = ""
    """Where the move was made, if its words name no place."""
    is_choice: bool = False
    """Whether there was more than one move worth a try: without a verdict it was not weighed."""

    @property
    def loss(self) -> float:
        """The loss of the move's seat in win probability, against the best move."""
        if self.verdict is None or self.seat is None:
            return 0.0
        return max(0.0, self.verdict.chances[self.seat] - self.verdict.played[self.seat])

    def given(self, seat: int) -> float:
        """Return a seat's gain from the move, against the best move of the player who made it."""
        if self.verdict is None or self.loss == 0.0:
            return 0.0
        return self.verdict.played[seat] - self.verdict.chances[seat]


class Review(Struct, frozen=True, forbid_unknown_fields=True):
    """All that was found of a game."""

    version: int
    stamp: Annotated[str, Meta(max_length=64)]
    """Tells the game: see `Told.stamp`."""
    steps: Annotated[tuple[ReviewedPosition, ...], Meta(min_length=1)]
    """A position each, the end too."""

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.steps[0].true)

    def true(self, seat: int) -> Sequence[float]:
        """The chances of a seat as they stood after 0, 1, 2 ... moves."""
        return [step.true[seat] for step in self.steps]

    def fair(self, seat: int) -> Sequence[float]:
        """The chances of a seat as far as it could know."""
        return [step.fair[seat] for step in self.steps]

    def losses(self, seat: int) -> Sequence[float]:
        """Return the loss of each decision of a seat."""
        own = (step for step in self.steps if step.seat == seat)
        return [step.loss for step in own if step.verdict is not None]

    def accuracy(self, seat: int) -> int | None:
        """How near its moves were to the best, from 0 to 100; None where nothing was weighed."""
        losses = self.losses(seat)
        if not losses:
            return None
        return round(100 * exp(-SHARPNESS * sum(losses) / len(losses)))

    def costliest(self, seat: int) -> Sequence[CostlyMove]:
        """The moves of a seat that cost most, the costliest first."""
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
        """Return where the chance of a seat changed for good, in the order of the game."""
        return turning_points([step.seat for step in self.steps], self.true(seat), seat)

    def loss_kinds(self, seat: int) -> Sequence[LossKind]:
        """Return what a seat did again and again where something else was better, worst first."""
        own = (step for step in self.steps if step.seat == seat and step.loss)
        return loss_kinds(
            (step.move, step.verdict.best, step.loss) for step in own if step.verdict is not None
        )

    def balance(self, seat: int) -> ChanceBreakdown:
        """Where the change of a seat's chance came from."""
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
