"""The signs of camps and charges, also for the legend."""

from __future__ import annotations

from typing import Final

from rules.bataille.board import FULL_LOAD

OPEN: Final = "·"
HOT: Final = "●"
NEAR: Final = "◎"
MISSED: Final = "○"
SUNK: Final = "✹"
SUBMARINE: Final = "▟▖"
MINE: Final = "¤"
SPENT_MINE: Final = "@"
LOADED: Final = "●"
SPENT: Final = "○"


def pips(ship: int, charges: int) -> str:
    """Return signs for the charges a ship carries and has dropped."""
    return LOADED * charges + SPENT * (FULL_LOAD[ship] - charges)
