"""The events of the game.

Fields: `ship` is a letter, `number` 1-36 (0: the port), `cell` as "14.200", `level` 100-300, `lane`
a name; `in_doubt` says whether the event could have gone another way, by all earlier events.
"""

from __future__ import annotations

from dataclasses import field
from typing import Final, Literal

from rules.contract import Event, Revealing, event

HIT: Final = -1
MISS: Final = 0
"""An answer to a charge is HIT, MISS, or the number of submarines nearly missed (1-3)."""

Answer = Literal["hit", "near", "miss"]
"""The word of an answer."""


@event
class Placed(Event):
    """A submarine lies in a cell: known to its owner alone."""

    seat: int
    cell: str

    def seen_by(self, seat: int | None) -> Placed | None:
        """Hide the event from everyone but its seat."""
        return self if seat == self.seat else None


@event
class Mined(Event):
    """The mine lies under a number: known to its owner, the others learn that they are ready."""

    seat: int
    number: int

    def seen_by(self, seat: int | None) -> Mined | Ready:
        """Tell the other player and spectators only that the camp is laid."""
        return self if seat == self.seat else Ready(self.seat)


@event
class Ready(Event):
    """The sign that a camp is laid."""

    seat: int


@event
class Moved(Event):
    """A ship ended its move; that shows something where a mine could be or not be."""

    seat: int
    ship: str
    start: int
    number: int
    in_doubt: bool = field(repr=False)

    @property
    def reveals(self) -> bool:
        """True if the outcome was in doubt."""
        return self.in_doubt


@event
class Rearmed(Event):
    """A ship came home and is fully armed."""

    seat: int
    ship: str


@event
class MineStruck(Event):
    """A ship ended its move on the enemy mine: both are gone (T)."""

    seat: int
    ship: str
    number: int
    in_doubt: bool = field(repr=False)

    @property
    def reveals(self) -> bool:
        """True if the outcome was in doubt."""
        return self.in_doubt


@event
class Stayed(Event):
    """A turn without a ship's move."""

    seat: int


@event
class Held(Event):
    """A charge or torpedo declined: `phase` says which."""

    seat: int
    phase: Literal["charge", "torpedo"]
    has_fired: bool = field(default=False, repr=False)
    """Whether a torpedo was fired before in this turn."""


@event
class Charge(Event):
    """A depth charge and the enemy's answer to it (T); `count` of submarines nearly missed."""

    seat: int
    ship: str
    number: int
    level: int
    answer: Answer
    count: int | None
    in_doubt: bool = field(repr=False)

    @property
    def reveals(self) -> bool:
        """True if the answer was in doubt."""
        return self.in_doubt


@event
class Torpedo(Revealing):
    """A torpedo along a lane at a ship, and the spinner's word."""

    seat: int
    lane: str
    ship: str
    answer: Literal["hit", "miss"]


@event
class Won(Revealing):
    """The end of the game: `seat` won, for `reason`; both camps are shown."""

    seat: int
    reason: str


@event
class Drawn(Revealing):
    """The turn limit ended the game: both camps are shown."""

    reason: str
    seat: None = None
