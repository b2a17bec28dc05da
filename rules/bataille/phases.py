"""The phases of the game: what is asked of whom."""

from enum import IntEnum
from typing import Final


class Phase(IntEnum):
    """What is asked of the player whose turn it is (in SETUP: of both at once)."""

    SETUP = 0
    MOVE = 1
    CHARGE = 2
    TORPEDO = 3
    OVER = 4


SETUP: Final = Phase.SETUP
MOVE: Final = Phase.MOVE
CHARGE: Final = Phase.CHARGE
TORPEDO: Final = Phase.TORPEDO
OVER: Final = Phase.OVER

NOBODY: Final = -1
"""No seat, no ship, no lane."""
