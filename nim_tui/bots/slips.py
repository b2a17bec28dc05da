"""How often the easy bot slips, by game."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Slips:
    """In how many decisions of a hundred a beginner does not look far."""

    guessed: int = 0
    """In so many it takes any move."""
    idle: int = 0
    """Where it could act but need not, in so many it lets the chance go by."""
    letting_go: tuple[str, ...] = ()
    """The moves that do so."""
