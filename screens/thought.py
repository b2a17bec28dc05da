"""How long a bot took over its decisions."""

from __future__ import annotations

from typing import NamedTuple


class Thought(NamedTuple):
    """Decisions, and the seconds they took by the clock, waiting for a processor included."""

    decisions: int = 0
    seconds: float = 0.0
    longest: float = 0.0

    def after(self, seconds: float) -> Thought:
        """With one decision more."""
        return Thought(self.decisions + 1, self.seconds + seconds, max(self.longest, seconds))

    @property
    def mean(self) -> float:
        """Seconds a decision."""
        return self.seconds / self.decisions if self.decisions else 0.0
