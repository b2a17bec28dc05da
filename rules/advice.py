"""Advice of bots, hints and lessons: a move, its reason, and the chances to win after it."""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.contract import Move
from rules.messages import Phrase, Value

Chances = tuple[float, ...]
"""The chance of each seat to win, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Advice:
    """A move and the reason for it: an English sentence with named facts, to be translated."""

    move: Move
    reason: str
    facts: dict[str, Value] = field(default_factory=dict)

    @property
    def phrase(self) -> Phrase:
        """The reason as a sentence."""
        return Phrase(self.reason, self.facts)


@dataclass(frozen=True, slots=True)
class Weighed:
    """A move with its reason and, if evaluated, each seat's win chance after it."""

    advice: Advice
    chances: Chances = ()
    """The win chances, 0 to 1, by seat; empty if the move was not evaluated."""
    why: tuple[Phrase, ...] = ()
    """The advantages over the next worse move, most important first; may be empty."""
    topic: str = ""
    """What that turns on, in the terms of the game's bots; empty if not mostly on one thing."""
