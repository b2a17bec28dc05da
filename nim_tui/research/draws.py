"""Chance drawn by whoever plays: each draw of the rules by itself, all outcomes alike."""

from __future__ import annotations

from collections.abc import Sequence

from rules.chance import Chance


class Undrawn(Exception):
    """The rules go on only once another draw is made, with so many outcomes."""

    def __init__(self, outcomes: int) -> None:
        super().__init__(outcomes)
        self.outcomes = outcomes


class Scripted(Chance):
    """Draws that were made before, in order; then Undrawn is raised.

    What has one outcome alone is no draw.
    """

    __slots__ = ("_script",)

    def __init__(self, script: Sequence[int]) -> None:
        super().__init__(0)
        self._script = script

    def below(self, count: int) -> int:
        """The next outcome of the script. Raises Undrawn at its end."""
        if count == 1:
            return 0
        if self.drawn == len(self._script):
            raise Undrawn(count)
        self.drawn += 1
        return self._script[self.drawn - 1]
