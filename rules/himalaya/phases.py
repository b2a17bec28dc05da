"""The phases of the game: what is asked, and of whom."""

from enum import IntEnum
from typing import Final


class Phase(IntEnum):
    """What is asked; in PROGRAM of all at once, else of the mover."""

    CAMP = 0
    """A village to start from."""
    EVENT = 1
    """An event token, or `pass` (option `events`)."""
    PROGRAM = 2
    FILL = 3
    """What to do with an order just filled."""
    TAKE = 4
    """Which cube, on a market day."""
    OVER = 5


CAMP: Final = Phase.CAMP
EVENT: Final = Phase.EVENT
PROGRAM: Final = Phase.PROGRAM
FILL: Final = Phase.FILL
TAKE: Final = Phase.TAKE
OVER: Final = Phase.OVER
