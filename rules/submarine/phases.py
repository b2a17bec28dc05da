"""The phases of the game: what is asked of the player whose turn it is."""

from enum import IntEnum
from typing import Final


class Phase(IntEnum):
    """What is asked of the player whose turn it is."""

    PLACE = 0
    """A bathyscaphe for level 1, before the first turn."""
    BOAT = 1
    ACT = 2
    """Actions of the bathyscaphes below the boat, or `done`."""
    GIVE = 3
    """A hand card, owed for the token being taken."""
    EXCHANGE = 4
    OVER = 5


PLACE: Final = Phase.PLACE
BOAT: Final = Phase.BOAT
ACT: Final = Phase.ACT
GIVE: Final = Phase.GIVE
EXCHANGE: Final = Phase.EXCHANGE
OVER: Final = Phase.OVER
