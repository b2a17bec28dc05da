"""The message about input that was too much."""

from __future__ import annotations

from textual.message import Message


class LeftOut(Message):
    """Something that was typed or pasted is too much, and is not heard."""

    def __init__(self, longest: int = 0) -> None:
        """`longest`: characters that a paste may have; 0 for keys that came too fast."""
        super().__init__()
        self.longest = longest
