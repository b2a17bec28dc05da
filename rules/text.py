"""How the rules speak: in English, in sentences that a screen can translate."""

from __future__ import annotations

Fact = str | int
"""A value a sentence tells: a word of the game or a number."""


def N_(text: str) -> str:
    """Mark a text for translation where it is named; screens translate it."""
    return text


def why(error: OSError) -> str:
    """What the system says of an error."""
    return error.strerror or str(error)


class Refusal(ValueError):
    """Something refused: an English sentence with named facts, both kept for translation."""

    def __init__(self, reason: str, **facts: Fact) -> None:
        super().__init__(reason.format(**facts))
        self.reason = reason
        self.facts = facts
