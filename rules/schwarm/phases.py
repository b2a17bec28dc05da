"""The phases of the game: what is asked of the mover."""

from enum import IntEnum
from typing import Final


class Phase(IntEnum):
    """What is asked of the mover."""

    START = 0
    """Where the first station goes."""
    ROW = 1
    """Which card to take from the row."""
    PLAY = 2
    """Which card to play, and how it begins."""
    SAIL = 3
    """Where ships go."""
    RESEARCH = 4
    """Which tile goes where."""
    SWIM = 5
    """Where the whale goes."""
    BOTH = 6
    """Which part of the double card comes now."""
    IDLE = 7
    """Nothing: a card of no use is played."""
    OVER = 8


START: Final = Phase.START
ROW: Final = Phase.ROW
PLAY: Final = Phase.PLAY
SAIL: Final = Phase.SAIL
RESEARCH: Final = Phase.RESEARCH
SWIM: Final = Phase.SWIM
BOTH: Final = Phase.BOTH
IDLE: Final = Phase.IDLE
OVER: Final = Phase.OVER
