"""What is asked of the game whose table is shown, and of what leads through a lesson or puzzle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

from screens.table.playback import StepRules

V = TypeVar("V")


class Showing(Protocol[V]):
    """What the model asks of the game whose table it is."""

    @property
    def step_rules(self) -> StepRules | None:
        """What is worth being shown step by step; None where nothing is."""

    def combine(self, views: Sequence[V]) -> V:
        """One view that shows what all seats know."""

    def hides(self, view: V) -> bool:
        """Whether a seat sees what others may not."""


class Guided(Protocol):
    """What the model asks of a lesson or a puzzle."""

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to do."""

    @property
    def farewell(self) -> str:
        """What stands in place of the prompt when it is over."""

    @property
    def onward(self) -> str:
        """What Enter does then."""
