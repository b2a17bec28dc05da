"""Advice of bots, hints and lessons: a move, its reason, and the chances to win after it."""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.contract import Move
from rules.messages import Phrase, Value

Chances = tuple[float, ...]
"""The chance of each seat to win, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Advice:
    """A move and why: an English sentence with named facts, both kept for translation."""

    move: Move
    reason: str
    facts: dict[str, Value] = field(default_factory=dict)

    @property
    def phrase(self) -> Phrase:
        """The reason as a sentence."""
        return Phrase(self.reason, self.facts)


@dataclass(frozen=True, slots=True)
class Weighed:
    """A move with the reason for it, and each seat's win chance after it, if it was evaluated."""

    advice: Advice
    chances: Chances = ()
    """Empty where nobody can tell."""
    why: tuple[Phrase, ...] = ()
    """Why it is better than the next worse move, the most important first; may be empty."""
