"""What becomes of a challenge."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

OPEN, PLAYING = "open", "playing"
"""It waits to be accepted; its game is played."""

WON, HELD, DRAWN, PASSED, VOID = "won", "held", "drawn", "passed", "void"
"""The challenger won; lost; neither did; was not answered in time, or turned down; it counts for
nothing, as it was taken back or its game was closed without a result."""

STANDING: Final = (OPEN, PLAYING)
"""It is not settled yet."""

TAKES_PLACE: Final = (WON, PASSED)
"""The challenger takes the place."""


def outcome(ranking: Sequence[Sequence[int]] | None, challenger: int | None) -> str:
    """How a challenge ended, by the ranking of its game and the seat of the challenger."""
    if not ranking or challenger is None:
        return VOID
    if len(ranking) == 1:
        return DRAWN
    return WON if challenger in ranking[0] else HELD
