"""Dropping some of those who come while many have not signed in yet, as sshd's MaxStartups does.

Whoever holds many silent connections would otherwise hold every place at the door, and keep all
others out; so they find fewer and fewer, and whoever comes has a chance each time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class EarlyDrop:
    """sshd's `start:rate:full`: at `start` a share `rate` (0 to 1) is dropped, at `full` all."""

    start: int
    rate: float
    full: int
    draw: Callable[[], float]
    """A random number from 0 up to, and not with, 1."""

    def share(self, signing_in: int) -> float:
        """How many of those who come now are dropped, from 0 to 1, with so many at the door."""
        if signing_in >= self.full:
            return 1.0
        if signing_in < self.start:
            return 0.0
        return self.rate + (1 - self.rate) * (signing_in - self.start) / (self.full - self.start)

    def drops(self, signing_in: int) -> bool:
        """Whether to drop who comes now."""
        share = self.share(signing_in)
        return share > 0 and (share >= 1 or self.draw() < share)
