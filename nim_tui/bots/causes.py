"""Causes: why one move is better than another, found by playing both in the same worlds.

The difference of the own chance is split over the figures of the judge, along the straight line
between both rows of figures (integrated gradients; Sundararajan, Taly and Yan 2017). The largest
group of figures that surely helps is the cause. A reply is an event that follows only one of the
moves; it is told if the difference goes once it is barred. See docs/explanation/reasons.md.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import sqrt
from typing import Any, Final, NamedTuple, Protocol

from nim_tui.bots.judging import Features, softmax
from nim_tui.bots.playout import Barred, Playout, SampledWorlds
from nim_tui.bots.search import Decision, Judge, Worlds
from rules.advice import Advice, Weighed
from rules.chance import Chance
from rules.messages import Phrase

LEAST_GAIN: Final = 0.02
"""The smallest gain of win probability for which a cause is told."""
SURE: Final = 2.0
"""Standard errors by which a gain, or a part of it, must differ from nothing."""
LEADING: Final = 0.25
"""The share of the gain that a named cause carries at least."""
FOLLOWS: Final = 0.35
"""The share of the gain that a named reply carries at least, before it is barred."""
OFTENER: Final = 0.2
"""How much more often, of 1, a named reply follows one of the moves."""
TEMPTING: Final = 0.4
"""The share of the gain that speaks for the worse move, from which on it is told."""
REPLIES: Final = 3
"""Replies that are barred to see whether the gain goes."""
WHOLE: Final = 60
"""Worlds from which on frequencies are rounded to whole cases of 100, not to tens."""
RIVALS: Final = 2
"""Moves beside which a hint is explained: the first that is not about as good."""
POINTS: Final = 12
"""Points of the line between two rows at which the gradient is taken."""

Figure = tuple[str, str]
"""The group that people talk of, such as charges, and the figure of the judge in it."""


class Part(NamedTuple):
    """The share of one group of figures in the gain of a move over another."""

    group: str
    gain: float
    """Win probability, negative where it speaks for the worse move."""
    error: float
    figures: Mapping[str, float]
    """The gain by figure, the largest in the direction of the whole first."""


class Reason(NamedTuple):
    """One cause, told of either move."""

    praise: Phrase
    """A sentence on the better move; it may name the other as the fact `worse`."""
    blame: Phrase
    """A sentence on the worse move that does not give the better one away."""


class Consequence(NamedTuple):
    """An event of a playout as far as two playouts may have it in common."""

    seat: int
    what: Hashable
    """The kind, place and outcome of the event, in the terms of the game."""


@dataclass(frozen=True)
class Contrast:
    """Two moves of one decision, played in the same worlds."""

    view: Any
    """The view of the seat that decides."""
    better: Advice
    worse: Advice
    pairs: Sequence[tuple[Playout, Playout]]
    """The playouts of the better and of the worse move, one pair a world."""

    @property
    def own(self) -> int:
        """The seat that decides."""
        seat: int = self.view.seat
        return seat

    @cached_property
    def gains(self) -> Sequence[float]:
        """The win probability that the better move is ahead by in each world."""
        return [a.chances[self.own] - b.chances[self.own] for a, b in self.pairs]

    @property
    def gain(self) -> float:
        """The win probability that the better move is ahead by, on average."""
        return sum(self.gains) / len(self.gains)

    @property
    def is_clear(self) -> bool:
        """Whether the better move is better by more than chance and taste."""
        return self.gain >= LEAST_GAIN and self.gain >= SURE * _error(self.gains)

    def cases(self, holds: Callable[[Playout], bool]) -> tuple[int, int]:
        """In how many cases of 100 something holds, after the better and after the worse move."""
        unit = 1 if len(self.pairs) >= WHOLE else 10
        both = zip(*((holds(a), holds(b)) for a, b in self.pairs))
        better, worse = (unit * round(100 * sum(each) / len(each) / unit) for each in both)
        return better, worse

    def means(self, amount: Callable[[Playout], float]) -> tuple[float, float]:
        """The mean of an amount, after the better and after the worse move."""
        both = zip(*((amount(a), amount(b)) for a, b in self.pairs))
        better, worse = (sum(each) / len(each) for each in both)
        return better, worse


class Explainer(Protocol):
    """What one game knows of causes: its figures, its events, and the sentences for both."""

    worlds: int
    """Worlds in which two moves are compared."""

    def split(self, better: Playout, worse: Playout, own: int) -> Mapping[Figure, float]:
        """Split the difference of the own chance over figures; the parts add up to it."""

    def consequences(self, playout: Playout, own: int) -> Mapping[Consequence, Barred]:
        """Return the events that may be told as a reply, with the moves that led to them."""

    def cause(self, part: Part, contrast: Contrast) -> Reason | None:
        """Say what a part is; None where it moves in a direction that nobody holds to be good."""

    def reply(self, what: Consequence, contrast: Contrast) -> Reason | None:
        """Say what follows only one of the moves: a rival's the worse, one's own the better."""

    def price(self, part: Part, contrast: Contrast) -> Phrase | None:
        """Say what the worse move has for itself, by a part that speaks for it."""


@dataclass(frozen=True, slots=True)
class Causes:
    """Why a move is better than another, as far as it may be told."""

    cause: Reason | None = None
    reply: Reason | None = None
    price: Phrase | None = None
    is_alike: bool = False
    """Whether the moves are about as good, so that nothing may be told."""

    @property
    def praise(self) -> tuple[Phrase, ...]:
        """Sentences on the better move, the most important first."""
        if self.is_alike:
            return ()
        told = [each.praise for each in (self.cause, self.reply) if each is not None]
        return (*told, *([] if self.price is None else [self.price]))

    @property
    def blame(self) -> tuple[Phrase, ...]:
        """Sentences on the worse move that do not give the better one away."""
        if self.is_alike:
            return ()
        told = [each.blame for each in (self.cause, self.reply) if each is not None]
        return (*told, *([] if self.price is None else [self.price]))


def compare(
    explainer: Explainer, worlds: Worlds, view: Any, better: Advice, worse: Advice
) -> Contrast:
    """Play two moves in the same worlds."""
    numbers = range(explainer.worlds)
    pairs = [(worlds.simulate(better, n), worlds.simulate(worse, n)) for n in numbers]
    return Contrast(view, better, worse, pairs)


def worlds_to_explain(judge: Judge, decision: Decision, chance: Chance) -> Worlds | None:
    """Return the worlds in which causes are sought: those of the search, or such as go further."""
    worlds = judge.worlds(decision.game, decision.view, decision.legal, chance)
    if isinstance(worlds, SampledWorlds) and worlds.further is not None:
        return worlds.further
    return worlds


def causes_of(explainer: Explainer, worlds: Worlds, contrast: Contrast) -> Causes:
    """Find why the better move of a contrast is better."""
    if not contrast.is_clear:
        return Causes(is_alike=True)
    parts = parts_of(explainer, contrast)
    reply = next(_replies(explainer, worlds, contrast), None)
    cause = next(_causes(explainer, parts, contrast), None)
    return Causes(cause, reply, _price(explainer, parts, contrast))


def explained(
    judge: Judge, decision: Decision, found: Sequence[Weighed], chance: Chance
) -> list[Weighed]:
    """Return weighed moves, the first with the reasons why it is better than the next worse one."""
    explainer, (first, *others), own = judge.explainer, found, decision.view.seat
    if explainer is None or not first.chances:
        return [*found]
    apart = [each for each in others if first.chances[own] - each.chances[own] >= LEAST_GAIN]
    worlds = worlds_to_explain(judge, decision, chance) if apart else None
    if worlds is None:
        return [*found]
    for other in apart[:RIVALS]:
        contrast = compare(explainer, worlds, decision.view, first.advice, other.advice)
        why = causes_of(explainer, worlds, contrast)
        if not why.is_alike:
            return [replace(first, why=why.praise), *others]
    return [*found]


def parts_of(explainer: Explainer, contrast: Contrast) -> list[Part]:
    """Return the shares of the groups of figures in the gain, the largest first."""
    count, own = len(contrast.pairs), contrast.own
    by_group: dict[str, list[float]] = defaultdict(lambda: [0.0] * count)
    by_figure: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    for number, (better, worse) in enumerate(contrast.pairs):
        for (group, figure), gain in explainer.split(better, worse, own).items():
            by_group[group][number] += gain
            by_figure[group][figure] += gain / count
    parts = []
    for group, gains in by_group.items():
        gain = sum(gains) / count
        figures = sorted(by_figure[group].items(), key=lambda each: each[1], reverse=gain > 0)
        parts.append(Part(group, gain, _error(gains), dict(figures)))
    return sorted(parts, key=lambda part: -part.gain)


def _causes(explainer: Explainer, parts: list[Part], contrast: Contrast) -> Iterator[Reason]:
    """Yield what may be told of the parts, the largest first."""
    for part in parts:
        if part.gain < LEADING * contrast.gain:
            return
        told = explainer.cause(part, contrast) if part.gain >= SURE * part.error else None
        if told is not None:
            yield told


def _price(explainer: Explainer, parts: list[Part], contrast: Contrast) -> Phrase | None:
    """Return what speaks for the worse move, if that is much."""
    against = parts[-1]
    if -against.gain < max(TEMPTING * contrast.gain, SURE * against.error):
        return None
    return explainer.price(against, contrast)


def _replies(explainer: Explainer, worlds: Worlds, contrast: Contrast) -> Iterator[Reason]:
    """Yield what follows only one of the moves, if the gain goes once it is barred."""
    own, total = contrast.own, sum(contrast.gains)
    found = [tuple(explainer.consequences(each, own) for each in pair) for pair in contrast.pairs]
    shares: dict[Consequence, float] = defaultdict(float)
    for (after_better, after_worse), gain in zip(found, contrast.gains):
        for what in {*after_better} ^ {*after_worse}:
            if (what.seat == own) == (what in after_better):
                shares[what] += gain / total
    best = sorted(shares, key=lambda what: -shares[what])[:REPLIES]
    for what in best:
        if shares[what] < FOLLOWS or not _is_oftener(what, found, own):
            continue
        told = explainer.reply(what, contrast)
        if told is not None and _without(what, worlds, contrast, found) < contrast.gain / 2:
            yield told


_Found = Sequence[tuple[Mapping[Consequence, Barred], ...]]


def _is_oftener(what: Consequence, found: _Found, own: int) -> bool:
    """Whether a reply follows one of the moves much more often than the other."""
    better, worse = (sum(what in pair[side] for pair in found) for side in (0, 1))
    more = better - worse if what.seat == own else worse - better
    return more >= OFTENER * len(found)


def _without(what: Consequence, worlds: Worlds, contrast: Contrast, found: _Found) -> float:
    """Return the gain in the same worlds once the reply is barred."""
    own, gains = contrast.own, list[float]()
    for number, pair in enumerate(contrast.pairs):
        chances = [playout.chances[own] for playout in pair]
        for side, advice in enumerate((contrast.better, contrast.worse)):
            barred = found[number][side].get(what)
            if barred is not None:
                chances[side] = worlds.simulate(advice, number, barred).chances[own]
        gains.append(chances[0] - chances[1])
    return sum(gains) / len(gains)


def logit_parts(
    better: Sequence[Features], worse: Sequence[Features], weights: Features, own: int
) -> Sequence[Sequence[float]]:
    """Split the difference of the own chance over seats and figures of a conditional logit.

    Rows are the figures of each seat after either move; the answer has their shape, and adds up
    to the difference within 0.0005.
    """
    seats = range(len(better))
    leads = [[w * (a - b) for w, a, b in zip(weights, better[s], worse[s])] for s in seats]
    base = [sum(w * b for w, b in zip(weights, worse[s])) for s in seats]
    whole = [sum(lead) for lead in leads]
    slopes = [0.0 for _ in seats]
    for point in range(POINTS):
        at = (point + 0.5) / POINTS
        chances = softmax([base[s] + at * whole[s] for s in seats])
        for seat in seats:
            slopes[seat] += chances[own] * ((seat == own) - chances[seat]) / POINTS
    return [[lead * slopes[seat] for lead in leads[seat]] for seat in seats]


def _error(values: Sequence[float]) -> float:
    """The standard error of a mean."""
    mean = sum(values) / len(values)
    spread = sum((each - mean) ** 2 for each in values) / max(1, len(values) - 1)
    return sqrt(spread / len(values))
