"""Two moves compared: played in the same sampled worlds, and explained in a game's terms.

An explainer knows these terms: the figures of its judge, the events of a playout that may be named,
and the sentences for both.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from typing import Any, Final, NamedTuple, Protocol

from nim_tui.bots.playout import Barred, Playout
from rules.advice import Advice
from rules.messages import Phrase, Value

LEAST_GAIN: Final = 0.02
"""The smallest gain of win probability for which a cause is named."""
SURE: Final = 2.0
"""Standard errors by which a gain, or a part of it, must differ from 0."""
WHOLE: Final = 60
"""The number of worlds from which on frequencies are rounded to whole cases of 100, not to tens."""

Figure = tuple[str, str]
"""The group that people know, such as charges, and a figure of the judge in it."""


class Part(NamedTuple):
    """The share of one group of figures in a move's gain over another."""

    group: str
    gain: float
    """Win probability (-1..1), negative in favour of the worse move."""
    error: float
    figures: Mapping[str, float]
    """The gain by figure, the largest in the direction of the whole first."""


class Reason(NamedTuple):
    """One cause, in a sentence for either move."""

    praise: Phrase
    """A sentence on the better move; it may name the other as the fact `worse`."""
    blame: Phrase
    """A sentence on the worse move that does not give the better one away."""

    @classmethod
    def of(cls, praise: str, blame: str, facts: Mapping[str, Value]) -> Reason:
        """Return a cause in two sentences, each with the facts that it names."""
        return cls(phrase(praise, facts), phrase(blame, facts))


def phrase(text: str, facts: Mapping[str, Value]) -> Phrase:
    """Return a sentence with the facts that it names."""
    return Phrase(text, {name: fact for name, fact in facts.items() if f"{{{name}}}" in text})


class Consequence(NamedTuple):
    """An event of a playout, as far as two playouts may have it in common."""

    seat: int
    what: Hashable
    """The kind, place and outcome of the event, in the terms of the game."""


@dataclass(frozen=True)
class Contrast:
    """Two moves of one decision, played in the same worlds."""

    view: Any
    """The view of the deciding seat."""
    better: Advice
    worse: Advice
    pairs: Sequence[tuple[Playout, Playout]]
    """The playouts of the better and of the worse move, one pair a world."""

    @property
    def own(self) -> int:
        """The deciding seat."""
        seat: int = self.view.seat
        return seat

    @cached_property
    def gains(self) -> Sequence[float]:
        """The win probability by which the better move is ahead in each world."""
        return [a.chances[self.own] - b.chances[self.own] for a, b in self.pairs]

    @property
    def gain(self) -> float:
        """The win probability by which the better move is ahead, on average."""
        return sum(self.gains) / len(self.gains)

    @property
    def is_clear(self) -> bool:
        """Whether the better move is ahead by more than chance and LEAST_GAIN."""
        return self.gain >= LEAST_GAIN and self.gain >= SURE * standard_error(self.gains)

    def cases(self, holds: Callable[[Playout], bool]) -> tuple[int, int]:
        """Return in how many of 100 cases a condition holds after the better and the worse move."""
        unit = 1 if len(self.pairs) >= WHOLE else 10
        both = zip(*((holds(a), holds(b)) for a, b in self.pairs))
        better, worse = (unit * round(100 * sum(each) / len(each) / unit) for each in both)
        return better, worse

    def means(self, amount: Callable[[Playout], float]) -> tuple[float, float]:
        """Return the mean of an amount after the better and after the worse move."""
        both = zip(*((amount(a), amount(b)) for a, b in self.pairs))
        better, worse = (sum(each) / len(each) for each in both)
        return better, worse


class Explainer(Protocol):
    """The causes of one game: its figures, its events, and the sentences for both."""

    worlds: int
    """The number of worlds in which two moves are compared."""
    names: Mapping[str, str]
    """By group, what a game is lost in, to translate; none where figures merely change places."""

    def split(self, better: Playout, worse: Playout, own: int) -> Mapping[Figure, float]:
        """Split the difference of win probability over figures; the parts add up to it."""

    def consequences(self, playout: Playout, own: int) -> Mapping[Consequence, Barred]:
        """Return the events that may be named as a reply, with the moves that led to them."""

    def cause(self, part: Part, contrast: Contrast) -> Reason | None:
        """Put a part into words; None if its direction is not clearly good."""

    def reply(self, what: Consequence, contrast: Contrast) -> Reason | None:
        """Put into words a reply to the worse move alone, or a chance after the better alone."""

    def price(self, part: Part, contrast: Contrast) -> Phrase | None:
        """Put into words the advantage of the worse move, from a part in its favour."""


def standard_error(values: Sequence[float]) -> float:
    """Return the standard error of a mean."""
    mean = sum(values) / len(values)
    spread = sum((each - mean) ** 2 for each in values) / max(1, len(values) - 1)
    return sqrt(spread / len(values))
