"""Causes: why one move is better than another, found by playing both in the same worlds.

The difference of the mover's win probability is split over the figures of the judge, along the
straight line between both rows of figures (integrated gradients; Sundararajan, Taly and Yan 2017).
The largest group of figures that clearly helps is the cause. A reply is an event that follows only
one of the moves; it is named if the difference disappears once it is barred. See
docs/explanation/reasons.md.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from nim_tui.bots.contrast import (
    LEAST_GAIN,
    SURE,
    Consequence,
    Contrast,
    Explainer,
    Part,
    Reason,
    standard_error,
)
from nim_tui.bots.playout import Barred, Playout, SampledWorlds
from nim_tui.bots.search import Decision, Judge, Worlds
from rules.advice import Advice, Weighed
from rules.chance import Chance
from rules.contract import Move
from rules.messages import Phrase

LEADING: Final = 0.25
"""The least share of the gain that a named cause carries."""
MAIN: Final = 0.5
"""The share of the gain that a cause carries at least to be what the moves turn on."""
FOLLOWS: Final = 0.35
"""The least share of the gain that a named reply carries, before it is barred."""
OFTENER: Final = 0.2
"""How much more often (0..1) a named reply follows one of the moves."""
TEMPTING: Final = 0.4
"""The least share of the gain, in favour of the worse move, that is named."""
REPLIES: Final = 3
"""The number of replies that are barred to test whether the gain disappears."""
RIVALS: Final = 2
"""Moves beside which a hint is explained: the first that is clearly worse."""


@dataclass(frozen=True, slots=True)
class Causes:
    """Why a move is better than another, as far as it may be shown."""

    cause: Reason | None = None
    reply: Reason | None = None
    price: Phrase | None = None
    group: str = ""
    """The group of figures that leads, whether it may be told or not."""
    is_alike: bool = False
    """Whether the moves are about as good, so that no reason may be shown."""
    topic: str = ""
    """The group of figures that the moves turn on; empty if none carries most of the gain."""

    @property
    def praise(self) -> tuple[Phrase, ...]:
        """Sentences on the better move, the most important first."""
        return self._told([each.praise for each in self._reasons])

    @property
    def blame(self) -> tuple[Phrase, ...]:
        """Sentences on the worse move that do not give the better one away."""
        return self._told([each.blame for each in self._reasons])

    @property
    def _reasons(self) -> list[Reason]:
        return [each for each in (self.cause, self.reply) if each is not None]

    def _told(self, reasons: Sequence[Phrase]) -> tuple[Phrase, ...]:
        return (*reasons, *([] if self.price is None else [self.price]))


def worlds_to_explain(judge: Judge, decision: Decision, chance: Chance) -> Worlds | None:
    """Return the worlds in which causes are sought: those of the search, or longer ones."""
    worlds = judge.worlds(decision.game, decision.view, decision.legal, chance)
    if isinstance(worlds, SampledWorlds) and worlds.further is not None:
        return worlds.further
    return worlds


class CauseFinder:
    """The causes between moves of one decision; each move is played once per world."""

    def __init__(self, explainer: Explainer, worlds: Worlds, view: Any) -> None:
        """`view` is that of the deciding seat."""
        self._explainer = explainer
        self._worlds = worlds
        self._view = view
        self._played: dict[Move, Sequence[Playout]] = {}

    @classmethod
    def of(cls, judge: Judge, decision: Decision, chance: Chance) -> CauseFinder | None:
        """Return the finder of a decision; None if its game has no sentences, or no search."""
        explainer = judge.explainer
        worlds = None if explainer is None else worlds_to_explain(judge, decision, chance)
        if explainer is None or worlds is None:
            return None
        return cls(explainer, worlds, decision.view)

    def between(self, better: Advice, worse: Advice) -> Causes:
        """Find why one move is better than another."""
        return self.causes_of(self.contrast(better, worse))

    def contrast(self, better: Advice, worse: Advice) -> Contrast:
        """Play two moves in the same worlds."""
        pairs = [*zip(self._playouts(better), self._playouts(worse))]
        return Contrast(self._view, better, worse, pairs)

    def _playouts(self, advice: Advice) -> Sequence[Playout]:
        found = self._played.get(advice.move)
        if found is None:
            numbers = range(self._explainer.worlds)
            found = [self._worlds.simulate(advice, number) for number in numbers]
            self._played[advice.move] = found
        return found

    def causes_of(self, contrast: Contrast) -> Causes:
        """Find why the better move of a contrast is better."""
        if not contrast.is_clear:
            return Causes(is_alike=True)
        parts = parts_of(self._explainer, contrast)
        reply = next(_replies(self._explainer, self._worlds, contrast), None)
        part, cause = next(_causes(self._explainer, parts, contrast), (None, None))
        leads = parts[0].gain >= max(LEADING * contrast.gain, SURE * parts[0].error)
        return Causes(
            cause,
            reply,
            _price(self._explainer, parts, contrast),
            group=parts[0].group if leads else "",
            topic=part.group if part is not None and part.gain >= MAIN * contrast.gain else "",
        )


def explained(
    judge: Judge, decision: Decision, found: Sequence[Weighed], chance: Chance
) -> list[Weighed]:
    """Return evaluated moves, the first with why it is better than the next worse one."""
    (first, *others), own = found, decision.view.seat
    if not first.chances:
        return [*found]
    apart = [each for each in others if first.chances[own] - each.chances[own] >= LEAST_GAIN]
    finder = CauseFinder.of(judge, decision, chance) if apart else None
    if finder is None:
        return [*found]
    for other in apart[:RIVALS]:
        why = finder.between(first.advice, other.advice)
        if not why.is_alike:
            return [replace(first, why=why.praise, topic=why.topic), *others]
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
        parts.append(Part(group, gain, standard_error(gains), dict(figures)))
    return sorted(parts, key=lambda part: -part.gain)


def _causes(
    explainer: Explainer, parts: list[Part], contrast: Contrast
) -> Iterator[tuple[Part, Reason]]:
    """Yield the parts of which something may be told, with that, the largest first."""
    for part in parts:
        if part.gain < LEADING * contrast.gain:
            return
        told = explainer.cause(part, contrast) if part.gain >= SURE * part.error else None
        if told is not None:
            yield part, told


def _price(explainer: Explainer, parts: list[Part], contrast: Contrast) -> Phrase | None:
    """Return the advantage of the worse move, if it is large."""
    against = parts[-1]
    if -against.gain < max(TEMPTING * contrast.gain, SURE * against.error):
        return None
    return explainer.price(against, contrast)


def _replies(explainer: Explainer, worlds: Worlds, contrast: Contrast) -> Iterator[Reason]:
    """Yield the replies to only one of the moves, if the gain disappears once they are barred."""
    own, total = contrast.own, sum(contrast.gains)
    found = [tuple(explainer.consequences(each, own) for each in pair) for pair in contrast.pairs]
    shares: dict[Consequence, float] = defaultdict(float)
    for (after_better, after_worse), gain in zip(found, contrast.gains):
        for what in (*after_better, *after_worse):  # in their order: a set's differs by process
            is_better = what in after_better
            if is_better != (what in after_worse) and (what.seat == own) == is_better:
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
