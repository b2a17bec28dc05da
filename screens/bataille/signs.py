"""The signs of the camps, also for the legend."""

from __future__ import annotations

from typing import Final

OPEN: Final = "·"
HOT: Final = "●"
NEAR: Final = "◎"
MISSED: Final = "○"
SUNK: Final = "✹"
SUBMARINE: Final = "▟▖"
MINE: Final = "¤"
SPENT_MINE: Final = "@"
